/**
 * What an order makes of the shares that it is offered: how much of them can be paid, and what
 * becomes of it where that is less (D5).
 */

import {
  type Amount,
  add,
  affordable,
  fitsPlaces,
  NO_QUANTITY,
  type Price,
  type Quantity,
  smaller,
  subtract,
} from '../money'
import { type Execution, evolve, type Order, type OrderTransition, remaining } from './order'

/**
 * The events of an order that is offered a part of what it still wants, or all of it. `free` is the
 * account's buying power, which a MARKET buy may draw on.
 *
 * A part that can be paid fills, and the rest ends at once: REJECTED where nothing was ever filled,
 * else CANCELED with its reason. A FOK takes all or nothing.
 */
export function takeOffered(
  order: Order,
  offered: Execution,
  free: Amount,
): readonly OrderTransition[] {
  const paid = smaller(offered.quantity, payableQuantity(order, offered.price, free))
  if (paid.eq(offered.quantity)) return [filling(order, offered)]
  const takesPart = paid.gt(NO_QUANTITY) && order.timeInForce !== 'FOK'
  const fills = takesPart ? [filling(order, { ...offered, quantity: paid })] : []
  return [...fills, unpaid(order, takesPart)]
}

function filling(order: Order, execution: Execution): OrderTransition {
  const type = execution.quantity.eq(remaining(order)) ? 'Filled' : 'PartiallyFilled'
  return { type, execution }
}

/** An order that its client has asked to cancel is canceled for that reason. */
function unpaid(order: Order, isFilledNow: boolean): OrderTransition {
  if (order.status === 'PENDING_CANCEL') return { type: 'Canceled' }
  const reason = 'insufficient-buying-power'
  const untouched = !isFilledNow && order.filledQuantity.eq(NO_QUANTITY)
  return untouched ? { type: 'Rejected', reason } : { type: 'Canceled', reason }
}

/**
 * How many of the remaining shares can be paid: by the order's own hold, and for a MARKET buy by
 * `free` as well, but never by what other orders hold (D5). An order of whole shares buys whole
 * ones, any other down to 0.000001 of one.
 */
function payableQuantity(order: Order, price: Price, free: Amount): Quantity {
  const wanted = remaining(order)
  if (order.side === 'SELL') return wanted
  const places = fitsPlaces(wanted, 0) ? 0 : 6
  const funds = order.limitPrice === null ? add(order.heldCash, free) : order.heldCash
  return smaller(wanted, affordable(funds, price, places))
}

/** The free buying power after an order's events: what they cost is gone, what it held is back. */
export function freeAfter(order: Order, events: readonly OrderTransition[], free: Amount): Amount {
  const { updatedAt } = order
  const after = events.reduce((before, event) => evolve(before, event, updatedAt), order)
  const released = subtract(order.heldCash, after.heldCash)
  const cost = subtract(after.filledAmount, order.filledAmount)
  return subtract(add(free, released), cost)
}
