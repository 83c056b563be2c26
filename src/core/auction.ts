/**
 * The opening and the closing auction (D6): OPG and CLS orders execute in full at the day's
 * official price, or not at all. Price, then time, does not matter here, since the auction has size
 * for all.
 */
import type { Instrument } from './instrument'
import { isMarketable, type Match, payableQuantity } from './matching'
import { type Order, type OrderEvent, remaining } from './order'
import { mayTrade } from './tradability'
import { ONE_SHARE, type Price } from './units'

export interface Auction {
  readonly instrument: Instrument
  /** Undefined: the day has no official price of the instrument. */
  readonly price: Price | undefined
}

/** What becomes of orders whose auction this is. */
export const cross = (orders: readonly Order[], auction: Auction): readonly Match[] =>
  orders.flatMap((order) => eventsOf(order, auction).map((event) => ({ order, event })))

function eventsOf(order: Order, { instrument, price }: Auction): readonly OrderEvent[] {
  const reached = price !== undefined && isMarketable(order, price)
  if (!reached || !mayTrade(order.side, instrument, 'REGULAR')) return [{ type: 'Canceled' }]
  const quantity = payableQuantity(order, price)
  const execution = { price, quantity, session: 'REGULAR' } as const
  if (quantity.eq(remaining(order))) return [{ type: 'Filled', execution }]
  // The hold of a MARKET buy is the ask's at its acceptance, which a gap at the open can exceed.
  if (quantity.gte(ONE_SHARE)) {
    return [{ type: 'PartiallyFilled', execution }, { type: 'Canceled' }]
  }
  return order.status === 'SUBMITTED'
    ? [{ type: 'Rejected', reason: 'insufficient-buying-power' }]
    : [{ type: 'Canceled' }]
}
