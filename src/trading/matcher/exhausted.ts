/**
 * Accounts that have used up the liquidity they may take: a tick that offers their orders nothing
 * costs no transaction. The liquidity left to an account is computed at each tick, so the answer
 * stays correct if a size is renewed or pinned.
 */
import { letsTrade, type Tradability, tradesInSession } from '../../core/instrument'
import { NO_QUANTITY, type Price } from '../../core/money'
import { isMarketable, offeredTo, shownTo } from '../../core/order/matching'
import type { Side } from '../../core/order/order'
import type { OpenSession } from '../../core/session'
import type { Instant } from '../../core/time'
import type { Feed } from '../../market/feed'
import { expectedMet } from '../commands/meeting'
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
  const [known, price] =
    side === 'BUY' ? [before.askPrice, quote.askPrice] : [before.bidPrice, quote.bidPrice]
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
  const shown = shownTo(side, expectedMet(fillProfile, feed, { at, session, symbol }, quote, useOf))
  return orders.every(
    (order) =>
      order.side !== side ||
      !isMarketable(order, shown.price) ||
      offeredTo(order, order.remaining, shown, shown.shown).quantity.lte(NO_QUANTITY),
  )
}

/** Returns whether an instrument's orders may trade. */
export type TradabilityOf = (symbol: string) => Tradability

/** Minutes of the stretches to look for, longest first: the session, an hour, a minute. */
const PARTS_MINUTES = [Number.POSITIVE_INFINITY, 60, 1]

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
  let untilMs = limitMs
  for (const resting of instruments) {
    const tradability = tradabilityOf(resting.symbol)
    untilMs = Math.min(untilMs, quietOne(resting, tradability, feed, at, session) ?? limitMs)
    if (untilMs <= nowMs) break
  }
  return untilMs
}

/** Returns null if no order is reached for the rest of the session. */
function quietOne(
  { symbol, buys, sells, hasLastChance }: RestingInstrument,
  tradability: Tradability,
  { reach }: Pick<Feed, 'reach'>,
  at: Instant,
  session: OpenSession,
): number | null {
  const nowMs = at.epochMilliseconds
  if (hasLastChance) return nowMs
  const waits = (side: Side, { atMarket, best }: RestingSide): boolean =>
    letsTrade(tradability.tradable, side) && (atMarket || best !== null)
  const [mayBuy, maySell] = [waits('BUY', buys), waits('SELL', sells)]
  if (!tradesInSession(session, tradability) || !(mayBuy || maySell)) return null
  if ((mayBuy && buys.atMarket) || (maySell && sells.atMarket)) return nowMs
  for (const minutes of PARTS_MINUTES) {
    const part = reach?.(symbol, at, minutes)
    if (part === undefined) return nowMs
    // An ask is above its bid, so above the lowest bid.
    const isReached =
      (mayBuy && buys.best?.gte(part.lowest)) || (maySell && sells.best?.lte(part.highest))
    if (isReached !== true) return part.untilMs
  }
  return nowMs
}
