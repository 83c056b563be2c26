/**
 * One account's orders in one instrument, written as a text table, and what a tick does to them.
 */

import type { Instrument } from '../../src/core/instrument'
import { amount, NO_AMOUNT, price, quantity } from '../../src/core/money'
import { auctionOutcomes } from '../../src/core/order/auction-outcomes'
import { type InstrumentTick, match, type OrderOutcome } from '../../src/core/order/matching'
import { ORDER_STATUSES, type Order, SIDES, TIMES_IN_FORCE } from '../../src/core/order/order'
import type { BidAsk } from '../../src/core/quote'
import type { Session } from '../../src/core/session'
import type { Instant } from '../../src/core/time'
import { anInstrument, anOrder, aQuote, secondsLater } from './examples'
import { oneOf, type Row, table } from './table'

/**
 * Rows in the order of arrival; `limit` is a price or MARKET, `held` the USD that a MARKET buy
 * holds, `force` the time in force unless it is DAY.
 */
export const book = (text: string): readonly Order[] => table(text).map(orderOf)

function orderOf(row: Row, index: number): Order {
  const limit = row('limit')
  const held = row('held', '')
  return anOrder({
    clientOrderId: row('order'),
    orderId: row('order'),
    seq: index + 1,
    side: oneOf(SIDES, row('side')),
    orderType: limit === 'MARKET' ? 'MARKET' : 'LIMIT',
    timeInForce: oneOf(TIMES_IN_FORCE, row('force', 'DAY')),
    limitPrice: limit === 'MARKET' ? null : price(limit),
    quantity: quantity(row('quantity')),
    filledQuantity: quantity(row('filled', '0')),
    status: oneOf(ORDER_STATUSES, row('status', 'SUBMITTED')),
    ...(held === '' ? {} : { heldCash: amount(held), ...holdPriceOf(row, held) }),
  })
}

/** What a MARKET buy holds for each share that it still wants. */
function holdPriceOf(row: Row, held: string) {
  if (row('limit') !== 'MARKET') return {}
  const wanted = quantity(row('quantity')).minus(quantity(row('filled', '0')))
  return { holdPrice: price(amount(held).div(wanted).toFixed()) }
}

export interface TickExample {
  /** The instrument has no price. */
  readonly quoteless?: boolean
  readonly bid?: string
  readonly bidSize?: string
  readonly ask?: string
  readonly askSize?: string
  readonly session?: Session
  readonly instrument?: Partial<Instrument>
  readonly at?: Instant
  /** The account's buying power, USD; 0 if it is omitted. */
  readonly free?: string
}

export const aTick = (example: TickExample): InstrumentTick => ({
  at: example.at ?? secondsLater(1),
  session: example.session ?? 'REGULAR',
  instrument: anInstrument(example.instrument),
  quote: example.quoteless ? undefined : quoteOf(example),
})

const quoteOf = ({ bid, bidSize, ask, askSize }: TickExample): BidAsk =>
  aQuote({
    bidPrice: price(bid ?? '9.99'),
    bidSize: quantity(bidSize ?? '500'),
    askPrice: price(ask ?? '10.01'),
    askSize: quantity(askSize ?? '500'),
  })

/** `a Filled 10 @ 9.95`, `b Rejected insufficient-buying-power`: in the order of execution. */
export const outcomes = (orders: readonly Order[] | string, example: TickExample) =>
  match(typeof orders === 'string' ? book(orders) : orders, aTick(example), freeOf(example)).map(
    lineOf,
  )

const freeOf = ({ free }: { readonly free?: string }) =>
  free === undefined ? NO_AMOUNT : amount(free)

export interface AuctionExample {
  /** The day has no official price if it is omitted. */
  readonly official?: string
  /** The auction has all that is wanted if it is omitted. */
  readonly offered?: string
  readonly instrument?: Partial<Instrument>
  readonly free?: string
}

/** What their auction does to the orders of a table. */
export const crossed = (orders: string, { official, offered, instrument, free }: AuctionExample) =>
  auctionOutcomes(
    book(orders),
    {
      instrument: anInstrument(instrument),
      price: official === undefined ? undefined : price(official),
      offered: offered === undefined ? null : quantity(offered),
    },
    freeOf({ ...(free !== undefined && { free }) }),
  ).map(lineOf)

function lineOf({ order, transition: event }: OrderOutcome): string {
  const says = `${order.clientOrderId} ${event.type}`
  if ('execution' in event) {
    return `${says} ${event.execution.quantity.toFixed()} @ ${event.execution.price.toFixed()}`
  }
  return 'reason' in event ? `${says} ${event.reason}` : says
}
