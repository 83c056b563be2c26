/**
 * The outcomes of OPG and CLS orders in the opening and the closing auction [fill.auction]. The
 * feed sets the prices. Here each order executes at the official price, or not at all.
 */
import { mayTrade, type Tradability } from '../instrument'
import { type Amount, NO_QUANTITY, type Price, type Quantity, smaller, subtract } from '../money'
import { freeAfter, isMarketable, type OrderOutcome, takeOffered } from './matching'
import { type Order, type OrderTransition, remaining } from './order'

export interface Auction {
  readonly instrument: Tradability
  /** The official price [fill.official-price]; undefined if the instrument has none on that day. */
  readonly price: Price | undefined
  /** Shares that the auction has for the account; null for as many as its orders want. */
  readonly offered: Quantity | null
}

/**
 * Executes OPG and CLS orders at the official price or not at all, in the order of their
 * acceptance. They share what the auction offers the account, and its buying power.
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
  // The rest of the order, which the auction does not offer, is canceled.
  return taken.at(-1)?.type === 'PartiallyFilled' ? [...taken, { type: 'Canceled' }] : taken
}
