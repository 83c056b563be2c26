/**
 * A stored value kept in memory and read anew when it is a few seconds old: what another process
 * changes is seen after that.
 */
import type { MonotonicMs } from './clock'

const FRESH_FOR_MS = 5_000

export interface PollingDeps {
  readonly elapsedMs: MonotonicMs
  readonly failed: (error: unknown) => void
}

export interface PolledSnapshotDeps<Value> extends PollingDeps {
  /** Made of what is kept, which stays as it is, and of what is stored; undefined at first. */
  readonly load: (kept: Value | undefined) => Promise<Value>
}

export interface PolledSnapshot<Value> {
  /** Answers from what is kept, also while it is read anew. */
  current(): Value
  /** Reads it anew, now. */
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
    // An earlier read that was answered later knows less.
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
