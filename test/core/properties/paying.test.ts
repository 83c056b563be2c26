import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Amount,
  add,
  amount,
  NO_AMOUNT,
  NO_QUANTITY,
  notional,
  type Price,
  price,
  quantity,
  scaled,
  subtract,
} from '../../../src/core/money'
import { match, type OrderOutcome } from '../../../src/core/order/matching'
import { evolve, isOpen, type Order, type TimeInForce } from '../../../src/core/order/order'
import { anOrder, secondsLater } from '../../support/examples'
import { aTick } from '../../support/order-book'
import { steps } from '../../support/scenario'
import { NUM_RUNS } from './always'

const somePrice = fc.integer({ min: 800, max: 1_200 }).map((cents) => price(steps(cents, 2)))
const someQuantity = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((count) => quantity(`${count}`)),
  fc.integer({ min: 1, max: 9_999_999 }).map((count) => quantity(steps(count, 6))),
)
const FORCES: readonly TimeInForce[] = ['DAY', 'DAY', 'DAY', 'IOC', 'FOK']

/** BUYs as they were accepted at asks of before: a MARKET one holds 3 % more than its ask was. */
const someBuy = fc
  .record({
    quantity: someQuantity,
    limitPrice: fc.option(somePrice, { freq: 2 }),
    askBefore: somePrice,
    timeInForce: fc.constantFrom(...FORCES),
    status: fc.constantFrom('SUBMITTED' as const, 'SUBMITTED' as const, 'PENDING_CANCEL' as const),
  })
  .map(({ askBefore, limitPrice, ...terms }) => ({
    ...terms,
    limitPrice,
    orderType: limitPrice === null ? ('MARKET' as const) : ('LIMIT' as const),
    holdPrice: limitPrice ?? scaled(askBefore, '1.03'),
  }))

interface AtTick {
  readonly orders: readonly Order[]
  readonly matches: readonly OrderOutcome[]
  readonly ask: Price
  readonly shown: number
  readonly free: Amount
}

const alwaysAtTick = (claim: (atTick: AtTick) => void): void =>
  fc.assert(
    fc.property(
      fc.array(someBuy, { minLength: 1, maxLength: 8 }),
      somePrice,
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 0, max: 20_000 }).map((cents) => amount(steps(cents, 2))),
      (buys, ask, shown, free) => {
        const orders = buys.map((terms, index) =>
          anOrder({ ...terms, orderId: `${index}`, clientOrderId: `${index}`, seq: index + 1 }),
        )
        const tick = aTick({ ask: ask.toFixed(), bid: '1', askSize: `${shown}` })
        claim({ orders, ask, shown, free, matches: match(orders, tick, free) })
      },
    ),
    { numRuns: NUM_RUNS * 5 },
  )

/** The order after all of its events. */
const afterOf = (order: Order, matches: readonly OrderOutcome[]): Order =>
  matches
    .filter((matched) => matched.order === order)
    .reduce((before, { transition: event }) => evolve(before, event, secondsLater(1)), order)

const costOf = (order: Order, after: Order): Amount =>
  subtract(after.filledAmount, order.filledAmount)

describe('[life.paid] whatever the market does to the BUYs of an account, at each tick', () => {
  test('its free buying power is never below zero, after each single event', () => {
    alwaysAtTick(({ orders, matches, free }) => {
      const now = new Map(orders.map((order) => [order.orderId, order]))
      let left = free
      for (const { order, transition: event } of matches) {
        const before = now.get(order.orderId) ?? order
        const after = evolve(before, event, secondsLater(1))
        now.set(order.orderId, after)
        const released = subtract(before.heldCash, after.heldCash)
        left = subtract(add(left, released), costOf(before, after))
        expect(left.gte(NO_AMOUNT)).toBe(true)
        expect(after.heldCash.gte(NO_AMOUNT)).toBe(true)
      }
    })
  })

  test('a LIMIT buy costs no more than it holds', () => {
    alwaysAtTick(({ orders, matches }) => {
      for (const order of orders.filter(({ limitPrice }) => limitPrice !== null)) {
        expect(costOf(order, afterOf(order, matches)).lte(order.heldCash)).toBe(true)
      }
    })
  })

  test('a BUY that the ask reaches stays open only for want of size', () => {
    alwaysAtTick(({ orders, matches, ask, shown }) => {
      const taken = matches.reduce(
        (sum, { transition: event }) =>
          'execution' in event ? add(sum, event.execution.quantity) : sum,
        NO_QUANTITY,
      )
      for (const order of orders) {
        const reached = order.limitPrice === null || order.limitPrice.gte(ask)
        if (reached && isOpen(afterOf(order, matches).status)) {
          expect(taken.toFixed()).toBe(`${shown}`)
        }
      }
    })
  })

  test('one ends for want of money only if another step of it could not be paid', () => {
    alwaysAtTick(({ orders, matches, ask, free }) => {
      const [first] = orders.filter(({ limitPrice }) => limitPrice === null)
      if (first === undefined || first.timeInForce === 'FOK') return
      const after = afterOf(first, matches)
      if (after.cancelReason === null && after.rejectReason === null) return
      const step = first.quantity.round(0).eq(first.quantity) ? '1' : '0.000001'
      const more = add(after.filledQuantity, quantity(step))
      expect(notional(ask, more).gt(add(first.heldCash, free))).toBe(true)
    })
  })
})
