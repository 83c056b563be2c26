/** How old the live prices are that a server needs [live.seen]. */

export const QUOTE_STATES = ['FRESH', 'STALE', 'HALTED', 'NONE'] as const

/** The last quote of a symbol. */
export interface QuoteAge {
  readonly symbol: string
  /** NONE: no quote has come yet. */
  readonly state: (typeof QUOTE_STATES)[number]
  /** By the quote's own time; null where there is none. */
  readonly ageMs: number | null
}

/** What health tells of the wanted symbols. */
export interface PriceAges {
  readonly wanted: number
  readonly fresh: number
  readonly halted: number
  /** Those without a quote, then the oldest. */
  readonly oldest: readonly QuoteAge[]
}

/** More of them make the answer of a probe no more useful. */
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

/** A halted instrument is not expected to have a fresh quote. */
export function noticesOf(ages: PriceAges, sources: number): readonly string[] {
  const fresh = ages.fresh + ages.halted
  if (fresh === ages.wanted) return []
  const heard = sources === 0 ? 'no source is connected here' : `${sources} connected here`
  return [`live prices: ${fresh} of ${ages.wanted} wanted symbols have a fresh quote; ${heard}`]
}
