/** Orders and fills as schemas of the wire; views.ts makes the answers. */
import { t } from 'elysia'
import {
  LIVE_ONLY_TYPES,
  ORDER_STATUSES,
  ORDER_TYPES,
  SIDES,
  TIMES_IN_FORCE,
} from '../../core/order'
import { SESSIONS } from '../../core/session'
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

const PAGE_LIMIT_MAX = 500
export const PAGE_LIMIT = 100

const market = oneOf(['US'], 'The market; always `US`.')
const currency = oneOf(['USD'], 'The currency; always `USD`.')
const side = oneOf(SIDES, 'The side of the order.')
const orderId = t.String({ description: 'The order; ids sort by time.', examples: ['ord_01KJ…'] })
const ownOrderId = t.String({ description: 'The clientOrderId of the order.' })
const symbol = t.String({ description: 'The instrument.' })
const status = oneOf(ORDER_STATUSES, 'Where the order stands.')
const requestedAt = instantText('When the order was accepted.')
const nothing = (what: string) => moneyNumber(`${what}, USD; 0 in paper trading.`)

const listQuery = (what: string) => ({
  symbol: t.Optional(symbolText(`Only ${what} in this instrument.`)),
  from: t.Optional(queryInstant(`Only ${what} at this time or later.`)),
  to: t.Optional(queryInstant(`Only ${what} before this time.`)),
  limit: t.Optional(
    queryInteger(1, PAGE_LIMIT_MAX, `How many at most; ${PAGE_LIMIT} when left out.`),
  ),
  cursor: t.Optional(
    t.String({ description: 'nextCursor of the previous page, with the same filters.' }),
  ),
})
const nextCursor = t.Optional(
  t.String({ description: 'For the next page; left out on the last one.' }),
)

const record = t.Object(
  {
    requestId: t.Union([t.String(), t.Null()], { description: 'The clientOrderId of the order.' }),
    orderId,
    clientOrderId: ownOrderId,
    market,
    currency,
    symbol,
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
)

const fill = t.Object(
  {
    fillId: t.String({ description: 'The fill; ids sort by time.' }),
    orderId,
    clientOrderId: ownOrderId,
    market,
    currency,
    symbol,
    side,
    quantity: moneyNumber('Shares.'),
    price: moneyNumber('USD per share.'),
    amount: moneyNumber('USD: quantity × price.'),
    fee: nothing('The fee'),
    tax: nothing('The tax'),
    session: oneOf(SESSIONS, 'The session in which it was filled.'),
    filledAt: instantText('When it was filled.'),
  },
  { additionalProperties: false },
)

export const OrderModel = {
  place: body({
    symbol: symbolText(),
    side,
    orderType: oneOf(
      [...ORDER_TYPES, ...LIVE_ONLY_TYPES],
      'MARKET takes the market price, LIMIT `limitPrice` or a better one. VWAP and TWAP are for ' +
        'live trading only.',
    ),
    quantity: moneyNumber('Shares, above 0, with at most 6 decimal places.'),
    limitPrice: t.Optional(
      moneyNumber('USD per share, for LIMIT only: 2 decimal places from 1 USD up, 4 below.'),
    ),
    timeInForce: t.Optional(
      oneOf(
        TIMES_IN_FORCE,
        'DAY when left out. IOC: fill at once, cancel the rest. FOK: all at once or nothing. ' +
          'OPG, CLS: in the opening or the closing auction.',
      ),
    ),
    clientOrderId: t.String({
      description: 'An id of your own, unique in the account: the idempotency key. A UUID, say.',
      pattern: '^[\\x21-\\x7e]{1,64}$',
      'x-expects': '1 to 64 visible ASCII characters',
    }),
    market: t.Optional(market),
  }),

  placed: answer({ orderId, market, status, requestedAt }),

  preview: answer({
    valid: t.Boolean({ description: 'Whether the order would be accepted now.' }),
    market,
    currency,
    estimatedQuantity: moneyNumber('Shares, as asked for.'),
    estimatedPrice: moneyNumber(
      'USD per share: the limit, or what the market shows; 0 without a price.',
    ),
    orderAmount: moneyNumber('USD: quantity × unit price.'),
    estimatedFee: nothing('The fee'),
    estimatedTax: nothing('The tax'),
    estimatedTotal: moneyNumber('USD: the order amount, since fees and taxes are 0.'),
    rejectReason: t.Union([t.String(), t.Null()], {
      description: 'The code with which the order would be refused now; null when it is valid.',
    }),
  }),

  orderParams: t.Object({ orderId: t.String({ description: 'The order.', maxLength: 64 }) }),
  record,
  canceled: answer({
    orderId,
    status: oneOf(ORDER_STATUSES, 'PENDING_CANCEL: not yet final, the order may still fill.'),
    requestedAt: instantText('When the cancellation was asked for.'),
  }),

  ordersQuery: query({
    status: t.Optional(oneOf(['OPEN', 'CLOSED'], 'In progress, or finished; both when left out.')),
    market: t.Optional(market),
    ...listQuery('orders placed'),
  }),
  orders: answer({ orders: t.Array(record, { description: 'Newest first.' }), nextCursor }),

  fillsQuery: query({
    orderId: t.Optional(t.String({ description: 'Only fills of this order.', maxLength: 64 })),
    ...listQuery('fills'),
  }),
  fills: answer({ fills: t.Array(fill, { description: 'Newest first.' }), nextCursor }),
}

export type PlaceBody = typeof OrderModel.place.static
export type ListQuery = Omit<typeof OrderModel.ordersQuery.static, 'status' | 'market'>
export type OrderRecord = typeof record.static
