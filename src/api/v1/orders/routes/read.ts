/** The routes that change nothing, the preview included. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../../core/refusals'
import { jsonBody } from '../../../pipeline/body'
import type { Gate } from '../../../pipeline/gate'
import { ACCOUNT_OR_404_REFUSALS, ACCOUNT_REFUSALS } from '../../../pipeline/request-context'
import { encodeFill, encodeOrder } from '../../../wire/order-record'
import { EVERY_CALL, refusals } from '../../../wire/refusal'
import { sentFields } from '../../../wire/schemas'
import { decodeOrder, decodePage } from '../decode'
import { encodePreview } from '../encode'
import { ORDER_BODY, OrderSchema } from '../schema'
import type { OrderService } from '../service'

const LISTING = [...EVERY_CALL, 'invalid-range', 'invalid-cursor', ...ACCOUNT_REFUSALS] as const

export const orderReadRoutes = (service: OrderService, gate: Gate) =>
  new Elysia({ name: 'api.orders.reading' })
    .use(gate)
    // [preview.read]
    .post(
      '/preview',
      ({ context, body }) => {
        const request = decodeOrder(sentFields(body))
        if (isRefused(request)) return context.refuse(request)
        return context.forAccountOr404(async (accountId) => {
          const found = await service.preview(accountId, request)
          return isRefused(found) ? found : encodePreview(found)
        })
      },
      {
        parse: jsonBody,
        body: OrderSchema.place,
        response: {
          200: OrderSchema.preview,
          ...refusals(...ORDER_BODY), // [statuses.preview]
        },
        detail: {
          operationId: 'previewOrder',
          summary: 'Preview an order',
          description: 'Places nothing. The clientOrderId is checked for its form and not used.',
        },
      },
    )
    .get(
      '',
      ({ context, query: { status, ...rest } }) => {
        const query = decodePage(rest)
        if (isRefused(query)) return context.refuse(query)
        return context.uncheckedForAccount(async (accountId) => {
          const page = await service.list(accountId, { ...query, status: status ?? null })
          if (isRefused(page)) return page
          return { orders: page.rows.map(encodeOrder), ...cursorOf(page) }
        })
      },
      {
        query: OrderSchema.ordersQuery,
        response: { 200: OrderSchema.orders, ...refusals(...LISTING) }, // [statuses.orders]
        detail: { operationId: 'listOrders', summary: "List the account's orders, newest first" },
      },
    )
    // `fills` is no order id [fills.path].
    .get(
      '/fills',
      ({ context, query: { orderId, ...rest } }) => {
        const query = decodePage(rest)
        if (isRefused(query)) return context.refuse(query)
        return context.uncheckedForAccount(async (accountId) => {
          const page = await service.fills(accountId, { ...query, orderId: orderId ?? null })
          if (isRefused(page)) return page
          return { fills: page.rows.map(encodeFill), ...cursorOf(page) }
        })
      },
      {
        query: OrderSchema.fillsQuery,
        response: { 200: OrderSchema.fills, ...refusals(...LISTING) }, // [statuses.fills]
        detail: { operationId: 'listFills', summary: "List the account's fills, newest first" },
      },
    )
    // [order.read]
    .get(
      '/:orderId',
      ({ context, params }) =>
        context.forAccountOr404(async (accountId) => {
          const order = await service.find(accountId, params.orderId)
          return isRefused(order) ? order : encodeOrder(order)
        }),
      {
        params: OrderSchema.orderParams,
        response: {
          200: OrderSchema.record,
          // [statuses.order]
          ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404_REFUSALS, 'order-not-found'),
        },
        detail: { operationId: 'getOrder', summary: 'Read one order' },
      },
    )

const cursorOf = ({ nextCursor }: { readonly nextCursor: string | null }) =>
  nextCursor === null ? {} : { nextCursor }
