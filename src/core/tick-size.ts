import { PRICE_PLACES_BELOW_ONE_USD_MAX, PRICE_PLACES_MAX } from './limits'
import {
  type Big,
  fitsPlaces,
  halfway,
  movedBy,
  type Price,
  price,
  roundedDown,
  roundedTo,
  roundedUp,
} from './money'
import type { Side } from './order/order'

const ONE_DOLLAR = price('1')

/**
 * The decimal places of a price by SEC Rule 612: cents from one dollar up, hundredths of a cent
 * below [order.tick-size].
 */
export const pricePlaces = (price: Price): number =>
  price.gte(ONE_DOLLAR) ? PRICE_PLACES_MAX : PRICE_PLACES_BELOW_ONE_USD_MAX

export const isOnTick = (price: Price): boolean => fitsPlaces(price, pricePlaces(price))

/** The middle of two prices on the tick, half-even to the tick there; never outside the two. */
export function midOnTick(bid: Price, ask: Price): Price {
  const middle = halfway(bid, ask)
  return roundedTo(middle, pricePlaces(middle))
}

/** Rounds a price between two ticks as a bid: never up, and never to 0. */
export function bidOnTick(sent: Price): Price {
  const bid = roundedDown(sent, pricePlaces(sent))
  return bid.gt(LOWEST) ? bid : LOWEST
}

/** Rounds a price between two ticks as an ask: never down. */
export const askOnTick = (sent: Price): Price => roundedUp(sent, pricePlaces(sent))

/**
 * Moves a price against an order. If the moved price lies between two ticks, the draw (from 0 up to
 * 1) decides which one it takes. Say the price has gone 0.3 of the way from the one tick to the
 * other. Then it takes the other if the draw is at least 0.7.
 */
export function movedOnTick(side: Side, from: Price, distance: Price, draw: Big): Price {
  const moved = movedBy(from, distance, side === 'BUY', pricePlaces(from), draw)
  return side === 'BUY' ? askOnTick(moved) : bidOnTick(moved)
}

const LOWEST = price('0.0001')
