/**
 * Quotes and exchange rates at the market's now, and the calendar date by date, in New York's
 * dates.
 */
import { CALENDAR_YEARS_MAX, QUOTE_SYMBOLS_MAX, YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import { isRefused, type Refused, refused, refusedParam } from '../../../core/refusals'
import { type Instant, NEW_YORK, SECOND_MS, Temporal, toKst } from '../../../core/time'
import { SharedJson } from '../../../lib/shared-json'
import type { CalendarDay } from '../../../market/calendar'
import type { MarketClock } from '../../../market/clock'
import type { ExchangeRate, Feed } from '../../../market/feed'
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

export function quoteService(deps: QuoteDeps): QuoteService {
  const { feed, clock, instruments } = deps
  const lists = new Map<string, CachedList>()
  const quotes = new Map<string, string>()
  let cachedSecond = Number.NaN
  let cachedFeed: unknown
  let cachedInstruments: unknown

  return {
    find(text) {
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

/** Returns undefined for a pair that is not quoted. Currencies are in upper case. */
export type RateAt = (base: string, quote: string, at: Instant) => ExchangeRate | undefined

interface RateDeps {
  readonly rateAt: RateAt
  readonly clock: MarketClock
}

export interface QuotedRate extends ExchangeRate {
  readonly base: string
  readonly quote: string
  readonly requestedAt: Instant
}

export interface RateService {
  /** Takes currencies in upper or lower case. */
  find(base: string, quote: string): QuotedRate | Refused<'exchange-rate-not-found'>
}

export const rateService = ({ rateAt, clock }: RateDeps): RateService => ({
  find(baseCurrency, quoteCurrency) {
    const pair = { base: baseCurrency.toUpperCase(), quote: quoteCurrency.toUpperCase() }
    const requestedAt = clock.now()
    const rate = rateAt(pair.base, pair.quote, requestedAt)
    // [exchange-rate.pairs]
    return rate === undefined
      ? refused('exchange-rate-not-found', pair)
      : { ...pair, ...rate, requestedAt }
  },
})

export type { CalendarDay }

interface DatesQuery {
  /** Null for today. */
  readonly from: Temporal.PlainDate | null
  /** Null for `from`. */
  readonly to: Temporal.PlainDate | null
}

type CalendarRefusal = 'invalid-parameter' | 'invalid-range' | 'range-too-long'

export interface CalendarService {
  /** Every date from `from` to `to`, both included. */
  days(query: DatesQuery): readonly CalendarDay[] | Refused<CalendarRefusal>
}

interface CalendarDeps {
  readonly clock: MarketClock
  readonly feed: Pick<Feed, 'calendar'>
}

export const calendarService = ({ clock, feed }: CalendarDeps): CalendarService => ({
  days(query) {
    const from = query.from ?? clock.now().toZonedDateTimeISO(NEW_YORK).toPlainDate()
    const to = query.to ?? from
    const refusal = yearRefusal('from', from) ?? yearRefusal('to', to) ?? spanRefusal(from, to)
    if (refusal !== undefined) return refusal
    const span = from.until(to).days
    return Array.from({ length: span + 1 }, (_, days) => feed.calendar.day(from.add({ days })))
  },
})

function yearRefusal(
  param: string,
  { year }: Temporal.PlainDate,
): Refused<'invalid-parameter'> | undefined {
  if (YEAR_MIN <= year && year <= YEAR_MAX) return undefined
  const reason = `the calendar holds the years ${YEAR_MIN} to ${YEAR_MAX}`
  return refusedParam('invalid-parameter', param, { reason })
}

function spanRefusal(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Refused<'invalid-range' | 'range-too-long'> | undefined {
  if (Temporal.PlainDate.compare(from, to) > 0) return refusedParam('invalid-range', 'from')
  // [calendar.year] The year after 29 February ends on the 28th.
  const latest = from.add({ years: CALENDAR_YEARS_MAX })
  return Temporal.PlainDate.compare(latest, to) < 0
    ? refusedParam('range-too-long', 'to', { latest: latest.toString() })
    : undefined
}
