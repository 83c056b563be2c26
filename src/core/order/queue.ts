/**
 * The queue of a resting order under `strict`: the order waits until the shares before it have
 * traded or were canceled [profile.strict-queue]. The queue is a function of the tick, the seed and
 * the order's stored row [profile.repeats].
 */
import { drawn } from '../draw'
import { QUEUE_HALVES_MS_MAX, QUEUE_HALVES_MS_MIN } from '../limits'
import { halvedShares, larger, NO_QUANTITY, type Quantity, subtract } from '../money'
import type { BidAsk } from '../quote'
import { type Instant, isBefore } from '../time'
import { nearestPrice } from './matching'
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

/** What shortens a queue, apart from the price. */
export interface QueueMoves {
  /** Seeds the rate of cancels. */
  readonly seed: number
  /** Computes the shares that the market traded in the last second. */
  readonly traded: () => Quantity
}

/**
 * The order after the tick. If the market trades at its price, the queue shrinks by the cancels
 * until then, and by the shares that traded. It is gone once the market trades through the price. A
 * tick counts only once.
 */
export function queueAfter(
  order: Order,
  quote: BidAsk,
  { seed, traded }: QueueMoves,
  at: Instant,
): Order {
  const { limitPrice, queueAhead, queueMovedAt, side } = order
  if (limitPrice === null || queueAhead.eq(NO_QUANTITY)) return order
  if (queueMovedAt !== null && !isBefore(queueMovedAt, at)) return order
  const nearest = nearestPrice(side, quote)
  const beyond = side === 'BUY' ? limitPrice.cmp(nearest) : nearest.cmp(limitPrice)
  if (beyond < 0) return order
  if (beyond > 0) return { ...order, queueAhead: NO_QUANTITY, queueMovedAt: at }
  const kept = halvedShares(queueAhead, halvings(order, seed, at))
  return { ...order, queueAhead: larger(subtract(kept, traded()), NO_QUANTITY), queueMovedAt: at }
}

/**
 * How often cancels have halved the queue since it last moved. The time between two halvings is
 * log-uniform between its bounds, drawn from the seed and the order's id, and counts from the
 * order's acceptance.
 */
function halvings(
  { orderId, queueMovedAt, requestedAt }: Order,
  seed: number,
  at: Instant,
): number {
  const [least, most] = [QUEUE_HALVES_MS_MIN, QUEUE_HALVES_MS_MAX]
  const halvesMs = Math.round(least * (most / least) ** drawn(`${seed} ${orderId} queue`))
  const halvedBy = ({ epochMilliseconds }: Instant): number =>
    Math.floor((epochMilliseconds - requestedAt.epochMilliseconds) / halvesMs)
  return halvedBy(at) - halvedBy(queueMovedAt ?? requestedAt)
}
