/**
 * The resting orders, as far as the matcher must know them between two ticks: in memory, so that a
 * quiet tick costs no query.
 *
 * Known are the best limits on each side of each instrument, the next expiry, and the accounts that
 * have used up the liquidity they may take: a tick that offers their orders nothing costs no
 * transaction. What an account may still take is computed at each tick, so the answer is right also
 * where a size is renewed or pinned. Promises that no order misses a tick at which it would have
 * acted, as long as `changed` is called for every change of the open orders.
 */
import { letsTrade, tradesInSession } from '../../core/instrument'
import { NO_QUANTITY, type Price } from '../../core/money'
import type { OrderEvent } from '../../core/order/event'
import { isMarketable, shownTo } from '../../core/order/matching'
import type { Side } from '../../core/order/order'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { Database } from '../../store/database'
import {
  type BestResting,
  type RestingOrders,
  readRestingOrders,
} from '../../store/tables/open-orders'
import { marketMet } from '../commands/strict-tick'
import type { AccountAfterTick, TickQuote } from '../commands/tick'
import { quietUntilMs } from './quiet'

export interface RestingBook {
  /** Events that were committed; none: the open orders may have changed in any way. */
  changed(events?: readonly OrderEvent[]): void
  /** The open orders are about to change: they are read again. */
  reread(): void
  /** Counts what may have changed the open orders. */
  readonly changes: number
  /** Other processes may have changed them, and a hint may be lost: they are read now and then. */
  rereadIfOld(): void
  /** Null while no order is open. */
  nextExpiryAt(): Promise<Instant | null>
  /**
   * Until when, exclusive, no order can be reached from the tick on: at most `limitMs`. It does not
   * look into the database: unless it knows the open orders, none is.
   */
  quietUntilMs(at: Instant, limitMs: number): number
  /** The quotes that resting orders cross at the tick, by symbol. */
  crossedAt(at: Instant): Promise<ReadonlyMap<string, TickQuote>>
  /**
   * After the tick: by symbol, all accounts with orders that it has reached and that still rest.
   */
  tried(
    quotes: ReadonlyMap<string, TickQuote>,
    waiting: ReadonlyMap<string, readonly AccountAfterTick[]>,
  ): void
}

export interface RestingBookDeps {
  readonly database: Database
  readonly feed: Feed
  readonly elapsedMs: () => number
  /**
   * How long the orders of other processes may go unseen where no hint tells of them. Left out: the
   * orders are read at each tick of the system clock.
   */
  readonly othersReadEveryMs?: number
}

/**
 * The first quotes of a session are made, and take a hundred times as long as those that follow:
 * other work gets its turn between some of them.
 */
const QUOTES_AT_ONCE = 10
const COLD_MS = 2

export function openRestingBook({
  database,
  feed,
  elapsedMs,
  othersReadEveryMs = 0,
}: RestingBookDeps): RestingBook {
  const used = usedUp(feed)
  let book: RestingOrders | null = null
  let changes = 0
  let readAtMs = Number.NEGATIVE_INFINITY

  async function currentBook(): Promise<RestingOrders> {
    if (book !== null) return book
    const changesBefore = changes
    readAtMs = elapsedMs()
    const read = await readRestingOrders(database)
    // A change while it was read may not be in it: the next step reads it again.
    if (changesBefore === changes) book = read
    return read
  }

  const reread = (): void => {
    book = null
    changes++
  }
  const changed = (events: readonly OrderEvent[] = []): void => {
    reread()
    used.changed(events)
  }

  return {
    get changes() {
      return changes
    },
    reread,
    changed,
    rereadIfOld() {
      if (elapsedMs() - readAtMs >= othersReadEveryMs) changed()
    },
    nextExpiryAt: async () => (await currentBook()).nextExpiryAt,
    quietUntilMs: (at, limitMs) =>
      book === null ? at.epochMilliseconds : quietUntilMs(book.best, feed, at, limitMs),
    async crossedAt(at) {
      const { best } = await currentBook()
      const quotes = new Map<string, TickQuote>()
      for (let first = 0; first < best.length; first += QUOTES_AT_ONCE) {
        const beganAtMs = elapsedMs()
        const some = best.slice(first, first + QUOTES_AT_ONCE)
        for (const [symbol, tick] of crossedQuotes(some, feed, at, used)) quotes.set(symbol, tick)
        if (elapsedMs() - beganAtMs > COLD_MS) await new Promise((next) => setImmediate(next))
      }
      if (quotes.size > 0) used.beginTick(quotes.keys())
      return quotes
    },
    tried(quotes, waiting) {
      for (const [symbol, quote] of quotes) {
        const accounts = waiting.get(symbol)
        if (accounts !== undefined) used.keep(quote, accounts)
      }
    },
  }
}

/** The quotes that the best resting orders cross at the instant, by symbol. */
export function crossedQuotes(
  best: readonly BestResting[],
  feed: Feed,
  at: Instant,
  used: Pick<UsedUp, 'isUsedUp'>,
): ReadonlyMap<string, TickQuote> {
  const { session } = feed.calendar.sessionAt(at)
  const crossed = new Map<string, TickQuote>()
  for (const resting of best) {
    const { symbol, tradable } = resting
    const trades = session !== 'CLOSED' && tradesInSession(session, resting)
    const quote = trades ? feed.bidAsk(symbol, at) : undefined
    const tick = { at, session, symbol, quote }
    // Where no size is shown nothing executes, whatever the price.
    const buys =
      letsTrade(tradable, 'BUY') &&
      quote?.askSize.gt(NO_QUANTITY) === true &&
      (resting.marketBuys || (resting.buyLimit?.gte(quote.askPrice) ?? false)) &&
      !used.isUsedUp('BUY', tick, resting.lastBuyLimit)
    const sells =
      letsTrade(tradable, 'SELL') &&
      quote?.bidSize.gt(NO_QUANTITY) === true &&
      (resting.marketSells || (resting.sellLimit?.lte(quote.bidPrice) ?? false)) &&
      !used.isUsedUp('SELL', tick, resting.lastSellLimit)
    if (buys || sells || resting.lastChance) crossed.set(symbol, tick)
  }
  return crossed
}

interface UsedUp {
  /** A tick tries these instruments' orders: nothing is known of them until it is over. */
  beginTick(symbols: Iterable<string>): void
  /** After a tick, unless `changed` came since `beginTick`: all accounts that wait. */
  keep(tick: TickQuote, accounts: readonly AccountAfterTick[]): void
  /**
   * The tick offers nothing to any order that rests on this side. `lastLimit`: a price that reaches
   * it reaches every order of the side; null: the side has no limits.
   */
  isUsedUp(side: Side, tick: TickQuote, lastLimit: Price | null): boolean
  changed(events: readonly OrderEvent[]): void
}

function usedUp(feed: Feed): UsedUp {
  const bySymbol = new Map<string, { tick: TickQuote; accounts: readonly AccountAfterTick[] }>()
  let changedInTick: Set<string> | 'all' = 'all'

  return {
    beginTick(symbols) {
      for (const symbol of symbols) bySymbol.delete(symbol)
      changedInTick = new Set()
    },
    keep(tick, accounts) {
      if (changedInTick === 'all' || changedInTick.has(tick.symbol)) return
      bySymbol.set(tick.symbol, { tick, accounts })
    },
    isUsedUp(side, tick, lastLimit) {
      const kept = bySymbol.get(tick.symbol)
      if (kept === undefined || !reachesNoMore(side, tick, kept.tick, lastLimit)) return false
      return kept.accounts.every(
        (account) => !account.sides.has(side) || isOfferedNothing(feed, account, side, tick),
      )
    },
    changed(events) {
      if (events.length === 0) {
        bySymbol.clear()
        changedInTick = 'all'
      }
      for (const { order, fill } of events) {
        // A fill takes from its own account only, and its tick keeps the account's remaining share.
        if (fill !== null) continue
        bySymbol.delete(order.symbol)
        if (changedInTick !== 'all') changedInTick.add(order.symbol)
      }
    },
  }
}

/** The price reaches no order that it did not reach at the tick before. */
function reachesNoMore(
  side: Side,
  { quote }: TickQuote,
  { quote: before }: TickQuote,
  lastLimit: Price | null,
): boolean {
  if (quote === undefined || before === undefined) return false
  const [known, price] =
    side === 'BUY' ? [before.askPrice, quote.askPrice] : [before.bidPrice, quote.bidPrice]
  if (isMarketable({ side, limitPrice: lastLimit }, known)) return true
  return side === 'BUY' ? price.gte(known) : price.lte(known)
}

function isOfferedNothing(
  feed: Feed,
  { fillProfile, isQueued, useOf }: AccountAfterTick,
  side: Side,
  { at, quote, session, symbol }: TickQuote,
): boolean {
  if (isQueued || quote === undefined || session === 'CLOSED') return false
  const met = marketMet(fillProfile, feed, { at, session, symbol }, quote, useOf)
  return shownTo(side, met).shown.lte(NO_QUANTITY)
}
