/** Messages of the stream, as the server would send them. */
import type { ConditionalOrderEvent, OrderEvent } from '../../src/clients/sdk'

type Terms = Partial<OrderEvent['order']> & { readonly fill?: OrderEvent['fill'] }

export function orderEvent(seq: number, terms: Terms = {}): OrderEvent {
  const { fill, ...changed } = terms
  const order: OrderEvent['order'] = {
    requestId: 'mine-1',
    orderId: 'ord_1',
    clientOrderId: 'mine-1',
    market: 'US',
    currency: 'USD',
    symbol: 'AAPL',
    side: 'BUY',
    orderType: 'LIMIT',
    timeInForce: 'DAY',
    status: 'SUBMITTED',
    quantity: 10,
    filledQuantity: 0,
    remainingQuantity: 10,
    limitPrice: 187.5,
    session: 'REGULAR',
    requestedAt: '2026-03-03T00:00:00.000+09:00',
    updatedAt: '2026-03-03T00:00:00.000+09:00',
    ...changed,
  }
  return {
    type: 'order',
    seq,
    accountId: 'acc_A',
    event: order.status,
    order,
    ...(fill !== undefined && { fill }),
    occurredAt: order.updatedAt,
  }
}

/** A stop that waits. */
export const legEvent = (seq: number): ConditionalOrderEvent => ({
  type: 'conditionalOrder',
  seq,
  accountId: 'acc_A',
  event: 'ARMED',
  conditionalOrderId: 'cnd_1',
  clientOrderId: 'stop-1',
  symbol: 'AAPL',
  leg: {
    leg: 'SINGLE',
    type: 'STOP',
    side: 'SELL',
    quantity: 10,
    filledQuantity: 0,
    stopPrice: 180,
    status: 'ARMED',
    updatedAt: '2026-03-03T00:00:00.000+09:00',
  },
  occurredAt: '2026-03-03T00:00:00.000+09:00',
})
