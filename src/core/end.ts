import { type Auction, cross } from './auction'
import type { Match } from './matching'
import { isForAuction, type Order, type OrderEvent } from './order'
import type { Amount } from './units'

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
  const expires = order.timeInForce === 'DAY' && order.status !== 'PENDING_CANCEL'
  const event: OrderEvent = { type: expires ? 'Expired' : 'Canceled' }
  return [{ order, event }]
}
