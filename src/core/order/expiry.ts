/**
 * The end of an order's time. A DAY order expires [life.day-expiry]. An OPG or CLS order meets its
 * auction.
 */
import type { Amount } from '../money'
import { type Instant, isBefore } from '../time'
import { type Auction, auctionOutcomes } from './auction-outcomes'
import type { OrderOutcome } from './matching'
import { isForAuction, isOpen, type Order, type OrderTransition } from './order'

/**
 * The outcome for an open order whose time is over. `auctionOf` is called only for an OPG or CLS
 * order; `free` is the account's buying power.
 */
export function expire(
  order: Order,
  auctionOf: (order: Order) => Auction,
  free: Amount,
): readonly OrderOutcome[] {
  if (isForAuction(order.timeInForce)) return auctionOutcomes([order], auctionOf(order), free)
  return [{ order, transition: finalTransition(order) }]
}

/** The end of an order without an auction: an IOC or FOK that no tick has tried is canceled. */
function finalTransition({ timeInForce, status }: Order): OrderTransition {
  const expires = timeInForce === 'DAY' && status !== 'PENDING_CANCEL'
  return { type: expires ? 'Expired' : 'Canceled' }
}

/**
 * The final transition of an open order whose time ended before the market reached it. Null if its
 * time is not over, or if it ends with an auction.
 */
export function overdueTransition(order: Order, now: Instant): OrderTransition | null {
  if (!isOpen(order.status) || isForAuction(order.timeInForce)) return null
  return isBefore(now, order.validUntil) ? null : finalTransition(order)
}
