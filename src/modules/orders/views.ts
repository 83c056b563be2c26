/** Orders and fills as they go over the wire (D7). */
import type { Fill } from '../../core/fill'
import { type Order, remaining } from '../../core/order'
import type { Preview } from '../../core/preview'
import { toKst } from '../../core/time'
import { averagePrice, NO_QUANTITY, notional, wireNumber } from '../../core/units'
import type { OrderRecord } from './model'

export const placedView = ({ orderId, status, requestedAt }: Order) => ({
  orderId,
  market: 'US' as const,
  status,
  requestedAt: toKst(requestedAt),
})

/** A cancellation that was final at once was asked for when the order last changed. */
export const canceledView = ({ orderId, status, cancelRequestedAt, updatedAt }: Order) => ({
  orderId,
  status,
  requestedAt: toKst(cancelRequestedAt ?? updatedAt),
})

export const previewView = ({ quantity, price, amount, rejectReason }: Preview) => ({
  valid: rejectReason === null,
  market: 'US' as const,
  currency: 'USD' as const,
  estimatedQuantity: wireNumber(quantity),
  estimatedPrice: price === null ? 0 : wireNumber(price),
  orderAmount: wireNumber(amount),
  estimatedFee: 0,
  estimatedTax: 0,
  estimatedTotal: wireNumber(amount),
  rejectReason,
})

/** The order record; its `requestId` is the client order id, as the contract has it. */
export function recordView(order: Order): OrderRecord {
  const { filledAmount, filledQuantity, limitPrice, rejectReason, cancelRequestedAt } = order
  return {
    requestId: order.clientOrderId,
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    market: 'US',
    currency: 'USD',
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    status: order.status,
    quantity: wireNumber(order.quantity),
    filledQuantity: wireNumber(filledQuantity),
    remainingQuantity: wireNumber(remaining(order)),
    ...(limitPrice !== null && { limitPrice: wireNumber(limitPrice) }),
    ...(filledQuantity.gt(NO_QUANTITY) && {
      avgFillPrice: wireNumber(averagePrice(filledAmount, filledQuantity)),
    }),
    session: order.session,
    ...(rejectReason !== null && { rejectReason }),
    requestedAt: toKst(order.requestedAt),
    updatedAt: toKst(order.updatedAt),
    ...(cancelRequestedAt !== null && { cancelRequestedAt: toKst(cancelRequestedAt) }),
  }
}

export const fillView = (fill: Fill) => ({
  fillId: fill.fillId,
  orderId: fill.orderId,
  clientOrderId: fill.clientOrderId,
  market: 'US' as const,
  currency: 'USD' as const,
  symbol: fill.symbol,
  side: fill.side,
  quantity: wireNumber(fill.quantity),
  price: wireNumber(fill.price),
  amount: wireNumber(notional(fill.price, fill.quantity)),
  fee: 0,
  tax: 0,
  session: fill.session,
  filledAt: toKst(fill.filledAt),
})
