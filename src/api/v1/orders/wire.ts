/** The requests and answers of orders and fills. */
import { t } from 'elysia'
import {
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  ORDER_SHARES_MAX,
  PRICE_PLACES_BELOW_ONE_USD_MAX,
  PRICE_PLACES_MAX,
  QUANTITY_PLACES_MAX,
} from '../../../core/limits'
import { price, wireNumber } from '../../../core/money'
import { FILL_PROFILES } from '../../../core/order/fill-profile'
import {
  LIVE_ONLY_TYPES,
  ORDER_STATUSES,
  ORDER_TYPES,
  type Order,
  type OrderRequest,
} from '../../../core/order/order'
import { isRefused, type Refused, refusedParam } from '../../../core/refusals'
import { isBefore, toKst } from '../../../core/time'
import { query, queryInstant, queryInteger } from '../../../http/wire/query'
import {
  answer,
  body,
  instantText,
  judgedFirst,
  moneyInput,
  moneyNumber,
  named,
  oneOf,
  optional,
  type sentFields,
  symbolText,
} from '../../../http/wire/schemas'
import {
  clientOrderIdInput,
  decodeShares,
  encodeWait,
  fillRecord,
  noFee,
  ORDER_FIELDS,
  orderRecord,
  timeInForceInput,
  WAITS,
} from '../../wire/orders'
import type { PageQuery, Previewed, Wait } from './service'

const { market, currency, side, orderId, status, requestedAt } = ORDER_FIELDS
const CURSOR = 'eyJhZnRlciI6Im9yZF8wMUtKUTRaNk44VzIifQ'

/** The query of a list's page, newest first [page.newest-first]. */
const listQuery = (what: string) => ({
  // [orders.symbol] [fills.symbol]
  symbol: t.Optional(symbolText(`Only ${what} in this instrument.`)),
  // [orders.from] [fills.from]
  from: t.Optional(queryInstant(`Only ${what} at this time or later.`)),
  to: t.Optional(queryInstant(`Only ${what} before this time.`)),
  // [orders.limit] [fills.limit]
  limit: t.Optional(
    queryInteger(1, LIST_LIMIT_MAX, `How many at most; ${LIST_LIMIT_DEFAULT} if it is omitted.`),
  ),
  // [orders.cursor] [fills.cursor]
  cursor: t.Optional(
    t.String({ description: 'nextCursor of the previous page, with the same filters.' }),
  ),
})
const nextCursor = t.Optional(
  t.String({ description: 'For the next page; omitted on the last one.', examples: [CURSOR] }),
)

export const OrderSchema = {
  place: named(
    'OrderRequest',
    body({
      symbol: symbolText(), // [order.symbol]
      side, // [order.side]
      // [order.orderType] A bot that sends STOP and a stopPrice gets the refusal of the type.
      orderType: judgedFirst(
        oneOf(
          [...ORDER_TYPES, ...LIVE_ONLY_TYPES],
          'MARKET takes the market price, LIMIT `limitPrice` or a better one. VWAP and TWAP are ' +
            'for live trading only. Stops are at POST /paper/conditional-orders.',
          'LIMIT',
        ),
        `one of ${[...ORDER_TYPES, ...LIVE_ONLY_TYPES].join(', ')}; stops are at POST ` +
          '/paper/conditional-orders',
      ),
      quantity: moneyInput(
        `Shares, above 0, with at most ${QUANTITY_PLACES_MAX} decimal places; ` +
          `at most ${Number(ORDER_SHARES_MAX).toLocaleString('en-US')} an order.`,
        10,
      ),
      // [order.limitPrice]
      limitPrice: optional(
        moneyInput(
          `USD per share, for LIMIT only: ${PRICE_PLACES_MAX} decimal places from 1 USD up, ` +
            `${PRICE_PLACES_BELOW_ONE_USD_MAX} below.`,
          187.5,
        ),
      ),
      timeInForce: optional(
        timeInForceInput(
          'DAY if it is omitted. IOC: fill at once, cancel the rest. FOK: all at once or ' +
            'nothing. OPG, CLS: in the opening or the closing auction.',
        ),
      ),
      clientOrderId: clientOrderIdInput(),
      market: optional(market), // [order.market] [service.us]
    }),
  ),

  // [order.created]
  placed: named(
    'PlacedOrder',
    answer({
      orderId,
      market,
      status,
      requestedAt,
      ...WAITS,
    }),
  ),

  // [preview.fields]
  preview: named(
    'OrderPreview',
    answer({
      valid: t.Boolean({ description: 'Whether the order would be accepted now.' }),
      market,
      currency,
      estimatedQuantity: moneyNumber('Shares, as in the request.', { examples: [10] }),
      // [preview.estimatedPrice]
      estimatedPrice: moneyNumber(
        'USD per share: the limit, or the price that the market shows; 0 without one.',
        { examples: [187.5] },
      ),
      orderAmount: moneyNumber('USD: quantity × unit price.', { examples: [1875] }),
      estimatedFee: noFee('The fee'),
      estimatedTax: noFee('The tax'),
      estimatedTotal: moneyNumber('USD: the order amount, since fees and taxes are 0.', {
        examples: [1875],
      }),
      // [preview.hold]
      holdAmount: moneyNumber(
        'USD that the order would hold of the buying power until it fills or ends: 3 % more than ' +
          'the ask for a MARKET buy, nothing for a SELL.',
        { examples: [1931.25] },
      ),
      // [preview.reasons]
      rejectReason: t.Union([t.String(), t.Null()], {
        description: 'The code with which the order would be refused now; null if it is valid.',
        examples: [null],
      }),
      fillProfile: oneOf(
        FILL_PROFILES,
        'The fill profile of the account, on which the following fields rest.',
        'standard@2',
      ),
      availableSize: moneyNumber(
        'Shares of the size shown that the account may still take; 0 while nothing trades.',
        { examples: [300] },
      ),
      expectedFillQuantity: moneyNumber(
        'Shares that the next tick would fill, were the market as it is now; 0 for OPG and CLS. ' +
          'A DAY LIMIT order may still fill at its limit, if the market trades there.',
        { examples: [10] },
      ),
      expectedFillPrice: t.Union([t.Number(), t.Null()], {
        description: 'USD per share of that fill, impact included; null if nothing would fill.',
        examples: [187.5],
      }),
    }),
  ),

  orderParams: t.Object({
    orderId: t.String({
      description: 'The order.',
      maxLength: 64,
      examples: ['ord_01KJQ4Z6N8000000A199BF55B'],
    }),
  }),
  record: orderRecord,
  canceled: named(
    'CanceledOrder',
    answer({
      orderId,
      status: named(
        'OrderStatus',
        oneOf(
          ORDER_STATUSES,
          'PENDING_CANCEL: not yet final, the order may still fill.',
          'PENDING_CANCEL',
        ),
      ),
      requestedAt: instantText('When the cancellation was requested.'),
    }),
  ),

  ordersQuery: query({
    // [orders.status]
    status: t.Optional(
      oneOf(['OPEN', 'CLOSED'], 'In progress, or finished; both if it is omitted.'),
    ),
    market: t.Optional(market), // [orders.market]
    ...listQuery('orders placed'),
  }),
  orders: named(
    'Orders',
    answer({ orders: t.Array(orderRecord, { description: 'Newest first.' }), nextCursor }),
  ),

  fillsQuery: query({
    // [fills.orderId]
    orderId: t.Optional(t.String({ description: 'Only fills of this order.', maxLength: 64 })),
    ...listQuery('fills'),
  }),
  fills: named(
    'Fills',
    answer({ fills: t.Array(fillRecord, { description: 'Newest first.' }), nextCursor }),
  ),
}

type PlaceBody = ReturnType<typeof sentFields<typeof OrderSchema.place.static>>
type ListQuery = Omit<typeof OrderSchema.ordersQuery.static, 'status' | 'market'>

/** Decodes the order of a body, or returns the refusal of a rule that no schema can express. */
export function decodeOrder(
  body: PlaceBody,
): OrderRequest | Refused<'missing-parameter' | 'invalid-parameter' | 'limit-price-not-allowed'> {
  const shares = decodeShares(body.quantity)
  if (isRefused(shares)) return shares
  const limitPrice = body.limitPrice === undefined ? null : price(String(body.limitPrice))
  if (body.orderType === 'LIMIT' && limitPrice === null) {
    return refusedParam('missing-parameter', 'limitPrice') // [order.limitPrice]
  }
  if (body.orderType === 'MARKET' && limitPrice !== null) {
    return refusedParam('limit-price-not-allowed', 'limitPrice')
  }
  return {
    clientOrderId: body.clientOrderId,
    symbol: body.symbol.toUpperCase(),
    side: body.side,
    orderType: body.orderType,
    timeInForce: body.timeInForce ?? 'DAY', // [order.timeInForce]
    quantity: shares,
    limitPrice,
  }
}

/** Decodes the page of a list, with null for each parameter that is omitted. */
export function decodePage({
  symbol,
  from,
  to,
  limit,
  cursor,
}: ListQuery): PageQuery | Refused<'invalid-range'> {
  if (from !== undefined && to !== undefined && isBefore(to, from)) {
    return refusedParam('invalid-range', 'from') // [time.range]
  }
  return {
    symbol: symbol?.toUpperCase() ?? null,
    from: from ?? null,
    to: to ?? null,
    limit: limit ?? LIST_LIMIT_DEFAULT,
    cursor: cursor ?? null,
  }
}

/**
 * Encodes an order that was placed. `wait` is null if it is tried at the next tick
 * [order.waits-for].
 */
export const encodePlaced = ({ orderId, status, requestedAt }: Order, wait: Wait | null) => ({
  orderId,
  market: 'US' as const,
  status,
  requestedAt: toKst(requestedAt),
  ...encodeWait(wait),
})

/** Encodes a cancel. If a cancel was final at once, its request is the order's last change. */
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
