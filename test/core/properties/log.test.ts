import { describe, expect, test } from 'bun:test'
import { add, NO_AMOUNT, NO_QUANTITY, notional } from '../../../src/core/money'
import type { OrderEvent } from '../../../src/core/order/order'
import { type Books, ordersOf } from '../../support/paper-desk'
import { alwaysOfBooks, alwaysOfOrders } from './always'

const eventsOf = ({ log }: Books, orderId: string): readonly OrderEvent[] =>
  log.filter(({ order }) => order.orderId === orderId)

describe('[stream.seq] whatever accounts and markets do', () => {
  test("an account's events are numbered 1, 2, 3 … without gaps", () => {
    alwaysOfBooks(({ account, log }) => {
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
      expect(account.seq).toBe(log.length)
    })
  })

  test('[life.times-ascend] an account sees times that never run backwards', () => {
    alwaysOfBooks(({ account, log }) => {
      const times = log.map(({ order }) => order.updatedAt.epochMilliseconds)
      expect(times.toSorted((one, other) => one - other)).toEqual(times)
      expect(account.lastEventAt?.epochMilliseconds).toBe(times.at(-1))
    })
  })

  test('the last line about an order has its status and its time', () => {
    alwaysOfOrders((order, books) => {
      const last = eventsOf(books, order.orderId).at(-1)
      expect(last?.order.status).toBe(order.status)
      expect(last?.order.updatedAt).toEqual(order.updatedAt)
    })
  })

  test('the fills of the log are those of the order', () => {
    alwaysOfOrders((order, books) => {
      const fills = eventsOf(books, order.orderId).flatMap(({ fill }) => fill ?? [])
      const quantity = fills.reduce((sum, fill) => add(sum, fill.quantity), NO_QUANTITY)
      const worth = fills.reduce(
        (sum, fill) => add(sum, notional(fill.price, fill.quantity)),
        NO_AMOUNT,
      )
      expect(order.filledQuantity.toFixed()).toBe(quantity.toFixed())
      expect(order.filledAmount.toFixed()).toBe(worth.toFixed())
    })
  })

  test('orders and fills have ids of their own, in the order in which they happened', () => {
    alwaysOfBooks((books) => {
      const orders = ordersOf(books).map(({ orderId }) => orderId)
      expect(orders.toSorted()).toEqual(orders)
      expect(new Set(orders).size).toBe(orders.length)
      const fills = books.log.flatMap(({ fill }) => fill?.fillId ?? [])
      expect(fills.toSorted()).toEqual(fills)
      expect(new Set(fills).size).toBe(fills.length)
    })
  })

  test('an order executes at most once at an instant', () => {
    alwaysOfBooks(({ log }) => {
      const executions = log.flatMap(({ fill }) =>
        fill ? [`${fill.orderId} ${fill.filledAt}`] : [],
      )
      expect(new Set(executions).size).toBe(executions.length)
    })
  })
})
