/** Numbers of a file as they are stored: prices on their ticks, in whole pips. Exact. */
import { PRICE_PLACES_BELOW_ONE_USD_MAX, PRICE_PLACES_MAX } from '../../../core/limits'

const PRICE = /^\+?(\d{1,7})(?:\.(\d*))?$/
const VOLUME = /^\d{1,11}(?:\.\d*)?$/
const PIPS_PER_DOLLAR = 10 ** PRICE_PLACES_BELOW_ONE_USD_MAX

/**
 * Pips (0.0001 USD), half-up to the tick: cents from one dollar up, else hundredths of a cent.
 * Undefined for a text that is not a price above 0 and below 10,000,000 USD.
 */
export function parsePips(text: string): number | undefined {
  const digits = PRICE.exec(text)
  if (digits === null) return undefined
  const dollars = Number(digits[1])
  const fraction = `${digits[2] ?? ''}00000`
  const places = dollars > 0 ? PRICE_PLACES_MAX : PRICE_PLACES_BELOW_ONE_USD_MAX
  const tick = 10 ** (PRICE_PLACES_BELOW_ONE_USD_MAX - places)
  const ticks = Number(fraction.slice(0, places)) + (fraction.charAt(places) >= '5' ? 1 : 0)
  const pips = dollars * PIPS_PER_DOLLAR + ticks * tick
  return pips > 0 ? pips : undefined
}

/** Whole shares, rounded half-up; undefined for a text that is not a number of shares. */
export const sharesOf = (text: string): number | undefined =>
  VOLUME.test(text) ? Math.round(Number(text)) : undefined
