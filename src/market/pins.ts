/** Pinned quotes [sandbox.quotes], cached because the matcher needs them at each tick. */
import type { PinnedQuote } from '../core/quote'
import { isBefore, Temporal } from '../core/time'
import type { PinChanges, PinsReadTo } from '../ledger/pinned-quotes'
import { type PollingDeps, polledSnapshot } from './polled-snapshot'

export interface PinnedQuotes {
  /** Every pin that ever was, by the instant of pinning; no two overlap. */
  of(symbol: string): readonly PinnedQuote[]
  /** The pins in force now, sorted by symbol. */
  active(): readonly PinnedQuote[]
  /** Another value after each change. */
  version(): unknown
  /** Loads changes now. */
  refresh(): Promise<void>
  /** Reloads every pin: some may be gone [snapshot.save]. */
  reload(): Promise<void>
}

export interface PinnedQuotesDeps extends PollingDeps {
  /** Loads the changes since `readTo`, or everything if it is null. */
  readonly load: (readTo: PinsReadTo) => Promise<PinChanges>
}

const NONE: readonly PinnedQuote[] = []

interface Pins {
  readonly bySymbol: ReadonlyMap<string, readonly PinnedQuote[]>
  readonly readTo: PinsReadTo
}

const NOTHING_READ: Pins = { bySymbol: new Map(), readTo: null }

export async function openPinnedQuotes({ load, ...deps }: PinnedQuotesDeps): Promise<PinnedQuotes> {
  let isStale = false
  const snapshot = await polledSnapshot<Pins>({
    ...deps,
    load: async (known = NOTHING_READ) => {
      // A copy, so that the version changes even if no pin is left.
      const base = isStale ? { ...NOTHING_READ } : known
      isStale = false
      return withChanges(base, await load(base.readTo))
    },
  })
  return {
    of: (symbol) => snapshot.current().bySymbol.get(symbol) ?? NONE,
    active: () =>
      [...snapshot.current().bySymbol.values()]
        .flatMap((pins) => pins.filter(({ releasedAt }) => releasedAt === null))
        .sort((left, right) => (left.symbol < right.symbol ? -1 : 1)),
    version: () => snapshot.current(),
    refresh: snapshot.refresh,
    reload() {
      isStale = true
      return snapshot.refresh()
    },
  }
}

function withChanges(known: Pins, { pins, readTo }: PinChanges): Pins {
  if (pins.length === 0) return known
  const bySymbol = new Map(known.bySymbol)
  for (const [symbol, changed] of Map.groupBy(pins, (pin) => pin.symbol)) {
    bySymbol.set(symbol, merge(bySymbol.get(symbol) ?? NONE, changed.toSorted(byPinnedAt)))
  }
  return { bySymbol, readTo }
}

const byPinnedAt = (left: PinnedQuote, right: PinnedQuote): number =>
  Temporal.Instant.compare(left.pinnedAt, right.pinnedAt)

/** Reuses the pins before the first change: changes are nearly always at the end. */
function merge(known: readonly PinnedQuote[], changed: readonly PinnedQuote[]) {
  const [first] = changed
  if (first === undefined) return known
  const unchanged = known.findLastIndex((pin) => isBefore(pin.pinnedAt, first.pinnedAt)) + 1
  const later = [...known.slice(unchanged), ...changed]
  // A pin of the same instant replaces the known one.
  const latest = new Map(later.map((pin) => [pin.pinnedAt.epochNanoseconds, pin]))
  return known.slice(0, unchanged).concat([...latest.values()].sort(byPinnedAt))
}
