/** Cancelling an order at the desk (D5). */
import { type CancelRefusal, cancel } from '../core/cancel'
import type { Order } from '../core/order'
import { isRefused, type Refused, refused } from '../core/refusals'
import type { MarketCalendar } from '../market/calendar'
import { bookEvent } from './book-event'
import type { Command } from './command'

export type CancelOutcome = Order | Refused<CancelRefusal | 'order-not-found'>

/** `symbol` is the order's own. The outcome is the order as the request has left it. */
export const cancelCommand = (
  accountId: string,
  orderId: string,
  symbol: string,
  calendar: MarketCalendar,
): Command<CancelOutcome> => ({
  accountId,
  symbols: [symbol],
  orderIds: [orderId],
  clientOrderIds: [],
  decide(batch, now) {
    const order = batch.order(accountId, orderId)
    if (order === undefined) return refused('order-not-found')
    const event = cancel(order, calendar.sessionAt(now).session)
    if (event === null) return order
    if (isRefused(event)) return event
    return bookEvent(batch, order, event, now)
  },
})
