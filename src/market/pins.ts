/** The quotes that have been pinned (D11), kept in memory: the matcher asks at every tick. */
import type { PinnedQuote } from '../core/quote'
import { type KeptFreshDeps, keptFresh } from './kept-fresh'

export interface PinnedQuotes {
  /** All that there ever were, by the instant at which they were pinned; no two overlap. */
  of(symbol: string): readonly PinnedQuote[]
  /** Reads them anew, now. */
  refresh(): Promise<void>
}

const NONE: readonly PinnedQuote[] = []

/** `load` reads all of them, by symbol and the instant at which they were pinned. */
export async function openPinnedQuotes({
  load,
  ...deps
}: KeptFreshDeps<readonly PinnedQuote[]>): Promise<PinnedQuotes> {
  const kept = await keptFresh({
    ...deps,
    load: async () => Map.groupBy(await load(), ({ symbol }) => symbol),
  })
  return {
    of: (symbol) => kept.current().get(symbol) ?? NONE,
    refresh: kept.refresh,
  }
}
