/** The worth of an account at past instants: its books then, at the prices of then. */
import {
  type Capital,
  capitalOver,
  type Equity,
  equityOf,
  type Gain,
  gainOn,
} from '../../../core/account/equity'
import { type ListKey, type Page, pageOf } from '../../../core/page'
import { pageStart } from '../../../core/page-start'
import { type Refused, refused } from '../../../core/refusals'
import { atMs, earlier, type Instant, isBefore, later } from '../../../core/time'
import type { MarketClock } from '../../../market/clock'
import type { Feed } from '../../../market/feed'
import type { SimulatedClock } from '../../../market/simulated-clock'
import { takeTurn } from '../../../market/turns'
import type { Database } from '../../../store/database'
import { longRead } from '../../../store/long-read'
import { listAdjustments } from '../../../store/tables/adjustments'
import { type AccountBeginning, accountBeginning, balancesAt } from '../../../store/tables/balances'
import { type HistoryInterval, instantsIn } from './instants'
import { pastPrices } from './prices'

export { HISTORY_INTERVALS, type HistoryInterval } from './instants'

export interface HistoryDeps {
  readonly database: Database
  readonly feed: Feed
  readonly clock: MarketClock
  /** The same clock; null if it is the system's. */
  readonly simulated: Pick<SimulatedClock, 'beganAt'> | null
}

export interface HistoryQuery {
  readonly interval: HistoryInterval
  /** Null, with a null cursor: the newest points. */
  readonly from: Instant | null
  /** Null: up to the market's now, which is a point too. */
  readonly to: Instant | null
  readonly limit: number
  readonly cursor: string | null
}

export interface HistoryPoint extends Equity, Gain {
  readonly at: Instant
  readonly capital: Capital
}

/** Rows ascending. */
export interface History extends Page<HistoryPoint> {
  readonly accountId: string
  readonly interval: HistoryInterval
}

export type HistoryRefusal = 'account-not-found' | 'invalid-range' | 'invalid-cursor'

/** Each is a sum over all instruments that the account held. */
const POINTS_A_TURN = 100

export interface HistoryService {
  /** Calls `charge` with the requests beyond one that it counts as, by what it reads. */
  find(
    accountId: string,
    query: HistoryQuery,
    charge: (requests: number) => void,
  ): Promise<History | Refused<HistoryRefusal>>
}

export function historyService({ database, feed, clock, simulated }: HistoryDeps): HistoryService {
  const readPrices = pastPrices(feed, database)

  /**
   * The first instant of a history [paper.history-beginning]. An account is made at the system's
   * time, which a simulated market's need not be near.
   */
  function beginsAt({ firstChangeAt, createdAt }: AccountBeginning, now: Instant): Instant {
    const began = simulated?.beganAt ?? createdAt
    return earlier(now, firstChangeAt === null ? began : earlier(firstChangeAt, began))
  }

  /** One more than the limit where `from` is known and there are more. */
  function instantsOf(query: HistoryQuery, from: Instant | null, begin: Instant, now: Instant) {
    const { interval, to, limit } = query
    const beyondNow = afterMs(now)
    const endsNow = to === null || isBefore(now, to)
    const found = instantsIn(feed.calendar, interval, {
      from: from === null ? begin : later(from, begin),
      to: endsNow ? beyondNow : to,
      ...(from === null ? { limit, keep: 'newest' } : { limit: limit + 1, keep: 'oldest' }),
    })
    // Now is a point of its own: what the account is worth so far.
    const isOver = from !== null && isBefore(now, from)
    const last = found.at(-1)
    if (!endsNow || isOver || found.length > limit || last?.equals(now)) return found
    return [...found, now].slice(from === null ? -limit : 0)
  }

  async function pointsAt(
    accountId: string,
    { initialCash }: AccountBeginning,
    instants: readonly Instant[],
    charge: (requests: number) => void,
  ): Promise<readonly HistoryPoint[]> {
    const pageRead = longRead(charge, takeTurn)
    const last = instants.at(-1)
    if (last === undefined) return []
    const balances = await balancesAt(database, accountId, instants, pageRead)
    const to = afterMs(last)
    const lines = await listAdjustments(database.drizzle, accountId, { from: null, to })
    const capitalAt = capitalOver(initialCash, lines)
    const priceAt = await readPrices(accountId, balances, charge)
    const points: HistoryPoint[] = []
    for (const [index, { at, cash, shares }] of balances.entries()) {
      if (index % POINTS_A_TURN === 0) await takeTurn()
      const capital = capitalAt(at)
      const equity = equityOf(cash, shares, (symbol) => priceAt(symbol, at))
      points.push({ at, capital, ...equity, ...gainOn(capital.amount, equity) })
    }
    return points
  }

  return {
    async find(accountId, query, charge) {
      const { interval, to, limit } = query
      const list: ListKey = ['history', accountId, interval, to?.toString() ?? null]
      const from = pageStart(query, list)
      if (from !== null && 'refused' in from) return from
      const beginning = await accountBeginning(database.drizzle, accountId)
      if (beginning === undefined) return refused('account-not-found')
      const now = clock.now()
      const instants = instantsOf(query, from, beginsAt(beginning, now), now)
      const page =
        from === null
          ? { rows: instants, nextCursor: null }
          : pageOf(instants, limit, list, (at) => String(at.epochMilliseconds))
      const rows = await pointsAt(accountId, beginning, page.rows, charge)
      return { accountId, interval, rows, nextCursor: page.nextCursor }
    },
  }
}

const afterMs = (at: Instant): Instant => atMs(at.epochMilliseconds + 1)
