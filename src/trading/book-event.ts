import { assert } from '../core/assert'
import type { Order, OrderTransition } from '../core/order/order'
import { post } from '../core/order/post'
import type { Instant } from '../core/time'
import type { Batch } from './batch'

/**
 * Books an event of an order as the batch has it now, which may be otherwise than it was found: an
 * order can fill and end at one tick. The order after it.
 */
export function bookEvent(
  batch: Batch,
  { accountId, orderId, symbol }: Pick<Order, 'accountId' | 'orderId' | 'symbol'>,
  event: OrderTransition,
  at: Instant,
): Order {
  const account = batch.account(accountId)
  const order = batch.order(accountId, orderId)
  assert(account !== undefined && order !== undefined, `${orderId} and its account exist`)
  const holding = batch.holding(accountId, symbol)
  const posted = post({ account, holding, order }, event, at)
  batch.book(posted)
  return posted.standing.order
}
