/**
 * Orders on the wire: their terms in requests, and in answers the order record, the fill and the
 * leg of a conditional order. They stand here and not with their features, since features do not
 * import each other and the stream sends them too.
 */
import { t } from 'elysia'
import {
  LEG_NAMES,
  LEG_STATUSES,
  LEG_TYPES,
  type Leg,
  type LegEvent,
} from '../../core/conditional/leg'
import {
  AVERAGE_PRICE_PLACES_MAX,
  CLIENT_ORDER_ID_LENGTH_MAX,
  QUANTITY_PLACES_MAX,
} from '../../core/limits'
import {
  averagePrice,
  type Big,
  fitsPlaces,
  NO_QUANTITY,
  notional,
  placesOf,
  type Quantity,
  quantity,
  wireNumber,
} from '../../core/money'
import { FILL_ORIGINS } from '../../core/order/fill-profile'
import {
  CANCEL_REASONS,
  type Fill,
  ORDER_STATUSES,
  ORDER_TYPES,
  remaining,
  type ShownOrder,
  SIDES,
  TIMES_IN_FORCE,
} from '../../core/order/order'
import { invalidParam, type Refused } from '../../core/refusals'
import { SESSIONS } from '../../core/session'
import { toKst } from '../../core/time'
import { instantText, moneyNumber, named, oneOf } from '../../http/wire/schemas'
import { AWAITED, type OrderWait } from '../../market/auctions'

/** [order.clientOrderId] */
export const clientOrderIdInput = ({
  example = '0f1c52b6-7a0e-4c1d-9d55-4f8f6c1a2b3c',
  lengthMax = CLIENT_ORDER_ID_LENGTH_MAX,
  description = 'An id of your own, unique in the account: the idempotency key. A UUID, say.',
} = {}) =>
  t.String({
    description,
    pattern: `^[\\x21-\\x7e]{1,${lengthMax}}$`,
    maxLength: lengthMax,
    'x-expects': `1 to ${lengthMax} visible ASCII characters`,
    examples: [example],
  })

/** [order.timeInForce] */
export const timeInForceInput = (description: string) =>
  named('TimeInForce', oneOf(TIMES_IN_FORCE, description, 'DAY'))

/** [order.waits-for] */
export const WAITS = {
  waitsFor: t.Optional(
    oneOf(
      AWAITED,
      'Given if the order is not tried at the next tick: it waits for its auction (OPG, ' +
        'CLS) or, since the market is CLOSED, for the next session in which it can fill.',
    ),
  ),
  waitsUntil: t.Optional(
    t.String({
      description:
        'When that session opens, or the auction is held. ISO 8601, Korean time, milliseconds.',
      'x-format': 'date-time',
    }),
  ),
}

/** Encodes a wait; `wait` is null if the order is tried at the next tick. */
export const encodeWait = (wait: OrderWait | null) =>
  wait === null ? {} : { waitsFor: wait.for, waitsUntil: toKst(wait.until) }

/**
 * Decodes the shares of a request. The strict JSON reader accepts only exact numbers, so a number's
 * shortest text is the text that was sent [request.decimals].
 */
export function decodeShares(sent: number | string): Quantity | Refused<'invalid-parameter'> {
  const shares = quantity(String(sent))
  return tooManyPlaces('quantity', shares, QUANTITY_PLACES_MAX) ?? shares // [order.quantity]
}

/** Returns the fault of a value with more than `most` decimal places; undefined if it fits. */
export function tooManyPlaces(
  param: string,
  value: Big,
  most: number,
): Refused<'invalid-parameter'> | undefined {
  if (fitsPlaces(value, most)) return undefined
  const places = `${placesOf(value)} decimal places`
  return invalidParam(param, `it has ${places} and may have at most ${most}`)
}

const CLIENT_ORDER_ID = '0f1c52b6-7a0e-4c1d-9d55-4f8f6c1a2b3c'

export const ORDER_FIELDS = {
  // [service.us] [service.currency]
  market: oneOf(['US'], 'The market; always `US`.'),
  currency: oneOf(['USD'], 'The currency; always `USD`.'),
  side: named('Side', oneOf(SIDES, 'The side of the order.')),
  orderId: t.String({
    description: 'The order; ids sort by time.',
    examples: ['ord_01KJQ4Z6N8000000A199BF55B'],
  }),
  clientOrderId: t.String({
    description: 'The clientOrderId of the order.',
    examples: [CLIENT_ORDER_ID],
  }),
  symbol: t.String({ description: 'The instrument.', examples: ['AAPL'] }),
  status: named('OrderStatus', oneOf(ORDER_STATUSES, 'The state of the order.')),
  requestedAt: instantText('When the order was accepted.'),
}
const { market, currency, side, orderId, clientOrderId, symbol, requestedAt } = ORDER_FIELDS

/** [service.no-fees] */
export const noFee = (what: string) =>
  moneyNumber(`${what}, USD; 0 in paper trading.`, { examples: [0] })

/** The order record [record.fields]. A field that does not apply is omitted [record.optional]. */
const order = t.Object(
  {
    // The contract allows null for orders that were placed before this field existed
    // [record.nulls].
    requestId: t.Union([t.String(), t.Null()], {
      description: 'The clientOrderId of the order.',
      examples: [CLIENT_ORDER_ID],
    }),
    orderId,
    clientOrderId,
    market,
    currency,
    symbol,
    side,
    orderType: named('OrderType', oneOf(ORDER_TYPES, 'The type of the order.', 'LIMIT')),
    timeInForce: named('TimeInForce', oneOf(TIMES_IN_FORCE, 'How long the order is valid.')),
    status: named(
      'OrderStatus',
      oneOf(ORDER_STATUSES, 'The state of the order.', 'PENDING_CANCEL'),
    ),
    quantity: moneyNumber('Shares ordered.', { examples: [10] }),
    // [record.filledQuantity]
    filledQuantity: moneyNumber('Shares filled; 0 while none are.', { examples: [4] }),
    remainingQuantity: moneyNumber('Shares not filled.', { examples: [6] }),
    // [record.limitPrice]
    limitPrice: t.Optional(moneyNumber('USD per share; LIMIT only.', { examples: [187.5] })),
    // [record.avgFillPrice]
    avgFillPrice: t.Optional(
      moneyNumber(
        `USD per share over its fills, half-even to ${AVERAGE_PRICE_PLACES_MAX} places; ` +
          'once part is filled.',
        { examples: [187.485] },
      ),
    ),
    // [record.session]
    session: t.Union([named('Session', oneOf(SESSIONS)), t.Null()], {
      description: 'The session at acceptance.',
      examples: ['REGULAR'],
    }),
    // [record.rejectReason]
    rejectReason: t.Optional(t.String({ description: 'The code of the reason; REJECTED only.' })),
    // [record.cancelReason]
    cancelReason: t.Optional(
      oneOf(
        CANCEL_REASONS,
        'Why the rest of the order was canceled; only of a CANCELED order whose client had not ' +
          'asked for just that. insufficient-buying-power: the account cannot pay the next ' +
          'shares of a MARKET buy; if none were filled, it is REJECTED. amended: another ' +
          'order has taken its place. holding-closed: the holding was closed.',
      ),
    ),
    // [record.replaces]
    replaces: t.Optional(t.String({ description: 'The order whose place it took.' })),
    replacedBy: t.Optional(t.String({ description: 'The order that took its place.' })),
    // [record.amount]
    amount: t.Optional(
      moneyNumber('USD that an amount order was placed for; its quantity is computed.', {
        examples: [250],
      }),
    ),
    requestedAt,
    updatedAt: instantText('When the order last changed.', '2026-03-02T23:30:01.000+09:00'),
    cancelRequestedAt: t.Optional(
      instantText('When its cancellation was requested.', '2026-03-02T23:30:01.000+09:00'),
    ),
  },
  { additionalProperties: false },
)

/** [fill.fields] */
const fill = t.Object(
  {
    fillId: t.String({
      description: 'The fill; ids sort by time.',
      examples: ['fil_01KJQ4Z7M0000000B199BF55B'],
    }),
    orderId,
    clientOrderId,
    market,
    currency,
    symbol,
    side,
    quantity: moneyNumber('Shares.', { examples: [4] }),
    price: moneyNumber('USD per share.', { examples: [187.485] }),
    amount: moneyNumber('USD: quantity × price.', { examples: [749.94] }),
    fee: noFee('The fee'),
    tax: noFee('The tax'),
    session: named('Session', oneOf(SESSIONS, 'The session in which it was filled.', 'REGULAR')),
    filledAt: instantText(
      "The market's time of the tick or auction that filled it, or the time of the account's " +
        'event before it if that was later: fills of one account never run backwards, so ' +
        '`from` the last one misses none.',
      '2026-03-02T23:30:01.000+09:00',
    ),
    fillProfile: oneOf(
      FILL_ORIGINS,
      'The fill profile of the account whose rules filled it, with its version; `forced@1` if ' +
        'a test forced it (`PUT /sandbox/outcomes`).',
      'standard@2',
    ),
  },
  { additionalProperties: false, description: 'One execution of an order.' },
)

export const orderRecord = named('Order', order)
/** The order record as a field of an answer. */
export const orderField = (description: string): typeof orderRecord => ({
  ...orderRecord,
  description,
})
export const fillRecord = named('Fill', fill)

export type OrderRecord = typeof orderRecord.static
export type FillRecord = typeof fillRecord.static

/** Encodes the order record. Its `requestId` is the client order id [record.requestId]. */
export function encodeOrder(order: Omit<ShownOrder, 'accountId'>): OrderRecord {
  const { filledAmount, filledQuantity, limitPrice, rejectReason, cancelReason } = order
  const { cancelRequestedAt, replaces, replacedBy, sizing } = order
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
    ...(filledQuantity.gt(NO_QUANTITY) && {
      avgFillPrice: wireNumber(averagePrice(filledAmount, filledQuantity)),
    }),
    session: order.session,
    ...(rejectReason !== null && { rejectReason }),
    ...(cancelReason !== null && { cancelReason }),
    ...(replaces !== null && { replaces }),
    ...(replacedBy !== null && { replacedBy }),
    ...(sizing?.kind === 'AMOUNT' && { amount: wireNumber(sizing.usd) }),
    requestedAt: toKst(order.requestedAt),
    updatedAt: toKst(order.updatedAt),
    ...(cancelRequestedAt !== null && { cancelRequestedAt: toKst(cancelRequestedAt) }),
  }
}

export const encodeFill = (fill: Fill): FillRecord => ({
  fillId: fill.fillId,
  orderId: fill.orderId,
  clientOrderId: fill.clientOrderId,
  market: 'US',
  currency: 'USD',
  symbol: fill.symbol,
  side: fill.side,
  quantity: wireNumber(fill.quantity),
  price: wireNumber(fill.price),
  amount: wireNumber(notional(fill.price, fill.quantity)),
  fee: 0,
  tax: 0,
  session: fill.session,
  filledAt: toKst(fill.filledAt),
  fillProfile: fill.fillProfile,
})

export const CONDITIONAL_ORDER_ID = t.String({
  description: 'The conditional order; ids sort by time.',
  examples: ['cnd_01KJQ4Z6N8000000A199BF55B'],
})

/**
 * The record of a leg [conditional.fields]. A field that does not apply is omitted, as in an order
 * record.
 */
export const legRecord = named(
  'ConditionalLeg',
  t.Object(
    {
      leg: oneOf(
        LEG_NAMES,
        'The place in its conditional order: SINGLE is the only one; ENTRY buys what the others, ' +
          'its exits, sell.',
      ),
      type: oneOf(LEG_TYPES, 'What it waits for, and what it places then.'),
      side: ORDER_FIELDS.side,
      quantity: moneyNumber('Shares.', { examples: [10] }),
      filledQuantity: moneyNumber('Shares that its orders have filled.', { examples: [0] }),
      stopPrice: t.Optional(
        moneyNumber(
          'USD per share; of a TRAILING_STOP as it is now. LIMIT and MARKET have none, nor has a ' +
            'TRAILING_STOP that is PENDING.',
          { examples: [180] },
        ),
      ),
      limitPrice: t.Optional(
        moneyNumber('USD per share, of its order; of a TRAILING_STOP once it is triggered.', {
          examples: [179.5],
        }),
      ),
      trailAmount: t.Optional(
        moneyNumber('USD per share behind the mark; TRAILING_STOP only.', { examples: [5] }),
      ),
      trailPercent: t.Optional(
        moneyNumber('Percent of the mark behind it; TRAILING_STOP only.', { examples: [2.5] }),
      ),
      limitOffset: t.Optional(
        moneyNumber('USD per share from the stop to the limit of its order; TRAILING_STOP only.', {
          examples: [0.5],
        }),
      ),
      mark: t.Optional(
        moneyNumber('USD per share: the best price since it was armed; TRAILING_STOP only.', {
          examples: [185],
        }),
      ),
      status: named(
        'ConditionalStatus',
        oneOf(
          LEG_STATUSES,
          'PENDING: an exit whose entry has filled nothing. ARMED: it waits for its trigger. ' +
            'TRIGGERED: its order works. The others are final.',
        ),
      ),
      orderId: t.Optional(
        t.String({
          description: 'The order that it has placed, the last one; once it is triggered.',
          examples: ['ord_01KJQ4Z7M0000000B199BF55B'],
        }),
      ),
      triggeredAt: t.Optional(instantText('The tick that triggered it, in market time.')),
      triggerPrice: t.Optional(
        moneyNumber('USD per share: the price at that tick that reached the stop.', {
          examples: [179.98],
        }),
      ),
      reason: t.Optional(
        t.String({ description: 'Why it ended without a request of its client, if it did.' }),
      ),
      updatedAt: instantText('When the leg last changed.'),
    },
    { additionalProperties: false },
  ),
)

type LegRecord = typeof legRecord.static

export const encodeLeg = (leg: Leg): LegRecord => ({
  leg: leg.leg,
  type: leg.type,
  side: leg.side,
  quantity: wireNumber(leg.quantity),
  filledQuantity: wireNumber(leg.filledQuantity),
  ...(leg.stopPrice !== null && { stopPrice: wireNumber(leg.stopPrice) }),
  ...(leg.limitPrice !== null && { limitPrice: wireNumber(leg.limitPrice) }),
  ...(leg.trailAmount !== null && { trailAmount: wireNumber(leg.trailAmount) }),
  ...(leg.trailPercent !== null && { trailPercent: wireNumber(leg.trailPercent) }),
  ...(leg.limitOffset !== null && { limitOffset: wireNumber(leg.limitOffset) }),
  ...(leg.mark !== null && { mark: wireNumber(leg.mark) }),
  status: leg.status,
  ...(leg.orderId !== null && { orderId: leg.orderId }),
  ...(leg.triggeredAt !== null && { triggeredAt: toKst(leg.triggeredAt) }),
  ...(leg.triggerPrice !== null && { triggerPrice: wireNumber(leg.triggerPrice) }),
  ...(leg.reason !== null && { reason: leg.reason }),
  updatedAt: toKst(leg.updatedAt),
})

/** [conditional.event] */
export const encodeLegEvent = ({ accountId, seq, leg }: LegEvent) => ({
  type: 'conditionalOrder' as const,
  seq,
  accountId,
  event: leg.status,
  conditionalOrderId: leg.groupId,
  clientOrderId: leg.clientOrderId,
  symbol: leg.symbol,
  leg: encodeLeg(leg),
  occurredAt: toKst(leg.updatedAt),
})
