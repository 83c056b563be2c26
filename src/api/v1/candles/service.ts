/** Candles up to the market's now: the newest ones, or page by page from a time. */
import { REQUEST_WAIT_MS_MAX } from '../../../core/limits'
import { type Refused, refused, refusedParam } from '../../../core/refusals'
import type { OpenSession } from '../../../core/session'
import { FIRST_INSTANT, type Instant } from '../../../core/time'
import { type ListKey, type Page, pageOf, pageStart } from '../../../http/wire/paging'
import type { MarketClock, MonotonicMs } from '../../../market/clock'
import type { Candle, Feed, Interval } from '../../../market/feed'
import type { InstrumentDirectory } from '../../../market/instruments'
import { queueWith, takeTurn } from '../../../market/turns'
import { readInChunks, requestsWorth } from './chunks'

export { type Candle, INTERVALS, type Interval } from '../../../market/feed'

export interface CandleDeps {
  readonly feed: Feed
  readonly clock: MarketClock
  readonly instruments: InstrumentDirectory
  readonly elapsedMs: MonotonicMs
}

export interface CandlesQuery {
  /** Upper or lower case. */
  readonly symbol: string
  readonly interval: Interval
  /** Null, with a null cursor: the newest candles. */
  readonly from: Instant | null
  /** Null: the market's now. */
  readonly to: Instant | null
  /** In their fixed order. */
  readonly sessions: readonly OpenSession[]
  readonly limit: number
  readonly cursor: string | null
}

/** Rows ascending. */
export interface CandlePage extends Page<Candle> {
  readonly symbol: string
  readonly interval: Interval
}

export type CandleRefusal = 'invalid-range' | 'invalid-cursor' | 'symbol-not-found' | 'server-busy'

export interface CandleService {
  /** Calls `charge` first, with the requests beyond one that the answer counts as. */
  find(
    query: CandlesQuery,
    charge: (requests: number) => void,
  ): Promise<CandlePage | Refused<CandleRefusal>>
}

/**
 * Reads at a time. A page of 1,000 candles takes 2 MB while it is made, so pages that are asked for
 * faster than they are made would take all memory.
 */
const READS_MAX = 8

export function candleService({ feed, clock, instruments, elapsedMs }: CandleDeps): CandleService {
  const turn = takeTurn
  const queue = queueWith({ places: READS_MAX, waitMsMax: REQUEST_WAIT_MS_MAX, elapsedMs })
  return {
    async find(query, charge) {
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
        // A candle that starts in this very millisecond is forming [candle.forming].
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
