/** Reads a price that a test sets or forces, in USD per share. */
import { SANDBOX_PRICE_USD_MAX } from '../../../core/limits'
import { type Price, placesOf, price } from '../../../core/money'
import { type Refused, refusedParam } from '../../../core/refusals'
import { isOnTick, pricePlaces } from '../../../core/tick-size'

const MAX = price(SANDBOX_PRICE_USD_MAX)

/** The strict JSON reader lets only exact numbers through: its text is what was sent. */
export function decodePrice(
  param: string,
  sent: number | string,
): Price | Refused<'invalid-parameter'> {
  const found = price(String(sent))
  if (found.gt(MAX)) return invalid(param, `it must be at most ${MAX.toFixed()}`)
  if (isOnTick(found)) return found
  const places = `${placesOf(found)} decimal places`
  return invalid(param, `it has ${places} and may have at most ${pricePlaces(found)}`)
}

const invalid = (param: string, reason: string) =>
  refusedParam('invalid-parameter', param, { reason })
