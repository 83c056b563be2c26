/** The request and the answers of outcomes. */
import { t } from 'elysia'
import { LEG_NAMES } from '../../../core/conditional/leg'
import { FORCED_PARTS_MAX, ORDER_SHARES_MAX, QUANTITY_PLACES_MAX } from '../../../core/limits'
import { decimalString, fitsPlaces, type Price, type Quantity, quantity } from '../../../core/money'
import {
  CANCEL_RACES,
  type ForcedOutcome,
  type ForcedResult,
  type NewOutcome,
  REST_OF_FORCED,
} from '../../../core/order/forced'
import { SIDES } from '../../../core/order/order'
import { invalidParam, isRefused, type Malformed, refusedParam } from '../../../core/refusals'
import {
  answer,
  decimalText,
  moneyInput,
  named,
  oneOf,
  optional,
  type Sent,
  symbolText,
  wholeNumber,
} from '../../../http/wire/schemas'
import { decodePrice, foreignDetail } from '../decode'
import { ANY_ID, CODES, exampledBody, handle, optionalText, ownHandle, times } from '../wire'

/** The results that a test can force on an order. */
const FORCED_RESULTS = ['fill', 'reject', 'hold', 'lose-cancel', 'expire', 'cancel'] as const
type ForcedResultName = (typeof FORCED_RESULTS)[number]

const CLIENT_ORDER_ID = { pattern: '^[!-~]{1,64}$', 'x-expects': '1 to 64 visible characters' }

const LEG = 'Orders that this leg of a conditional order has placed.'

const outcomeFields = {
  clientId: optional(
    t.String({ description: 'Orders that this client places or cancels.', ...ANY_ID }),
  ),
  accountId: optional(t.String({ description: 'Orders in this account.', ...ANY_ID })),
  symbol: optional(symbolText()),
  side: optional(oneOf(SIDES, 'Orders on this side.', 'BUY')),
  clientOrderId: optional(
    t.String({
      description:
        "The beginning of the clientOrderId; for an order of a conditional order, of that one's.",
      ...CLIENT_ORDER_ID,
    }),
  ),
  leg: optional(oneOf(LEG_NAMES, LEG, 'STOP_LOSS')),
  times: times('orders'),
  result: oneOf(
    FORCED_RESULTS,
    'fill: at once, or with the first tick of the next session; reject: REJECTED with `code`; ' +
      'hold: open, and not filled; lose-cancel: a cancel comes too late; expire: EXPIRED; ' +
      'cancel: CANCELED by the market.',
  ),
  price: optional(
    moneyInput(
      'USD per share of a fill: on the tick, never worse than the limit. By default the ' +
        "market's price if the limit allows it, otherwise the limit.",
      99.98,
    ),
  ),
  quantity: optional(
    moneyInput('Shares that fill, or lose-cancel, takes; by default all that remain.', 40),
  ),
  parts: optional(
    t.Array(moneyInput('Shares.', 40), {
      description: 'Instead of `quantity`: the first at once, the others one at each tick.',
      minItems: 1,
      maxItems: FORCED_PARTS_MAX,
      'x-expects': `a list of 1 to ${FORCED_PARTS_MAX} quantities`,
    }),
  ),
  rest: optional(
    oneOf(
      REST_OF_FORCED,
      'What happens to shares that no part takes. hold, the default: they wait until the ' +
        'outcome is removed; market: they are filled as the market fills them.',
    ),
  ),
  code: optional(oneOf(CODES, 'The rejectReason of `reject`.', 'insufficient-buying-power')),
  race: optional(
    oneOf(
      CANCEL_RACES,
      'When `lose-cancel` fills. next-tick, the default: PENDING_CANCEL, and filled at the next ' +
        'tick; at-once: filled before the cancel comes, which answers 409 already-filled.',
    ),
  ),
}

const decimal = (what: string, example: string) => t.Optional(decimalText(what, example))

const outcome = {
  outcomeId: t.String({ description: 'The handle.', examples: ['outcome-1'] }),
  result: oneOf(FORCED_RESULTS, 'What happens to the orders.'),
  clientId: optionalText('Orders that this client places or cancels.'),
  accountId: optionalText('Orders in this account.'),
  symbol: optionalText('Orders in this instrument.'),
  side: t.Optional(oneOf(SIDES, 'Orders on this side.')),
  clientOrderId: optionalText('The beginning of the clientOrderId.'),
  leg: t.Optional(oneOf(LEG_NAMES, LEG, 'STOP_LOSS')),
  times: t.Optional(wholeNumber(1, 'How many orders; by default all, until it is removed.', 1)),
  price: decimal('USD per share.', '99.98'),
  quantity: decimal('Shares.', '40'),
  parts: t.Optional(t.Array(decimalText('Shares.', '40'), { description: 'One at each tick.' })),
  rest: t.Optional(oneOf(REST_OF_FORCED, 'What happens to shares that no part takes.')),
  code: t.Optional(oneOf(CODES, 'The rejectReason.', 'insufficient-buying-power')),
  race: t.Optional(oneOf(CANCEL_RACES, 'When the fill comes before the cancel.')),
  hits: wholeNumber(0, 'How many orders it has decided.', 1),
  misses: wholeNumber(0, 'How many orders it could not decide, which went on without it.', 0),
  lastMiss: t.Optional(
    t.String({
      description: 'Why it could not decide the last of them.',
      examples: ['ord_01KJQ4Z6N8000000A199BF55B: the price 101 is above its limit 100'],
    }),
  ),
}

export const OutcomeSchema = {
  outcomeParams: t.Object({
    outcomeId: handle('outcome-1'),
  }),
  setOutcome: exampledBody(
    { side: 'BUY', times: 1, result: 'fill', parts: [40, 60] },
    {
      outcomeId: ownHandle('outcome'),
      ...outcomeFields,
    },
  ),
  outcome: named('ForcedOutcome', answer(outcome)),
  outcomes: answer({
    outcomes: t.Array(t.Object(outcome, { additionalProperties: false }), {
      description: 'The first that fits an order decides it.',
    }),
  }),
}

type OutcomeBody = Sent<typeof OutcomeSchema.setOutcome>

/** The details that each result allows. */
const TAKES = {
  fill: ['price', 'quantity', 'parts', 'rest'],
  reject: ['code'],
  hold: [],
  'lose-cancel': ['price', 'quantity', 'race'],
  expire: [],
  cancel: [],
} as const satisfies Record<ForcedResultName, readonly (keyof OutcomeBody)[]>
const DETAILS = ['price', 'quantity', 'parts', 'rest', 'code', 'race'] as const

export function decodeOutcome(body: OutcomeBody): NewOutcome | Malformed {
  const { outcomeId, times, clientId, accountId, symbol, side, clientOrderId, leg } = body
  const result = resultOf(body)
  if (isRefused(result)) return result
  return {
    outcomeId: outcomeId ?? null,
    times: times ?? null,
    result,
    match: {
      ...(clientId !== undefined && { clientId }),
      ...(accountId !== undefined && { accountId }),
      ...(symbol !== undefined && { symbol: symbol.toUpperCase() }),
      ...(side !== undefined && { side }),
      ...(clientOrderId !== undefined && { clientOrderId }),
      ...(leg !== undefined && { leg }),
    },
  }
}

function resultOf(body: OutcomeBody): ForcedResult | Malformed {
  const { result } = body
  const foreign = foreignDetail(body, DETAILS, result, TAKES[result])
  if (foreign !== undefined) return foreign
  switch (result) {
    case 'fill':
      return fillOf(body)
    case 'reject':
      return body.code === undefined
        ? refusedParam('missing-parameter', 'code')
        : { kind: 'reject', code: body.code }
    case 'hold':
      return { kind: 'hold' }
    case 'expire':
      return { kind: 'end', status: 'EXPIRED' }
    case 'cancel':
      return { kind: 'end', status: 'CANCELED' }
    case 'lose-cancel':
      return loseCancelOf(body)
  }
}

function fillOf(body: OutcomeBody): ForcedResult | Malformed {
  const paid = priceOf(body.price)
  if (isRefused(paid)) return paid
  if (body.parts !== undefined && body.quantity !== undefined) {
    return invalidParam('parts', 'it cannot go together with quantity')
  }
  const sent = body.parts ?? (body.quantity === undefined ? undefined : [body.quantity])
  const parts: Quantity[] = []
  for (const [index, part] of (sent ?? []).entries()) {
    const param = body.parts === undefined ? 'quantity' : `parts.${index}`
    const shares = sharesOf(param, part)
    if ('refused' in shares) return shares
    parts.push(shares)
  }
  return {
    kind: 'fill',
    price: paid.price,
    parts: sent === undefined ? null : parts,
    rest: body.rest ?? 'hold',
  }
}

function loseCancelOf(body: OutcomeBody): ForcedResult | Malformed {
  const paid = priceOf(body.price)
  if (isRefused(paid)) return paid
  const shares = body.quantity === undefined ? null : sharesOf('quantity', body.quantity)
  if (shares !== null && 'refused' in shares) return shares
  return {
    kind: 'loseCancel',
    price: paid.price,
    quantity: shares,
    race: body.race ?? 'next-tick',
  }
}

function priceOf(sent: number | string | undefined): { price: Price | null } | Malformed {
  if (sent === undefined) return { price: null }
  const found = decodePrice('price', sent)
  return isRefused(found) ? found : { price: found }
}

function sharesOf(param: string, sent: number | string): Quantity | Malformed {
  const found = quantity(String(sent))
  if (found.lte(quantity(ORDER_SHARES_MAX)) && fitsPlaces(found, QUANTITY_PLACES_MAX)) return found
  return invalidParam(
    param,
    `it must be at most ${ORDER_SHARES_MAX} with at most ${QUANTITY_PLACES_MAX} decimal places`,
  )
}

export const encodeOutcome = (outcome: ForcedOutcome) => ({
  outcomeId: outcome.outcomeId,
  ...outcome.match,
  ...(outcome.times !== null && { times: outcome.times }),
  ...encodeResult(outcome.result),
  hits: outcome.hits,
  misses: outcome.misses,
  ...(outcome.lastMiss !== null && { lastMiss: outcome.lastMiss }),
})

function encodeResult(result: ForcedResult) {
  switch (result.kind) {
    case 'fill': {
      const { price, parts, rest } = result
      return {
        result: 'fill',
        rest,
        ...(price !== null && { price: decimalString(price) }),
        ...(parts !== null && { parts: parts.map((part) => part.toFixed()) }),
      } as const
    }
    case 'reject':
      return { result: 'reject', code: result.code } as const
    case 'hold':
      return { result: 'hold' } as const
    case 'end':
      return { result: result.status === 'EXPIRED' ? 'expire' : 'cancel' } as const
    case 'loseCancel': {
      const { price, quantity, race } = result
      return {
        result: 'lose-cancel',
        race,
        ...(price !== null && { price: decimalString(price) }),
        ...(quantity !== null && { quantity: quantity.toFixed() }),
      } as const
    }
  }
}
