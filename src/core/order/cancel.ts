/** Cancels an order [life.cancel]. */

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

/** The refusal of a cancel for each closed status [life.cancel-final]. */
export const FINAL: Readonly<Partial<Record<OrderStatus, CancelRefusal>>> = {
  FILLED: 'already-filled',
  CANCELED: 'already-canceled',
  EXPIRED: 'already-expired',
  REJECTED: 'already-rejected',
}

/**
 * The event of a cancel request. While the market is CLOSED it ends the order at once
 * [life.cancel-closed]; otherwise the order has one more chance at the next tick. Null if a cancel
 * of the order is already pending: the answer is then the same again [life.cancel-again].
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
