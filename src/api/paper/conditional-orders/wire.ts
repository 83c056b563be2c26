/** The requests and answers of conditional orders. */
import { t } from 'elysia'
import {
  CONDITIONAL_TIMES_IN_FORCE,
  LEG_STATUSES,
  LEG_TYPES,
  TRIGGER_PRICES,
} from '../../../core/conditional/leg'
import type { ConditionalRequest } from '../../../core/conditional/place'
import {
  CLIENT_ORDER_ID_LENGTH_MAX,
  GTC_DAYS_MAX,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  QUANTITY_PLACES_MAX,
} from '../../../core/limits'
import { fitsPlaces, placesOf, price, quantity } from '../../../core/money'
import { type Refused, refusedParam } from '../../../core/refusals'
import { toKst } from '../../../core/time'
import { query, queryInteger } from '../../../http/wire/query'
import {
  answer,
  body,
  instantText,
  moneyInput,
  named,
  oneOf,
  optional,
  type sentFields,
  symbolText,
} from '../../../http/wire/schemas'
import { CONDITIONAL_ORDER_ID, encodeLeg, legRecord } from '../../wire/conditional-record'
import { ORDER_FIELDS } from '../../wire/order-record'
import type { ConditionalQuery, Group } from './service'

const { market, side, clientOrderId, symbol, requestedAt } = ORDER_FIELDS

const OPEN_SESSIONS = ['PRE', 'REGULAR', 'AFTER', 'DAY'] as const

const type = oneOf(
  LEG_TYPES,
  'STOP places a MARKET order at its trigger, STOP_LIMIT a LIMIT order with `limitPrice`.',
  'STOP_LIMIT',
)
const timeInForce = oneOf(
  CONDITIONAL_TIMES_IN_FORCE,
  'DAY when left out: up to the close, as a DAY order. GTC: until it is canceled, at most ' +
    `${GTC_DAYS_MAX} days.`,
)
const triggerBy = oneOf(
  TRIGGER_PRICES,
  'The price that triggers it: LAST (when left out) the last trade, BID_ASK the bid for a SELL ' +
    'and the ask for a BUY.',
)
const sessions = t.Array(oneOf(OPEN_SESSIONS, 'A session.', 'REGULAR'), {
  description: 'The sessions in which the market may trigger it; REGULAR alone when left out.',
  minItems: 1,
  maxItems: OPEN_SESSIONS.length,
})

const recordFields = {
  conditionalOrderId: CONDITIONAL_ORDER_ID,
  clientOrderId,
  market,
  symbol,
  type,
  timeInForce,
  triggerBy,
  sessions,
  status: named('ConditionalStatus', oneOf(LEG_STATUSES, 'The state of the conditional order.')),
  legs: t.Array(legRecord, { description: 'What it consists of; one leg for a single stop.' }),
  requestedAt,
  updatedAt: instantText('When a leg last changed.', '2026-03-02T23:30:01.000+09:00'),
  validUntil: instantText('When its time is over.', '2026-03-03T06:00:00.000+09:00'),
}

const record = named('ConditionalOrder', t.Object(recordFields, { additionalProperties: false }))

export const ConditionalSchema = {
  place: named(
    'ConditionalOrderRequest',
    body({
      symbol: symbolText(),
      side,
      type,
      quantity: moneyInput(
        `Shares, above 0, with at most ${QUANTITY_PLACES_MAX} decimal places.`,
        10,
      ),
      stopPrice: moneyInput(
        'USD per share. A SELL is triggered at or below it, a BUY at or above it.',
        300,
      ),
      limitPrice: optional(moneyInput('USD per share, for STOP_LIMIT only.', 301)),
      timeInForce: optional(timeInForce),
      triggerBy: optional(triggerBy),
      sessions: optional(sessions),
      clientOrderId: t.String({
        description:
          'An id of your own, unique in the account, among orders too: the idempotency key.',
        pattern: `^[\\x21-\\x7e]{1,${CLIENT_ORDER_ID_LENGTH_MAX}}$`,
        maxLength: CLIENT_ORDER_ID_LENGTH_MAX,
        'x-expects': `1 to ${CLIENT_ORDER_ID_LENGTH_MAX} visible ASCII characters`,
        examples: ['2b3cd4e5-4c1d-9d55-8f6c-0f1c52b67a0e'],
      }),
      market: optional(market),
    }),
  ),
  params: t.Object({
    conditionalOrderId: t.String({
      description: 'The conditional order.',
      maxLength: 64,
      examples: ['cnd_01KJQ4Z6N8000000A199BF55B'],
    }),
  }),
  one: named('ConditionalOrderAnswer', answer(recordFields)),
  query: query({
    status: t.Optional(oneOf(['OPEN', 'CLOSED'], 'In progress, or finished; both when left out.')),
    symbol: t.Optional(symbolText('Only conditional orders in this instrument.')),
    limit: t.Optional(
      queryInteger(1, LIST_LIMIT_MAX, `How many at most; ${LIST_LIMIT_DEFAULT} when left out.`),
    ),
    cursor: t.Optional(
      t.String({ description: 'nextCursor of the previous page, with the same filters.' }),
    ),
  }),
  list: named(
    'ConditionalOrders',
    answer({
      conditionalOrders: t.Array(record, { description: 'Newest first.' }),
      nextCursor: t.Optional(
        t.String({
          description: 'For the next page; left out on the last one.',
          examples: ['eyJhZnRlciI6ImNuZF8wMUtKUTRaNk44VzIifQ'],
        }),
      ),
    }),
  ),
}

type PlaceBody = ReturnType<typeof sentFields<typeof ConditionalSchema.place.static>>

/** The conditional order of a body, or the refusal of a rule that no schema can express. */
export function decodeConditional(
  body: PlaceBody,
): ConditionalRequest | Refused<'missing-parameter' | 'invalid-parameter'> {
  const shares = quantity(String(body.quantity))
  if (!fitsPlaces(shares, QUANTITY_PLACES_MAX)) {
    const places = `${placesOf(shares)} decimal places`
    const reason = `it has ${places} and may have at most ${QUANTITY_PLACES_MAX}`
    return refusedParam('invalid-parameter', 'quantity', { reason })
  }
  const limitPrice = body.limitPrice === undefined ? null : price(String(body.limitPrice))
  if (body.type === 'STOP_LIMIT' && limitPrice === null) {
    return refusedParam('missing-parameter', 'limitPrice')
  }
  if (body.type === 'STOP' && limitPrice !== null) {
    const reason = 'a STOP places a MARKET order; STOP_LIMIT has a limit'
    return refusedParam('invalid-parameter', 'limitPrice', { reason })
  }
  return {
    clientOrderId: body.clientOrderId,
    symbol: body.symbol.toUpperCase(),
    timeInForce: body.timeInForce ?? 'DAY',
    triggerBy: body.triggerBy ?? 'LAST',
    sessions: OPEN_SESSIONS.filter((each) => (body.sessions ?? ['REGULAR']).includes(each)),
    legs: [
      {
        leg: 'SINGLE',
        type: body.type,
        side: body.side,
        quantity: shares,
        stopPrice: price(String(body.stopPrice)),
        limitPrice,
      },
    ],
  }
}

/** A list's query, with null for each parameter that is left out. */
export const decodeList = ({
  status,
  symbol,
  limit,
  cursor,
}: typeof ConditionalSchema.query.static): ConditionalQuery => ({
  status: status ?? null,
  symbol: symbol?.toUpperCase() ?? null,
  limit: limit ?? LIST_LIMIT_DEFAULT,
  cursor: cursor ?? null,
})

/** [conditional.fields] */
export function encodeConditional(group: Group): typeof record.static {
  const [first] = group
  return {
    conditionalOrderId: first.groupId,
    clientOrderId: first.clientOrderId,
    market: 'US',
    symbol: first.symbol,
    type: first.type,
    timeInForce: first.timeInForce,
    triggerBy: first.triggerBy,
    sessions: [...first.sessions],
    status: first.status,
    legs: group.map(encodeLeg),
    requestedAt: toKst(first.requestedAt),
    updatedAt: toKst(first.updatedAt),
    validUntil: toKst(first.validUntil),
  }
}
