/** What a tick does to one account: fills in one instrument, or orders whose time is over. */
import type { Standing } from '../core/account'
import { assert } from '../core/assert'
import { type InstrumentTick, match } from '../core/matching'
import { isOpen, type Order, type OrderEvent } from '../core/order'
import { post } from '../core/post'
import type { BidAsk } from '../core/quote'
import type { OpenSession } from '../core/session'
import { type Instant, isBefore } from '../core/time'
import type { Batch } from './batch'
import type { Command } from './command'

/** One instrument at a tick, its tradable state left to what is stored when the fill is decided. */
export interface TickQuote {
  readonly at: Instant
  readonly session: OpenSession
  readonly quote: BidAsk
}

/** How many orders changed. */
export type Acted = number

/** Fills these orders of an account, which are of one instrument, as far as they still can. */
export const fillCommand = (
  accountId: string,
  orderIds: readonly string[],
  { at, session, quote }: TickQuote,
): Command<Acted> => ({
  accountId,
  symbols: [quote.symbol],
  orderIds,
  clientOrderIds: [],
  decide(batch) {
    const instrument = batch.instrument(quote.symbol)
    assert(instrument !== undefined, `an order's instrument ${quote.symbol} exists`)
    const tick: InstrumentTick = { at, session, instrument, quote }
    const matches = match(openOrders(batch, accountId, orderIds), tick)
    for (const { order, event } of matches) bookEvent(batch, order, event, at)
    return matches.length
  },
})

/** Ends these orders of an account, each at the instant when its time was over (D5). */
export const expireCommand = (
  accountId: string,
  orderIds: readonly string[],
  symbols: readonly string[],
  at: Instant,
): Command<Acted> => ({
  accountId,
  symbols,
  orderIds,
  clientOrderIds: [],
  decide(batch) {
    const over = openOrders(batch, accountId, orderIds).filter(
      ({ validUntil }) => !isBefore(at, validUntil),
    )
    for (const order of over) {
      const type = order.status === 'PENDING_CANCEL' ? 'Canceled' : 'Expired'
      bookEvent(batch, order, { type }, order.validUntil)
    }
    return over.length
  },
})

/** The orders were found without a lock: those that have closed since are left out. */
const openOrders = (batch: Batch, accountId: string, orderIds: readonly string[]): Order[] =>
  orderIds.flatMap((orderId) => {
    const order = batch.order(accountId, orderId)
    return order !== undefined && isOpen(order.status) ? [order] : []
  })

function bookEvent(batch: Batch, order: Order, event: OrderEvent, at: Instant): void {
  const account = batch.account(order.accountId)
  assert(account !== undefined, `the account ${order.accountId} of an order exists`)
  const standing: Standing = {
    account,
    holding: batch.holding(order.accountId, order.symbol),
    order,
  }
  batch.book(post(standing, event, at))
}
