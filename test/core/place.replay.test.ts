import { describe, expect, test } from 'bun:test'
import { ORDER_STATUSES, type OrderRequest } from '../../src/core/order'
import { place } from '../../src/core/place'
import { amount, price, quantity } from '../../src/core/units'
import { anAccount, anInstrument, anOrder } from '../support/examples'
import { anAttempt } from '../support/place-attempts'

const placing = (...changes: Parameters<typeof anAttempt>) => {
  const { request, facts } = anAttempt(...changes)
  return place(request, facts)
}

describe('D4: the same clientOrderId with the same order', () => {
  test('is answered with the first order', () => {
    const prior = anOrder()
    expect(placing({}, { prior })).toEqual({ replayed: prior })
  })

  test('whatever became of it since', () => {
    for (const status of ORDER_STATUSES) {
      const prior = anOrder({ status })
      expect(placing({}, { prior })).toEqual({ replayed: prior })
    }
  })

  test('even where a new one would be refused', () => {
    const prior = anOrder()
    const account = anAccount({ cash: amount('0') })
    const instrument = anInstrument({ tradable: 'SUSPENDED' })
    expect(placing({}, { prior, account, instrument })).toEqual({ replayed: prior })
  })

  test('numbers are compared as numbers', () => {
    const prior = anOrder({ limitPrice: price('10.00'), quantity: quantity('10') })
    const again = { limitPrice: price('10'), quantity: quantity('10.0') }
    expect(placing(again, { prior })).toEqual({ replayed: prior })
  })

  test('a MARKET order too', () => {
    const market = { orderType: 'MARKET', limitPrice: null } as const
    const prior = anOrder({ ...market, holdPrice: price('10.30') })
    expect(placing(market, { prior })).toEqual({ replayed: prior })
  })
})

describe('D4: the same clientOrderId with another order is a conflict', () => {
  const OTHERS: Readonly<Record<string, Partial<OrderRequest>>> = {
    symbol: { symbol: 'MSFT' },
    side: { side: 'SELL' },
    type: { orderType: 'MARKET', limitPrice: null },
    quantity: { quantity: quantity('10.000001') },
    limit: { limitPrice: price('10.01') },
  }
  for (const [what, changes] of Object.entries(OTHERS)) {
    test(`another ${what}`, () => {
      expect(placing(changes, { prior: anOrder() })).toEqual({
        refused: 'idempotency-key-conflict',
        data: { clientOrderId: 'first' },
      })
    })
  }
})
