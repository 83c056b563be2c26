/**
 * Caches a stored value, and reloads it once it is a few seconds old: another process's change
 * shows up within that time.
 */
import type { MonotonicMs } from './clock'

const FRESH_FOR_MS = 5_000

export interface PollingDeps {
  readonly elapsedMs: MonotonicMs
  readonly failed: (error: unknown) => void
}

export interface PolledSnapshotDeps<Value> extends PollingDeps {
  /** Builds the new value from the previous one, which is `undefined` at first. */
  readonly load: (previous: Value | undefined) => Promise<Value>
}

export interface PolledSnapshot<Value> {
  /** The latest snapshot. If it is old, a reload starts in the background. */
  current(): Value
  /** Reloads the value now. */
  refresh(): Promise<void>
}

export async function polledSnapshot<Value>({
  load,
  elapsedMs,
  failed,
}: PolledSnapshotDeps<Value>): Promise<PolledSnapshot<Value>> {
  let readAtMs = elapsedMs()
  let reads = 0
  let latestRead = 0
  let latest = await load(undefined)

  async function refresh(): Promise<void> {
    readAtMs = elapsedMs()
    reads++
    const read = reads
    const value = await load(latest)
    // A read that began earlier may be answered later.
    if (read < latestRead) return
    latestRead = read
    latest = value
  }

  return {
    current() {
      if (elapsedMs() - readAtMs > FRESH_FOR_MS) void refresh().catch(failed)
      return latest
    },
    refresh,
  }
}
