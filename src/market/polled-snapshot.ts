/**
 * A stored value kept in memory. It is reloaded once it is a few seconds old, so another process's
 * change shows up within that time.
 */
import type { MonotonicMs } from './clock'

const FRESH_FOR_MS = 5_000

export interface PollingDeps {
  readonly elapsedMs: MonotonicMs
  readonly failed: (error: unknown) => void
}

export interface PolledSnapshotDeps<Value> extends PollingDeps {
  /** Builds the new value from the previous one and the stored rows; `undefined` at first. */
  readonly load: (kept: Value | undefined) => Promise<Value>
}

export interface PolledSnapshot<Value> {
  /** The latest snapshot; an old one triggers a reload and is returned meanwhile. */
  current(): Value
  /** Reloads it now. */
  refresh(): Promise<void>
}

export async function polledSnapshot<Value>({
  load,
  elapsedMs,
  failed,
}: PolledSnapshotDeps<Value>): Promise<PolledSnapshot<Value>> {
  let readAtMs = elapsedMs()
  let reads = 0
  let keptRead = 0
  let kept = await load(undefined)

  async function refresh(): Promise<void> {
    readAtMs = elapsedMs()
    reads++
    const read = reads
    const value = await load(kept)
    // A read that began earlier and was answered later is older.
    if (read < keptRead) return
    keptRead = read
    kept = value
  }

  return {
    current() {
      if (elapsedMs() - readAtMs > FRESH_FOR_MS) void refresh().catch(failed)
      return kept
    },
    refresh,
  }
}
