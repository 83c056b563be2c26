/**
 * The quotes that the demo has seen, to compare fills with. The simulated market quotes anew at
 * each second, which is also its tick, and a fill is made at its tick's quote [fill.price].
 */
import { Temporal } from '../../core/time'
import type { QuoteAnswer } from './answers'

const SECOND_MS = 1_000

export interface QuoteTape {
  readonly record: (quotes: readonly QuoteAnswer[]) => void
  /** The quote of the second that the time is in; undefined when nobody looked. */
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
