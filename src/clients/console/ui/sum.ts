/** The few sums that the page makes of the server's amounts: exact, as decimals. */
import Big from 'big.js'
import type { Decimal } from './decimal'

/** `one` less `other`. */
export const less = (one: Decimal, other: Decimal): string => new Big(one).minus(other).toFixed()

/** To the cent, towards zero: never more than there is. */
export const cents = (value: Decimal): string => new Big(value).round(2, Big.roundDown).toFixed(2)

/** What `change` is of `of`, in percent to two places, half-even; null where there is nothing. */
export function percentOf(change: Decimal, of: Decimal): string | null {
  const base = new Big(of)
  if (base.eq(0)) return null
  return new Big(change).times(100).div(base).round(2, Big.roundHalfEven).toFixed(2)
}
