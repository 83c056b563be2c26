/** The requests and answers of conditional orders. */
import { t } from 'elysia'
import {
  CONDITIONAL_TIMES_IN_FORCE,
  LEG_STATUSES,
  LEG_TYPES,
  type LegType,
  TRIGGER_PRICES,
} from '../../../core/conditional/leg'
import type { ConditionalRequest } from '../../../core/conditional/place'
import {
  CLIENT_ORDER_ID_LENGTH_MAX,
  GTC_DAYS_MAX,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  PRICE_PLACES_BELOW_ONE_USD_MAX,
  QUANTITY_PLACES_MAX,
  TRAIL_PERCENT_PLACES_MAX,
} from '../../../core/limits'
import { fitsPlaces, percent, placesOf, price, quantity } from '../../../core/money'
import { invalidParam, type Refused, refusedParam } from '../../../core/refusals'
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
  'STOP places a MARKET order at its trigger, STOP_LIMIT a LIMIT order with `limitPrice`. The ' +
    'stop of a TRAILING_STOP follows the best price; it places a MARKET order, or a LIMIT order ' +
    'with `limitOffset`.',
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

/** Left out of the example of a body, which is of another type. */
function inputWithoutExample(description: string) {
  const { examples: _, ...schema } = moneyInput(description, 1)
  return schema
}

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
      stopPrice: optional(
        moneyInput(
          'USD per share. A SELL is triggered at or below it, a BUY at or above it. Required for ' +
            'all but a TRAILING_STOP.',
          300,
        ),
      ),
      limitPrice: optional(moneyInput('USD per share, for STOP_LIMIT only.', 301)),
      trailAmount: optional(
        inputWithoutExample(
          'USD per share behind the best price, for TRAILING_STOP; or `trailPercent`.',
        ),
      ),
      trailPercent: optional(
        inputWithoutExample(
          'Percent of the best price, below 100, with at most 2 decimal places, for ' +
            'TRAILING_STOP; or `trailAmount`.',
        ),
      ),
      limitOffset: optional(
        inputWithoutExample(
          'USD per share from the stop to the limit of the order that a TRAILING_STOP places.',
        ),
      ),
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
type Malformed = Refused<'missing-parameter' | 'invalid-parameter'>

const PRICES = ['stopPrice', 'limitPrice', 'trailAmount', 'trailPercent', 'limitOffset'] as const
type PriceField = (typeof PRICES)[number]

/** The fields that each type must have, and those that it may have; it has no others. */
const FIELDS: Readonly<Record<LegType, readonly [readonly PriceField[], readonly PriceField[]]>> = {
  STOP: [['stopPrice'], []],
  STOP_LIMIT: [['stopPrice', 'limitPrice'], []],
  TRAILING_STOP: [[], ['trailAmount', 'trailPercent', 'limitOffset']],
}

/** What is wrong with the fields of a type [conditional.types]. */
function misfit(body: PlaceBody): Malformed | undefined {
  const [required, allowed] = FIELDS[body.type]
  const isSent = (field: PriceField): boolean => body[field] !== undefined
  const left = required.find((field) => !isSent(field))
  if (left !== undefined) return refusedParam('missing-parameter', left)
  const odd = PRICES.find((field) => isSent(field) && ![...required, ...allowed].includes(field))
  if (odd !== undefined) return invalidParam(odd, `a ${body.type} has none`)
  if (body.type !== 'TRAILING_STOP') return undefined
  if (!isSent('trailAmount') && !isSent('trailPercent')) {
    return refusedParam('missing-parameter', 'trailAmount')
  }
  if (isSent('trailAmount') && isSent('trailPercent')) {
    return invalidParam('trailPercent', 'it comes instead of trailAmount')
  }
  return undefined
}

/** What has more decimal places than it may, or is too large. */
function misfitNumber(body: PlaceBody): Malformed | undefined {
  const tooLong = (field: 'quantity' | PriceField, most: number): Malformed | undefined => {
    const sent = body[field]
    const value = sent === undefined ? undefined : quantity(String(sent))
    if (value === undefined || fitsPlaces(value, most)) return undefined
    const places = `${placesOf(value)} decimal places`
    return invalidParam(field, `it has ${places} and may have at most ${most}`)
  }
  const wrong =
    tooLong('quantity', QUANTITY_PLACES_MAX) ??
    tooLong('trailAmount', PRICE_PLACES_BELOW_ONE_USD_MAX) ??
    tooLong('limitOffset', PRICE_PLACES_BELOW_ONE_USD_MAX) ??
    tooLong('trailPercent', TRAIL_PERCENT_PLACES_MAX)
  if (wrong !== undefined || body.trailPercent === undefined) return wrong
  return percent(String(body.trailPercent)).lt(WHOLE)
    ? undefined
    : invalidParam('trailPercent', 'it must be below 100')
}

const WHOLE = percent('100')

/** The conditional order of a body, or the refusal of a rule that no schema can express. */
export function decodeConditional(body: PlaceBody): ConditionalRequest | Malformed {
  const wrong = misfit(body) ?? misfitNumber(body)
  if (wrong !== undefined) return wrong
  const priceOf = (field: Exclude<PriceField, 'trailPercent'>) => {
    const sent = body[field]
    return sent === undefined ? null : price(String(sent))
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
        quantity: quantity(String(body.quantity)),
        stopPrice: priceOf('stopPrice'),
        limitPrice: priceOf('limitPrice'),
        trailAmount: priceOf('trailAmount'),
        trailPercent: body.trailPercent === undefined ? null : percent(String(body.trailPercent)),
        limitOffset: priceOf('limitOffset'),
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
