/**
 * Prices inside a feed: whole ten-thousandths of a dollar, small enough for exact
 * integer arithmetic in a double. They become decimals at the edge, never by way of a fraction.
 */
import { PRICE_PLACES_BELOW_ONE_USD_MAX, PRICE_PLACES_MAX } from '../../core/limits'
import { type Price, price } from '../../core/money'

/** 0.0001 USD. */
export type Pips = number

export const ONE_DOLLAR: Pips = 10 ** PRICE_PLACES_BELOW_ONE_USD_MAX
const CENT: Pips = 10 ** (PRICE_PLACES_BELOW_ONE_USD_MAX - PRICE_PLACES_MAX)

/** What a price of this size moves by [order.tick-size]. */
export const tickOf = (pips: Pips): Pips => (pips >= ONE_DOLLAR ? CENT : 1)

/** The nearest price on its tick, never zero. */
export const toPips = (dollars: number): Pips =>
  dollars >= 1 ? Math.round(dollars * 100) * CENT : Math.max(1, Math.round(dollars * ONE_DOLLAR))

/** Half-up, to the tick of a price of this size. */
export const roundedToTick = (pips: Pips): Pips => {
  const tick = tickOf(pips)
  return Math.floor(pips / tick + 0.5) * tick
}

/** The next price on its tick from here upwards: below a dollar a spread may reach across it. */
export const upToTick = (pips: Pips): Pips => {
  const tick = tickOf(pips)
  return Math.ceil(pips / tick) * tick
}

/** The next price on its tick from here downwards. */
export const downToTick = (pips: Pips): Pips => {
  const tick = tickOf(pips)
  return Math.floor(pips / tick) * tick
}

export function priceOf(pips: Pips): Price {
  const dollars = Math.floor(pips / ONE_DOLLAR)
  return price(`${dollars}.${String(pips - dollars * ONE_DOLLAR).padStart(4, '0')}`)
}
