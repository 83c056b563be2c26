/** Takes events into the ledger: any of an order that is known, and the acceptance of a new one. */
import { isSame, parse, text, ZERO } from './fraction'
import {
  type Account,
  accept,
  holdPriceOf,
  must,
  noteMoment,
  type Order,
  type Terms,
  Violation,
} from './ledger'
import { decimalOf, shownBy } from './prices'
import type { AccountRows, EventRow, OrderRow, Step } from './step'
import { isStrict, queueOf } from './strict'
import { marketsAt } from './worlds'

export function applied(account: Account, event: EventRow, work: () => void): 1 {
  work()
  account.seq = event.seq
  account.lastAtMs = event.atMs
  const { orderId, status, atMs, leg } = event
  const filled = leg ? parse(leg.filled) : (account.orders.get(orderId)?.filled ?? ZERO)
  account.log.push({ orderId, status: leg?.status ?? status, filled, atMs })
  noteMoment(account)
  return 1
}

export const eventAt = (rows: AccountRows, at: number): EventRow => {
  const event = rows.events[at]
  if (event === undefined) throw new Error('there is such an event')
  return event
}

export function rowOf(rows: AccountRows, orderId: string): OrderRow {
  const row = rows.orders.find((each) => each.orderId === orderId)
  if (row === undefined) throw new Violation('order-gone', `${orderId} has an event and no row`)
  return row
}

/** The terms that were asked for, of which the row must be one. */
export function termsAmong(asked: readonly Terms[], row: OrderRow): Terms {
  const { orderId, clientOrderId } = row
  must(asked.length > 0, 'order-unasked', () => `${orderId} (${clientOrderId}) was never sent`)
  const terms = asked.find((each) => isSent(each, row))
  if (terms !== undefined) return terms
  throw new Violation('order-terms', `${orderId}: ${JSON.stringify(row)} was not sent like that`)
}

/** A new order begins, as the account and the market were. */
export function admit(
  account: Account,
  event: EventRow,
  row: OrderRow,
  terms: Terms,
  step: Step,
): void {
  const { orderId, seq, atMs } = event
  must(event.status === 'SUBMITTED', 'state', () => `${orderId} begins as ${event.status}`)
  const same = account.byClientOrderId.get(row.clientOrderId)
  must(same === undefined, 'order-twice', () => `${row.clientOrderId} was executed twice`)
  must(
    step.tradable(terms.symbol).includes(true),
    'accepted-suspended',
    () => `${orderId} was accepted while ${terms.symbol} was suspended`,
  )
  must(
    step.lockable(account.accountId).includes(false),
    'accepted-locked',
    () => `${orderId} was accepted while ${account.accountId} was locked`,
  )
  const held = row.holdPrice === null ? null : parse(row.holdPrice)
  const isHeld = (one: string): boolean => {
    const price = holdPriceOf(terms, one)
    return price !== null && held !== null && isSame(price, held)
  }
  const known = asksAt(step, terms.symbol, atMs)
  const ask = known.find(isHeld) ?? known[0] ?? ''
  applied(account, event, () => {
    const order: Order = accept(account, { orderId, seq, atMs }, terms, { ask })
    if (isStrict(account)) {
      order.queue = { quantity: queueOf(order, step.seed), movedAtMs: atMs }
    }
  })
}

/** Every ask that a server may have shown at the instant. */
export const asksAt = (step: Step, symbol: string, atMs: number): readonly string[] =>
  marketsAt(step, atMs).map((market) => decimalOf(shownBy(market, symbol, atMs).ask))

const isSent = (terms: Terms, row: OrderRow): boolean =>
  terms.symbol === row.symbol &&
  terms.side === row.side &&
  terms.orderType === row.orderType &&
  terms.timeInForce === row.timeInForce &&
  isSame(parse(terms.quantity), parse(row.quantity)) &&
  decimalOrNone(terms.limitPrice) === decimalOrNone(row.limitPrice)

const decimalOrNone = (value: string | null): string => (value === null ? '' : text(parse(value)))
