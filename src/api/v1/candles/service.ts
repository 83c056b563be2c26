/** Candles up to the market clock's instant: the newest ones, or page by page from a time (D7). */
import { idOfCursor, type ListKey, type Page, pageOf } from '../../../core/page'
import { type Refused, refusedParam } from '../../../core/refusals'
import type { OpenSession } from '../../../core/session'
import { atMs, FIRST_INSTANT, type Instant, isBefore } from '../../../core/time'
import type { MarketClock } from '../../../market/clock'
import type { Candle, Feed, Interval } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import { readInChunks, requestsWorth, yieldTurns } from './chunks'

export { type Candle, INTERVALS, type Interval } from '../../../market/feed'

export interface CandleDeps {
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
}

export interface CandlesQuery {
  /** In any case. */
  readonly symbol: string
  readonly interval: Interval
  /** Without it, and without a cursor, the newest are meant. */
  readonly from: Instant | null
  /** Null: up to the market's now. */
  readonly to: Instant | null
  /** In a fixed order. */
  readonly sessions: readonly OpenSession[]
  readonly limit: number
  readonly cursor: string | null
}

/** Rows ascending. */
export interface CandlePage extends Page<Candle> {
  readonly symbol: string
  readonly interval: Interval
}

export type CandleRefusal = 'invalid-range' | 'invalid-cursor' | 'symbol-not-found'

export interface CandleService {
  /** `charge` hears how many requests more than one the answer is worth, before it is made. */
  find(
    asked: CandlesQuery,
    charge: (requests: number) => void,
  ): Promise<CandlePage | Refused<CandleRefusal>>
}

const EPOCH_MS = /^\d{1,14}$/

export function candleService({ feed, clock, instruments }: CandleDeps): CandleService {
  const turn = yieldTurns()
  return {
    async find(asked, charge) {
      const { interval, to, sessions } = asked
      const symbol = asked.symbol.toUpperCase()
      const list = listOf({ ...asked, symbol })
      const from = startOf(asked, list)
      if (from !== null && 'refused' in from) return from
      if (!instruments.has(symbol)) {
        return refusedParam('symbol-not-found', 'symbol', { symbol })
      }
      const now = clock.now()
      const range = {
        from: from ?? FIRST_INSTANT,
        // A candle that starts this very millisecond has begun to form.
        to: to ?? now.add({ milliseconds: 1 }),
        now,
        sessions,
        limit: asked.limit,
      }
      charge(requestsWorth(interval, range))
      const read = (limit: number, keep: 'oldest' | 'newest') =>
        readInChunks(feed, turn, symbol, interval, { ...range, limit, keep })
      const page =
        from === null
          ? { rows: await read(asked.limit, 'newest'), nextCursor: null }
          : pageOf(await read(asked.limit + 1, 'oldest'), asked.limit, list, idOf)
      return { symbol, interval, ...page }
    },
  }
}

/** Where to begin going forward; null where the newest are meant. */
function startOf(
  { from, to, cursor }: CandlesQuery,
  list: ListKey,
): Instant | null | Refused<'invalid-range' | 'invalid-cursor'> {
  if (from !== null && to !== null && isBefore(to, from)) {
    return refusedParam('invalid-range', 'from')
  }
  if (cursor === null) return from
  const id = idOfCursor(list, cursor)
  // The mark in a cursor is no seal, so what follows it is checked as well.
  if (id === undefined || !EPOCH_MS.test(id)) return refusedParam('invalid-cursor', 'cursor')
  const next = atMs(Number(id) + 1)
  return from !== null && isBefore(next, from) ? from : next
}

const listOf = ({ symbol, interval, sessions, to }: CandlesQuery): ListKey => [
  'candles',
  symbol,
  interval,
  sessions.join(),
  to?.toString() ?? null,
]

const idOf = ({ startsAt }: Candle): string => String(startsAt.epochMilliseconds)
