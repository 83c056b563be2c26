/** What can be amended, an order or a leg of a conditional order, and which of its terms. */
import type { ConditionalAmendment, ConditionalOrder, Leg } from '../../../data/conditional-orders'
import type { ShownOrder } from '../../../data/orders'
import { typedDecimal } from '../../../ui/decimal'
import { isOpenLeg } from './legs'

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
