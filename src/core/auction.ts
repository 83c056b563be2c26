/**
 * The opening and the closing auction (D6): OPG and CLS orders execute in full at the day's
 * official price, or not at all. The auction has size for all, so the orders' turn matters only for
 * the buying power that they may draw on: they come in the order of their acceptance.
 */
import type { Instrument } from './instrument'
import { isMarketable, type Match } from './matching'
import { type Order, type OrderEvent, remaining } from './order'
import { freeAfter, take } from './take'
import { mayTrade } from './tradability'
import type { Amount, Price } from './units'

export interface Auction {
  readonly instrument: Instrument
  /** Undefined: the day has no official price of the instrument. */
  readonly price: Price | undefined
}

/** What becomes of orders whose auction this is; `free` is the account's buying power (D5). */
export function cross(orders: readonly Order[], auction: Auction, free: Amount): readonly Match[] {
  const matches: Match[] = []
  let left = free
  for (const order of orders) {
    const events = eventsOf(order, auction, left)
    for (const event of events) matches.push({ order, event })
    if (order.side === 'BUY') left = freeAfter(order, events, left)
  }
  return matches
}

function eventsOf(
  order: Order,
  { instrument, price }: Auction,
  free: Amount,
): readonly OrderEvent[] {
  const reached = price !== undefined && isMarketable(order, price)
  if (!reached || !mayTrade(order.side, instrument, 'REGULAR')) return [{ type: 'Canceled' }]
  return take(order, { price, quantity: remaining(order), session: 'REGULAR' }, free)
}
