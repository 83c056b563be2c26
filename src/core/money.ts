/**
 * Money and quantities: exact decimals with a unit in their type.
 *
 *   Price    × Quantity → Amount     notional
 *   Amount   ÷ Quantity → Price      averagePrice (inexact, so it names its rounding)
 *   Amount   ± Amount   → Amount     add, subtract
 *   Quantity ± Quantity → Quantity   add, subtract
 *
 * Every other result is a bare Big, which does not type-check as a unit. The constructor refuses
 * JavaScript numbers (strict mode), so none can slip into the arithmetic [service.exact].
 */

import type { Big } from 'big.js'
import { Decimal, DIGITS_EXACT, decimalOf, decimalOfText, dividing } from './decimal'
import { AVERAGE_PRICE_PLACES_MAX, QUANTITY_PLACES_MAX } from './limits'

export type { Big }

declare const unit: unique symbol
/** A decimal with a unit. It has a name so that the declarations of the package can refer to it. */
export interface Unit<Name extends string> extends Big {
  readonly [unit]: Name
}

/** US dollars per share, never negative. */
export type Price = Unit<'price'>
/** Shares; fractions of a share down to 0.000001. */
export type Quantity = Unit<'quantity'>
/** US dollars; signed, a debit is negative. */
export type Amount = Unit<'amount'>
/** Percentages: 2.5 is 2.5 %. */
export type Percent = Unit<'percent'>

const ROUND_DOWN = 0
const ROUND_HALF_UP = 1
const ROUND_UP = 3
const ROUND_HALF_EVEN = 2

const HalfEvenTo2 = dividing(2, ROUND_HALF_EVEN)
const HalfEvenTo6 = dividing(AVERAGE_PRICE_PLACES_MAX, ROUND_HALF_EVEN)
const HalfEvenTo10 = dividing(10, ROUND_HALF_EVEN)
const DownTo0 = dividing(0, ROUND_DOWN)
const DownTo6 = dividing(QUANTITY_PLACES_MAX, ROUND_DOWN)

// safe: a brand exists in the type only, and a decimal gets its unit in these functions.
const branded = <U extends Big>(value: Big): U => value as U

/** Reads a decimal literal; throws on any other text, so callers must check the text first. */
export const price = (text: string): Price => branded(decimalOfText(text))
export const quantity = (text: string): Quantity => branded(decimalOfText(text))
export const amount = (text: string): Amount => branded(decimalOfText(text))
export const percent = (text: string): Percent => branded(decimalOfText(text))

/**
 * The price of `units` units of 10^-places dollars: 3_114_900 and 4 give 311.49. Both numbers must
 * be whole and not negative, and the units exact as a double. It takes a third of the time of
 * reading the price from text.
 */
export const priceOfUnits = (units: number, places: number): Price =>
  branded(decimalOf(units, places))
/**
 * The number of units of 10^-places dollars, rounded half-up to whole units: 311.49 at 2 places is
 * 31_149. It is exact as a double up to 15 digits.
 */
export const unitsOf = (value: Big, places: number): number => {
  const { c: digits, e: exponent } = value.round(places, ROUND_HALF_UP)
  let units = 0
  for (const digit of digits) units = units * 10 + digit
  return units * (POWERS_OF_TEN[places + exponent - digits.length + 1] ?? Number.NaN)
}
/** A whole number of shares; it must not be negative, and must be exact as a double. */
export const quantityOfShares = (shares: number): Quantity => branded(decimalOf(shares, 0))

export const NO_QUANTITY = quantity('0')
export const NO_AMOUNT = amount('0')
export const ONE_SHARE = quantity('1')
export const NO_PRICE = price('0')

/** Whether the value is zero, as in most sums of a fill: no hold, nothing filled yet. */
const isZero = (value: Big): boolean => value.c[0] === 0

export const add = <U extends Amount | Quantity>(left: U, right: U): U =>
  isZero(right) ? left : branded(left.plus(right))
export const subtract = <U extends Amount | Quantity>(left: U, right: U): U =>
  isZero(right) ? left : branded(left.minus(right))
export const negated = <U extends Amount | Quantity>(value: U): U => branded(value.neg())
export const smaller = <U extends Price | Amount | Quantity>(left: U, right: U): U =>
  right.lt(left) ? right : left
export const larger = <U extends Price | Amount | Quantity>(left: U, right: U): U =>
  right.gt(left) ? right : left

/**
 * Price × quantity, exact. A price has at most 4 decimal places (6 as a MARKET hold) and a quantity
 * 6, so the product has at most 12.
 */
export const notional = (price: Price, quantity: Quantity): Amount => branded(price.times(quantity))

/** The price times a factor, exact. */
export const scaled = (price: Price, factor: string): Price =>
  branded(price.times(new Decimal(factor)))

/** Parkinson (1980): a range is on average 2·√(ln 2) standard deviations. */
const RANGE_OF_SIGMA = '1.665'
/** The square-root law's factor: the last of Q shares moves the price by 1.05·σ·√(Q/V). */
const IMPACT_OF_LAST = '1.05'

/**
 * The mean distance by which consecutive shares move the price: the shares from place `from` to
 * place `to`. It follows the square-root law, with V shares traded within a range of prices. The
 * law holds for the first `part` of V. Each share after that part moves the price as far as the
 * last share of the part does. The result has 10 places, and is 0 if nothing was traded.
 */
export function meanImpact(
  from: Quantity,
  to: Quantity,
  {
    volume,
    range,
    part,
  }: { readonly volume: Quantity; readonly range: Price; readonly part: string },
): Price {
  if (volume.eq(NO_QUANTITY)) return NO_PRICE
  const last = volume.times(part)
  // Returns three times the sum, so that its factors are whole: the mean of a square root is two
  // thirds of its last value. `meanImpact` divides by 3 at its end.
  const sumUpTo = (shares: Quantity): Big => {
    const lawful = shares.gt(last) ? last : shares
    const root = new HalfEvenTo10(lawful).div(volume).sqrt()
    return root.times(lawful.times('2').plus(shares.minus(lawful).times('3')))
  }
  const ofLast = new HalfEvenTo10(range).times(IMPACT_OF_LAST).div(RANGE_OF_SIGMA)
  const sum = sumUpTo(to).minus(sumUpTo(from))
  return branded(new HalfEvenTo10(sum.times(ofLast)).div(to.minus(from).times('3')))
}

/**
 * The inverse of the law: the number of shares at which the last one moves the price by `room`. To
 * 6 places, rounded down.
 */
export function reachOfImpact(room: Price, volume: Quantity, range: Price): Quantity {
  if (range.lte(NO_PRICE)) return volume
  const part = new HalfEvenTo10(room).times(RANGE_OF_SIGMA).div(range.times(IMPACT_OF_LAST))
  return branded(part.times(part).times(volume).round(QUANTITY_PLACES_MAX, ROUND_DOWN))
}

/** The whole shares that are left after a number of halvings, rounded down at each. */
export const halvedShares = (whole: Quantity, halvings: number): Quantity =>
  branded(whole.div(String(2 ** Math.min(halvings, 60))).round(0, ROUND_DOWN))

/**
 * The rest of a quantity that halves with each half-life, linear between two halvings. Half-even to
 * 6 places.
 */
export function faded(whole: Quantity, ageMs: number, halfLifeMs: number): Quantity {
  const halvings = Math.floor(ageMs / halfLifeMs)
  const since = ageMs - halvings * halfLifeMs
  const numerator = String(2 * halfLifeMs - since)
  return branded(
    new HalfEvenTo6(whole.times(numerator)).div(String(2 ** (halvings + 1) * halfLifeMs)),
  )
}

/**
 * The quantity that arrives in `ms`, if `part` of the whole arrives evenly within `wholeMs`.
 * Half-even to 6 places.
 */
export const partInTime = (whole: Quantity, part: string, ms: number, wholeMs: number): Quantity =>
  branded(new HalfEvenTo6(whole.times(part).times(String(ms))).div(String(wholeMs)))

/** The price at step `part` of `whole` from one price to another, half-even to 10 places. */
export const weighted = (from: Price, to: Price, part: number, whole: number): Price =>
  branded(
    from.plus(new HalfEvenTo10(to.minus(from)).times(String(part)).div(String(Math.max(1, whole)))),
  )

/**
 * The distance from the lower price to the higher one, USD per share; negative if they are swapped.
 */
export const gap = (low: Price, high: Price): Price => branded(high.minus(low))

/** Half of a price or a quantity, exact. */
export const halfOf = <U extends Price | Quantity>(whole: U): U =>
  branded(whole.times(new Decimal('0.5')))

/**
 * The price moved up or down by a distance, exact; negative if the distance down exceeds the price.
 */
export const shiftedBy = (price: Price, distance: Price, isUp: boolean): Price =>
  branded(isUp ? price.plus(distance) : price.minus(distance))

/** A percentage of a price, exact. */
export const partOf = (price: Price, part: Percent): Price =>
  branded(price.times(part).times(new Decimal('0.01')))

/** The price halfway between two others, exact. */
export const halfway = (low: Price, high: Price): Price =>
  branded(low.plus(high).times(new Decimal('0.5')))

/** The price moved by a distance; a draw from 0 up to 1 rounds it up or down. */
export function movedBy(
  price: Price,
  distance: Price,
  isUp: boolean,
  places: number,
  draw: Big,
): Price {
  const drawn = new Decimal(`1e-${places}`).times(draw)
  const moved = distance.plus(drawn).round(places, ROUND_DOWN)
  return branded(isUp ? price.plus(moved) : price.minus(moved))
}

/** The price rounded half-even. */
export const roundedTo = (price: Price, places: number): Price =>
  branded(price.round(places, ROUND_HALF_EVEN))

export const roundedDown = <U extends Price | Quantity>(value: U, places: number): U =>
  branded(value.round(places, ROUND_DOWN))
export const roundedUp = <U extends Price | Quantity>(value: U, places: number): U =>
  branded(value.round(places, ROUND_UP))

/**
 * The average price, half-even to 6 places. It is for output only, never an input of further
 * arithmetic [fill.average].
 */
export const averagePrice = (total: Amount, quantity: Quantity): Price =>
  branded(new HalfEvenTo6(total).div(quantity))

/** The part's share of the cost of the whole, half-even to 10 places [holding.average-cost]. */
export function shareOf(total: Amount, part: Quantity, whole: Quantity): Amount {
  return part.eq(whole) ? total : branded(new HalfEvenTo10(total.times(part)).div(whole))
}

/** The shares that an amount pays for, rounded down to whole ones or to 6 places. */
export function affordable(funds: Amount, price: Price, places: 0 | 6): Quantity {
  const RoundedDown = places === 0 ? DownTo0 : DownTo6
  return branded(new RoundedDown(funds).div(price))
}

/** A part of a quantity, for example 0.1 of it, rounded down to whole shares. */
export const wholeShares = (whole: Quantity, part: string): Quantity =>
  branded(whole.times(new Decimal(part)).round(0, ROUND_DOWN))

/** A percentage of the shares, rounded down to 6 places. */
export const percentageOf = (whole: Quantity, part: Percent): Quantity =>
  branded(whole.times(part).times(new Decimal('0.01')).round(QUANTITY_PLACES_MAX, ROUND_DOWN))

/**
 * The part as a percentage of the whole, half-even to 2 places: 0.95 is 0.95 %. Zero if the whole
 * is zero.
 */
export function percentOf(part: Big, whole: Big): Big {
  return whole.eq(NO_AMOUNT) ? NO_AMOUNT : new HalfEvenTo2(part.times('100')).div(whole)
}

/** How many decimal places the value needs: 1.50 needs one. Its digits never end in a zero. */
export const placesOf = ({ c: digits, e: exponent }: Big): number =>
  Math.max(0, digits.length - 1 - exponent)

export const fitsPlaces = (value: Big, places: number): boolean => placesOf(value) <= places

/** A plain decimal with at least `places` decimal places, and with all of the value's own. */
export function decimalString(value: Big, places = 2): string {
  const exact = value.toFixed()
  const point = exact.indexOf('.')
  return point >= 0 && exact.length - point - 1 >= places ? exact : value.toFixed(places)
}

/** A JSON number of the contract: the double nearest to the decimal, exact to 15 digits. */
export function wireNumber(value: Big): number {
  const { c: digits, e: exponent, s: sign } = value
  const places = digits.length - 1 - exponent
  if (digits.length > DIGITS_EXACT || places > POWERS_OF_TEN_EXACT || places < 0) {
    return Number(value.toFixed()) // tidy: wireNumber itself
  }
  // Both are exact doubles, so IEEE 754 rounds their quotient to the double nearest to the decimal.
  // A conversion through text gives the same double.
  let whole = 0
  for (const digit of digits) whole = whole * 10 + digit
  if (whole === 0) return 0
  return (sign * whole) / (POWERS_OF_TEN[places] ?? Number.NaN)
}

const POWERS_OF_TEN_EXACT = 22
const POWERS_OF_TEN: readonly number[] = Array.from(
  { length: POWERS_OF_TEN_EXACT + 1 },
  (_, power) => 10 ** power,
)
