/** Quotes at the market's now. */
import { QUOTE_SYMBOLS_MAX } from '../../../core/limits'
import { type Refused, refused, refusedParam } from '../../../core/refusals'
import type { Session } from '../../../core/session'
import type { Instant } from '../../../core/time'
import type { MarketClock } from '../../../market/clock'
import type { Feed, MarketQuote } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'

export interface QuoteDeps {
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

/** One symbol of the query. */
export type SymbolQuote =
  | { readonly outcome: 'OK'; readonly symbol: string; readonly quote: MarketQuote }
  | { readonly outcome: 'NOT_FOUND' | 'NO_DATA'; readonly symbol: string }

export interface Quotes {
  readonly quotes: readonly SymbolQuote[]
  readonly session: Session
  readonly requestedAt: Instant
}

export type QuotesRefusal = 'symbol-not-found' | 'invalid-parameter'

export interface QuoteService {
  /** `symbols` as they were sent: by commas, in upper or lower case. */
  find(symbols: string): Quotes | Refused<QuotesRefusal>
}

const SYMBOL = /^[A-Za-z0-9.-]{1,12}$/

export const quoteService = ({ feed, clock, instruments }: QuoteDeps): QuoteService => ({
  find(text) {
    const symbols = symbolsOf(text)
    if ('refused' in symbols) return symbols
    const at = clock.now()
    const quotes = symbols.map((symbol) => quoteOf(symbol, at))
    if (quotes.every(({ outcome }) => outcome === 'NOT_FOUND')) {
      return refused('symbol-not-found', { symbol: symbols.join(',') })
    }
    return { quotes, session: feed.calendar.sessionAt(at).session, requestedAt: at }

    function quoteOf(symbol: string, at: Instant): SymbolQuote {
      if (!instruments.has(symbol)) return { outcome: 'NOT_FOUND', symbol }
      const quote = feed.quote(symbol, at)
      return quote === undefined ? { outcome: 'NO_DATA', symbol } : { outcome: 'OK', symbol, quote }
    }
  },
})

/** Each symbol once, in the order of the query. */
function symbolsOf(text: string): readonly string[] | Refused<'invalid-parameter'> {
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
