/** Prices and sizes as decimals, for one side of one instrument. */
import { type Price, type Quantity, quantity } from '../../../core/money'
import { type Pips, priceOf } from '../pips'

/** Rebuilt only if a figure has changed; from second to second few do. */
export interface ShownSide {
  readonly price: (pips: Pips) => Price
  readonly size: (shares: number) => Quantity
}

export function shownSide(): ShownSide {
  return {
    price: latest((pips: Pips) => priceOf(pips)),
    size: latest((shares: number) => quantity(String(shares))),
  }
}

function latest<Value>(compute: (input: number) => Value): (input: number) => Value {
  let known: { readonly input: number; readonly value: Value } | undefined
  return (input) => {
    if (known?.input === input) return known.value
    known = { input, value: compute(input) }
    return known.value
  }
}
