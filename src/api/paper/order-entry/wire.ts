/** The requests and answers of amendments, cancels of all, closes and amount orders. */
import { t } from 'elysia'
import {
  CLOSE_ALL_ID_LENGTH_MAX,
  CLOSE_PERCENT_PLACES_MAX,
  ORDER_AMOUNT_PLACES_MAX,
} from '../../../core/limits'
import { amount, fitsPlaces, type Percent, percent, price } from '../../../core/money'
import type { Amendment } from '../../../core/order/amend'
import type { AmountRequest } from '../../../core/order/amount-order'
import type { Order } from '../../../core/order/order'
import {
  invalidParam,
  isRefused,
  type Refused,
  refusalMessage,
  refusedParam,
} from '../../../core/refusals'
import { query } from '../../../http/wire/query'
import {
  answer,
  body,
  moneyInput,
  named,
  oneOf,
  optional,
  type sentFields,
  symbolText,
} from '../../../http/wire/schemas'
import type { OrderWait } from '../../../market/auctions'
import {
  CONDITIONAL_ORDER_ID,
  clientOrderIdInput,
  decodeShares,
  encodeOrder,
  encodeWait,
  ORDER_FIELDS,
  orderField,
  orderRecord,
  timeInForceInput,
  tooManyPlaces,
  WAITS,
} from '../../wire/orders'
import type { OrderEntryService } from './service'

const { market, side } = ORDER_FIELDS

const percentInput = optional(
  moneyInput(
    'Percent of the holding, above 0 and at most 100, with at most ' +
      `${CLOSE_PERCENT_PLACES_MAX} decimal places; all of it if it is omitted.`,
    50,
  ),
)
const canceled = t.Array(orderRecord, {
  description: 'The orders that held the shares, as they have ended; none in a replay.',
})

export const OrderEntrySchema = {
  orderParams: t.Object({
    orderId: t.String({
      description: 'The order.',
      maxLength: 64,
      examples: ['ord_01KJQ4Z6N8000000A199BF55B'],
    }),
  }),
  // [amend.replace]
  amend: named(
    'OrderAmendment',
    body({
      quantity: optional(
        moneyInput('Shares, those filled already included; as before if it is omitted.', 12),
      ),
      limitPrice: optional(
        moneyInput('USD per share, of a LIMIT order; as before if it is omitted.', 187.25),
      ),
      timeInForce: optional(timeInForceInput('As before if it is omitted.')),
      clientOrderId: clientOrderIdInput({ example: 'amend-1' }),
    }),
  ),
  amended: named(
    'AmendedOrder',
    answer({
      order: orderField('The order that has taken the place.'),
      replaced: orderField('The one that was there, as it has ended.'),
      ...WAITS,
    }),
  ),
  // [cancel-all.orders]
  cancelQuery: query({
    symbol: t.Optional(symbolText('Only orders in this instrument.')),
    side: t.Optional(side),
  }),
  canceled: named(
    'CanceledOrders',
    answer({
      orders: t.Array(orderRecord, {
        description: 'Each order that was open, as it is after the request, oldest first.',
      }),
      conditionalOrderIds: t.Array(CONDITIONAL_ORDER_ID, {
        description: 'The conditional orders that waited and have ended.',
      }),
    }),
  ),
  symbolParams: t.Object({ symbol: symbolText() }),
  // [close.quantity]
  close: named(
    'HoldingClose',
    body({
      percent: percentInput,
      clientOrderId: clientOrderIdInput({ example: 'close-1' }),
    }),
  ),
  closed: named(
    'ClosedHolding',
    answer({ order: orderField('The order that sells the shares.'), canceled, ...WAITS }),
  ),
  // [close.all]
  closeAll: named(
    'HoldingsClose',
    body({
      percent: percentInput,
      clientOrderId: clientOrderIdInput({
        example: 'close-all-1',
        lengthMax: CLOSE_ALL_ID_LENGTH_MAX,
        description:
          'An id of your own, unique in the account: the idempotency key. The first order has ' +
          'it; each other one has it with a dot and its symbol behind.',
      }),
    }),
  ),
  closedAll: named(
    'ClosedHoldings',
    answer({
      orders: t.Array(orderRecord, { description: 'The orders that sell, by symbol.' }),
      canceled,
      refusals: t.Array(
        t.Object(
          {
            symbol: ORDER_FIELDS.symbol,
            code: t.String({
              description: 'Why it is not sold.',
              examples: ['instrument-suspended'],
            }),
            message: t.String({
              description: 'The same for people.',
              examples: ['Trading in AAPL is suspended.'],
            }),
          },
          { additionalProperties: false },
        ),
        { description: 'The holdings that stay as they are, with their orders.' },
      ),
    }),
  ),
  // [order.amount]
  amount: named(
    'AmountOrderRequest',
    body({
      symbol: symbolText(),
      side,
      orderType: optional(oneOf(['MARKET'], 'MARKET, the default.')),
      timeInForce: optional(oneOf(['DAY'], 'DAY, the default.')),
      amount: moneyInput(
        `USD, above 0, with at most ${ORDER_AMOUNT_PLACES_MAX} decimal places.`,
        250,
      ),
      clientOrderId: clientOrderIdInput({ example: 'amount-1' }),
      market: optional(market),
    }),
  ),
  placed: named(
    'PlacedAmountOrder',
    answer({ order: orderField('The order, with its quantity.'), ...WAITS }),
  ),
}

type Sent<S extends { readonly static: object }> = ReturnType<typeof sentFields<S['static']>>

/** Decodes an amendment, which must name at least one term. */
export function decodeAmendment(
  sent: Sent<typeof OrderEntrySchema.amend>,
): Amendment | Refused<'missing-parameter' | 'invalid-parameter'> {
  const { quantity, limitPrice, timeInForce, clientOrderId } = sent
  if (quantity === undefined && limitPrice === undefined && timeInForce === undefined) {
    const param = 'quantity, limitPrice or timeInForce'
    return refusedParam('missing-parameter', 'quantity', { param })
  }
  const shares = quantity === undefined ? null : decodeShares(quantity)
  if (shares !== null && isRefused(shares)) return shares
  return {
    clientOrderId,
    quantity: shares,
    limitPrice: limitPrice === undefined ? null : price(String(limitPrice)),
    timeInForce: timeInForce ?? null,
  }
}

const ALL = percent('100')
const PERCENT_RULE = [
  'it must be above 0 and at most 100',
  `with at most ${CLOSE_PERCENT_PLACES_MAX} decimal places`,
].join(', ')

export function decodeClose({ percent: part, clientOrderId }: Sent<typeof OrderEntrySchema.close>):
  | {
      readonly clientOrderId: string
      readonly percent: Percent
    }
  | Refused<'invalid-parameter'> {
  if (part === undefined) return { clientOrderId, percent: ALL }
  const read = percent(String(part))
  const fits = read.lte(ALL) && fitsPlaces(read, CLOSE_PERCENT_PLACES_MAX)
  return fits ? { clientOrderId, percent: read } : invalidParam('percent', PERCENT_RULE)
}

export function decodeAmountOrder(
  sent: Sent<typeof OrderEntrySchema.amount>,
): AmountRequest | Refused<'invalid-parameter'> {
  const usd = amount(String(sent.amount))
  const wrong = tooManyPlaces('amount', usd, ORDER_AMOUNT_PLACES_MAX)
  if (wrong !== undefined) return wrong
  const { clientOrderId, side, symbol } = sent
  return { clientOrderId, symbol: symbol.toUpperCase(), side, usd }
}

type Answered<Name extends 'amend' | 'close' | 'closeAll'> = Extract<
  Awaited<ReturnType<OrderEntryService[Name]>>,
  { readonly order: Order } | { readonly orders: readonly Order[] }
>

export const encodeAmended = ({ order, replaced }: Answered<'amend'>, wait: OrderWait | null) => ({
  order: encodeOrder(order),
  replaced: encodeOrder(replaced),
  ...encodeWait(wait),
})

export const encodeClosed = ({ order, canceled }: Answered<'close'>, wait: OrderWait | null) => ({
  order: encodeOrder(order),
  canceled: canceled.map(encodeOrder),
  ...encodeWait(wait),
})

export const encodeClosedAll = ({ orders, canceled, refusals }: Answered<'closeAll'>) => ({
  orders: orders.map(encodeOrder),
  canceled: canceled.map(encodeOrder),
  refusals: refusals.map(({ symbol, refusal }) => ({
    symbol,
    code: refusal.refused,
    message: refusalMessage(refusal),
  })),
})

export const encodePlacedAmount = (order: Order, wait: OrderWait | null) => ({
  order: encodeOrder(order),
  ...encodeWait(wait),
})
