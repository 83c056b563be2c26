/**
 * Exchange rates at the market's now, the calendar date by date in New York's dates, and candles.
 */
import { CALENDAR_YEARS_MAX, REQUEST_WAIT_MS_MAX, YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import { type Refused, refused, refusedParam } from '../../../core/refusals'
import type { OpenSession } from '../../../core/session'
import { FIRST_INSTANT, type Instant, MINUTE_MS, newYorkDate, Temporal } from '../../../core/time'
import { type ListKey, type Page, pageOf, pageStart } from '../../../http/wire/paging'
import type { CalendarDay } from '../../../market/calendar'
import type { MarketClock, MonotonicMs } from '../../../market/clock'
import type { Candle, CandleRange, ExchangeRate, Feed, Interval } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import { queueWith, takeTurn, type YieldTurns } from '../../../market/turns'

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

export type RateService = ReturnType<typeof rateService>

export const rateService = ({ rateAt, clock }: RateDeps) => ({
  /** Takes currencies in upper or lower case. */
  find(
    baseCurrency: string,
    quoteCurrency: string,
  ): QuotedRate | Refused<'exchange-rate-not-found'> {
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

interface CalendarDeps {
  readonly clock: MarketClock
  readonly feed: Pick<Feed, 'calendar'>
}

export type CalendarService = ReturnType<typeof calendarService>

export const calendarService = ({ clock, feed }: CalendarDeps) => ({
  /** Every date from `from` to `to`, both included. */
  days(query: DatesQuery): readonly CalendarDay[] | Refused<CalendarRefusal> {
    const from = query.from ?? newYorkDate(clock.now())
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

// Candles up to the market's now: the newest ones, or page by page from a time. They are read a few
// at a time, so that orders get their turns in between: one query can span years of prices, and a
// single candle of a month can take milliseconds.

export { type Candle, INTERVALS, type Interval } from '../../../market/feed'

interface CandleDeps {
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
  readonly elapsedMs: MonotonicMs
}

interface CandlesQuery {
  /** In upper or lower case. */
  readonly symbol: string
  readonly interval: Interval
  /** Null, with a null cursor, for the newest candles. */
  readonly from: Instant | null
  /** Null for the market's now. */
  readonly to: Instant | null
  /** In their fixed order. */
  readonly sessions: readonly OpenSession[]
  readonly limit: number
  readonly cursor: string | null
}

/** A page, ascending. */
export interface CandlePage extends Page<Candle> {
  readonly symbol: string
  readonly interval: Interval
}

type CandleRefusal = 'invalid-range' | 'invalid-cursor' | 'symbol-not-found' | 'server-busy'

/**
 * Pages that are read at the same time. A page of 1,000 candles takes 2 MB while it is made, so
 * requests that arrive faster than pages are made would fill the memory.
 */
const READS_MAX = 8

export type CandleService = ReturnType<typeof candleService>

export function candleService({ feed, clock, instruments, elapsedMs }: CandleDeps) {
  const turn = takeTurn
  const queue = queueWith({ places: READS_MAX, waitMsMax: REQUEST_WAIT_MS_MAX, elapsedMs })
  return {
    /** First calls `charge` with the cost of the answer beyond one request. */
    async find(
      query: CandlesQuery,
      charge: (requests: number) => void,
    ): Promise<CandlePage | Refused<CandleRefusal>> {
      const { interval, to, sessions } = query
      const symbol = query.symbol.toUpperCase()
      const list = listOf({ ...query, symbol })
      const from = pageStart(query, list)
      if (from !== null && 'refused' in from) return from
      if (!instruments.has(symbol)) {
        return refusedParam('symbol-not-found', 'symbol', { symbol })
      }
      const now = clock.now()
      const range = {
        from: from ?? FIRST_INSTANT,
        // A candle that starts in this millisecond is forming [candle.forming].
        to: to ?? now.add({ milliseconds: 1 }),
        now,
        sessions,
        limit: query.limit,
      }
      charge(requestsWorth(interval, range))
      const read = (limit: number, keep: 'oldest' | 'newest') =>
        queue(() => readInChunks(feed, turn, symbol, interval, { ...range, limit, keep }))
      const rows = await (from === null
        ? read(query.limit, 'newest')
        : read(query.limit + 1, 'oldest'))
      if (rows === 'late') return refused('server-busy') // [request.deadline]
      const page =
        from === null ? { rows, nextCursor: null } : pageOf(rows, query.limit, list, idOf)
      return { symbol, interval, ...page }
    },
  }
}

const listOf = ({ symbol, interval, sessions, to }: CandlesQuery): ListKey => [
  'candles',
  symbol,
  interval,
  sessions.join(),
  to?.toString() ?? null,
]

const idOf = ({ startsAt }: Candle): string => String(startsAt.epochMilliseconds)

/** Candles of a chunk, which the simulated market makes in about 10 ms if none are cached. */
const CHUNK: Readonly<Record<Interval, number>> = {
  '1m': 1_000,
  '3m': 500,
  '5m': 300,
  '15m': 100,
  '30m': 50,
  '1h': 25,
  '1d': 10,
  '1w': 2,
  '1mo': 1,
}

/** Chunks that count as one request [rate-limit.cost]. */
const CHUNKS_A_REQUEST = 5

/** The shortest time between the starts of two candles. */
const APART_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
  '1w': 7 * 1_440 * MINUTE_MS,
  '1mo': 28 * 1_440 * MINUTE_MS,
}

/**
 * The cost of a range of candles beyond one request. It depends on the query alone, and not on the
 * feed's caches, so a client can compute it beforehand.
 */
export function requestsWorth(
  interval: Interval,
  { from, to, now, sessions, limit }: Omit<CandleRange, 'keep'>,
): number {
  const begins = Math.max(from.epochMilliseconds, FIRST_INSTANT.epochMilliseconds)
  const ends = Math.min(to.epochMilliseconds, now.epochMilliseconds)
  const most = Math.max(0, Math.ceil((ends - begins) / APART_MS[interval]))
  // A candle of a day or longer joins all sessions of the query; a shorter one is of one session.
  const joined = APART_MS[interval] < APART_MS['1d'] ? 1 : sessions.length
  return Math.floor((Math.min(limit, most) * joined) / CHUNK[interval] / CHUNKS_A_REQUEST)
}

/** Returns what one call of `feed.candles` would return. */
export async function readInChunks(
  feed: Feed,
  turn: YieldTurns,
  symbol: string,
  interval: Interval,
  range: CandleRange,
): Promise<readonly Candle[]> {
  const chunks: (readonly Candle[])[] = []
  let left = range
  while (left.limit > 0) {
    await turn()
    const limit = Math.min(CHUNK[interval], left.limit)
    const chunk = feed.candles(symbol, interval, { ...left, limit })
    chunks.push(chunk)
    if (chunk.length < limit) break
    left = { ...rest(left, chunk), limit: left.limit - limit }
  }
  return range.keep === 'newest' ? chunks.reverse().flat() : chunks.flat()
}

/** The part of the range that the chunk does not cover. */
function rest(range: CandleRange, chunk: readonly Candle[]): CandleRange {
  const edge = range.keep === 'newest' ? chunk[0] : chunk.at(-1)
  if (edge === undefined) return range
  return range.keep === 'newest'
    ? { ...range, to: edge.startsAt }
    : { ...range, from: edge.startsAt.add({ milliseconds: 1 }) }
}
