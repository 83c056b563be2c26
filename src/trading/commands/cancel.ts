/** Cancels an order [order.cancel], or all orders of an account. */
import type { Leg } from '../../core/conditional/leg'
import { type CancelRefusal, cancel } from '../../core/order/cancel'
import { overdueTransition } from '../../core/order/expiry'
import type { CancelReason, Order, Side } from '../../core/order/order'
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { Instant } from '../../core/time'
import type { MarketCalendar } from '../../market/calendar'
import type { Command } from '../command'
import type { Rows } from '../rows'
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
 * orders in the given symbols.
 */
export const cancelAllCommand = (
  accountId: string,
  filter: CancelFilter,
  calendar: MarketCalendar,
  forcing?: Omit<ForcedTurn, 'now'> & { readonly symbols: readonly string[] },
): Command<CanceledAll | Refused<'account-not-found'>> => ({
  accountId,
  meetsOutcomes: true,
  heldSymbols: forcing?.symbols ?? [],
  wholeAccount: true,
  decide(rows, now) {
    if (rows.account(accountId) === undefined) return refused('account-not-found')
    const isWanted = ({ symbol, side }: Pick<Order, 'symbol' | 'side'>): boolean =>
      symbol === (filter.symbol ?? symbol) && side === (filter.side ?? side)
    const wanted = rows.openOrders(accountId).filter(isWanted)
    const canceledOf = (found: Order): Order => {
      const turn = forcing?.symbols.includes(found.symbol) ? forcing : undefined
      const outcome = canceled(rows, found, calendar, now, turn)
      // The order expired, or a test let a fill come first: it stays as it is.
      return isRefused(outcome) ? (rows.order(accountId, found.orderId) ?? found) : outcome
    }
    const before = wanted.map(canceledOf)
    // If the time of a GTC leg's order was over, the leg has just placed its next one.
    const known = new Set(wanted.map(({ orderId }) => orderId))
    const next = rows
      .openOrders(accountId)
      .filter((one) => isWanted(one) && !known.has(one.orderId))
    const orders = [...before, ...next.map(canceledOf)]
    return { orders, conditionalOrderIds: endWaitingLegs(rows, accountId, isWanted, null, now) }
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
  const current = endedIfOver(rows, found, calendar, now)
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

/** Ends the legs that wait for their trigger; returns the ids of their conditional orders. */
export function endWaitingLegs(
  rows: Rows,
  accountId: string,
  isWanted: (leg: Leg) => boolean,
  reason: CancelReason | null,
  now: Instant,
): readonly string[] {
  const ended = new Set<string>()
  for (const leg of rows.legsOf(accountId)) {
    if (leg.status !== 'ARMED' || !isWanted(leg)) continue
    rows.applyLeg(leg, { type: 'Canceled', reason }, now)
    ended.add(leg.groupId)
  }
  return [...ended]
}
