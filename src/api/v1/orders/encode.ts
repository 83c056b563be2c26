/** The answers to placing, cancelling and previewing an order. */

import { wireNumber } from '../../../core/money'
import type { Order } from '../../../core/order/order'
import { toKst } from '../../../core/time'
import type { Previewed, Wait } from './service'

/** `wait` is null where the order is tried at the next tick [order.waits-for]. */
export const encodePlaced = ({ orderId, status, requestedAt }: Order, wait: Wait | null) => ({
  orderId,
  market: 'US' as const,
  status,
  requestedAt: toKst(requestedAt),
  ...(wait && { waitsFor: wait.for, waitsUntil: toKst(wait.until) }),
})

/** Where a cancellation was final at once, its request is the order's last change. */
export const encodeCanceled = ({ orderId, status, cancelRequestedAt, updatedAt }: Order) => ({
  orderId,
  status,
  requestedAt: toKst(cancelRequestedAt ?? updatedAt),
})

export const encodePreview = ({
  quantity,
  price,
  amount,
  hold,
  rejectReason,
  expected,
}: Previewed) => ({
  valid: rejectReason === null,
  market: 'US' as const,
  currency: 'USD' as const,
  estimatedQuantity: wireNumber(quantity),
  estimatedPrice: price === null ? 0 : wireNumber(price),
  orderAmount: wireNumber(amount),
  estimatedFee: 0,
  estimatedTax: 0,
  estimatedTotal: wireNumber(amount),
  holdAmount: wireNumber(hold),
  rejectReason,
  fillProfile: expected.fillProfile,
  availableSize: wireNumber(expected.available),
  expectedFillQuantity: wireNumber(expected.quantity),
  expectedFillPrice: expected.price === null ? null : wireNumber(expected.price),
})
