/** Pinned quotes [sandbox.quotes], kept in memory because the matcher needs them at each tick. */
import type { PinnedQuote } from '../core/quote'
import { isBefore, Temporal } from '../core/time'
import type { PinChanges, PinsReadTo } from '../ledger/pinned-quotes'
import { type PollingDeps, polledSnapshot } from './polled-snapshot'

export interface PinnedQuotes {
  /** Every pin that ever was, by the instant of pinning; no two overlap. */
  of(symbol: string): readonly PinnedQuote[]
  /** Those that hold now, by their symbols. */
  standing(): readonly PinnedQuote[]
  /** Another value after each change. */
  version(): unknown
  /** Loads changes now. */
  refresh(): Promise<void>
  /** Loads all of them anew: some may be gone [snapshot.save]. */
  reload(): Promise<void>
}

export interface PinnedQuotesDeps extends PollingDeps {
  /** Loads what changed since `readTo`; null loads everything. */
  readonly load: (readTo: PinsReadTo) => Promise<PinChanges>
}

const NONE: readonly PinnedQuote[] = []

interface Pins {
  readonly bySymbol: ReadonlyMap<string, readonly PinnedQuote[]>
  readonly readTo: PinsReadTo
}

const NOTHING_READ: Pins = { bySymbol: new Map(), readTo: null }

export async function openPinnedQuotes({ load, ...deps }: PinnedQuotesDeps): Promise<PinnedQuotes> {
  let isForgotten = false
  const kept = await polledSnapshot<Pins>({
    ...deps,
    load: async (known = NOTHING_READ) => {
      // A new object: it is another version also where no pin is left.
      const base = isForgotten ? { ...NOTHING_READ } : known
      isForgotten = false
      return withChanges(base, await load(base.readTo))
    },
  })
  return {
    of: (symbol) => kept.current().bySymbol.get(symbol) ?? NONE,
    standing: () =>
      [...kept.current().bySymbol.values()]
        .flatMap((pins) => pins.filter(({ releasedAt }) => releasedAt === null))
        .sort((left, right) => (left.symbol < right.symbol ? -1 : 1)),
    version: () => kept.current(),
    refresh: kept.refresh,
    reload() {
      isForgotten = true
      return kept.refresh()
    },
  }
}

function withChanges(known: Pins, { pins, readTo }: PinChanges): Pins {
  if (pins.length === 0) return known
  const bySymbol = new Map(known.bySymbol)
  for (const [symbol, changed] of Map.groupBy(pins, (pin) => pin.symbol)) {
    bySymbol.set(symbol, merged(bySymbol.get(symbol) ?? NONE, changed.toSorted(byPinnedAt)))
  }
  return { bySymbol, readTo }
}

const byPinnedAt = (left: PinnedQuote, right: PinnedQuote): number =>
  Temporal.Instant.compare(left.pinnedAt, right.pinnedAt)

/** Changes are nearly always at the end, so the part before them is reused as it is. */
function merged(known: readonly PinnedQuote[], changed: readonly PinnedQuote[]) {
  const [first] = changed
  if (first === undefined) return known
  const untouched = known.findLastIndex((pin) => isBefore(pin.pinnedAt, first.pinnedAt)) + 1
  const later = [...known.slice(untouched), ...changed]
  // A pin of the same instant replaces the known one.
  const latest = new Map(later.map((pin) => [pin.pinnedAt.epochNanoseconds, pin]))
  return known.slice(0, untouched).concat([...latest.values()].sort(byPinnedAt))
}
