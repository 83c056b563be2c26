import { describe, expect, test } from 'bun:test'
import { amount, price, quantity } from '../../src/core/money'
import { ORDER_STATUSES, type OrderRequest, TIMES_IN_FORCE } from '../../src/core/order/order'
import { place } from '../../src/core/order/place'
import { anAccount, anInstrument, anOrder, closedHours } from '../support/examples'
import { anAttempt } from '../support/place-attempts'

const placing = (...changes: Parameters<typeof anAttempt>) => {
  const { request, facts } = anAttempt(...changes)
  return place(request, facts)
}

describe('[order.replay] the same clientOrderId with the same order', () => {
  test('a replay is answered with the first order', () => {
    const prior = anOrder()
    expect(placing({}, { prior })).toEqual({ replayed: prior })
  })

  test('a replay is answered with the first order, whatever became of it since', () => {
    for (const status of ORDER_STATUSES) {
      const prior = anOrder({ status })
      expect(placing({}, { prior })).toEqual({ replayed: prior })
    }
  })

  test('a replay is answered even if a new order would be refused', () => {
    const prior = anOrder()
    const account = anAccount({ cash: amount('0') })
    const instrument = anInstrument({ tradable: 'SUSPENDED' })
    expect(placing({}, { prior, account, instrument })).toEqual({ replayed: prior })
  })

  test('a replay compares numbers as numbers', () => {
    const prior = anOrder({ limitPrice: price('10.00'), quantity: quantity('10') })
    const again = { limitPrice: price('10'), quantity: quantity('10.0') }
    expect(placing(again, { prior })).toEqual({ replayed: prior })
  })

  test('an order of every time in force is replayed, even if it could not be placed now', () => {
    for (const timeInForce of TIMES_IN_FORCE) {
      const prior = anOrder({ timeInForce, status: 'CANCELED' })
      const facts = { prior, hours: closedHours() }
      expect(placing({ timeInForce }, facts)).toEqual({ replayed: prior })
    }
  })

  test('a MARKET order is replayed', () => {
    const market = { orderType: 'MARKET', limitPrice: null } as const
    const prior = anOrder({ ...market, holdPrice: price('10.30') })
    expect(placing(market, { prior })).toEqual({ replayed: prior })
  })
})

describe('[order.replay-before-lock] a lock and a halt do not hide that an order is live', () => {
  const LOCKS = { lock: { account: anAccount({ locked: true }) }, halt: { halted: true } }
  for (const [what, facts] of Object.entries(LOCKS)) {
    test(`a ${what}: the same order is answered with it`, () => {
      const prior = anOrder()
      expect(placing({}, { ...facts, prior })).toEqual({ replayed: prior })
    })

    test(`a ${what}: another order under its id is a conflict`, () => {
      const prior = anOrder({ quantity: quantity('11') })
      expect(placing({}, { ...facts, prior })).toMatchObject({
        refused: 'idempotency-key-conflict',
      })
    })
  }
})

describe('[order.replay-conflict] the same clientOrderId with another order is a conflict', () => {
  const OTHERS: Readonly<Record<string, Partial<OrderRequest>>> = {
    symbol: { symbol: 'MSFT' },
    side: { side: 'SELL' },
    type: { orderType: 'MARKET', limitPrice: null },
    quantity: { quantity: quantity('10.000001') },
    limit: { limitPrice: price('10.01') },
    'time in force': { timeInForce: 'IOC' },
  }
  for (const [what, changes] of Object.entries(OTHERS)) {
    test(`another ${what}`, () => {
      expect(placing(changes, { prior: anOrder() })).toEqual({
        refused: 'idempotency-key-conflict',
        data: { clientOrderId: 'first' },
      })
    })
  }

  test('orders that differ in the time in force conflict', () => {
    for (const timeInForce of TIMES_IN_FORCE) {
      const prior = anOrder({ timeInForce })
      for (const other of TIMES_IN_FORCE.filter((force) => force !== timeInForce)) {
        expect(placing({ timeInForce: other }, { prior })).toMatchObject({
          refused: 'idempotency-key-conflict',
        })
      }
    }
  })

  test('an order of a live-only type conflicts too', () => {
    expect(placing({ orderType: 'TWAP' }, { prior: anOrder() })).toMatchObject({
      refused: 'idempotency-key-conflict',
    })
  })
})
