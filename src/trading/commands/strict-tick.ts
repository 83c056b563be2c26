/** Prepares the orders of an account with the profile `strict` for a tick. */

import { NO_QUANTITY } from '../../core/money'
import type { Order } from '../../core/order/order'
import { arrivesAt, queueAfter } from '../../core/order/strict'
import type { BidAsk } from '../../core/quote'
import { type Instant, isBefore } from '../../core/time'
import type { Rows } from '../rows'
import { type FillMarket, type InstrumentMoment, tradedInSecond } from './meeting'

/** Returns the orders that have reached the market at the instant [profile.strict-latency]. */
export const arrivedBefore = (
  at: Instant,
  orders: readonly Order[],
  seed: number,
): readonly Order[] => orders.filter((order) => isBefore(arrivesAt(order, seed), at))

/** Returns the orders with their queue positions after the tick's trades [profile.strict-queue]. */
export function queuedOrders(
  rows: Rows,
  orders: readonly Order[],
  quote: BidAsk,
  { symbol, at }: InstrumentMoment,
  { feed }: FillMarket,
): readonly Order[] {
  // A pinned size is for every order that its price reaches; the stored queue position stays.
  if (quote.pinned) return orders.map((order) => ({ ...order, queueAhead: NO_QUANTITY }))
  if (orders.every(({ queueAhead }) => queueAhead.eq(NO_QUANTITY))) return orders
  const traded = tradedInSecond(feed, symbol, at)
  return orders.map((order) => {
    const after = queueAfter(order, quote, traded, at)
    if (after !== order) rows.setOrder(after)
    return after
  })
}
