import { describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import {
  evolve,
  isOpen,
  OPEN_STATUSES,
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  type OrderTransition,
} from '../../src/core/order/order'
import { anOrder, secondsLater } from '../support/examples'
import { oneOf, table } from '../support/table'

const LIFE = table(`
  from             | event           | to
  SUBMITTED        | PartiallyFilled | PARTIALLY_FILLED
  SUBMITTED        | Filled          | FILLED
  SUBMITTED        | CancelRequested | PENDING_CANCEL
  SUBMITTED        | Canceled        | CANCELED
  SUBMITTED        | Expired         | EXPIRED
  SUBMITTED        | Rejected        | REJECTED
  PARTIALLY_FILLED | PartiallyFilled | PARTIALLY_FILLED
  PARTIALLY_FILLED | Filled          | FILLED
  PARTIALLY_FILLED | CancelRequested | PENDING_CANCEL
  PARTIALLY_FILLED | Canceled        | CANCELED
  PARTIALLY_FILLED | Expired         | EXPIRED
  PENDING_CANCEL   | PartiallyFilled | PENDING_CANCEL
  PENDING_CANCEL   | Filled          | FILLED
  PENDING_CANCEL   | Canceled        | CANCELED
`)

const shares = (count: string) => ({
  price: price('10.00'),
  quantity: quantity(count),
  session: 'REGULAR' as const,
})

/** Events that fit `orderIn`: 10 shares ordered, 4 of them filled if the state allows a fill. */
const eventFor = (order: Order): Readonly<Record<OrderTransition['type'], OrderTransition>> => ({
  PartiallyFilled: { type: 'PartiallyFilled', execution: shares('1') },
  Filled: {
    type: 'Filled',
    execution: shares(order.quantity.minus(order.filledQuantity).toFixed()),
  },
  CancelRequested: { type: 'CancelRequested' },
  Canceled: { type: 'Canceled' },
  Expired: { type: 'Expired' },
  Rejected: { type: 'Rejected', reason: 'insufficient-buying-power' },
})

const UNTOUCHED: readonly OrderStatus[] = ['SUBMITTED', 'REJECTED']
const orderIn = (status: OrderStatus): Order =>
  anOrder({ status, filledQuantity: quantity(UNTOUCHED.includes(status) ? '0' : '4') })

const EVENT_TYPES = Object.values(eventFor(anOrder())).map(({ type }) => type)

describe('[life.transitions] an order lives by one table', () => {
  for (const row of LIFE) {
    const from = oneOf(ORDER_STATUSES, row('from'))
    const type = oneOf(EVENT_TYPES, row('event'))
    test(`${from} ── ${type} ──► ${row('to')}`, () => {
      const order = orderIn(from)
      const after = evolve(order, eventFor(order)[type], secondsLater(5))
      expect(String(after.status)).toBe(row('to'))
      expect(after.updatedAt).toEqual(secondsLater(5))
    })
  }

  const edges = new Set(LIFE.map((row) => `${row('from')} ${row('event')}`))
  const absent = ORDER_STATUSES.flatMap((from) =>
    EVENT_TYPES.map((type) => ({ from, type })),
  ).filter(({ from, type }) => !edges.has(`${from} ${type}`))
  for (const { from, type } of absent) {
    test(`${from} has no edge for ${type}: that is our bug`, () => {
      const order = orderIn(from)
      expect(() => evolve(order, eventFor(order)[type], secondsLater(5))).toThrow(
        `an order in ${from} has no edge for ${type}`,
      )
    })
  }

  test('7 statuses and 6 events: 14 edges are there, 28 are not', () => {
    expect(ORDER_STATUSES).toHaveLength(7)
    expect(edges.size).toBe(14)
    expect(absent).toHaveLength(28)
  })
})

describe('[life.open-closed] open and closed', () => {
  test('OPEN is SUBMITTED, PARTIALLY_FILLED, PENDING_CANCEL; the rest is closed', () => {
    expect(OPEN_STATUSES).toEqual(['SUBMITTED', 'PARTIALLY_FILLED', 'PENDING_CANCEL'])
    expect(ORDER_STATUSES.filter((status) => !isOpen(status))).toEqual([
      'FILLED',
      'CANCELED',
      'EXPIRED',
      'REJECTED',
    ])
  })

  test('a status is closed exactly when no event leads out of it', () => {
    const left = new Set(LIFE.map((row) => row('from')))
    for (const status of ORDER_STATUSES) expect(isOpen(status)).toBe(left.has(status))
  })
})
