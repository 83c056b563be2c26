/** Cancelling an order [order.cancel]. */
import { type CancelRefusal, cancel } from '../../core/order/cancel'
import { overdueTransition } from '../../core/order/expiry'
import type { Order } from '../../core/order/order'
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { MarketCalendar } from '../../market/calendar'
import type { Command } from '../batch'

export type CancelOutcome = Order | Refused<CancelRefusal>

/** `symbol` is the order's own. The outcome is the order after the request. */
export const cancelCommand = (
  accountId: string,
  orderId: string,
  symbol: string,
  calendar: MarketCalendar,
): Command<CancelOutcome> => ({
  accountId,
  heldSymbols: [symbol],
  orderIds: [orderId],
  decide(batch, now) {
    const found = batch.order(accountId, orderId)
    if (found === undefined) return refused('order-not-found')
    // Where many orders end at one close, a request may come before the market ends this one.
    const over = overdueTransition(found, now)
    const order = over === null ? found : batch.apply(found, over, found.validUntil)
    const transition = cancel(order, calendar.sessionAt(now).session)
    if (transition === null) return order
    if (isRefused(transition)) return transition
    return batch.apply(order, transition, now)
  },
})
