/**
 * What the profile `strict` adds to `standard`: an order needs time to arrive, and a resting order
 * waits for its turn. Both are functions of the seed, the order, the tick and the order's stored
 * row [profile.repeats].
 */

import { drawn } from '../draw'
import { STRICT_LATENCY_MS_MAX, STRICT_LATENCY_MS_MIN } from '../limits'
import { larger, NO_QUANTITY, type Quantity, subtract } from '../money'
import type { BidAsk } from '../quote'
import { type Instant, isBefore } from '../time'
import type { Order, OrderRequest } from './order'

/**
 * The time at which an order reaches the market [profile.strict-latency]. Its latency is
 * log-uniform between the least and the most, drawn from the seed and the order's id.
 */
export function arrivesAt(
  { orderId, requestedAt }: Pick<Order, 'orderId' | 'requestedAt'>,
  seed: number,
): Instant {
  return delayed(requestedAt, `${seed} ${orderId}`)
}

/**
 * Whether the cancel of an order has reached the market before the instant. Its latency is drawn in
 * the same way.
 */
export const isCancelThere = (
  { cancelRequestedAt, orderId }: Pick<Order, 'cancelRequestedAt' | 'orderId'>,
  seed: number,
  at: Instant,
): boolean =>
  cancelRequestedAt === null ||
  isBefore(delayed(cancelRequestedAt, `${seed} ${orderId} cancel`), at)

function delayed(sentAt: Instant, drawnFrom: string): Instant {
  const [least, most] = [STRICT_LATENCY_MS_MIN, STRICT_LATENCY_MS_MAX]
  const latencyMs = Math.round(least * (most / least) ** drawn(drawnFrom))
  return sentAt.add({ milliseconds: latencyMs })
}

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
