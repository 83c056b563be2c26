/**
 * Prices inside a feed, in pips: whole ten-thousandths of a dollar, the smallest tick. Doubles add
 * them exactly. A feed converts them to decimals without binary fractions.
 */
import { PRICE_PLACES_BELOW_ONE_USD_MAX, PRICE_PLACES_MAX } from '../../core/limits'
import { type Price, price, priceOfUnits, unitsOf } from '../../core/money'

/** 0.0001 USD. */
export type Pips = number

export const ONE_DOLLAR: Pips = 10 ** PRICE_PLACES_BELOW_ONE_USD_MAX
const CENT: Pips = 10 ** (PRICE_PLACES_BELOW_ONE_USD_MAX - PRICE_PLACES_MAX)

const ONE_USD = price('1')

/** The tick at this price [order.tick-size]. */
export const tickOf = (pips: Pips): Pips => (pips >= ONE_DOLLAR ? CENT : 1)

/** Rounded half-up to the tick at this price. */
export const nearestTick = (pips: Pips): Pips => {
  const tick = tickOf(pips)
  return Math.floor(pips / tick + 0.5) * tick
}

/** Rounded up to the tick at this price; a spread may reach across one dollar. */
export const upToTick = (pips: Pips): Pips => {
  const tick = tickOf(pips)
  return Math.ceil(pips / tick) * tick
}

/** Rounded down to the tick at this price. */
export const downToTick = (pips: Pips): Pips => {
  const tick = tickOf(pips)
  return Math.floor(pips / tick) * tick
}

/** Rounded half-up to the tick at this price, never 0: a trade may lie between two ticks. */
export const pipsOfPrice = (price: Price): Pips => {
  const places = price.lt(ONE_USD) ? PRICE_PLACES_BELOW_ONE_USD_MAX : PRICE_PLACES_MAX
  return Math.max(1, unitsOf(price, places) * (places === PRICE_PLACES_MAX ? CENT : 1))
}

/** More neighbouring ticks than a thousand candles of a minute are likely to span. */
const CACHE_SIZE = 4_096
const cachedPips = new Float64Array(CACHE_SIZE)
const cachedPrices: Price[] = []

/** Caches prices by tick: a page of 1,000 candles has 4,000 prices, but a few dozen ticks. */
export function priceOf(pips: Pips): Price {
  const at = (pips / tickOf(pips)) & (CACHE_SIZE - 1)
  const cached = cachedPrices[at]
  if (cached !== undefined && cachedPips[at] === pips) return cached
  const price = priceOfUnits(pips, PRICE_PLACES_BELOW_ONE_USD_MAX)
  cachedPips[at] = pips
  cachedPrices[at] = price
  return price
}
