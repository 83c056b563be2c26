/** The terms of orders in requests, and the fields of an answer to an order that waits. */
import { t } from 'elysia'
import { CLIENT_ORDER_ID_LENGTH_MAX, QUANTITY_PLACES_MAX } from '../../core/limits'
import { type Big, fitsPlaces, placesOf, type Quantity, quantity } from '../../core/money'
import { TIMES_IN_FORCE } from '../../core/order/order'
import { invalidParam, type Refused } from '../../core/refusals'
import { toKst } from '../../core/time'
import { named, oneOf } from '../../http/wire/schemas'
import { AWAITED, type OrderWait } from '../../market/order-wait'

/** [order.clientOrderId] */
export const clientOrderIdInput = ({
  example = '0f1c52b6-7a0e-4c1d-9d55-4f8f6c1a2b3c',
  lengthMax = CLIENT_ORDER_ID_LENGTH_MAX,
  description = 'An id of your own, unique in the account: the idempotency key. A UUID, say.',
} = {}) =>
  t.String({
    description,
    pattern: `^[\\x21-\\x7e]{1,${lengthMax}}$`,
    maxLength: lengthMax,
    'x-expects': `1 to ${lengthMax} visible ASCII characters`,
    examples: [example],
  })

/** [order.timeInForce] */
export const timeInForceInput = (description: string) =>
  named('TimeInForce', oneOf(TIMES_IN_FORCE, description, 'DAY'))

/** [order.waits-for] */
export const WAITS = {
  waitsFor: t.Optional(
    oneOf(
      AWAITED,
      'Given if the order is not tried at the next tick: it waits for its auction (OPG, ' +
        'CLS) or, since the market is CLOSED, for the next session in which it can fill.',
    ),
  ),
  waitsUntil: t.Optional(
    t.String({
      description:
        'When that session opens, or the auction is held. ISO 8601, Korean time, milliseconds.',
      'x-format': 'date-time',
    }),
  ),
}

/** Encodes a wait; `wait` is null if the order is tried at the next tick. */
export const encodeWait = (wait: OrderWait | null) =>
  wait === null ? {} : { waitsFor: wait.for, waitsUntil: toKst(wait.until) }

/**
 * Decodes the shares of a request. The strict JSON reader accepts only exact numbers, so a number's
 * shortest text is the text that was sent [request.decimals].
 */
export function decodeShares(sent: number | string): Quantity | Refused<'invalid-parameter'> {
  const shares = quantity(String(sent))
  return tooManyPlaces('quantity', shares, QUANTITY_PLACES_MAX) ?? shares // [order.quantity]
}

/** Returns the fault of a value with more than `most` decimal places; undefined if it fits. */
export function tooManyPlaces(
  param: string,
  value: Big,
  most: number,
): Refused<'invalid-parameter'> | undefined {
  if (fitsPlaces(value, most)) return undefined
  const places = `${placesOf(value)} decimal places`
  return invalidParam(param, `it has ${places} and may have at most ${most}`)
}
