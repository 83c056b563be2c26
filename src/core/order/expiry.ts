import type { Amount } from '../money'
import { type Instant, isBefore } from '../time'
import { type Auction, cross } from './auction'
import type { Match } from './matching'
import { isForAuction, isOpen, type Order, type OrderTransition } from './order'

/**
 * What becomes of an open order when its time is over (D5, D6): its auction is held, a DAY order
 * expires, and what was to be canceled, or should have been tried by then, is CANCELED. `auctionOf`
 * is asked for an OPG or CLS order only. `free` is the account's buying power.
 */
export function end(
  order: Order,
  auctionOf: (order: Order) => Auction,
  free: Amount,
): readonly Match[] {
  if (isForAuction(order.timeInForce)) return cross([order], auctionOf(order), free)
  return [{ order, event: endingOf(order) }]
}

/** How an order ends that is for no auction. */
function endingOf({ timeInForce, status }: Order): OrderTransition {
  const expires = timeInForce === 'DAY' && status !== 'PENDING_CANCEL'
  return { type: expires ? 'Expired' : 'Canceled' }
}

/**
 * The end of an open order whose time is over, and which the market has not come to yet; null where
 * it is not over, or ends by its auction.
 */
export function overdueEnd(order: Order, now: Instant): OrderTransition | null {
  if (!isOpen(order.status) || isForAuction(order.timeInForce)) return null
  return isBefore(now, order.validUntil) ? null : endingOf(order)
}
