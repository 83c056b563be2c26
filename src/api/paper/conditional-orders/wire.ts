/** The requests and answers of conditional orders, and of their previews [conditional.preview]. */
import { t } from 'elysia'
import { groupStatus } from '../../../core/conditional/group'
import {
  CONDITIONAL_TIMES_IN_FORCE,
  LEG_NAMES,
  LEG_STATUSES,
  type LegName,
  type LegTerms,
  type LegType,
  PARTS,
  TRIGGER_PRICES,
} from '../../../core/conditional/leg'
import type { ConditionalPreview, ConditionalRequest } from '../../../core/conditional/place'
import {
  CLIENT_ORDER_ID_LENGTH_MAX,
  GTC_DAYS_MAX,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  PRICE_PLACES_BELOW_ONE_USD_MAX,
  QUANTITY_PLACES_MAX,
  TRAIL_PERCENT_PLACES_MAX,
} from '../../../core/limits'
import { percent, price, type Quantity, quantity, wireNumber } from '../../../core/money'
import { invalidParam, isRefused, type Malformed, refusedParam } from '../../../core/refusals'
import { OPEN_SESSIONS } from '../../../core/session'
import { later, toKst } from '../../../core/time'
import { query, queryInteger } from '../../../http/wire/query'
import {
  answer,
  body,
  instantText,
  moneyInput,
  moneyNumber,
  named,
  oneOf,
  optional,
  type sentFields,
  symbolText,
} from '../../../http/wire/schemas'
import {
  CONDITIONAL_ORDER_ID,
  decodeShares,
  encodeLeg,
  legRecord,
  ORDER_FIELDS,
  tooManyPlaces,
} from '../../wire/orders'
import type { ConditionalQuery, Group } from './service'

const { market, side, clientOrderId, symbol, requestedAt } = ORDER_FIELDS

const TYPES = ['STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'OCO', 'OTO', 'BRACKET'] as const
type Type = (typeof TYPES)[number]

const type = oneOf(
  TYPES,
  'STOP places a MARKET order at its trigger, STOP_LIMIT a LIMIT order with `limitPrice`. The ' +
    'stop of a TRAILING_STOP follows the best price; it places a MARKET order, or a LIMIT order ' +
    'with `limitOffset`. OCO: two exits, a LIMIT order that works at once and a stop; what one ' +
    'fills is no longer the other’s. OTO: an `entry` that buys and one exit, which begins with ' +
    'its first share; BRACKET: an `entry` and both exits.',
  'STOP_LIMIT',
)
const timeInForce = oneOf(
  CONDITIONAL_TIMES_IN_FORCE,
  'DAY if it is omitted: up to the close, as a DAY order. GTC: until it is canceled, at most ' +
    `${GTC_DAYS_MAX} days.`,
)
const triggerBy = oneOf(
  TRIGGER_PRICES,
  'The price that triggers it. LAST, the default: the last trade. BID_ASK: the bid for a SELL ' +
    'and the ask for a BUY.',
)
const sessions = t.Array(oneOf(OPEN_SESSIONS, 'A session.', 'REGULAR'), {
  description: 'The sessions in which the market may trigger it; REGULAR alone if it is omitted.',
  minItems: 1,
  maxItems: OPEN_SESSIONS.length,
})

/** Makes a field that the example of a body does not have, since the example is of another type. */
export function inputWithoutExample(description: string): ReturnType<typeof moneyInput> {
  const { examples: _, ...schema } = moneyInput(description, 1)
  return schema
}

/** Makes the field of a part of a group. `texts` describe the prices of the part. */
export const pricesOf = (description: string, texts: { readonly [Field in PriceField]: string }) =>
  optional(
    t.Object(
      {
        stopPrice: optional(inputWithoutExample(texts.stopPrice)),
        limitPrice: optional(inputWithoutExample(texts.limitPrice)),
        trailAmount: optional(inputWithoutExample(texts.trailAmount)),
        trailPercent: optional(inputWithoutExample(texts.trailPercent)),
        limitOffset: optional(inputWithoutExample(texts.limitOffset)),
      },
      { additionalProperties: false, description },
    ),
  )

const PART_PRICES = {
  stopPrice: 'USD per share: the trigger of a STOP, or of a STOP_LIMIT.',
  limitPrice: 'As of a STOP_LIMIT.',
  trailAmount: 'As of a TRAILING_STOP.',
  trailPercent: 'As of a TRAILING_STOP.',
  limitOffset: 'As of a TRAILING_STOP.',
} as const

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
  legs: t.Array(legRecord, {
    description: 'What it consists of: one leg, or an entry and its exits, or two exits.',
  }),
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
      entry: pricesOf(
        'The entry of an OTO or BRACKET, which buys: of the type whose fields it has. ' +
          'Without any, or if it is omitted, a MARKET order.',
        { ...PART_PRICES, limitPrice: 'USD per share: a LIMIT order, or of a STOP_LIMIT.' },
      ),
      takeProfit: optional(
        t.Object(
          { limitPrice: inputWithoutExample('USD per share.') },
          { additionalProperties: false, description: 'The LIMIT exit of an OCO, OTO or BRACKET.' },
        ),
      ),
      stopLoss: pricesOf(
        'The stop of an OCO, OTO or BRACKET: of the type whose fields it has.',
        PART_PRICES,
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
    status: t.Optional(
      oneOf(['OPEN', 'CLOSED'], 'In progress, or finished; both if it is omitted.'),
    ),
    symbol: t.Optional(symbolText('Only conditional orders in this instrument.')),
    limit: t.Optional(
      queryInteger(1, LIST_LIMIT_MAX, `How many at most; ${LIST_LIMIT_DEFAULT} if it is omitted.`),
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
          description: 'For the next page; omitted on the last one.',
          examples: ['eyJhZnRlciI6ImNuZF8wMUtKUTRaNk44VzIifQ'],
        }),
      ),
    }),
  ),
}

type PlaceBody = ReturnType<typeof sentFields<typeof ConditionalSchema.place.static>>
type WithShares = Omit<PlaceBody, 'quantity'> & { readonly quantity: Quantity }

const PRICES = ['stopPrice', 'limitPrice', 'trailAmount', 'trailPercent', 'limitOffset'] as const
type PriceField = (typeof PRICES)[number]
export type Prices = { readonly [F in PriceField]?: number | string | null | undefined }

/** The fields that each type must have, and the fields that it may have. It has no others. */
const FIELDS: Readonly<Record<LegType, readonly [readonly PriceField[], readonly PriceField[]]>> = {
  STOP: [['stopPrice'], []],
  STOP_LIMIT: [['stopPrice', 'limitPrice'], []],
  TRAILING_STOP: [[], ['trailAmount', 'trailPercent', 'limitOffset']],
  LIMIT: [['limitPrice'], []],
  MARKET: [[], []],
}

export const isSent = (sent: Prices, field: PriceField): boolean =>
  sent[field] !== undefined && sent[field] !== null

/**
 * The fault in the prices of a type, if there is one [conditional.types]. `at` comes before their
 * names.
 */
function misfit(type: LegType, sent: Prices, at: string): Malformed | undefined {
  const [required, allowed] = FIELDS[type]
  const left = required.find((field) => !isSent(sent, field))
  if (left !== undefined) return refusedParam('missing-parameter', at + left)
  const known = [...required, ...allowed]
  const odd = PRICES.find((field) => isSent(sent, field) && !known.includes(field))
  if (odd !== undefined) return invalidParam(at + odd, `a ${type} has none`)
  if (type === 'TRAILING_STOP') {
    const [byAmount, byPercent] = [isSent(sent, 'trailAmount'), isSent(sent, 'trailPercent')]
    if (!byAmount && !byPercent) return refusedParam('missing-parameter', `${at}trailAmount`)
    if (byAmount && byPercent) {
      return invalidParam(`${at}trailPercent`, 'it comes instead of trailAmount')
    }
  }
  return misfitNumber(sent, at)
}

const PLACES_MAX = [
  ['trailAmount', PRICE_PLACES_BELOW_ONE_USD_MAX],
  ['limitOffset', PRICE_PLACES_BELOW_ONE_USD_MAX],
  ['trailPercent', TRAIL_PERCENT_PLACES_MAX],
] as const
const WHOLE = percent('100')

/** The fault of a price that has too many decimal places, or that is too large. */
export function misfitNumber(sent: Prices, at: string): Malformed | undefined {
  for (const [field, most] of PLACES_MAX) {
    if (!isSent(sent, field)) continue
    const wrong = tooManyPlaces(at + field, quantity(String(sent[field])), most)
    if (wrong !== undefined) return wrong
  }
  return isSent(sent, 'trailPercent') && percent(String(sent.trailPercent)).gte(WHOLE)
    ? invalidParam(`${at}trailPercent`, 'it must be below 100')
    : undefined
}

/** Decodes one leg, or returns the fault in its prices. */
function decodeLeg(
  { side, quantity: shares }: Pick<WithShares, 'side' | 'quantity'>,
  leg: LegName,
  type: LegType,
  sent: Prices,
): LegTerms | Malformed {
  const wrong = misfit(type, sent, PARTS[leg])
  if (wrong !== undefined) return wrong
  const priceOf = (field: Exclude<PriceField, 'trailPercent'>) =>
    isSent(sent, field) ? price(String(sent[field])) : null
  return {
    leg,
    type,
    side,
    quantity: shares,
    stopPrice: priceOf('stopPrice'),
    limitPrice: priceOf('limitPrice'),
    trailAmount: priceOf('trailAmount'),
    trailPercent: isSent(sent, 'trailPercent') ? percent(String(sent.trailPercent)) : null,
    limitOffset: priceOf('limitOffset'),
  }
}

/** The type of a stop loss, which follows from its prices. */
function stopTypeOf(sent: Prices): LegType {
  if (isSent(sent, 'trailAmount') || isSent(sent, 'trailPercent')) return 'TRAILING_STOP'
  return isSent(sent, 'limitPrice') ? 'STOP_LIMIT' : 'STOP'
}

/** The type of an entry, which follows from its prices. */
function entryTypeOf(sent: Prices): LegType {
  const isStop = (['stopPrice', 'trailAmount', 'trailPercent', 'limitOffset'] as const).some(
    (field) => isSent(sent, field),
  )
  if (isStop) return stopTypeOf(sent)
  return isSent(sent, 'limitPrice') ? 'LIMIT' : 'MARKET'
}

/** Decodes the legs of a body, each of them or its fault. */
function decodeLegs(body: WithShares): readonly (LegTerms | Malformed)[] {
  const { type } = body
  if (!isGroup(type)) {
    const odd = GROUP_FIELDS.find((field) => body[field] !== undefined)
    if (odd !== undefined) return [invalidParam(odd, `a ${type} has none`)]
    return [decodeLeg(body, 'SINGLE', type, body)]
  }
  const odd = PRICES.find((field) => isSent(body, field))
  if (odd !== undefined)
    return [invalidParam(odd, `the parts of ${withArticle(type)} have their own`)]
  if (type === 'OCO') {
    if (body.entry !== undefined) return [invalidParam('entry', 'an OCO has none')]
    return decodeExits(body)
  }
  // [conditional.entry-buys]
  if (body.side !== 'BUY') return [invalidParam('side', 'an entry buys')]
  const entry = body.entry ?? {}
  return [
    decodeLeg(body, 'ENTRY', entryTypeOf(entry), entry),
    ...decodeExits({ ...body, side: 'SELL' }),
  ]
}

const GROUP_FIELDS = ['entry', 'takeProfit', 'stopLoss'] as const
const isGroup = (type: Type): type is 'OCO' | 'OTO' | 'BRACKET' =>
  type === 'OCO' || type === 'OTO' || type === 'BRACKET'
const withArticle = (type: Type): string => (type === 'BRACKET' ? 'a BRACKET' : `an ${type}`)

/** Decodes the exits: one of an OTO, both of an OCO or a BRACKET. */
function decodeExits(body: WithShares): readonly (LegTerms | Malformed)[] {
  const { stopLoss, takeProfit, type } = body
  const isOne = type === 'OTO'
  if (isOne && takeProfit !== undefined && stopLoss !== undefined) {
    return [invalidParam('stopLoss', 'an OTO has one exit, a BRACKET has both')]
  }
  const isProfitMissing = takeProfit === undefined && (!isOne || stopLoss === undefined)
  if (isProfitMissing) return [refusedParam('missing-parameter', 'takeProfit')]
  if (!isOne && stopLoss === undefined) return [refusedParam('missing-parameter', 'stopLoss')]
  return [
    ...(takeProfit === undefined ? [] : [decodeLeg(body, 'TAKE_PROFIT', 'LIMIT', takeProfit)]),
    ...(stopLoss === undefined
      ? []
      : [decodeLeg(body, 'STOP_LOSS', stopTypeOf(stopLoss), stopLoss)]),
  ]
}

/**
 * Decodes the conditional order of a body, or returns the refusal of a rule that no schema can
 * express.
 */
export function decodeConditional(body: PlaceBody): ConditionalRequest | Malformed {
  const shares = decodeShares(body.quantity)
  if (isRefused(shares)) return shares
  const legs: LegTerms[] = []
  for (const leg of decodeLegs({ ...body, quantity: shares })) {
    if (isRefused(leg)) return leg
    legs.push(leg)
  }
  return {
    clientOrderId: body.clientOrderId,
    symbol: body.symbol.toUpperCase(),
    timeInForce: body.timeInForce ?? 'DAY',
    triggerBy: body.triggerBy ?? 'LAST',
    sessions: OPEN_SESSIONS.filter((each) => (body.sessions ?? ['REGULAR']).includes(each)),
    legs,
  }
}

/** Decodes a list's query, with null for each parameter that is omitted. */
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

/** Encodes a conditional order [conditional.fields]. */
export function encodeConditional(group: Group): typeof record.static {
  const [first, ...others] = group
  const last = others.reduce((one, other) => later(one, other.updatedAt), first.updatedAt)
  return {
    conditionalOrderId: first.groupId,
    clientOrderId: first.clientOrderId,
    market: 'US',
    symbol: first.symbol,
    type: typeOf(group),
    timeInForce: first.timeInForce,
    triggerBy: first.triggerBy,
    sessions: [...first.sessions],
    status: groupStatus(group),
    legs: LEG_NAMES.flatMap((name) => group.filter(({ leg }) => leg === name)).map(encodeLeg),
    requestedAt: toKst(first.requestedAt),
    updatedAt: toKst(last),
    validUntil: toKst(first.validUntil),
  }
}

function typeOf(group: Group): Type {
  const [{ leg, type }] = group
  if (leg === 'SINGLE' && type !== 'LIMIT' && type !== 'MARKET') return type
  if (group.every((each) => each.leg !== 'ENTRY')) return 'OCO'
  return group.length === 2 ? 'OTO' : 'BRACKET'
}

export const PreviewSchema = named(
  'ConditionalPreview',
  answer({
    valid: t.Boolean({ description: 'Whether the conditional order would be accepted now.' }),
    market: ORDER_FIELDS.market,
    currency: ORDER_FIELDS.currency,
    estimatedPrice: moneyNumber(
      'USD per share at which its first order is counted: its limit, or else its stop, or else ' +
        'the price that the market shows; 0 without one.',
      { examples: [300] },
    ),
    orderAmount: moneyNumber('USD: quantity × unit price.', { examples: [3000] }),
    holdAmount: moneyNumber(
      'USD that it would hold of the buying power until its first order does: 3 % more than the ' +
        'order amount without a limit, nothing for a SELL.',
      { examples: [3090] },
    ),
    rejectReason: t.Union([t.String(), t.Null()], {
      description: 'The code with which it would be refused now; null if it is valid.',
      examples: [null],
    }),
  }),
)

export const encodePreview = ({ price, amount, hold, rejectReason }: ConditionalPreview) => ({
  valid: rejectReason === null,
  market: 'US' as const,
  currency: 'USD' as const,
  estimatedPrice: price === null ? 0 : wireNumber(price),
  orderAmount: wireNumber(amount),
  holdAmount: wireNumber(hold),
  rejectReason,
})
