/** The request that amends a conditional order [conditional.amend]. */
import type { ConditionalAmendment, PriceChange } from '../../../../core/conditional/amend'
import type { LegName } from '../../../../core/conditional/leg'
import { QUANTITY_PLACES_MAX } from '../../../../core/limits'
import { percent, price } from '../../../../core/money'
import { invalidParam, isRefused, type Malformed, refusedParam } from '../../../../core/refusals'
import { body, moneyInput, named, optional, type sentFields } from '../../../../http/wire/schemas'
import { decodeShares } from '../../../wire/orders'
import { inputWithoutExample, isSent, misfitNumber, type Prices, pricesOf } from '../wire'

const PRICES = {
  stopPrice: 'USD per share.',
  limitPrice: 'USD per share.',
  trailAmount: 'USD per share behind the mark, which stays; instead of `trailPercent`.',
  trailPercent: 'Percent of the mark, which stays; instead of `trailAmount`.',
  limitOffset: 'USD per share from the stop to the limit of the order.',
} as const

export const AmendSchema = named(
  'ConditionalAmendment',
  body({
    quantity: optional(
      inputWithoutExample(
        `Shares of the whole conditional order, with at most ${QUANTITY_PLACES_MAX} decimal ` +
          'places, while nothing is filled.',
      ),
    ),
    stopPrice: optional(moneyInput(PRICES.stopPrice, 305)),
    limitPrice: optional(inputWithoutExample(PRICES.limitPrice)),
    trailAmount: optional(inputWithoutExample(PRICES.trailAmount)),
    trailPercent: optional(inputWithoutExample(PRICES.trailPercent)),
    limitOffset: optional(inputWithoutExample(PRICES.limitOffset)),
    entry: pricesOf('The entry of an OTO or BRACKET.', PRICES),
    takeProfit: pricesOf('The LIMIT exit.', PRICES),
    stopLoss: pricesOf('The stop among the exits.', PRICES),
  }),
)

type AmendBody = ReturnType<typeof sentFields<typeof AmendSchema.static>>

/** The part of the body that amends each leg, and what comes before its fields. */
const PARTS = [
  ['ENTRY', 'entry'],
  ['TAKE_PROFIT', 'takeProfit'],
  ['STOP_LOSS', 'stopLoss'],
] as const

/** Decodes the amendment, or returns the fault in its values. */
export function decodeAmendment(sent: AmendBody): ConditionalAmendment | Malformed {
  const quantity = sent.quantity === undefined ? null : decodeShares(sent.quantity)
  if (quantity !== null && isRefused(quantity)) return quantity
  const legs = new Map<LegName, PriceChange>()
  const single = changeOf(sent, '')
  if (single !== null && isRefused(single)) return single
  if (single !== null) legs.set('SINGLE', single)
  for (const [leg, part] of PARTS) {
    const change = changeOf(sent[part] ?? {}, `${part}.`)
    if (change !== null && isRefused(change)) return change
    if (change !== null) legs.set(leg, change)
  }
  if (quantity === null && legs.size === 0) return refusedParam('missing-parameter', 'quantity')
  return { quantity, legs }
}

/** Decodes the prices of one leg; null if the body has none. `at` comes before their names. */
function changeOf(sent: Prices, at: string): PriceChange | null | Malformed {
  const wrong = misfitNumber(sent, at)
  if (wrong !== undefined) return wrong
  if (isSent(sent, 'trailAmount') && isSent(sent, 'trailPercent')) {
    return invalidParam(`${at}trailPercent`, 'it comes instead of trailAmount')
  }
  const priceOf = (field: Exclude<keyof PriceChange, 'trailPercent'>) =>
    isSent(sent, field) ? price(String(sent[field])) : null
  const change = {
    stopPrice: priceOf('stopPrice'),
    limitPrice: priceOf('limitPrice'),
    trailAmount: priceOf('trailAmount'),
    trailPercent: isSent(sent, 'trailPercent') ? percent(String(sent.trailPercent)) : null,
    limitOffset: priceOf('limitOffset'),
  }
  return Object.values(change).every((value) => value === null) ? null : change
}
