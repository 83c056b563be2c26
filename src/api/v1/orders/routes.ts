/** Orders over HTTP. */
import { MARKET_BUY_HOLD_FACTOR } from '../../../core/limits'
import { CANCEL_REFUSALS } from '../../../core/order/cancel'
import { PLACE_REFUSALS, PREVIEW_REFUSALS } from '../../../core/order/place'
import { isRefused } from '../../../core/refusals'
import { encoded, endpoint } from '../../../http/endpoint'
import { sentFields } from '../../../http/wire/schemas'
import { encodeFill, encodeOrder } from '../../wire/orders'
import type { OrderService } from './service'
import {
  decodeOrder,
  decodePage,
  encodeCanceled,
  encodePlaced,
  encodePreview,
  OrderSchema,
} from './wire'

const READ = { tag: 'Orders', auth: 'bearer' } as const
const TRADE = { ...READ, scope: 'TRADE', limit: 'orders' } as const

const tradingEndpoints = (service: OrderService) =>
  [
    // [statuses.place]
    endpoint({
      ...TRADE,
      id: 'placeOrder',
      method: 'POST',
      path: '/v1/orders',
      summary: 'Place an order',
      description:
        'An order is tried first at the next tick of the market, never at once; while the ' +
        'market is CLOSED it waits. A DAY order ends at the next REGULAR close. Until it ' +
        'ends, a BUY holds cash: quantity × limitPrice, or for a MARKET order ' +
        `quantity × ask × ${MARKET_BUY_HOLD_FACTOR}. A MARKET BUY that costs more at its ` +
        'fill draws on free buying power, and never on the holds of other orders: whole ' +
        'shares of a whole quantity, otherwise down to 0.000001 of one. The part that can be ' +
        'paid fills; the rest ends at that tick, REJECTED if nothing was filled, else ' +
        'CANCELED with its `cancelReason`. ' +
        'Resending the same body with the same clientOrderId answers with the first order ' +
        'and the header `Idempotent-Replayed: true`.',
      account: 'or-404',
      body: OrderSchema.place,
      answer: OrderSchema.placed,
      refusals: ['limit-price-not-allowed', ...PREVIEW_REFUSALS, ...PLACE_REFUSALS],
      read: ({ body }) => decodeOrder(sentFields(body)),
      async run(call) {
        const placed = await service.place(call.accountId, call.input, call)
        if (isRefused(placed)) return placed
        if (placed.replayed) call.headers['idempotent-replayed'] = 'true' // [order.replay]
        return encodePlaced(placed.order, service.waitOf(placed.order))
      },
    }),
    // [order.cancel] [statuses.cancel]
    endpoint({
      ...TRADE,
      id: 'cancelOrder',
      method: 'DELETE',
      path: '/v1/orders/:orderId',
      summary: 'Cancel an order',
      description:
        'PENDING_CANCEL is not final: the order may still fill at the next tick, so do not ' +
        'place it again before it is CANCELED. While the market is closed it is final at once.',
      account: 'or-404',
      params: OrderSchema.orderParams,
      answer: OrderSchema.canceled,
      refusals: CANCEL_REFUSALS,
      run: (call) =>
        encoded(service.cancel(call.accountId, call.params.orderId, call), encodeCanceled),
    }),
    // [preview.read] [statuses.preview]
    endpoint({
      ...READ,
      id: 'previewOrder',
      method: 'POST',
      path: '/v1/orders/preview',
      summary: 'Preview an order',
      description: 'Places nothing. The clientOrderId is checked for its form and not used.',
      account: 'or-404',
      body: OrderSchema.place,
      answer: OrderSchema.preview,
      refusals: ['limit-price-not-allowed', ...PREVIEW_REFUSALS],
      read: ({ body }) => decodeOrder(sentFields(body)),
      run: ({ accountId, input }) => encoded(service.preview(accountId, input), encodePreview),
    }),
  ] as const

const readingEndpoints = (service: OrderService) =>
  [
    // [statuses.orders]
    endpoint({
      ...READ,
      id: 'listOrders',
      method: 'GET',
      path: '/v1/orders',
      summary: "List the account's orders, newest first",
      account: 'or-403',
      query: OrderSchema.ordersQuery,
      answer: OrderSchema.orders,
      refusals: ['invalid-range', 'invalid-cursor'],
      read: ({ query }) => decodePage(query),
      async run({ accountId, input, query: { status = null } }) {
        const page = await service.list(accountId, { ...input, status })
        return isRefused(page) ? page : { orders: page.rows.map(encodeOrder), ...cursorOf(page) }
      },
    }),
    // `fills` is no order id [fills.path] [statuses.fills].
    endpoint({
      ...READ,
      id: 'listFills',
      method: 'GET',
      path: '/v1/orders/fills',
      summary: "List the account's fills, newest first",
      account: 'or-403',
      query: OrderSchema.fillsQuery,
      answer: OrderSchema.fills,
      refusals: ['invalid-range', 'invalid-cursor'],
      read: ({ query }) => decodePage(query),
      async run({ accountId, input, query: { orderId = null } }) {
        const page = await service.fills(accountId, { ...input, orderId })
        return isRefused(page) ? page : { fills: page.rows.map(encodeFill), ...cursorOf(page) }
      },
    }),
    // [order.read] [statuses.order]
    endpoint({
      ...READ,
      id: 'getOrder',
      method: 'GET',
      path: '/v1/orders/:orderId',
      summary: 'Read one order',
      account: 'or-404',
      params: OrderSchema.orderParams,
      answer: OrderSchema.record,
      refusals: ['order-not-found'],
      run: ({ accountId, params }) => encoded(service.find(accountId, params.orderId), encodeOrder),
    }),
  ] as const

export const orderEndpoints = (service: OrderService) =>
  [...tradingEndpoints(service), ...readingEndpoints(service)] as const

const cursorOf = ({ nextCursor }: { readonly nextCursor: string | null }) =>
  nextCursor === null ? {} : { nextCursor }
