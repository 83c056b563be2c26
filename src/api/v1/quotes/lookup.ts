/** The symbols of a query, and what the market shows of each. */
import { QUOTE_SYMBOLS_MAX } from '../../../core/limits'
import { type Refused, refusedParam } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import type { Feed, MarketQuote } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'

/** One symbol of the query. */
export type SymbolQuote =
  | { readonly outcome: 'OK'; readonly symbol: string; readonly quote: MarketQuote }
  | { readonly outcome: 'NOT_FOUND' | 'NO_DATA'; readonly symbol: string }

interface Market {
  readonly feed: Feed
  readonly instruments: InstrumentDirectory
}

export function lookUpQuote(
  { feed, instruments }: Market,
  symbol: string,
  at: Instant,
): SymbolQuote {
  if (!instruments.has(symbol)) return { outcome: 'NOT_FOUND', symbol }
  const quote = feed.quote(symbol, at)
  return quote === undefined ? { outcome: 'NO_DATA', symbol } : { outcome: 'OK', symbol, quote }
}

const SYMBOL = /^[A-Za-z0-9.-]{1,12}$/

/** Each symbol once, in the order of the query: by commas, in upper or lower case. */
export function requestedSymbols(text: string): readonly string[] | Refused<'invalid-parameter'> {
  const sent = text.split(',')
  const symbols = [...new Set(sent.map((symbol) => symbol.toUpperCase()))]
  // [quotes.symbols-max]
  if (symbols.length > QUOTE_SYMBOLS_MAX) {
    return refusedParam('invalid-parameter', 'symbols', {
      reason: `at most ${QUOTE_SYMBOLS_MAX} symbols at once, not ${symbols.length}`,
    })
  }
  // Checked as sent: the upper case of some other letters is ASCII, such as that of the long s.
  if (!sent.every((symbol) => SYMBOL.test(symbol))) {
    return refusedParam('invalid-parameter', 'symbols', {
      reason: 'symbols have 1 to 12 letters, digits, dots or hyphens, and commas between them',
    })
  }
  return symbols
}
