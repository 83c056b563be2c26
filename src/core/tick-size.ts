import { fitsPlaces, halfway, type Price, price, roundedTo } from './money'

const ONE_DOLLAR = price('1')

/** D4 and SEC Rule 612: cents from one dollar up, hundredths of a cent below. */
export const pricePlaces = (price: Price): 2 | 4 => (price.gte(ONE_DOLLAR) ? 2 : 4)

export const isOnTick = (price: Price): boolean => fitsPlaces(price, pricePlaces(price))

/**
 * The price in the middle, half-even to the tick there; never outside of two prices on the tick.
 */
export function midOnTick(bid: Price, ask: Price): Price {
  const middle = halfway(bid, ask)
  return roundedTo(middle, pricePlaces(middle))
}
