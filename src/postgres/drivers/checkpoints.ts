/**
 * Makes checkpoints of the embedded PostgreSQL, which as a single process makes none. Without them
 * its write-ahead log would fill the disk, and a start after a kill would replay all of it.
 */
import type { PGlite } from '@electric-sql/pglite'

/** About 50,000 orders, which are replayed in a second or two. */
const LOG_MAX_BYTES = 64 * 1024 * 1024
/** Transactions between two checks of the log's length. */
const CHECK_EVERY = 100

export interface Checkpoints {
  /** Called after each commit. A checkpoint waits for its turn; nothing waits for it. */
  committed(): void
  /** Resolves when no checkpoint is under way. */
  settled(): Promise<void>
}

/** `mayWrite` is called right before each checkpoint. */
export function checkpoints(
  client: PGlite,
  logMaxBytes = LOG_MAX_BYTES,
  mayWrite: () => boolean = () => true,
): Checkpoints {
  let transactions = 0
  let running: Promise<void> | null = null

  return {
    committed() {
      if (++transactions % CHECK_EVERY !== 0 || running !== null) return
      // If it fails, for example on a full disk, the next check tries again: the log stays.
      running = shortenLog(client, logMaxBytes, mayWrite)
        .catch(() => {})
        .finally(() => {
          running = null
        })
    },
    async settled() {
      await running
    },
  }
}

/** Makes a checkpoint if the log is longer than this. */
export async function shortenLog(
  client: PGlite,
  logMaxBytes: number,
  mayWrite: () => boolean = () => true,
): Promise<void> {
  const { rows } = await client.query<{ bytes: number }>(LOG_BYTES)
  if ((rows[0]?.bytes ?? 0) > logMaxBytes && mayWrite()) await client.exec('checkpoint')
}

const LOG_BYTES = `
  select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`
