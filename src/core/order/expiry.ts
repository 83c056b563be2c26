/**
 * The end of an order's time: a DAY order expires [life.day-expiry], an OPG or CLS order meets its
 * auction [fill.auction].
 */
import type { Instrument } from '../instrument'
import { mayTrade } from '../instrument'
import { type Amount, NO_QUANTITY, type Price, type Quantity, smaller, subtract } from '../money'
import { type Instant, isBefore } from '../time'
import { freeAfter, isMarketable, type OrderOutcome, takeOffered } from './matching'
import { isForAuction, isOpen, type Order, type OrderTransition, remaining } from './order'

/**
 * The outcome for an open order whose time is over. `auctionOf` is called for an OPG or CLS order
 * only; `free` is the account's buying power.
 */
export function expire(
  order: Order,
  auctionOf: (order: Order) => Auction,
  free: Amount,
): readonly OrderOutcome[] {
  if (isForAuction(order.timeInForce)) return auctionOutcomes([order], auctionOf(order), free)
  return [{ order, transition: finalTransition(order) }]
}

/** Of an order that is for no auction: an IOC or FOK that no tick has tried is canceled. */
function finalTransition({ timeInForce, status }: Order): OrderTransition {
  const expires = timeInForce === 'DAY' && status !== 'PENDING_CANCEL'
  return { type: expires ? 'Expired' : 'Canceled' }
}

/**
 * The final transition of an open order whose time is over before the market has come to it; null
 * where its time is not over, or ends with an auction.
 */
export function overdueTransition(order: Order, now: Instant): OrderTransition | null {
  if (!isOpen(order.status) || isForAuction(order.timeInForce)) return null
  return isBefore(now, order.validUntil) ? null : finalTransition(order)
}

export interface Auction {
  readonly instrument: Instrument
  /** The official price [fill.official-price]; undefined: the day has none of the instrument. */
  readonly price: Price | undefined
  /** Shares that the auction has for the account; null: all that its orders want. */
  readonly offered: Quantity | null
}

/**
 * OPG and CLS orders execute at the official price or not at all, in the order of their acceptance:
 * they share what the auction offers the account, and its buying power.
 */
export function auctionOutcomes(
  orders: readonly Order[],
  auction: Auction,
  buyingPower: Amount,
): readonly OrderOutcome[] {
  const outcomes: OrderOutcome[] = []
  let free = buyingPower
  let { offered } = auction
  for (const order of orders) {
    const transitions = auctioned(order, { ...auction, offered }, free)
    for (const transition of transitions) {
      if ('execution' in transition) offered &&= subtract(offered, transition.execution.quantity)
      outcomes.push({ order, transition })
    }
    if (order.side === 'BUY') free = freeAfter(order, transitions, free)
  }
  return outcomes
}

function auctioned(
  order: Order,
  { instrument, price, offered }: Auction,
  free: Amount,
): readonly OrderTransition[] {
  const reached = price !== undefined && isMarketable(order, price)
  const quantity = offered === null ? remaining(order) : smaller(remaining(order), offered)
  if (!reached || !mayTrade(order.side, instrument, 'REGULAR') || quantity.eq(NO_QUANTITY)) {
    return [{ type: 'Canceled' }]
  }
  const taken = takeOffered(order, { price, quantity, session: 'REGULAR' }, free)
  // The rest that the auction does not offer ends with it.
  return taken.at(-1)?.type === 'PartiallyFilled' ? [...taken, { type: 'Canceled' }] : taken
}
