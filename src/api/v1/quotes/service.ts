/**
 * Quotes at the market's now, cached as JSON. A quote changes at whole seconds, when something is
 * pinned or released, and when instruments change; all quotes are then read again. Within a second
 * two answers differ only in the time of their request, which each quote repeats.
 */
import { QUOTE_SYMBOLS_MAX } from '../../../core/limits'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import { type Instant, SECOND_MS, toKst } from '../../../core/time'
import type { MarketClock } from '../../../market/clock'
import type { Feed } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import { encodeQuote, type SymbolQuote } from './wire'

interface QuoteDeps {
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

type QuotesRefusal = 'symbol-not-found' | 'invalid-parameter'

export interface QuoteService {
  find(symbols: string): QuotesAnswer | Refused<QuotesRefusal>
}

interface QuotesAnswer {
  /** The answer without the request's id. */
  readonly json: string
}

/** The answer to one list of symbols. */
interface KeptList extends QuotesAnswer {
  /** The text, split at each place of the request's time. */
  readonly pieces: readonly string[]
  /** The answer is valid at this millisecond. */
  ofMs: number
  json: string
}

/** Most clients ask for one list again and again; the lists of others must not fill the memory. */
const LISTS_MAX = 1_000
/** Stands for the request's time; no other text in a quote has this character. */
const REQUESTED_AT = '?'

export function quoteService(deps: QuoteDeps): QuoteService {
  const { feed, clock, instruments } = deps
  const lists = new Map<string, KeptList>()
  const quotes = new Map<string, string>()
  let ofSecond = Number.NaN
  let ofFeed: unknown
  let ofInstruments: unknown

  return {
    find(text) {
      const at = clock.now()
      const atMs = at.epochMilliseconds
      forgetUnlessCurrent(Math.floor(atMs / SECOND_MS))
      const kept = lists.get(text) ?? make(text, at)
      if (isRefused(kept)) return kept
      if (kept.ofMs !== atMs) {
        kept.json = kept.pieces.join(toKst(at))
        kept.ofMs = atMs
      }
      return kept
    },
  }

  function forgetUnlessCurrent(second: number): void {
    const feedNow = feed.version?.()
    const instrumentsNow = instruments.version()
    const isCurrent = second === ofSecond && feedNow === ofFeed && instrumentsNow === ofInstruments
    if (isCurrent && feed.version !== undefined && lists.size < LISTS_MAX) return
    ofSecond = second
    ofFeed = feedNow
    ofInstruments = instrumentsNow
    lists.clear()
    quotes.clear()
  }

  function make(text: string, at: Instant): KeptList | Refused<QuotesRefusal> {
    const symbols = requestedSymbols(text)
    if ('refused' in symbols) return symbols
    if (!symbols.some(instruments.has)) {
      return refused('symbol-not-found', { symbol: symbols.join(',') })
    }
    const { session } = feed.calendar.sessionAt(at)
    const texts = symbols.map((symbol) => {
      const kept = quotes.get(symbol)
      if (kept !== undefined) return kept
      const found = lookUpQuote(deps, symbol, at)
      const made = JSON.stringify(encodeQuote(found, session, REQUESTED_AT))
      quotes.set(symbol, made)
      return made
    })
    const pieces = `{"quotes":[${texts.join(',')}]}`.split(REQUESTED_AT)
    const list = { pieces, ofMs: at.epochMilliseconds, json: pieces.join(toKst(at)) }
    lists.set(text, list)
    return list
  }
}

interface Market {
  readonly feed: Feed
  readonly instruments: InstrumentDirectory
}

function lookUpQuote({ feed, instruments }: Market, symbol: string, at: Instant): SymbolQuote {
  if (!instruments.has(symbol)) return { outcome: 'NOT_FOUND', symbol }
  const quote = feed.quote(symbol, at)
  return quote === undefined ? { outcome: 'NO_DATA', symbol } : { outcome: 'OK', symbol, quote }
}

const SYMBOL = /^[A-Za-z0-9.-]{1,12}$/

/** Each symbol once, in the order of the query: separated by commas, in upper or lower case. */
function requestedSymbols(text: string): readonly string[] | Refused<'invalid-parameter'> {
  const sent = text.split(',')
  const symbols = [...new Set(sent.map((symbol) => symbol.toUpperCase()))]
  // [quotes.symbols-max]
  if (symbols.length > QUOTE_SYMBOLS_MAX) {
    return refusedParam('invalid-parameter', 'symbols', {
      reason: `at most ${QUOTE_SYMBOLS_MAX} symbols at once, not ${symbols.length}`,
    })
  }
  // Checked before the change of case: other letters have an ASCII upper case, the long s for one.
  if (!sent.every((symbol) => SYMBOL.test(symbol))) {
    return refusedParam('invalid-parameter', 'symbols', {
      reason: 'symbols have 1 to 12 letters, digits, dots or hyphens, and commas between them',
    })
  }
  return symbols
}
