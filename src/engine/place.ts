/** Placing an order at the desk: core's decision on the market and the account as they are now. */
import { isForAuction, type Order, type OrderRequest } from '../core/order'
import { type PlaceRefusal, place } from '../core/place'
import { isRefused, type Refused, refused, refusedParam } from '../core/refusals'
import type { Instant } from '../core/time'
import { nextAuctionAt } from '../market/auctions'
import { marketHoursAt } from '../market/calendar'
import type { Feed } from '../market/feed'
import type { Command } from './command'

export interface Placed {
  readonly order: Order
  /** True when the order had been placed before, by the same clientOrderId (D4). */
  readonly replayed: boolean
}

export type PlaceOutcome = Placed | Refused<PlaceRefusal | 'account-not-found' | 'symbol-not-found'>

export const placeCommand = (
  accountId: string,
  request: OrderRequest,
  feed: Feed,
): Command<PlaceOutcome> => ({
  accountId,
  symbols: [request.symbol],
  orderIds: [],
  clientOrderIds: [request.clientOrderId],
  decide(batch, now) {
    const { symbol, clientOrderId } = request
    const account = batch.account(accountId)
    if (account === undefined) return refused('account-not-found')
    const instrument = batch.instrument(symbol)
    if (instrument === undefined) return refusedParam('symbol-not-found', 'symbol', { symbol })
    const placement = place(request, {
      account,
      instrument,
      holding: batch.holding(accountId, symbol),
      quote: feed.bidAsk(symbol, now),
      hours: marketHoursAt(now),
      halted: batch.halted,
      auctionAt: auctionOf(request, now),
      prior: batch.orderByClientId(accountId, clientOrderId),
      now,
    })
    if (isRefused(placement)) return placement
    if ('replayed' in placement) return { order: placement.replayed, replayed: true }
    batch.book(placement.accepted)
    return { order: placement.accepted.standing.order, replayed: false }
  },
})

const auctionOf = ({ timeInForce }: OrderRequest, now: Instant): Instant | null =>
  isForAuction(timeInForce) ? nextAuctionAt(timeInForce, now) : null
