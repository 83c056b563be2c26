/** Cancelling an order at the desk (D5). */
import { type CancelRefusal, cancel } from '../core/cancel'
import type { Order } from '../core/order'
import { post } from '../core/post'
import { isRefused, type Refused, refused } from '../core/refusals'
import { sessionAt } from '../market/calendar'
import type { Command } from './command'

export type CancelOutcome = Order | Refused<CancelRefusal | 'order-not-found'>

/** `symbol` is the order's own. The outcome is the order as the request has left it. */
export const cancelCommand = (
  accountId: string,
  orderId: string,
  symbol: string,
): Command<CancelOutcome> => ({
  accountId,
  symbols: [symbol],
  orderIds: [orderId],
  clientOrderIds: [],
  decide(batch, now) {
    const account = batch.account(accountId)
    const order = batch.order(accountId, orderId)
    if (account === undefined || order === undefined) return refused('order-not-found')
    const event = cancel(order, sessionAt(now).session)
    if (event === null) return order
    if (isRefused(event)) return event
    const holding = batch.holding(accountId, symbol)
    const posted = post({ account, holding, order }, event, now)
    batch.book(posted)
    return posted.standing.order
  },
})
