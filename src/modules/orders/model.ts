/** Orders and fills on the wire. */
import { t } from 'elysia'
import type { Fill } from '../../core/fill'
import {
  ORDER_STATUSES,
  ORDER_TYPES,
  type Order,
  remaining,
  SIDES,
  TIMES_IN_FORCE,
} from '../../core/order'
import { SESSIONS } from '../../core/session'
import { toKst } from '../../core/time'
import { averagePrice, notional, wireNumber } from '../../core/units'
import {
  answer,
  body,
  instantText,
  moneyNumber,
  oneOf,
  query,
  queryInstant,
  queryInteger,
  symbolText,
} from '../../http/wire'

const market = oneOf(['US'], 'The market; always `US`.')
const currency = oneOf(['USD'], 'The currency; always `USD`.')
const side = oneOf(SIDES, 'The side of the order.')
const orderId = t.String({ description: 'The order; ids sort by time.', examples: ['ord_01KJ…'] })
const clientOrderId = t.String({
  description: 'An id of your own, unique in the account: the idempotency key. A UUID, say.',
  pattern: '^[\\x21-\\x7e]{1,64}$',
  'x-expects': '1 to 64 visible ASCII characters',
})
const status = oneOf(ORDER_STATUSES, 'Where the order stands.')
const requestedAt = instantText('When the order was accepted.')

const PAGE_LIMIT_MAX = 500
export const PAGE_LIMIT = 100

export const OrderModel = {
  place: body({
    symbol: symbolText(),
    side,
    orderType: oneOf(
      ORDER_TYPES,
      'MARKET takes the market price, LIMIT `limitPrice` or a better one.',
    ),
    quantity: moneyNumber('Shares, above 0, with at most 6 decimal places.'),
    limitPrice: t.Optional(
      moneyNumber('USD per share, for LIMIT only: 2 decimal places from 1 USD up, 4 below.'),
    ),
    timeInForce: t.Optional(
      oneOf(TIMES_IN_FORCE, 'How long the order is valid; DAY when left out.'),
    ),
    clientOrderId,
    market: t.Optional(market),
  }),

  placed: answer({ orderId, market, status, requestedAt }),

  record: t.Object(
    {
      requestId: t.Union([t.String(), t.Null()], {
        description: 'The clientOrderId of the order.',
      }),
      orderId,
      clientOrderId: t.String({ description: 'The clientOrderId of the order.' }),
      market,
      currency,
      symbol: t.String({ description: 'The instrument.' }),
      side,
      orderType: oneOf(ORDER_TYPES, 'The type of the order.'),
      timeInForce: oneOf(TIMES_IN_FORCE, 'How long the order is valid.'),
      status,
      quantity: moneyNumber('Shares ordered.'),
      filledQuantity: moneyNumber('Shares filled; 0 when nothing is.'),
      remainingQuantity: moneyNumber('Shares not filled.'),
      limitPrice: t.Optional(moneyNumber('USD per share; LIMIT only.')),
      avgFillPrice: t.Optional(
        moneyNumber('USD per share over its fills, half-even to 6 places; once part is filled.'),
      ),
      session: t.Union([oneOf(SESSIONS), t.Null()], { description: 'The session at acceptance.' }),
      rejectReason: t.Optional(t.String({ description: 'The code of the reason; REJECTED only.' })),
      requestedAt,
      updatedAt: instantText('When the order last changed.'),
      cancelRequestedAt: t.Optional(instantText('When its cancellation was asked for.')),
    },
    { additionalProperties: false },
  ),

  fillsQuery: query({
    orderId: t.Optional(t.String({ description: 'Only fills of this order.' })),
    symbol: t.Optional(symbolText('Only fills in this instrument.')),
    from: t.Optional(queryInstant('Only fills at this time or later.')),
    to: t.Optional(queryInstant('Only fills before this time.')),
    limit: t.Optional(
      queryInteger(1, PAGE_LIMIT_MAX, `How many at most; ${PAGE_LIMIT} when left out.`),
    ),
    cursor: t.Optional(t.String({ description: 'nextCursor of the previous page.' })),
  }),

  fills: answer({
    fills: t.Array(
      t.Object(
        {
          fillId: t.String({ description: 'The fill; ids sort by time.' }),
          orderId,
          clientOrderId: t.String({ description: 'The clientOrderId of its order.' }),
          market,
          currency,
          symbol: t.String({ description: 'The instrument.' }),
          side,
          quantity: moneyNumber('Shares.'),
          price: moneyNumber('USD per share.'),
          amount: moneyNumber('USD: quantity × price.'),
          fee: moneyNumber('USD; 0 in paper trading.'),
          tax: moneyNumber('USD; 0 in paper trading.'),
          session: oneOf(SESSIONS, 'The session in which it was filled.'),
          filledAt: instantText('When it was filled.'),
        },
        { additionalProperties: false },
      ),
      { description: 'Newest first.' },
    ),
    nextCursor: t.Optional(t.String({ description: 'For the next page; left out on the last.' })),
  }),
}

export type PlaceBody = typeof OrderModel.place.static
export type FillsQuery = typeof OrderModel.fillsQuery.static
export type OrderRecord = typeof OrderModel.record.static

export const placedView = ({ orderId, status, requestedAt }: Order) => ({
  orderId,
  market: 'US' as const,
  status,
  requestedAt: toKst(requestedAt),
})

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
    ...(filledQuantity.gt('0') && {
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
