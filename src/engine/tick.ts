/** What a step of the market does to one account: fills in one instrument, or orders that end. */
import { buyingPower } from '../core/account'
import { assert } from '../core/assert'
import type { Auction } from '../core/auction'
import { end } from '../core/end'
import { type Match, match } from '../core/matching'
import { isForAuction, isOpen, type Order } from '../core/order'
import type { BidAsk } from '../core/quote'
import type { Session } from '../core/session'
import { type Instant, isBefore } from '../core/time'
import type { Amount } from '../core/units'
import { officialPrice } from '../market/auctions'
import type { Feed } from '../market/feed'
import type { Fence } from '../store/database'
import type { Batch } from './batch'
import { bookEvent } from './book-event'
import type { Command } from './command'

/** One instrument at a tick; its tradable state is read when the fills are decided. */
export interface TickQuote {
  readonly at: Instant
  readonly session: Session
  readonly symbol: string
  readonly quote: BidAsk | undefined
}

/** How many events were booked. */
export type Booked = number

/** Carries the tick out on these orders of an account, which are all of one instrument. */
export const tickCommand = (
  accountId: string,
  orderIds: readonly string[],
  { symbol, ...tick }: TickQuote,
  fence: Fence,
): Command<Booked> => ({
  accountId,
  fence,
  symbols: [symbol],
  orderIds,
  clientOrderIds: [],
  decide(batch) {
    const instrument = instrumentOf(batch, symbol)
    const orders = openOrders(batch, accountId, orderIds)
    const matches = match(orders, { ...tick, instrument }, freeCash(batch, accountId))
    return bookAll(batch, matches, tick.at)
  },
})

/** Ends these orders of an account, each at the instant when its time was over (D5, D6). */
export const endCommand = (
  accountId: string,
  orderIds: readonly string[],
  symbols: readonly string[],
  at: Instant,
  feed: Feed,
  fence: Fence,
): Command<Booked> => ({
  accountId,
  fence,
  symbols,
  orderIds,
  clientOrderIds: [],
  decide(batch) {
    let booked = 0
    for (const order of openOrders(batch, accountId, orderIds)) {
      if (isBefore(at, order.validUntil)) continue
      const matches = end(order, auctionOf(batch, feed), freeCash(batch, accountId))
      booked += bookAll(batch, matches, order.validUntil)
    }
    return booked
  },
})

const auctionOf =
  (batch: Batch, feed: Feed) =>
  ({ symbol, validUntil, timeInForce }: Order): Auction => {
    assert(isForAuction(timeInForce), `${timeInForce} orders have an auction`)
    const price = officialPrice(feed, symbol, timeInForce, validUntil)
    return { instrument: instrumentOf(batch, symbol), price }
  }

function freeCash(batch: Batch, accountId: string): Amount {
  const account = batch.account(accountId)
  assert(account !== undefined, `the account ${accountId} of an order exists`)
  return buyingPower(account)
}

function instrumentOf(batch: Batch, symbol: string) {
  const instrument = batch.instrument(symbol)
  assert(instrument !== undefined, `the instrument ${symbol} of an order exists`)
  return instrument
}

/** The orders were found without a lock: those that have closed since are left out. */
const openOrders = (batch: Batch, accountId: string, orderIds: readonly string[]): Order[] =>
  orderIds.flatMap((orderId) => {
    const order = batch.order(accountId, orderId)
    return order !== undefined && isOpen(order.status) ? [order] : []
  })

function bookAll(batch: Batch, matches: readonly Match[], at: Instant): Booked {
  for (const { order, event } of matches) bookEvent(batch, order, event, at)
  return matches.length
}
