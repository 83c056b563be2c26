/** Places an order: the core decides on the market and the account as they are now. */
import type { Account, Applied } from '../../core/account/account'
import { type AmountRefusal, type AmountRequest, placeAmount } from '../../core/order/amount-order'
import type { Order, OrderRequest } from '../../core/order/order'
import { type PlaceFacts, type Placement, type PlaceRefusal, place } from '../../core/order/place'
import { isRefused, type Refused, refused, refusedParam } from '../../core/refusals'
import type { Instant } from '../../core/time'
import { auctionAheadOf } from '../../market/auctions'
import { type Feed, withFeedSuspension } from '../../market/feed'
import type { Command } from '../command'
import type { Rows } from '../rows'
import { type ForcedTurn, forceAccepted } from './forced'

export interface Placed {
  readonly order: Order
  /** True if the order was placed before, by the same clientOrderId [order.replay]. */
  readonly replayed: boolean
}

export type PlaceOutcome = Placed | Refused<PlaceRefusal>

/** `clientId` is the client that asks, for a test that decides the orders of a client. */
export const placeCommand = (
  accountId: string,
  request: OrderRequest,
  feed: Feed,
  clientId = '',
): Command<PlaceOutcome> => ({
  ...placing(accountId, request),
  decide(rows, now) {
    const facts = placeFacts(rows, accountId, request, feed, now)
    return isRefused(facts) ? facts : placed(rows, place(request, facts), { clientId, feed, now })
  },
})

/** Places an order for an amount; the ask gives its shares at the decision [order.amount]. */
export const placeAmountCommand = (
  accountId: string,
  request: AmountRequest,
  feed: Feed,
  clientId = '',
): Command<Placed | Refused<AmountRefusal>> => ({
  ...placing(accountId, request),
  decide(rows, now) {
    const terms = { ...request, limitPrice: null, timeInForce: 'DAY' } as const
    const facts = placeFacts(rows, accountId, terms, feed, now)
    if (isRefused(facts)) return facts
    return placed(rows, placeAmount(request, facts), { clientId, feed, now })
  },
})

/** The rows that placing an order needs. */
const placing = (
  accountId: string,
  { symbol, side, clientOrderId }: Pick<OrderRequest, 'symbol' | 'side' | 'clientOrderId'>,
) =>
  ({
    accountId,
    meetsOutcomes: true,
    symbols: [symbol],
    // A BUY holds cash only, so the account's shares do not matter.
    heldSymbols: side === 'SELL' ? [symbol] : [],
    clientOrderIds: [clientOrderId],
  }) as const

/** Records the accepted order, and the outcome that a test has set for it. */
function placed<C extends PlaceRefusal | AmountRefusal>(
  rows: Rows,
  placement: Placement | Refused<C>,
  turn: ForcedTurn,
): Placed | Refused<C> {
  if (isRefused(placement)) return placement
  if ('replayed' in placement) return { order: placement.replayed, replayed: true }
  return { order: recordAccepted(rows, placement.accepted, turn), replayed: false }
}

/** Returns the order after its acceptance, and after the outcome that a test has set for it. */
export function recordAccepted(rows: Rows, accepted: Applied, turn: ForcedTurn): Order {
  rows.record(accepted)
  return rows.forced === null ? accepted.order : forceAccepted(rows, accepted.order, turn)
}

/** Returns the present market and account, for an order of these terms. */
export function placeFacts(
  rows: Rows,
  accountId: string,
  terms: Pick<OrderRequest, 'symbol' | 'clientOrderId' | 'limitPrice' | 'timeInForce'>,
  feed: Feed,
  now: Instant,
): PlaceFacts | Refused<'account-not-found' | 'symbol-not-found' | 'idempotency-key-conflict'> {
  const { symbol, clientOrderId } = terms
  const account = rows.account(accountId)
  if (account === undefined) return refused('account-not-found')
  const instrument = rows.instrument(symbol)
  if (instrument === undefined) return refusedParam('symbol-not-found', 'symbol', { symbol })
  // [conditional.replay]
  if (rows.groupByClientId(accountId, clientOrderId).length > 0) {
    return refused('idempotency-key-conflict', { clientOrderId })
  }
  return {
    account,
    instrument: withFeedSuspension(instrument, feed, now),
    holding: rows.holding(accountId, symbol),
    quote: needsQuote(terms, account) ? feed.bidAsk(symbol, now) : undefined,
    hours: feed.calendar.marketHoursAt(now),
    halted: rows.halted,
    haltedUntil: feed.haltedUntil?.(symbol, now),
    auctionAt: auctionAheadOf(terms, feed.calendar, now),
    prior: rows.orderByClientId(accountId, clientOrderId),
    now,
  }
}

/** A LIMIT order is accepted at its own price, but a strict account queues it at a quote. */
const needsQuote = (
  { limitPrice }: Pick<OrderRequest, 'limitPrice'>,
  { fillProfile }: Account,
): boolean => limitPrice === null || fillProfile === 'strict@2'
