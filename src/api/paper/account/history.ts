/** The worth of an account at past instants: its books at the time, at the prices of the time. */
import { type Capital, capitalOver, type Gain, gainOn } from '../../../core/account/capital'
import { type Equity, equityOf } from '../../../core/account/valuation'
import type { Price } from '../../../core/money'
import { type Refused, refused } from '../../../core/refusals'
import {
  atMs,
  earlier,
  type Instant,
  isBefore,
  later,
  MINUTE_MS,
  newYorkDate,
  Temporal,
} from '../../../core/time'
import { type ListKey, type Page, pageOf, pageStart } from '../../../http/wire/paging'
import { listAdjustments } from '../../../ledger/accounts'
import {
  type AccountBeginning,
  accountBeginning,
  type Balance,
  balancesAt,
} from '../../../ledger/balances'
import { lastFillPrice } from '../../../ledger/fills'
import type { MarketCalendar } from '../../../market/calendar'
import type { MarketClock } from '../../../market/clock'
import { type Feed, worthAt } from '../../../market/feed'
import type { SimulatedClock } from '../../../market/simulated-clock'
import { takeTurn } from '../../../market/turns'
import type { Database } from '../../../postgres/database'
import { longRead } from '../../../postgres/long-read'
import type { StatementRunner } from '../../../postgres/statement'

interface HistoryDeps {
  readonly database: Database
  readonly feed: Feed
  readonly clock: MarketClock
  /** The same clock; null if it is the system's. */
  readonly simulated: Pick<SimulatedClock, 'beganAt'> | null
}

interface HistoryQuery {
  readonly interval: HistoryInterval
  /** Null, with a null cursor, for the newest points. */
  readonly from: Instant | null
  /** Null for the market's now, which is a point, too. */
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

type HistoryRefusal = 'account-not-found' | 'invalid-range' | 'invalid-cursor'

/** Points that are computed in a turn. Each is a sum over all instruments that the account held. */
const POINTS_A_TURN = 100

export class HistoryService {
  readonly #deps: HistoryDeps
  readonly #readPrices: ReturnType<typeof pastPrices>

  constructor(deps: HistoryDeps) {
    this.#deps = deps
    this.#readPrices = pastPrices(deps.feed, deps.database)
  }

  /** Calls `charge` with the cost of the request beyond one, by what it reads. */
  async find(
    accountId: string,
    query: HistoryQuery,
    charge: (requests: number) => void,
  ): Promise<History | Refused<HistoryRefusal>> {
    const { interval, to, limit } = query
    const list: ListKey = ['history', accountId, interval, to?.toString() ?? null]
    const from = pageStart(query, list)
    if (from !== null && 'refused' in from) return from
    const beginning = await accountBeginning(this.#deps.database.drizzle, accountId)
    if (beginning === undefined) return refused('account-not-found')
    const now = this.#deps.clock.now()
    const instants = this.#instantsOf(query, from, this.#beginsAt(beginning, now), now)
    const page =
      from === null
        ? { rows: instants, nextCursor: null }
        : pageOf(instants, limit, list, (at) => String(at.epochMilliseconds))
    const rows = await this.#pointsAt(accountId, beginning, page.rows, charge)
    return { accountId, interval, rows, nextCursor: page.nextCursor }
  }

  /**
   * The first instant of a history [paper.history-beginning]. An account is created at the system's
   * time, which can be far from a simulated market's.
   */
  #beginsAt({ firstChangeAt, createdAt }: AccountBeginning, now: Instant): Instant {
    const began = this.#deps.simulated?.beganAt ?? createdAt
    return earlier(now, firstChangeAt === null ? began : earlier(firstChangeAt, began))
  }

  /** Returns one more than the limit if `from` is known and there are more. */
  #instantsOf(query: HistoryQuery, from: Instant | null, begin: Instant, now: Instant) {
    const { interval, to, limit } = query
    const beyondNow = afterMs(now)
    const endsNow = to === null || isBefore(now, to)
    const found = instantsIn(this.#deps.feed.calendar, interval, {
      from: from === null ? begin : later(from, begin),
      to: endsNow ? beyondNow : to,
      ...(from === null ? { limit, keep: 'newest' } : { limit: limit + 1, keep: 'oldest' }),
    })
    // Now is a point of its own: the account's worth so far.
    const isOver = from !== null && isBefore(now, from)
    const last = found.at(-1)
    if (!endsNow || isOver || found.length > limit || last?.equals(now)) return found
    return [...found, now].slice(from === null ? -limit : 0)
  }

  async #pointsAt(
    accountId: string,
    { initialCash }: AccountBeginning,
    instants: readonly Instant[],
    charge: (requests: number) => void,
  ): Promise<readonly HistoryPoint[]> {
    const pageRead = longRead(charge, takeTurn)
    const last = instants.at(-1)
    if (last === undefined) return []
    const balances = await balancesAt(this.#deps.database, accountId, instants, pageRead)
    const to = afterMs(last)
    const lines = await listAdjustments(this.#deps.database.drizzle, accountId, { from: null, to })
    const capitalAt = capitalOver(initialCash, lines)
    const priceAt = await this.#readPrices(accountId, balances, charge)
    const points: HistoryPoint[] = []
    for (const [index, { at, cash, shares }] of balances.entries()) {
      if (index % POINTS_A_TURN === 0) await takeTurn()
      const capital = capitalAt(at)
      const equity = equityOf(cash, shares, (symbol) => priceAt(symbol, at))
      points.push({ at, capital, ...equity, ...gainOn(capital.amount, equity) })
    }
    return points
  }
}

const afterMs = (at: Instant): Instant => atMs(at.epochMilliseconds + 1)

/** Sessions of an instrument that the simulated market makes in about 10 ms. */
const SESSIONS_A_TURN = 10
/** Prices that are read in a turn, of sessions that exist already. */
const PRICES_A_TURN = 250
/** Sessions that count as one request [rate-limit.cost]. */
const SESSIONS_A_REQUEST = 5 * SESSIONS_A_TURN

type PriceAt = (symbol: string, at: Instant) => Price

/**
 * Reads the price of each holding. If the market has no price, it is the price of the account's
 * last fill before.
 */
function pastPrices(feed: Feed, runner: StatementRunner) {
  return async (
    accountId: string,
    balances: readonly Balance[],
    charge: (requests: number) => void,
  ): Promise<PriceAt> => {
    const times = holdingTimes(balances)
    const sessions = sessionsIn(feed, balances)
    const sessionCounts = [...times.values()].map(
      (instants) => new Set(instants.map(sessions)).size,
    )
    const beyondFirst = sessionCounts.reduce((sum, count) => sum + count, 0) / SESSIONS_A_REQUEST
    charge(Math.floor(beyondFirst))
    const prices = new Map<string, Price>()
    let sessionsRead = 0
    let pricesRead = 0
    for (const [symbol, instants] of times) {
      let session: number | undefined
      for (const at of instants) {
        const isNew = sessions(at) !== session
        session = sessions(at)
        if (isNew && sessionsRead++ % SESSIONS_A_TURN === 0) await takeTurn()
        else if (++pricesRead % PRICES_A_TURN === 0) await takeTurn()
        const shown = worthAt(feed, symbol, at)
        prices.set(keyOf(symbol, at), shown ?? (await lastFillPrice(runner, accountId, symbol, at)))
      }
    }
    return (symbol, at) => {
      const price = prices.get(keyOf(symbol, at))
      if (price === undefined) throw new Error(`the price of ${keyOf(symbol, at)} was not read`)
      return price
    }
  }
}

const keyOf = (symbol: string, at: Instant): string => `${symbol} ${at.epochMilliseconds}`

/** The instruments with holdings, ascending, by symbol. */
function holdingTimes(balances: readonly Balance[]): ReadonlyMap<string, readonly Instant[]> {
  const times = new Map<string, Instant[]>()
  for (const { at, shares } of balances) {
    for (const symbol of shares.keys()) {
      const instants = times.get(symbol) ?? []
      instants.push(at)
      times.set(symbol, instants)
    }
  }
  return times
}

/** Numbers the session of an instant. */
function sessionsIn({ calendar }: Feed, balances: readonly Balance[]): (at: Instant) => number {
  const known = new Map(
    balances.map(({ at }) => [
      at.epochMilliseconds,
      calendar.nextBoundaryAfter(at)?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    ]),
  )
  return (at) => known.get(at.epochMilliseconds) ?? 0
}

/**
 * The intervals of a history. With `1d` its instants are the closes of REGULAR. With any other
 * interval they are the ends of all such intervals in which a session was open: no price moves
 * while the market is CLOSED [paper.history-interval].
 */
export const HISTORY_INTERVALS = ['1m', '5m', '15m', '1h', '1d'] as const
type HistoryInterval = (typeof HISTORY_INTERVALS)[number]

const STEP_MS: Readonly<Record<Exclude<HistoryInterval, '1d'>, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
}

interface InstantRange {
  /** Inclusive. */
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  readonly limit: number
  /** The end of the range to keep if it holds more than `limit` instants. */
  readonly keep: 'oldest' | 'newest'
}

/** The instants of a range, ascending. */
function instantsIn(
  calendar: MarketCalendar,
  interval: HistoryInterval,
  { from, to, limit, keep }: InstantRange,
): readonly Instant[] {
  const [fromMs, toMs] = [from.epochMilliseconds, to.epochMilliseconds]
  const newest = keep === 'newest'
  const found: number[] = []
  for (const date of tradingDates(calendar, from, to, newest)) {
    const ofDate = instantsOf(calendar, interval, date).filter((ms) => fromMs <= ms && ms < toMs)
    for (const ms of newest ? ofDate.reverse() : ofDate) {
      if (found.length === limit) return ascending(found, newest)
      found.push(ms)
    }
  }
  return ascending(found, newest)
}

const ascending = (found: readonly number[], newest: boolean): readonly Instant[] =>
  (newest ? found.toReversed() : found).map(atMs)

/**
 * Generates the trading dates with sessions in the range, and perhaps one more: the newest first if
 * `newest`, otherwise the oldest first.
 */
function* tradingDates(
  calendar: MarketCalendar,
  from: Instant,
  to: Instant,
  newest: boolean,
): Generator<Temporal.PlainDate> {
  const first = newYorkDate(from)
  // The evening of a date belongs to the next trading date.
  const last = newYorkDate(to).add({ days: 1 })
  const inRange = (date: Temporal.PlainDate): boolean =>
    Temporal.PlainDate.compare(first, date) <= 0 && Temporal.PlainDate.compare(date, last) <= 0
  const next = newest ? calendar.previousTradingDate : calendar.nextTradingDate
  let date = next(newest ? last.add({ days: 1 }) : first.subtract({ days: 1 }))
  while (date !== null && inRange(date)) {
    yield date
    date = next(date)
  }
}

/** The instants of a trading date, ascending. */
function instantsOf(
  calendar: MarketCalendar,
  interval: HistoryInterval,
  date: Temporal.PlainDate,
): number[] {
  const { sessions } = calendar.day(date)
  if (interval === '1d') {
    return sessions.flatMap(({ session, closesAt }) =>
      session === 'REGULAR' ? [closesAt.epochMilliseconds] : [],
    )
  }
  const step = STEP_MS[interval]
  const instants = sessions.flatMap(({ opensAt, closesAt }) => {
    const first = Math.floor(opensAt.epochMilliseconds / step) + 1
    const last = Math.ceil(closesAt.epochMilliseconds / step)
    return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  })
  // PRE ends and REGULAR begins within an hour, whose end is an instant of both sessions.
  return [...new Set(instants)]
}
