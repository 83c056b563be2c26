/** The routes that only read, the preview among them. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../../core/refusals'
import { ACCOUNT, ACCOUNT_OR_404 } from '../../../pipeline/account-header'
import { jsonBody } from '../../../pipeline/body'
import type { Gate } from '../../../pipeline/gate'
import { fillView, recordView } from '../../../wire/order-record'
import { EVERY_CALL, refusals } from '../../../wire/refuse'
import { sentFields } from '../../../wire/wire'
import { orderRequestOf, pageAskedOf } from '../decode'
import { previewView } from '../encode'
import { OrderSchema } from '../schema'
import { type OrderService, rangeFault } from '../service'
import { ORDER_BODY } from './refusals'

const LISTING = [...EVERY_CALL, 'invalid-range', 'invalid-cursor', ...ACCOUNT] as const

export const reading = (service: OrderService, gate: Gate) =>
  new Elysia({ name: 'modules.orders.reading' })
    .use(gate)
    .post(
      '/preview',
      ({ call, body }) => {
        const request = orderRequestOf(sentFields(body))
        if (isRefused(request)) return call.refuse(request)
        return call.forAccountOr404(async (accountId) => {
          const found = await service.preview(accountId, request)
          return isRefused(found) ? found : previewView(found)
        })
      },
      {
        parse: jsonBody,
        body: OrderSchema.place,
        response: {
          200: OrderSchema.preview,
          ...refusals(...ORDER_BODY),
        },
        detail: {
          operationId: 'previewOrder',
          summary: 'See what placing an order would do now',
          description: 'Places nothing. The clientOrderId is checked for its form and not used.',
        },
      },
    )
    .get(
      '',
      ({ call, query: { status, ...rest } }) => {
        const asked = { ...pageAskedOf(rest), status: status ?? null }
        const fault = rangeFault(asked)
        if (fault !== undefined) return call.refuse(fault)
        return call.forAccount(async (accountId) => {
          const page = await service.list(accountId, asked)
          if (isRefused(page)) return page
          return { orders: page.rows.map(recordView), ...cursorOf(page) }
        })
      },
      {
        query: OrderSchema.ordersQuery,
        response: { 200: OrderSchema.orders, ...refusals(...LISTING) },
        detail: { operationId: 'listOrders', summary: "List the account's orders, newest first" },
      },
    )
    .get(
      '/fills',
      ({ call, query: { orderId, ...rest } }) => {
        const asked = { ...pageAskedOf(rest), orderId: orderId ?? null }
        const fault = rangeFault(asked)
        if (fault !== undefined) return call.refuse(fault)
        return call.forAccount(async (accountId) => {
          const page = await service.fills(accountId, asked)
          if (isRefused(page)) return page
          return { fills: page.rows.map(fillView), ...cursorOf(page) }
        })
      },
      {
        query: OrderSchema.fillsQuery,
        response: { 200: OrderSchema.fills, ...refusals(...LISTING) },
        detail: { operationId: 'listFills', summary: "List the account's fills, newest first" },
      },
    )
    .get(
      '/:orderId',
      ({ call, params }) =>
        call.forAccountOr404(async (accountId) => {
          const order = await service.find(accountId, params.orderId)
          return isRefused(order) ? order : recordView(order)
        }),
      {
        params: OrderSchema.orderParams,
        response: {
          200: OrderSchema.record,
          ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404, 'order-not-found'),
        },
        detail: { operationId: 'getOrder', summary: 'Read one order' },
      },
    )

const cursorOf = ({ nextCursor }: { readonly nextCursor: string | null }) =>
  nextCursor === null ? {} : { nextCursor }
