/** Cancelling an order [order.cancel]. */
import { type CancelRefusal, cancel } from '../../core/order/cancel'
import { overdueTransition } from '../../core/order/expiry'
import type { Order } from '../../core/order/order'
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { MarketCalendar } from '../../market/calendar'
import type { Command } from '../command'
import { type ForcedTurn, forceCancel } from './forced'
import { renewChild } from './trigger'

export type CancelOutcome = Order | Refused<CancelRefusal>

/**
 * `symbol` is the order's own; `forcing` lets a test decide it. The outcome is the order after the
 * request.
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
    // Where many orders end at one close, a request may come before the market ends this one.
    const over = overdueTransition(found, now)
    const current = over === null ? found : rows.apply(found, over, found.validUntil)
    renewChild(rows, current, calendar)
    const order = forcing === undefined ? current : forceCancel(rows, current, { ...forcing, now })
    const transition = cancel(order, calendar.sessionAt(now).session)
    if (transition === null) return order
    if (isRefused(transition)) return transition
    return rows.apply(order, transition, now)
  },
})
