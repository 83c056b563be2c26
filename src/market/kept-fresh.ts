/**
 * A stored value kept in memory and read anew when it is a few seconds old: what another process
 * changes is seen after that.
 */
import type { MonotonicMs } from './clock'

const KEPT_FOR_MS = 5_000

export interface KeepingDeps {
  readonly elapsedMs: MonotonicMs
  readonly failed: (error: unknown) => void
}

export interface KeptFreshDeps<Value> extends KeepingDeps {
  /** Made of what is kept, which stays as it is, and of what is stored; undefined at first. */
  readonly load: (kept: Value | undefined) => Promise<Value>
}

export interface KeptFresh<Value> {
  /** Answers from what is kept, also while it is read anew. */
  current(): Value
  /** Reads it anew, now. */
  refresh(): Promise<void>
}

export async function keptFresh<Value>({
  load,
  elapsedMs,
  failed,
}: KeptFreshDeps<Value>): Promise<KeptFresh<Value>> {
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
      if (elapsedMs() - readAtMs > KEPT_FOR_MS) void refresh().catch(failed)
      return kept
    },
    refresh,
  }
}
