/**
 * The latency of orders under `strict`: an order and a cancel need time to reach the market
 * [profile.strict-latency]. Both are functions of the seed and the order's id [profile.repeats].
 */
import { drawn } from '../draw'
import { STRICT_LATENCY_MS_MAX, STRICT_LATENCY_MS_MIN } from '../limits'
import { type Instant, isBefore } from '../time'
import type { Order } from './order'

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
