/** Cancels an order [order.cancel], or all orders of an account. */
import { isLegOpen, isWaiting, type Leg } from '../../core/conditional/leg'
import { type CancelRefusal, cancel } from '../../core/order/cancel'
import { overdueTransition } from '../../core/order/expiry'
import type { CancelReason, Order, Side } from '../../core/order/order'
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { Instant } from '../../core/time'
import type { MarketCalendar } from '../../market/calendar'
import type { Command } from '../command'
import { applyLegAndOthers } from '../legs'
import type { Rows } from '../rows'
import { cancelLegs } from './conditional'
import { type ForcedTurn, forceCancel } from './forced'
import { renewChild } from './trigger'

export type CancelOutcome = Order | Refused<CancelRefusal>

/**
 * `symbol` is the symbol of the order; `forcing` lets a test decide it. The outcome is the order
 * after the request.
 */
export const cancelCommand = (
  accountId: string,
  orderId: string,
  symbol: string,
  calendar: MarketCalendar,
  forcing?: Omit<ForcedTurn, 'now'>,
): Command<CancelOutcome> => ({
  accountId,
  meetsOutcomes: true,
  heldSymbols: [symbol],
  orderIds: [orderId],
  decide(rows, now) {
    const found = rows.order(accountId, orderId)
    if (found === undefined) return refused('order-not-found')
    return canceled(rows, found, calendar, now, forcing)
  },
})

/** Which orders to cancel; a field of null matches any [cancel-all.filter]. */
export interface CancelFilter {
  readonly symbol: string | null
  readonly side: Side | null
}

export interface CanceledAll {
  /** The orders that were open, in their present state, in the order of their arrival. */
  readonly orders: readonly Order[]
  /** The conditional orders that were waiting and have ended [cancel-all.conditional]. */
  readonly conditionalOrderIds: readonly string[]
}

/**
 * Cancels each open order of the account, as a request for that order alone would
 * [cancel-all.orders], and ends the conditional orders that wait. `forcing` lets a test decide the
 * orders.
 */
export const cancelAllCommand = (
  accountId: string,
  filter: CancelFilter,
  calendar: MarketCalendar,
  forcing?: Omit<ForcedTurn, 'now'>,
): Command<CanceledAll | Refused<'account-not-found'>> => ({
  accountId,
  meetsOutcomes: true,
  wholeAccount: true,
  decide(rows, now) {
    if (rows.account(accountId) === undefined) return refused('account-not-found')
    const isWanted = ({ symbol, side }: Pick<Order, 'symbol' | 'side'>): boolean =>
      symbol === (filter.symbol ?? symbol) && side === (filter.side ?? side)
    const waiting = rows.openLegs(accountId).filter((leg) => isWaiting(leg) && isWanted(leg))
    const groupIds = [...new Set(waiting.map(({ groupId }) => groupId))]
    const openNow = (): Order[] => {
      const legs = groupIds.flatMap((groupId) => rows.group(accountId, groupId))
      const atWork = new Set(legs.map(({ orderId }) => orderId))
      return rows.openOrders(accountId).filter((one) => isWanted(one) || atWork.has(one.orderId))
    }
    const canceledOf = (found: Order): Order => {
      const outcome = canceled(rows, found, calendar, now, forcing)
      // The order expired, or a test let a fill come first: it stays as it is.
      return isRefused(outcome) ? (rows.order(accountId, found.orderId) ?? found) : outcome
    }
    const open = openNow()
    const before = open.map(canceledOf)
    // If the time of a GTC leg's order was over, the leg has just placed its next one.
    const known = new Set(open.map(({ orderId }) => orderId))
    const next = openNow().filter(({ orderId }) => !known.has(orderId))
    const orders = [...before, ...next.map(canceledOf)]
    const { session } = calendar.sessionAt(now)
    for (const groupId of groupIds) cancelLegs(rows, rows.group(accountId, groupId), session, now)
    const hasEnded = (groupId: string): boolean =>
      rows.group(accountId, groupId).every(({ status }) => !isLegOpen(status))
    return { orders, conditionalOrderIds: groupIds.filter(hasEnded) }
  },
})

/** Returns the order after the request; an order whose time is over expires instead. */
function canceled(
  rows: Rows,
  found: Order,
  calendar: MarketCalendar,
  now: Instant,
  forcing: Omit<ForcedTurn, 'now'> | undefined,
): CancelOutcome {
  // The end of another leg of its group may have ended it.
  const before = rows.order(found.accountId, found.orderId) ?? found
  const current = endedIfOver(rows, before, calendar, now)
  const order = forcing === undefined ? current : forceCancel(rows, current, { ...forcing, now })
  const transition = cancel(order, calendar.sessionAt(now).session)
  if (transition === null) return order
  return isRefused(transition) ? transition : rows.apply(order, transition, now)
}

/**
 * Returns the order, expired if its time is over: many orders end at one close, and a request may
 * come before the market ends this one. The next child of a GTC leg is placed in the same commit.
 */
export function endedIfOver(
  rows: Rows,
  order: Order,
  calendar: MarketCalendar,
  now: Instant,
): Order {
  const over = overdueTransition(order, now)
  const current = over === null ? order : rows.apply(order, over, order.validUntil)
  renewChild(rows, current, calendar)
  return current
}

/** Ends the legs that wait for their trigger or for their entry, with their groups. */
export function endWaitingLegs(
  rows: Rows,
  accountId: string,
  isWanted: (leg: Leg) => boolean,
  reason: CancelReason | null,
  now: Instant,
): void {
  for (const found of rows.openLegs(accountId)) {
    // The end of another leg of its group may have ended it.
    const leg = rows.leg(accountId, found) ?? found
    if (!isWaiting(leg) || !isWanted(leg)) continue
    applyLegAndOthers(rows, leg, { type: 'Canceled', reason }, now)
  }
}
