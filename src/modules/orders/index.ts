/** Orders over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../core/refusals'
import { ACCOUNT, ACCOUNT_OR_404 } from '../../http/account'
import { jsonBody } from '../../http/body'
import type { Gate } from '../../http/plugins/gate'
import { EVERY_BODY, EVERY_CALL, refusals } from '../../http/refuse'
import { fillView, OrderModel, PAGE_LIMIT, placedView, recordView } from './model'
import { orderRequestOf } from './request'
import { type OrderService, rangeFault } from './service'

export interface OrderGates {
  readonly reading: Gate
  readonly trading: Gate
}

export const orders = (service: OrderService, gates: OrderGates) =>
  new Elysia({ name: 'modules.orders', prefix: '/orders', tags: ['Orders'] })
    .use(placing(service, gates.trading))
    .use(reading(service, gates.reading))

const placing = (service: OrderService, trading: Gate) =>
  new Elysia({ name: 'modules.orders.placing' }).use(trading).post(
    '',
    async ({ call, body, set }) => {
      const request = orderRequestOf(body)
      if (isRefused(request)) return call.refuse(request)
      return call.forAccountOr404(async (accountId) => {
        const placed = await service.place(accountId, request)
        if (isRefused(placed)) return placed
        if (placed.replayed) set.headers['idempotent-replayed'] = 'true'
        return placedView(placed.order)
      })
    },
    {
      parse: [jsonBody],
      body: OrderModel.place,
      response: {
        200: OrderModel.placed,
        ...refusals(
          ...EVERY_CALL,
          ...EVERY_BODY,
          'limit-price-not-allowed',
          ...ACCOUNT_OR_404,
          'symbol-not-found',
          'account-locked',
          'idempotency-key-conflict',
          'price-tick-violation',
          'order-size-exceeded',
          'quote-unavailable',
          'instrument-suspended',
          'side-not-allowed',
          'day-market-not-tradable',
          'insufficient-buying-power',
          'insufficient-holdings',
        ),
      },
      detail: {
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'Resending the same body with the same clientOrderId answers with the first order and ' +
          'the header `Idempotent-Replayed: true`.',
      },
    },
  )

const reading = (service: OrderService, gate: Gate) =>
  new Elysia({ name: 'modules.orders.reading' })
    .use(gate)
    .get(
      '/fills',
      ({ call, query: { orderId, symbol, from, to, limit, cursor } }) => {
        const range = { from: from ?? null, to: to ?? null }
        const fault = rangeFault(range.from, range.to)
        if (fault !== undefined) return call.refuse(fault)
        return call.forAccount(async (accountId) => {
          const page = await service.fills(accountId, {
            ...range,
            orderId: orderId ?? null,
            symbol: symbol?.toUpperCase() ?? null,
            limit: limit ?? PAGE_LIMIT,
            cursor: cursor ?? null,
          })
          if (isRefused(page)) return page
          return {
            fills: page.rows.map(fillView),
            ...(page.nextCursor !== null && { nextCursor: page.nextCursor }),
          }
        })
      },
      {
        query: OrderModel.fillsQuery,
        response: {
          200: OrderModel.fills,
          ...refusals(...EVERY_CALL, 'invalid-range', 'invalid-cursor', ...ACCOUNT),
        },
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
        response: {
          200: OrderModel.record,
          ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404, 'order-not-found'),
        },
        detail: { operationId: 'getOrder', summary: 'Read one order' },
      },
    )
