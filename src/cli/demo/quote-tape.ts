/**
 * The quotes that the demo has seen, to compare fills with. The simulated market has a new quote
 * each second, which is also its tick, and an order fills at the quote of its tick [fill.price].
 */
import { SECOND_MS, Temporal } from '../../core/time'
import type { QuoteAnswer } from './answers'

export interface QuoteTape {
  readonly record: (quotes: readonly QuoteAnswer[]) => void
  /** The quote of the second of `time`; undefined where it was not recorded. */
  readonly at: (symbol: string, time: string) => QuoteAnswer | undefined
}

export function quoteTape(): QuoteTape {
  const seen = new Map<string, QuoteAnswer>()
  return {
    record(quotes) {
      for (const quote of quotes) seen.set(keyOf(quote.symbol, quote.requestedAt), quote)
    },
    at: (symbol, time) => seen.get(keyOf(symbol, time)),
  }
}

const keyOf = (symbol: string, time: string): string =>
  `${symbol} ${Math.floor(Temporal.Instant.from(time).epochMilliseconds / SECOND_MS)}`
