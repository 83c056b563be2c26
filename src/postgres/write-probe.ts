/** Probes with an empty change whether the database can commit [health.true]. */
import { sql } from 'drizzle-orm'
import { Overdue } from './connection'
import type { Database } from './database'
import { codeOf, isConnectionLoss, isFolderLost } from './errors'
import { healthProbe } from './schema/market'
import { statement } from './statement'

/** With so little memory, a statement's temporary data goes to the disk. */
const littleMemory = statement([], sql`select set_config('work_mem', '64kB', true)`, () => null)

/** Writes 100 KB through a temporary file, which fails on a full disk. The row always fits. */
const writeRow = statement(
  [],
  sql`with filler as materialized (select repeat('x', 1000) from generate_series(1, 100))
    insert into ${healthProbe} (probed_at)
    select clock_timestamp() from (select count(*) from filler) as spilled
    on conflict ("only") do update set probed_at = excluded.probed_at`,
)

/**
 * Writes a row as a batch would, and rejects with the same errors. Rolls back unless `durably`, so
 * that a probe every second does not keep an idle disk busy.
 */
export async function probeWrite(
  database: Pick<Database, 'transaction'>,
  durably: boolean,
): Promise<void> {
  const undone = new Error('undone')
  const probed = database.transaction(async (transaction) => {
    await Promise.all([transaction.all(littleMemory, {}), transaction.all(writeRow, {})])
    if (!durably) throw undone
  })
  await probed.catch((error: unknown) => {
    if (error !== undone) throw error
  })
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^25006$/, 'the database is read-only'],
  [/^53100$/, 'the disk of the database is full'],
  [/^53/, 'the database is short of memory, connections or another resource'],
  [/^(?:28|3D|55000)/, 'the database does not let the server in'],
]

/** Why nothing can be written, without internal details. */
export function writeFault(error: unknown): string {
  if (isFolderLost(error)) return 'the folder of the database is no longer locked'
  // If no connection could be opened, the cause says why.
  const code = codeOf(error instanceof Overdue ? (error.cause ?? error) : error)
  const known = REASONS.find(([pattern]) => pattern.test(code))?.[1]
  if (known !== undefined) return known
  if (isConnectionLoss(error)) return 'the database cannot be reached'
  return `the database takes no change${code === '' ? '' : ` (${code})`}`
}
