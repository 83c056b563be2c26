/** Cancelling an order [life.cancel]. */

import { type Refused, refused } from '../refusals'
import type { Session } from '../session'
import type { Order, OrderStatus } from './order'

/** Every refusal of cancelling. */
export const CANCEL_REFUSALS = [
  'order-not-found',
  'already-filled',
  'already-canceled',
  'already-expired',
  'already-rejected',
] as const
export type CancelRefusal = (typeof CANCEL_REFUSALS)[number]

/** [life.cancel-final] */
export const FINAL: Readonly<Partial<Record<OrderStatus, CancelRefusal>>> = {
  FILLED: 'already-filled',
  CANCELED: 'already-canceled',
  EXPIRED: 'already-expired',
  REJECTED: 'already-rejected',
}

/**
 * The event that the request makes: final at once while the market is CLOSED [life.cancel-closed];
 * otherwise the order has one more chance at the next tick. Null: the order waits for its cancel
 * already, and the answer is the same again [life.cancel-again].
 */
export function cancel(
  order: Order,
  session: Session,
): { readonly type: 'Canceled' | 'CancelRequested' } | null | Refused<CancelRefusal> {
  const final = FINAL[order.status]
  if (final !== undefined) return refused(final)
  if (order.status === 'PENDING_CANCEL') return null
  return { type: session === 'CLOSED' ? 'Canceled' : 'CancelRequested' }
}
