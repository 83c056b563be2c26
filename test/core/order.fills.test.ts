import { describe, expect, test } from 'bun:test'
import { heldShares } from '../../src/core/account/account'
import { amount, price, quantity } from '../../src/core/money'
import { evolve, type Order, remaining } from '../../src/core/order/order'
import { anOrder, secondsLater } from '../support/examples'

const fill = (order: Order, type: 'Filled' | 'PartiallyFilled', count: string, at: string): Order =>
  evolve(
    order,
    {
      type,
      execution: { price: price(at), quantity: quantity(count), session: 'REGULAR' },
    },
    secondsLater(1),
  )

describe('[life.fill] what a fill does to its order', () => {
  test('the quantities and amounts of fills add up exactly', () => {
    const some = fill(anOrder(), 'PartiallyFilled', '3', '9.99')
    const all = fill(some, 'Filled', '7', '9.98')
    expect(remaining(some).toFixed()).toBe('7')
    expect(all.filledQuantity.toFixed()).toBe('10')
    expect(all.filledAmount.toFixed()).toBe('99.83')
    expect(remaining(all).toFixed()).toBe('0')
  })

  test('a part-filled BUY holds its limit for the remaining quantity', () => {
    const some = fill(anOrder(), 'PartiallyFilled', '3', '9.00')
    expect(some.heldCash.toFixed()).toBe('70')
  })

  test('[order.hold-cash] a MARKET buy that paid more than its hold per share holds what is left', () => {
    const order = anOrder({ orderType: 'MARKET', limitPrice: null, holdPrice: price('10.30') })
    expect(order.heldCash.toFixed()).toBe('103')
    expect(fill(order, 'PartiallyFilled', '5', '12.00').heldCash.toFixed()).toBe('43')
  })

  test('[order.hold-cash] the 3 % beyond the estimate is released at the fill', () => {
    const order = anOrder({ orderType: 'MARKET', limitPrice: null, holdPrice: price('10.30') })
    expect(fill(order, 'PartiallyFilled', '5', '10.00').heldCash.toFixed()).toBe('51.5')
    expect(fill(order, 'Filled', '10', '10.00').heldCash.toFixed()).toBe('0')
  })

  test('a part-filled SELL holds its remaining shares and no cash', () => {
    const some = fill(anOrder({ side: 'SELL' }), 'PartiallyFilled', '3', '10.00')
    expect(heldShares(some).toFixed()).toBe('7')
    expect(some.heldCash.toFixed()).toBe('0')
  })

  test('a part-filled PENDING_CANCEL order keeps its hold', () => {
    const some = fill(anOrder({ status: 'PENDING_CANCEL' }), 'PartiallyFilled', '3', '10.00')
    expect(some.status).toBe('PENDING_CANCEL')
    expect(some.heldCash.toFixed()).toBe('70')
  })

  test('a fill beyond the quantity is our bug', () => {
    expect(() => fill(anOrder(), 'Filled', '11', '10.00')).toThrow('filled beyond its quantity')
  })

  test('[life.paid] a BUY that costs more than it holds is our bug: the rest is of other orders', () => {
    expect(fill(anOrder(), 'Filled', '10', '10.00').heldCash.toFixed()).toBe('0')
    expect(() => fill(anOrder(), 'Filled', '10', '10.01')).toThrow('at most what it holds')
  })

  test('FILLED before all is filled is our bug, and so is all without FILLED', () => {
    expect(() => fill(anOrder(), 'Filled', '9', '10.00')).toThrow(
      'FILLED exactly when all of it is',
    )
    expect(() => fill(anOrder(), 'PartiallyFilled', '10', '10.00')).toThrow(
      'FILLED exactly when all of it is',
    )
  })
})

describe('what the end of an order does to it', () => {
  test('Canceled, Expired and Rejected release the cash and keep the fills', () => {
    const some = fill(anOrder(), 'PartiallyFilled', '3', '10.00')
    for (const type of ['Canceled', 'Expired'] as const) {
      const closed = evolve(some, { type }, secondsLater(2))
      expect(closed.heldCash.toFixed()).toBe('0')
      expect(closed.filledQuantity.toFixed()).toBe('3')
      expect(closed.filledAmount.toFixed()).toBe('30')
    }
    const reason = 'insufficient-buying-power'
    const rejected = evolve(anOrder(), { type: 'Rejected', reason }, secondsLater(2))
    expect(rejected.heldCash.toFixed()).toBe('0')
    expect(rejected.rejectReason).toBe(reason)
  })

  test('a closed SELL holds no shares', () => {
    const canceled = evolve(anOrder({ side: 'SELL' }), { type: 'Canceled' }, secondsLater(2))
    expect(heldShares(canceled).toFixed()).toBe('0')
  })

  test('an open BUY holds no shares', () => {
    expect(heldShares(anOrder()).toFixed()).toBe('0')
  })

  test('a request to cancel is remembered and releases nothing yet', () => {
    const asked = evolve(anOrder(), { type: 'CancelRequested' }, secondsLater(2))
    expect(asked.cancelRequestedAt).toEqual(secondsLater(2))
    expect(asked.heldCash).toEqual(amount('100'))
  })

  test('no other transition sets cancelRequestedAt', () => {
    const expired = evolve(anOrder(), { type: 'Expired' }, secondsLater(2))
    expect(expired.cancelRequestedAt).toBeNull()
    expect(expired.rejectReason).toBeNull()
  })

  test('a transition does not change the order that it was given', () => {
    const order = Object.freeze(anOrder())
    fill(order, 'PartiallyFilled', '3', '10.00')
    expect(order).toEqual(anOrder())
  })
})
