/**
 * Accounts that have used up the liquidity they may take: a tick that offers their orders nothing
 * costs no transaction. The liquidity left to an account is computed at each tick, so the answer
 * stays correct if a size is renewed or pinned.
 */
import { letsTrade, type Tradability, tradesInSession } from '../../core/instrument'
import { NO_QUANTITY, type Price } from '../../core/money'
import {
  executionPrice,
  isMarketable,
  nearestPrice,
  offeredTo,
  shownTo,
} from '../../core/order/matching'
import type { Side } from '../../core/order/order'
import type { Instant } from '../../core/time'
import type { Feed, Reach } from '../../market/feed'
import { expectedQuote } from '../commands/meeting'
import type { AccountAfterTick, TickQuote } from '../commands/tick'
import type { RestingInstrument, RestingSide } from './instrument-orders'

export interface Exhausted {
  /** Starts a tick that tries these instruments' orders, and drops their entries. */
  beginTick(symbols: Iterable<string>): void
  /** Stores all accounts that wait after a tick, unless `forget` was called since `beginTick`. */
  keep(tick: TickQuote, accounts: readonly AccountAfterTick[]): void
  /**
   * Returns whether the tick offers nothing to any order that rests on this side. `lastLimit` is
   * the limit that prices reach last, so a price that reaches it reaches every order of the side;
   * null if the side has no limits.
   */
  isUsedUp(side: Side, tick: TickQuote, lastLimit: Price | null): boolean
  /**
   * Drops the entries of these instruments, whose orders have changed otherwise than by a tick;
   * null drops all entries.
   */
  forget(symbols: ReadonlySet<string> | null): void
}

export function exhaustedAccounts(feed: Feed): Exhausted {
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
        (account) =>
          account.orders.every((order) => order.side !== side) ||
          isOfferedNothing(feed, account, side, tick),
      )
    },
    forget(symbols) {
      if (symbols === null) {
        bySymbol.clear()
        changedInTick = 'all'
        return
      }
      for (const symbol of symbols) {
        bySymbol.delete(symbol)
        if (changedInTick !== 'all') changedInTick.add(symbol)
      }
    },
  }
}

/** Returns whether every order that the price reaches was reached at the tick before, too. */
function reachesNoMore(
  side: Side,
  { quote }: TickQuote,
  { quote: before }: TickQuote,
  lastLimit: Price | null,
): boolean {
  if (quote === undefined || before === undefined) return false
  const [known, price] = [nearestPrice(side, before), nearestPrice(side, quote)]
  if (isMarketable({ side, limitPrice: lastLimit }, known)) return true
  return side === 'BUY' ? price.gte(known) : price.lte(known)
}

function isOfferedNothing(
  feed: Feed,
  { fillProfile, isQueued, orders, useOf }: AccountAfterTick,
  side: Side,
  { at, quote, session, symbol }: TickQuote,
): boolean {
  if (isQueued || quote === undefined || session === 'CLOSED') return false
  const shown = shownTo(
    side,
    expectedQuote(fillProfile, feed, { at, session, symbol }, quote, useOf),
  )
  return orders.every((order) => {
    const price = order.side === side ? executionPrice(order, shown) : undefined
    if (price === undefined) return true
    const offered = offeredTo(order, order.remaining, { ...shown, price }, shown.shown)
    return offered.quantity.lte(NO_QUANTITY)
  })
}

/** Returns whether an instrument's orders may trade. */
export type TradabilityOf = (symbol: string) => Tradability

/** Minutes of the stretches to look at, shortest first: a minute, an hour, the session. */
const PARTS_MINUTES = [1, 60, Number.POSITIVE_INFINITY]

/**
 * Returns the time before which the instrument's prices reach nothing that waits, from the instant
 * on. Looks at one stretch after the other, until it is reached or ends at `limitMs` or later.
 */
export function unreachedUntilMs(
  { reach }: Pick<Feed, 'reach'>,
  symbol: string,
  at: Instant,
  limitMs: number,
  isReached: (stretch: Reach) => boolean,
): number {
  let untilMs = at.epochMilliseconds
  for (const minutes of PARTS_MINUTES) {
    if (untilMs >= limitMs) break
    const stretch = reach?.(symbol, at, minutes)
    if (stretch === undefined || isReached(stretch)) break
    untilMs = stretch.untilMs
  }
  return untilMs
}

/**
 * Returns the earliest of the times that `untilMsOf` finds, at most `limitMs`. Each item is given
 * the earliest time so far, and needs to look no further.
 */
export function earliestUntilMs<Item>(
  items: readonly Item[],
  at: Instant,
  limitMs: number,
  untilMsOf: (item: Item, limitMs: number) => number,
): number {
  let untilMs = limitMs
  for (const item of items) {
    if (untilMs <= at.epochMilliseconds) break
    untilMs = Math.min(untilMs, untilMsOf(item, untilMs))
  }
  return untilMs
}

/**
 * Finds a stretch of a session in which no price can reach a resting order, so that the player
 * passes it in one step. The outcome is the same as tick by tick: the feed's reach covers every
 * tick of the stretch.
 *
 * Returns the time before which no order can be reached from the instant on, at most `limitMs`.
 */
export function quietUntilMs(
  instruments: readonly RestingInstrument[],
  tradabilityOf: TradabilityOf,
  feed: Pick<Feed, 'calendar' | 'reach'>,
  at: Instant,
  limitMs: number,
): number {
  const { session } = feed.calendar.sessionAt(at)
  const nowMs = at.epochMilliseconds
  if (session === 'CLOSED') return nowMs
  return earliestUntilMs(instruments, at, limitMs, (resting, untilMs) => {
    const { buys, hasLastChance, sells, symbol } = resting
    if (hasLastChance) return nowMs
    const tradability = tradabilityOf(symbol)
    const waits = (side: Side, { atMarket, best }: RestingSide): boolean =>
      letsTrade(tradability.tradable, side) && (atMarket || best !== null)
    const [mayBuy, maySell] = [waits('BUY', buys), waits('SELL', sells)]
    if (!tradesInSession(session, tradability) || !(mayBuy || maySell)) return untilMs
    if ((mayBuy && buys.atMarket) || (maySell && sells.atMarket)) return nowMs
    return unreachedUntilMs(feed, symbol, at, untilMs, ({ highest, lowest }) => {
      // An ask is above its bid, so above the lowest bid.
      const isBought = mayBuy && buys.best?.gte(lowest) === true
      return isBought || (maySell && sells.best?.lte(highest) === true)
    })
  })
}
