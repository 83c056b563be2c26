/**
 * The opening and the closing auction (D6): OPG and CLS orders execute at the day's official price,
 * or not at all; in full, or for what the auction has for the account (D13). The orders' turn
 * matters for that, and for the buying power that they may draw on: they come in the order of their
 * acceptance.
 */
import type { Instrument } from '../instrument'
import { type Amount, NO_QUANTITY, type Price, type Quantity, smaller, subtract } from '../money'
import { isMarketable, type Match } from './matching'
import { type Order, type OrderTransition, remaining } from './order'
import { freeAfter, takeOffered } from './take'
import { mayTrade } from './tradability'

export interface Auction {
  readonly instrument: Instrument
  /** Undefined: the day has no official price of the instrument. */
  readonly price: Price | undefined
  /** What it has for the account; null: all that its orders want. */
  readonly offered: Quantity | null
}

/** What becomes of orders whose auction this is; `free` is the account's buying power (D5). */
export function cross(orders: readonly Order[], auction: Auction, free: Amount): readonly Match[] {
  const matches: Match[] = []
  let left = free
  let { offered } = auction
  for (const order of orders) {
    const events = eventsOf(order, { ...auction, offered }, left)
    for (const event of events) {
      if ('execution' in event) offered &&= subtract(offered, event.execution.quantity)
      matches.push({ order, event })
    }
    if (order.side === 'BUY') left = freeAfter(order, events, left)
  }
  return matches
}

function eventsOf(
  order: Order,
  { instrument, price, offered }: Auction,
  free: Amount,
): readonly OrderTransition[] {
  const reached = price !== undefined && isMarketable(order, price)
  const quantity = offered === null ? remaining(order) : smaller(remaining(order), offered)
  if (!reached || !mayTrade(order.side, instrument, 'REGULAR') || quantity.eq(NO_QUANTITY)) {
    return [{ type: 'Canceled' }]
  }
  const events = takeOffered(order, { price, quantity, session: 'REGULAR' }, free)
  // What the auction does not have is over with it.
  return events.at(-1)?.type === 'PartiallyFilled' ? [...events, { type: 'Canceled' }] : events
}
