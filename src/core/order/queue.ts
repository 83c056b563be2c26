/**
 * The queue of a resting order under `strict`: the order waits until the shares before it have
 * traded [profile.strict-queue]. The queue is a function of the tick and the order's stored row
 * [profile.repeats].
 */
import { larger, NO_QUANTITY, type Quantity, subtract } from '../money'
import type { BidAsk } from '../quote'
import { type Instant, isBefore } from '../time'
import type { Order, OrderRequest } from './order'

/**
 * The shares before an order when it begins to rest [profile.strict-queue]. They are the size shown
 * on the order's own side, even if its limit is worse than the price shown: the size at such a
 * limit is unknown. Inside the spread no shares are before the order.
 */
export function queueOnArrival(
  { side, limitPrice, timeInForce }: OrderRequest,
  quote: BidAsk | undefined,
): Quantity {
  if (quote === undefined || limitPrice === null || timeInForce !== 'DAY' || quote.pinned) {
    return NO_QUANTITY
  }
  if (side === 'BUY') return limitPrice.gt(quote.bidPrice) ? NO_QUANTITY : quote.bidSize
  return limitPrice.lt(quote.askPrice) ? NO_QUANTITY : quote.askSize
}

/**
 * The order after the trades of the tick. Its queue shrinks while the other side is at its price,
 * and is gone once the market trades through it. A tick counts only once.
 */
export function queueAfter(order: Order, quote: BidAsk, lately: Quantity, at: Instant): Order {
  const { limitPrice, queueAhead, queueMovedAt, side } = order
  const other = side === 'BUY' ? quote.askPrice : quote.bidPrice
  if (limitPrice === null || queueAhead.eq(NO_QUANTITY)) return order
  if (queueMovedAt !== null && !isBefore(queueMovedAt, at)) return order
  const beyond = side === 'BUY' ? limitPrice.cmp(other) : other.cmp(limitPrice)
  if (beyond < 0) return order
  const left = beyond > 0 ? NO_QUANTITY : larger(subtract(queueAhead, lately), NO_QUANTITY)
  return { ...order, queueAhead: left, queueMovedAt: at }
}
