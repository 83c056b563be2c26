/**
 * Quotes at the market's now, cached as JSON. A quote changes at whole seconds, when something is
 * pinned or released, and when instruments change; all quotes are then read again. Within a second
 * two answers differ only in the time of their request, which each quote repeats.
 */
import { QUOTE_SYMBOLS_MAX } from '../../../core/limits'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import { type Instant, SECOND_MS, toKst } from '../../../core/time'
import { SharedJson } from '../../../lib/shared-json'
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

export type QuoteService = ReturnType<typeof quoteService>

interface QuotesAnswer {
  /** The answer without the request's id. */
  readonly json: SharedJson
}

/** The answer to one list of symbols. */
interface CachedList extends QuotesAnswer {
  /** The text, split at each place of the request's time. */
  readonly pieces: readonly string[]
  /** The time of the request that `json` answers. */
  atMs: number
  json: SharedJson
}

/** Most clients ask for one list again and again; the lists of others must not fill the memory. */
const LISTS_MAX = 1_000
/** Stands for the request's time; no other text in a quote has this character. */
const REQUESTED_AT = '?'

export function quoteService(deps: QuoteDeps) {
  const { feed, clock, instruments } = deps
  const lists = new Map<string, CachedList>()
  const quotes = new Map<string, string>()
  let cachedSecond = Number.NaN
  let cachedFeed: unknown
  let cachedInstruments: unknown

  return {
    find(text: string): QuotesAnswer | Refused<QuotesRefusal> {
      const at = clock.now()
      const atMs = at.epochMilliseconds
      clearUnlessCurrent(Math.floor(atMs / SECOND_MS))
      const list = lists.get(text) ?? readList(text, at)
      if (isRefused(list)) return list
      if (list.atMs !== atMs) {
        list.json = new SharedJson(list.pieces.join(toKst(at)))
        list.atMs = atMs
      }
      return list
    },
  }

  function clearUnlessCurrent(second: number): void {
    const feedNow = feed.version?.()
    const instrumentsNow = instruments.version()
    const isCurrent =
      second === cachedSecond && feedNow === cachedFeed && instrumentsNow === cachedInstruments
    if (isCurrent && feed.version !== undefined && lists.size < LISTS_MAX) return
    cachedSecond = second
    cachedFeed = feedNow
    cachedInstruments = instrumentsNow
    lists.clear()
    quotes.clear()
  }

  function readList(text: string, at: Instant): CachedList | Refused<QuotesRefusal> {
    const symbols = requestedSymbols(text)
    if ('refused' in symbols) return symbols
    if (!symbols.some(instruments.has)) {
      return refused('symbol-not-found', { symbol: symbols.join(',') })
    }
    const { session } = feed.calendar.sessionAt(at)
    const texts = symbols.map((symbol) => {
      const cached = quotes.get(symbol)
      if (cached !== undefined) return cached
      const found = lookUpQuote(deps, symbol, at)
      const json = JSON.stringify(encodeQuote(found, session, REQUESTED_AT))
      quotes.set(symbol, json)
      return json
    })
    const pieces = `{"quotes":[${texts.join(',')}]}`.split(REQUESTED_AT)
    const json = new SharedJson(pieces.join(toKst(at)))
    const list = { pieces, atMs: at.epochMilliseconds, json }
    lists.set(text, list)
    return list
  }
}

/** [quote.outcome] */
function lookUpQuote({ feed, instruments }: QuoteDeps, symbol: string, at: Instant): SymbolQuote {
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
