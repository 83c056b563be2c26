/** Placing an order: the core decides on the market and the account as they are now. */
import type { Account } from '../../core/account/account'
import type { Order, OrderRequest } from '../../core/order/order'
import { type PlaceRefusal, place } from '../../core/order/place'
import { isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import { auctionAheadOf } from '../../market/auctions'
import type { Feed } from '../../market/feed'
import { withFeedSuspension } from '../../market/suspension'
import type { Command } from '../command'
import { forceAccepted } from './forced'

export interface Placed {
  readonly order: Order
  /** True when the order was placed before, by the same clientOrderId [order.replay]. */
  readonly replayed: boolean
}

export type PlaceOutcome = Placed | Refused<PlaceRefusal>

/** `clientId` is whose order it is, for a test that decides the orders of a client. */
export const placeCommand = (
  accountId: string,
  request: OrderRequest,
  feed: Feed,
  clientId = '',
): Command<PlaceOutcome> => ({
  accountId,
  meetsOutcomes: true,
  symbols: [request.symbol],
  // A BUY holds cash alone, whatever shares the account has.
  heldSymbols: request.side === 'SELL' ? [request.symbol] : [],
  clientOrderIds: [request.clientOrderId],
  decide(rows, now) {
    const { symbol, clientOrderId } = request
    const account = rows.account(accountId)
    if (account === undefined) return refused('account-not-found')
    const instrument = rows.instrument(symbol)
    if (instrument === undefined) return refusedParam('symbol-not-found', 'symbol', { symbol })
    // [conditional.replay]
    if (rows.groupByClientId(accountId, clientOrderId).length > 0) {
      return refused('idempotency-key-conflict', { clientOrderId })
    }
    const placement = place(request, {
      account,
      instrument: withFeedSuspension(instrument, feed, now),
      holding: rows.holding(accountId, symbol),
      quote: needsQuote(request, account) ? feed.bidAsk(symbol, now) : undefined,
      hours: feed.calendar.marketHoursAt(now),
      halted: rows.halted,
      auctionAt: auctionAheadOf(request, feed.calendar, now),
      prior: rows.orderByClientId(accountId, clientOrderId),
      now,
    })
    if (isRefused(placement)) return placement
    if ('replayed' in placement) return { order: placement.replayed, replayed: true }
    rows.record(placement.accepted)
    const { order } = placement.accepted
    if (rows.forced === null) return { order, replayed: false }
    return { order: forceAccepted(rows, order, { clientId, feed, now }), replayed: false }
  },
})

/** A LIMIT order is accepted by its own price, but a strict account queues it at a quote. */
const needsQuote = ({ limitPrice }: OrderRequest, { fillProfile }: Account): boolean =>
  limitPrice === null || fillProfile === 'strict@2'
