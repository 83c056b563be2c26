import { describe, expect, test } from 'bun:test'
import { NO_AMOUNT } from '../../src/core/money'
import { match } from '../../src/core/order/matching'
import { NOW, secondsLater } from '../support/examples'
import { aTick, book, outcomes } from '../support/order-book'

describe('[fill.price] the price of a fill is the tick’s', () => {
  test('a BUY executes at the ask when its limit is the ask or above: price improvement', () => {
    const orders = `
      order | side | limit | quantity
      above | BUY  | 10.50 | 10
      at    | BUY  | 10.00 | 10
      below | BUY  |  9.99 | 10
    `
    expect(outcomes(orders, { ask: '10.00' })).toEqual([
      'above Filled 10 @ 10',
      'at Filled 10 @ 10',
    ])
  })

  test('a SELL executes at the bid when its limit is the bid or below', () => {
    const orders = `
      order | side | limit | quantity
      below | SELL |  9.50 | 10
      at    | SELL | 10.00 | 10
      above | SELL | 10.01 | 10
    `
    expect(outcomes(orders, { bid: '10.00' })).toEqual([
      'below Filled 10 @ 10',
      'at Filled 10 @ 10',
    ])
  })

  test('a MARKET order takes any price', () => {
    const orders = `
      order | side | limit  | quantity | held
      buys  | BUY  | MARKET | 10       | 1000
      sells | SELL | MARKET | 10       |
    `
    expect(outcomes(orders, { ask: '99.99', bid: '0.0001' })).toEqual([
      'buys Filled 10 @ 99.99',
      'sells Filled 10 @ 0.0001',
    ])
  })

  test('a fill carries the session of its tick', () => {
    const orders = book(`
      order | side | limit | quantity
      a     | BUY  | 10.50 | 10
    `)
    const [only] = match(orders, aTick({ session: 'PRE' }), NO_AMOUNT)
    expect(only?.transition).toMatchObject({ type: 'Filled', execution: { session: 'PRE' } })
  })
})

describe('[fill.size] an order takes at most the size shown', () => {
  const orders = `
    order | side | limit | quantity
    a     | BUY  | 10.50 | 300
  `
  test('the rest of an order beyond the size shown waits', () => {
    expect(outcomes(orders, { askSize: '200' })).toEqual(['a PartiallyFilled 200 @ 10.01'])
  })

  test('an order of exactly the size shown is FILLED', () => {
    expect(outcomes(orders, { askSize: '300' })).toEqual(['a Filled 300 @ 10.01'])
  })

  test('an order takes nothing if no size is shown', () => {
    expect(outcomes(orders, { askSize: '0' })).toEqual([])
  })

  test('a part-filled order takes only its remaining quantity', () => {
    const partFilled = `
      order | side | limit | quantity | filled | status
      a     | BUY  | 10.50 | 300      | 290    | PARTIALLY_FILLED
      b     | SELL |  9.00 | 300      | 299.5  | PENDING_CANCEL
    `
    expect(outcomes(partFilled, {})).toEqual(['a Filled 10 @ 10.01', 'b Filled 0.5 @ 9.99'])
  })

  test('each order sees the size less what the account took of it at this tick', () => {
    const three = `
      order | side | limit | quantity
      a     | BUY  | 10.50 | 100
      b     | BUY  | 10.50 | 100
      c     | BUY  | 10.50 | 100
    `
    expect(outcomes(three, { askSize: '150' })).toEqual([
      'a Filled 100 @ 10.01',
      'b PartiallyFilled 50 @ 10.01',
    ])
  })

  test('each side has its own size', () => {
    const both = `
      order | side | limit | quantity
      a     | SELL |  9.00 | 100
      b     | BUY  | 10.50 | 100
    `
    expect(outcomes(both, { askSize: '30', bidSize: '20' })).toEqual([
      'b PartiallyFilled 30 @ 10.01',
      'a PartiallyFilled 20 @ 9.99',
    ])
    expect(outcomes(both, { askSize: '0' })).toEqual(['a Filled 100 @ 9.99'])
    expect(outcomes(both, { bidSize: '0' })).toEqual(['b Filled 100 @ 10.01'])
  })
})

describe('[life.first-tick] an order is tried first on the first tick after its acceptance', () => {
  const orders = book(`
    order | side | limit | quantity
    a     | BUY  | 10.50 | 10
  `)
  test('an order accepted at the tick or after it waits', () => {
    expect(outcomes(orders, { at: secondsLater(-1) })).toEqual([])
    expect(outcomes(orders, { at: secondsLater(0) })).toEqual([])
    expect(outcomes(orders, { at: NOW.add({ nanoseconds: 1 }) })).toEqual(['a Filled 10 @ 10.01'])
  })

  test('an order that acted on a tick does not act on it again', () => {
    const acted = orders.map((order) => ({ ...order, updatedAt: secondsLater(1) }))
    expect(outcomes(acted, { at: secondsLater(1) })).toEqual([])
    expect(outcomes(acted, { at: secondsLater(2) })).toEqual(['a Filled 10 @ 10.01'])
  })

  test('a PENDING_CANCEL order has one more chance', () => {
    const pending = book(`
      order | side | limit | quantity | status
      a     | BUY  | 10.50 | 10       | PENDING_CANCEL
    `)
    expect(outcomes(pending, {})).toEqual(['a Filled 10 @ 10.01'])
  })
})
