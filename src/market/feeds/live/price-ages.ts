/** The ages of the live prices that a server needs [live.seen]. */

export const QUOTE_STATES = ['FRESH', 'STALE', 'HALTED', 'NONE'] as const

/** The last quote of a symbol. */
export interface QuoteAge {
  readonly symbol: string
  /** NONE if no quote has arrived yet. */
  readonly state: (typeof QUOTE_STATES)[number]
  /** Since the quote's own time; null if the state is NONE. */
  readonly ageMs: number | null
}

/** The wanted symbols in the answer of health checks. */
export interface PriceAges {
  readonly wanted: number
  readonly fresh: number
  readonly halted: number
  /** Symbols without a quote first, then by age. */
  readonly oldest: readonly QuoteAge[]
}

/** Keeps the answer of a probe short. */
export const OLDEST_MAX = 20

const countOf = (states: readonly QuoteAge[], state: QuoteAge['state']): number =>
  states.filter((one) => one.state === state).length

export function agesOf(states: readonly QuoteAge[]): PriceAges {
  const age = ({ ageMs }: QuoteAge): number => ageMs ?? Number.MAX_SAFE_INTEGER
  const oldest = states.toSorted((one, other) => age(other) - age(one)).slice(0, OLDEST_MAX)
  return {
    wanted: states.length,
    fresh: countOf(states, 'FRESH'),
    halted: countOf(states, 'HALTED'),
    oldest: oldest.map(({ symbol, state, ageMs }) => ({ symbol, state, ageMs })),
  }
}

/** Warns of stale quotes; a halted instrument is not expected to have a fresh one. */
export function noticesOf(ages: PriceAges, sources: number): readonly string[] {
  const fresh = ages.fresh + ages.halted
  if (fresh === ages.wanted) return []
  const connected = sources === 0 ? 'no source is connected here' : `${sources} connected here`
  return [`live prices: ${fresh} of ${ages.wanted} wanted symbols have a fresh quote; ${connected}`]
}
