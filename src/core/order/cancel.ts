/** Cancelling an order (D5). */

import { type Refused, refused } from '../refusals'
import type { Session } from '../session'
import type { Order, OrderStatus } from './order'

export type CancelRefusal =
  | 'already-filled'
  | 'already-canceled'
  | 'already-expired'
  | 'already-rejected'

const FINAL: Readonly<Partial<Record<OrderStatus, CancelRefusal>>> = {
  FILLED: 'already-filled',
  CANCELED: 'already-canceled',
  EXPIRED: 'already-expired',
  REJECTED: 'already-rejected',
}

/**
 * The event that the request makes: final at once while the market is CLOSED, otherwise the order
 * has one more chance at the next tick. Null: it was asked for before, and the answer is the same
 * again.
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
