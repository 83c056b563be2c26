/** Amendments, cancels of all orders, closes and amount orders over HTTP. */
import { AMEND_REFUSALS } from '../../../core/order/amend'
import { AMOUNT_REFUSALS } from '../../../core/order/amount-order'
import { CLOSE_ALL_REFUSALS, CLOSE_REFUSALS } from '../../../core/order/close'
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import { sentFields } from '../../../http/wire/schemas'
import { encodeOrder } from '../../wire/orders'
import type { OrderEntryService } from './service'
import {
  decodeAmendment,
  decodeAmountOrder,
  decodeClose,
  encodeAmended,
  encodeClosed,
  encodeClosedAll,
  encodePlacedAmount,
  OrderEntrySchema,
} from './wire'

const TRADE = {
  tag: 'Paper',
  auth: 'bearer',
  scope: 'TRADE',
  limit: 'orders',
  account: 'or-404',
} as const
/** The header of an answer to a replay, which places nothing. */
const REPLAYED = 'idempotent-replayed'

const orderChanges = (service: OrderEntryService) =>
  [
    // [amend.replace]
    endpoint({
      ...TRADE,
      id: 'amendOrder',
      method: 'POST',
      path: '/paper/orders/:orderId/replacement',
      summary: 'Amend an order: another one takes its place',
      description:
        'In one commit the order ends CANCELED, with `cancelReason: amended` and `replacedBy`, ' +
        'and another is accepted, with `replaces`, its hold, and the last place in the queue. ' +
        'Name at least one of `quantity`, `limitPrice` and `timeInForce`. `quantity` counts ' +
        'what is filled already: the order that takes the place is for the rest. If that ' +
        'one is refused, the order stays as it is. A fill that comes first wins: the order is ' +
        '409 `already-filled`, or `replaced` says how much was filled.',
      params: OrderEntrySchema.orderParams,
      body: OrderEntrySchema.amend,
      answer: OrderEntrySchema.amended,
      refusals: AMEND_REFUSALS,
      read: ({ body }) => decodeAmendment(sentFields(body)),
      async run(call) {
        const { accountId, input, params } = call
        const amended = await service.amend(accountId, params.orderId, input, call)
        if (isRefused(amended)) return amended
        if (amended.replayed) call.headers[REPLAYED] = 'true' // [amend.replay]
        return encodeAmended(amended, service.waitOf(amended.order))
      },
    }),
    // [cancel-all.orders]
    endpoint({
      ...TRADE,
      id: 'cancelOrders',
      method: 'DELETE',
      path: '/paper/orders',
      summary: 'Cancel all open orders',
      description:
        'All in one commit, each as `DELETE /v1/orders/{orderId}` would: PENDING_CANCEL is not ' +
        'final, the order may still fill at the next tick.',
      query: OrderEntrySchema.cancelQuery,
      answer: OrderEntrySchema.canceled,
      refusals: ['symbol-not-found'],
      async run(call) {
        const { accountId, query } = call
        const filter = { symbol: query.symbol?.toUpperCase() ?? null, side: query.side ?? null }
        const canceled = await service.cancelAll(accountId, filter, call)
        if (isRefused(canceled)) return canceled
        const { orders, conditionalOrderIds } = canceled
        return {
          orders: orders.map(encodeOrder),
          conditionalOrderIds: [...conditionalOrderIds],
        }
      },
    }),
  ] as const

const closes = (service: OrderEntryService) =>
  [
    // [close.cancels]
    endpoint({
      ...TRADE,
      id: 'closeHolding',
      method: 'POST',
      path: '/paper/holdings/:symbol/close',
      summary: 'Close a holding, or a part of it',
      description:
        'In one commit the orders that hold its shares end CANCELED, with `cancelReason: ' +
        'holding-closed`, and a MARKET order sells `percent` of the shares, rounded down to 6 ' +
        'places. If that order is refused, the others stay as they are.',
      params: OrderEntrySchema.symbolParams,
      body: OrderEntrySchema.close,
      answer: OrderEntrySchema.closed,
      refusals: CLOSE_REFUSALS,
      read: ({ body }) => decodeClose(sentFields(body)),
      async run(call) {
        const request = { ...call.input, symbol: call.params.symbol.toUpperCase() }
        const closed = await service.close(call.accountId, request, call)
        if (isRefused(closed)) return closed
        if (closed.replayed) call.headers[REPLAYED] = 'true' // [close.replay]
        return encodeClosed(closed, service.waitOf(closed.order))
      },
    }),
    // [close.all]
    endpoint({
      ...TRADE,
      id: 'closeHoldings',
      method: 'POST',
      path: '/paper/holdings/close',
      summary: 'Close all holdings, or a part of each',
      description:
        'In one commit, each as by itself. A holding that cannot be sold now stays as it is, ' +
        'with its orders, and is listed in `refusals`.',
      body: OrderEntrySchema.closeAll,
      answer: OrderEntrySchema.closedAll,
      refusals: CLOSE_ALL_REFUSALS,
      read: ({ body }) => decodeClose(sentFields(body)),
      async run(call) {
        const closed = await service.closeAll(call.accountId, call.input, call)
        if (isRefused(closed)) return closed
        if (closed.replayed) call.headers[REPLAYED] = 'true' // [close.replay]
        return encodeClosedAll(closed)
      },
    }),
  ] as const

const amountOrders = (service: OrderEntryService) =>
  [
    // [order.amount]
    endpoint({
      ...TRADE,
      id: 'placeAmountOrder',
      method: 'POST',
      path: '/paper/orders',
      summary: 'Place an order for an amount of money',
      description:
        'A MARKET order for the day. Its quantity is the amount ÷ the ask when it is accepted, ' +
        'rounded down to 6 places; from then on it is an order like any other, and a BUY holds ' +
        'cash as such. The same body with the same clientOrderId answers with the first order.',
      body: OrderEntrySchema.amount,
      answer: OrderEntrySchema.placed,
      refusals: AMOUNT_REFUSALS,
      read: ({ body }) => decodeAmountOrder(sentFields(body)),
      async run(call) {
        const placed = await service.placeAmount(call.accountId, call.input, call)
        if (isRefused(placed)) return placed
        if (placed.replayed) call.headers[REPLAYED] = 'true' // [order.amount-replay]
        return encodePlacedAmount(placed.order, service.waitOf(placed.order))
      },
    }),
  ] as const

export const orderEntryEndpoints = (service: OrderEntryService) =>
  [...orderChanges(service), ...closes(service), ...amountOrders(service)] as const
