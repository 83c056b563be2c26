/**
 * Instruments whose waiting orders are offered nothing, since their accounts have used up what they
 * may take (D13). A tick that finds them so costs no transaction.
 *
 * Kept in memory: what each account has taken, not for how long that lasts. Core is asked at each
 * tick what is left, so the answer is that of the tick itself, also where a size is renewed or
 * pinned. Promises that no order misses a tick at which it would have acted, as long as `changed`
 * is told of every order that a client places, and of whatever else may change the open orders.
 */

import { NO_QUANTITY, type Price } from '../../core/money'
import type { OrderEvent } from '../../core/order/event'
import { isMarketable, shownTo } from '../../core/order/matching'
import type { Side } from '../../core/order/order'
import type { Feed } from '../../market/feed'
import { marketMet } from '../commands/strict-tick'
import type { TickQuote } from '../commands/tick'
import type { WaitingAccount } from './waiting-account'

export interface UsedUp {
  /**
   * A tick tries these instruments' orders: nothing is known of them until it is over. What
   * `changed` tells of meanwhile may not be among them.
   */
  beginTick(symbols: Iterable<string>): void
  /** After a tick: all accounts whose orders it has reached in the instrument. */
  keep(tick: TickQuote, accounts: readonly WaitingAccount[]): void
  /**
   * Nothing of what waits on this side is offered anything at the tick. `lastLimit`: prices that
   * reach it reach every order of the side; null: it has no limits.
   */
  isUsedUp(side: Side, tick: TickQuote, lastLimit: Price | null): boolean
  /** What has been booked; nothing: anything may have changed. */
  changed(events: readonly OrderEvent[]): void
}

interface Kept {
  readonly tick: TickQuote
  readonly accounts: readonly WaitingAccount[]
}

export function usedUp(feed: Feed): UsedUp {
  const bySymbol = new Map<string, Kept>()
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

/** The price reaches no order that it did not reach before. */
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
  { fillProfile, isQueued, useOf }: WaitingAccount,
  side: Side,
  { at, quote, session, symbol }: TickQuote,
): boolean {
  if (isQueued || quote === undefined || session === 'CLOSED') return false
  const met = marketMet(fillProfile, feed, { at, session, symbol }, quote, useOf)
  return shownTo(side, met).shown.lte(NO_QUANTITY)
}
