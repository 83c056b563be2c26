/**
 * The resting orders, as far as the matcher must know them between two ticks: in memory, so that a
 * quiet tick costs no query, and following this process's commits, so that a commit costs none.
 *
 * Known are the best limits on each side of each instrument, the next expiry, and the accounts that
 * have used up the liquidity they may take. Promises that no order misses a tick at which it would
 * have acted, as long as `changed` is called for every change of the open orders.
 */
import { letsTrade, tradesInSession } from '../../core/instrument'
import { NO_QUANTITY } from '../../core/money'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import type { Database } from '../../store/database'
import {
  type BestResting,
  readExpiries,
  readRestingOf,
  readRestingOrders,
} from '../../store/tables/resting-orders'
import type { Committed } from '../batch'
import type { AccountAfterTick, TickQuote } from '../commands/tick'
import type { Desk } from '../desk'
import { type Exhausted, exhaustedAccounts } from './book/exhausted'
import { followOrders, type RestingReads } from './book/following'
import { quietUntilMs } from './quiet'

export interface RestingBook {
  /** A commit of this process; none: the open orders may have changed in any way. */
  changed(committed?: Committed | null): void
  /** Orders whose time was over have been ended, as far as they could be. */
  expired(): void
  /** Counts what may have changed the open orders. */
  readonly changes: number
  /** Other processes may have changed them, and a hint may be lost: they are read now and then. */
  rereadIfOld(): void
  /** Null while no order is open. */
  nextExpiryAt(): Promise<Instant | null>
  /**
   * Until when, exclusive, no order can be reached from the tick on: at most `limitMs`. It does not
   * look into the database: unless it knows the open orders, none is. Other work may have had its
   * turn meanwhile: the answer counts only where `changes` is what it was.
   */
  quietUntilMs(at: Instant, limitMs: number): Promise<number>
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
  readonly desk: Pick<Desk, 'batchesBegun'>
  /**
   * How long the orders of other processes may go unseen where no hint tells of them. Left out: no
   * other process changes any.
   */
  readonly othersReadEveryMs?: number
}

/**
 * An instrument's first quote of a session, and how far its prices reach, are made, and take a
 * hundred times as long as what follows: other work gets its turn between some of them.
 */
const LOOKS_AT_ONCE = 5
const COLD_MS = 2

export function openRestingBook({
  database,
  feed,
  elapsedMs,
  desk,
  othersReadEveryMs = Number.POSITIVE_INFINITY,
}: RestingBookDeps): RestingBook {
  const used = exhaustedAccounts(feed)
  const reads: RestingReads = {
    whole() {
      readAtMs = elapsedMs()
      return readRestingOrders(database)
    },
    some: (symbols) => readRestingOf(database, symbols),
    expiries: () => readExpiries(database),
  }
  const orders = followOrders(reads, desk)
  let changes = 0
  let readAtMs = Number.NEGATIVE_INFINITY

  return {
    get changes() {
      return changes
    },
    changed,
    expired: () => orders.known?.doubtExpiries(),
    rereadIfOld() {
      if (elapsedMs() - readAtMs >= othersReadEveryMs) changed()
    },
    nextExpiryAt: async () => (await orders.current()).nextExpiryAt,
    async quietUntilMs(at, limitMs) {
      if (orders.known === null) return at.epochMilliseconds
      let untilMs = limitMs
      await inTurns(orders.known.best, (some) => {
        untilMs = quietUntilMs(some, feed, at, untilMs)
        return untilMs > at.epochMilliseconds
      })
      return untilMs
    },
    async crossedAt(at) {
      const { best } = await orders.current()
      const quotes = new Map<string, TickQuote>()
      await inTurns(best, (some) => {
        for (const [symbol, tick] of crossedQuotes(some, feed, at, used)) quotes.set(symbol, tick)
        return true
      })
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

  /** Does it for all, a few at a time, for as long as it returns true. */
  async function inTurns(
    best: readonly BestResting[],
    look: (some: readonly BestResting[]) => boolean,
  ): Promise<void> {
    for (let first = 0; first < best.length; first += LOOKS_AT_ONCE) {
      const beganAtMs = elapsedMs()
      if (!look(best.slice(first, first + LOOKS_AT_ONCE))) return
      if (elapsedMs() - beganAtMs > COLD_MS) await new Promise((next) => setImmediate(next))
    }
  }

  function changed(committed: Committed | null = null): void {
    changes++
    used.changed(committed?.events ?? [])
    orders.changed(committed)
  }
}

/** The quotes that the best resting orders cross at the instant, by symbol. */
export function crossedQuotes(
  best: readonly BestResting[],
  feed: Feed,
  at: Instant,
  used: Pick<Exhausted, 'isUsedUp'>,
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
