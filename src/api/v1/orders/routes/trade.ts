/** The routes that change orders: TRADE clients only. */

import { Elysia } from 'elysia'
import { MARKET_BUY_HOLD_FACTOR } from '../../../../core/limits'
import { CANCEL_REFUSALS } from '../../../../core/order/cancel'
import { PLACE_REFUSALS } from '../../../../core/order/place'
import { isRefused } from '../../../../core/refusals'
import type { Gate } from '../../../pipeline/gate'
import { ACCOUNT_OR_404_REFUSALS } from '../../../pipeline/request-context'
import { EVERY_CALL, refusals } from '../../../wire/refusal'
import { sentFields } from '../../../wire/schemas'
import { decodeOrder } from '../decode'
import { encodeCanceled, encodePlaced } from '../encode'
import { ORDER_BODY, OrderSchema } from '../schema'
import type { OrderService } from '../service'

/** For the documentation; the gate does the check. */
const TRADERS = [{ bearer: ['TRADE'] }]

/** `gate` checks the body. */
export const orderPlaceRoutes = (service: OrderService, gate: Gate) =>
  new Elysia({ name: 'api.orders.placing' }).use(gate).post(
    '',
    ({ context, body, set }) => {
      const request = decodeOrder(sentFields(body))
      if (isRefused(request)) return context.refuse(request)
      return context.uncheckedForAccountOr404(
        (accountId) => service.place(accountId, request, context),
        ({ order, replayed, wait }) => {
          if (replayed) set.headers['idempotent-replayed'] = 'true' // [order.replay]
          return encodePlaced(order, wait)
        },
      )
    },
    {
      parse: 'none',
      body: OrderSchema.place,
      response: {
        200: OrderSchema.placed,
        ...refusals(...ORDER_BODY, ...PLACE_REFUSALS), // [statuses.place]
      },
      detail: {
        operationId: 'placeOrder',
        security: TRADERS,
        summary: 'Place an order',
        description:
          'An order is tried first at the next tick of the market, never at once; while the ' +
          'market is CLOSED it waits. A DAY order ends at the next REGULAR close. Until it ' +
          'ends, a BUY holds cash: quantity × limitPrice, or for a MARKET order ' +
          `quantity × ask × ${MARKET_BUY_HOLD_FACTOR}. A MARKET BUY that costs more at its ` +
          'fill draws on free buying power, and never on the holds of other orders: whole ' +
          'shares of a whole quantity, otherwise down to 0.000001 of one. The part that can be ' +
          'paid fills; the rest ends at that tick, REJECTED where nothing was filled, else ' +
          'CANCELED with its `cancelReason`. ' +
          'Resending the same body with the same clientOrderId answers with the first order ' +
          'and the header `Idempotent-Replayed: true`.',
      },
    },
  )

/** [order.cancel] */
export const orderCancelRoutes = (service: OrderService, gate: Gate) =>
  new Elysia({ name: 'api.orders.canceling' }).use(gate).delete(
    '/:orderId',
    ({ context, params }) =>
      context.forAccountOr404(async (accountId) => {
        const canceled = await service.cancel(accountId, params.orderId, context)
        return isRefused(canceled) ? canceled : encodeCanceled(canceled)
      }),
    {
      params: OrderSchema.orderParams,
      response: {
        200: OrderSchema.canceled,
        // [statuses.cancel]
        ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404_REFUSALS, ...CANCEL_REFUSALS),
      },
      detail: {
        operationId: 'cancelOrder',
        security: TRADERS,
        summary: 'Cancel an order',
        description:
          'PENDING_CANCEL is not final: the order may still fill at the next tick, so do not ' +
          'place it again before it is CANCELED. While the market is closed it is final at once.',
      },
    },
  )
