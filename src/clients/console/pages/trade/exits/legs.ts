/**
 * Conditional orders as the forms send them, and as the table and the chart show them; what can be
 * amended, an order or a leg, and which of its terms.
 */
import type {
  ConditionalAmendment,
  ConditionalBody,
  ConditionalOrder,
  Leg,
  ShownOrder,
} from '../../../data/orders'
import { isOpenLeg, isStop, levelOf } from '../../../parts/leg'
import { apart, type Decimal, percentOf, typedDecimal } from '../../../ui/decimal'

/** A stop loss at a price, or so far behind the best price. */
export const STOP_KINDS = ['PRICE', 'AMOUNT', 'PERCENT'] as const
export type StopBy = (typeof STOP_KINDS)[number]

export interface TypedStop {
  readonly stopBy: StopBy
  readonly stop: string
}

/** The fields of the two exits, as they are typed. */
export interface TypedExits extends TypedStop {
  readonly takeProfit: string
}

export const NO_EXITS: TypedExits = { stopBy: 'PRICE', stop: '', takeProfit: '' }

export const TIMES_IN_FORCE = ['DAY', 'GTC'] as const
export type ConditionalTimeInForce = (typeof TIMES_IN_FORCE)[number]

/** The price of a stop, or its trail. An empty one is sent all the same: the server refuses it. */
export function stopFields({ stopBy, stop }: TypedStop) {
  const value = typedDecimal(stop)
  switch (stopBy) {
    case 'PRICE':
      return { stopPrice: value }
    case 'AMOUNT':
      return { trailAmount: value }
    case 'PERCENT':
      return { trailPercent: value }
  }
}

export interface Protection extends TypedExits {
  readonly symbol: string
  readonly quantity: string
  readonly timeInForce: ConditionalTimeInForce
}

/**
 * The conditional order that protects shares: a stop, a trail, or with a take profit an OCO. Null
 * without a stop: a take profit alone is an ordinary order.
 */
export function protectionOf(
  { symbol, quantity, timeInForce, takeProfit, ...stop }: Protection,
  clientOrderId: string,
): ConditionalBody | null {
  if (stop.stop === '') return null
  const shared = {
    symbol,
    side: 'SELL',
    quantity: typedDecimal(quantity),
    timeInForce,
    clientOrderId,
  } as const
  if (takeProfit === '') {
    const type = stop.stopBy === 'PRICE' ? 'STOP' : 'TRAILING_STOP'
    return { ...shared, type, ...stopFields(stop) }
  }
  return {
    ...shared,
    type: 'OCO',
    takeProfit: { limitPrice: typedDecimal(takeProfit) },
    stopLoss: stopFields(stop),
  }
}

const STOP_PARAMS = ['stopPrice', 'trailAmount', 'trailPercent']

/** The params by which the server names the fields of a stop, each with one of these before it. */
export const stopParams = (...before: readonly string[]): readonly string[] =>
  before.flatMap((part) => STOP_PARAMS.map((name) => part + name))

export const hasExits = ({ stop, takeProfit }: TypedExits): boolean =>
  stop !== '' || takeProfit !== ''

/** The exits of an entry, as a body has them. */
export const exitsOf = ({ takeProfit, ...stop }: TypedExits) => ({
  type: stop.stop !== '' && takeProfit !== '' ? ('BRACKET' as const) : ('OTO' as const),
  ...(takeProfit !== '' && { takeProfit: { limitPrice: typedDecimal(takeProfit) } }),
  ...(stop.stop !== '' && { stopLoss: stopFields(stop) }),
})

interface ShownPrices {
  readonly price?: Decimal
  readonly bidPrice?: Decimal | null
  readonly askPrice?: Decimal | null
}

/** How far the market is from the leg, in USD and in percent of the price; null if unknown. */
export function distanceOf(
  leg: Leg,
  triggerBy: ConditionalOrder['triggerBy'],
  quote: ShownPrices | null,
): { readonly amount: string; readonly percent: string | null } | null {
  const level = levelOf(leg)
  const byQuote = leg.side === 'SELL' ? quote?.bidPrice : quote?.askPrice
  // A limit meets the quote whatever triggers the stop.
  const price = triggerBy === 'LAST' && isStop(leg) ? quote?.price : byQuote
  if (level === undefined || price === undefined || price === null) return null
  const amount = apart(price, level)
  return { amount, percent: percentOf(amount, price) }
}

export type Amendable =
  | { readonly order: ShownOrder }
  | { readonly group: ConditionalOrder; readonly leg: Leg }

export const TERMS = ['quantity', 'stopPrice', 'limitPrice', 'trailAmount', 'trailPercent'] as const
export type Term = (typeof TERMS)[number]
type PriceTerm = Exclude<Term, 'quantity'>

/** The terms of a form, as they are typed. A term that cannot be amended is absent. */
export type TypedTerms = { readonly [T in Term]?: string }

/** The prices of each type that can be amended. */
const PRICES: Readonly<Record<Leg['type'], readonly PriceTerm[]>> = {
  STOP: ['stopPrice'],
  STOP_LIMIT: ['stopPrice', 'limitPrice'],
  TRAILING_STOP: ['trailAmount', 'trailPercent'],
  LIMIT: ['limitPrice'],
  MARKET: [],
}

/** The part of an amendment that has the prices of a leg; null for the amendment itself. */
const PARTS: Readonly<Record<Leg['leg'], 'entry' | 'takeProfit' | 'stopLoss' | null>> = {
  SINGLE: null,
  ENTRY: 'entry',
  TAKE_PROFIT: 'takeProfit',
  STOP_LOSS: 'stopLoss',
}

/** A leg whose trigger has placed its order is no longer amended, nor is a MARKET order. */
export const canAmendLeg = (leg: Leg): boolean =>
  isOpenLeg(leg) && PRICES[leg.type].length > 0 && (leg.status !== 'TRIGGERED' || isLimit(leg))

const isLimit = ({ type }: Leg): boolean => type === 'LIMIT'

/** The terms as they are now. */
export function termsOf(target: Amendable): TypedTerms {
  if ('order' in target) {
    const { quantity, limitPrice } = target.order
    return {
      quantity: String(quantity),
      ...(limitPrice !== undefined && { limitPrice: String(limitPrice) }),
    }
  }
  const { group, leg } = target
  const isUnfilled = group.legs.every(({ filledQuantity }) => filledQuantity === 0)
  const prices = PRICES[leg.type].flatMap((term): readonly (readonly [PriceTerm, string])[] => {
    const { [term]: price } = leg
    return price === undefined ? [] : [[term, String(price)]]
  })
  return { ...(isUnfilled && { quantity: String(leg.quantity) }), ...Object.fromEntries(prices) }
}

/** The term that the line of the target on the chart shows. */
export const lineTermOf = (target: Amendable): 'stopPrice' | 'limitPrice' =>
  'order' in target || isLimit(target.leg) ? 'limitPrice' : 'stopPrice'

/**
 * The typed terms that differ from the present ones. An emptied field counts as changed, and the
 * server refuses it.
 */
export function changesOf(before: TypedTerms, typed: TypedTerms): TypedTerms {
  const changed = TERMS.flatMap((term): readonly (readonly [Term, string])[] => {
    const text = typed[term]
    if (text === undefined || before[term] === undefined) return []
    const value = typedDecimal(text)
    return value === before[term] ? [] : [[term, value]]
  })
  return Object.fromEntries(changed)
}

/** The amendment of a leg's group. */
export function legAmendment(
  { leg }: Leg,
  { quantity, ...prices }: TypedTerms,
): ConditionalAmendment {
  const part = PARTS[leg]
  const shares = quantity !== undefined && { quantity }
  if (part === null) return { ...shares, ...prices }
  return { ...shares, ...(Object.keys(prices).length > 0 && { [part]: prices }) }
}

/** The params by which the server names a term, alone or as a term of its leg. */
export const paramsOf = (term: Term): readonly string[] => [
  term,
  ...Object.values(PARTS).flatMap((part) => (part === null ? [] : [`${part}.${term}`])),
]
