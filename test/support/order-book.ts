/**
 * One account's orders in one instrument, written as a text table, and what a tick does to them.
 */
import type { Instrument } from '../../src/core/instrument'
import { type InstrumentTick, type Match, match } from '../../src/core/matching'
import { ORDER_STATUSES, type Order, SIDES } from '../../src/core/order'
import type { OpenSession } from '../../src/core/session'
import type { Instant } from '../../src/core/time'
import { amount, price, quantity } from '../../src/core/units'
import { anInstrument, anOrder, aQuote, secondsLater } from './examples'
import { oneOf, type Row, table } from './table'

/**
 * Rows in the order of arrival; `limit` is a price or MARKET, `hold` the USD per share of a MARKET
 * buy.
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
    limitPrice: limit === 'MARKET' ? null : price(limit),
    quantity: quantity(row('quantity')),
    filledQuantity: quantity(row('filled', '0')),
    status: oneOf(ORDER_STATUSES, row('status', 'SUBMITTED')),
    ...(held === '' ? {} : { heldCash: amount(held) }),
  })
}

export interface TickExample {
  readonly bid?: string
  readonly bidSize?: string
  readonly ask?: string
  readonly askSize?: string
  readonly session?: OpenSession
  readonly instrument?: Partial<Instrument>
  readonly at?: Instant
}

export const aTick = (example: TickExample): InstrumentTick => ({
  at: example.at ?? secondsLater(1),
  session: example.session ?? 'REGULAR',
  instrument: anInstrument(example.instrument),
  quote: aQuote({
    bidPrice: price(example.bid ?? '9.99'),
    bidSize: quantity(example.bidSize ?? '500'),
    askPrice: price(example.ask ?? '10.01'),
    askSize: quantity(example.askSize ?? '500'),
  }),
})

/** `a Filled 10 @ 9.95`, `b Rejected insufficient-buying-power`: in the order of execution. */
export const outcomes = (orders: readonly Order[] | string, example: TickExample) =>
  match(typeof orders === 'string' ? book(orders) : orders, aTick(example)).map(lineOf)

function lineOf({ order, event }: Match): string {
  const says = `${order.clientOrderId} ${event.type}`
  if ('execution' in event) {
    return `${says} ${event.execution.quantity.toFixed()} @ ${event.execution.price.toFixed()}`
  }
  return 'reason' in event ? `${says} ${event.reason}` : says
}
