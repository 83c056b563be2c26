import { describe, expect, test } from 'bun:test'
import { book, outcomes } from '../support/order-book'

const namesOf = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0])

describe('[fill.priority] within an account price, then time, decides', () => {
  const BUYS = `
    order    | side | limit  | quantity | held
    low      | BUY  | 10.10  | 100      | 1010
    high     | BUY  | 10.30  | 100      | 1030
    market   | BUY  | MARKET | 100      | 1030
    highLate | BUY  | 10.30  | 100      | 1030
    late     | BUY  | MARKET | 100      | 1030
  `
  const SELLS = `
    order   | side | limit  | quantity
    high    | SELL | 9.90   | 100
    low     | SELL | 9.70   | 100
    market  | SELL | MARKET | 100
    lowLate | SELL | 9.70   | 100
    late    | SELL | MARKET | 100
  `

  test('of BUY orders MARKET comes first, then the highest limit, then the first to come', () => {
    expect(namesOf(outcomes(BUYS, {}))).toEqual(['market', 'late', 'high', 'highLate', 'low'])
  })

  test('of SELL orders MARKET comes first, then the lowest limit, then the first to come', () => {
    expect(namesOf(outcomes(SELLS, {}))).toEqual(['market', 'late', 'low', 'lowLate', 'high'])
  })

  test('limits are compared as numbers, not as text', () => {
    const orders = `
      order | side | limit | quantity
      nine  | BUY  | 9.50  | 100
      ten   | BUY  | 10.5  | 100
      mille | BUY  | 1000  | 100
    `
    expect(namesOf(outcomes(orders, { ask: '9.00' }))).toEqual(['mille', 'ten', 'nine'])
  })

  test('the order that comes first takes the size shown', () => {
    expect(outcomes(BUYS, { askSize: '250' })).toEqual([
      'market Filled 100 @ 10.01',
      'late Filled 100 @ 10.01',
      'high PartiallyFilled 50 @ 10.01',
    ])
  })

  test('the priority does not depend on the sequence of the orders given', () => {
    for (const orders of [book(BUYS), book(SELLS)]) {
      expect(outcomes(orders.toReversed(), {})).toEqual(outcomes(orders, {}))
    }
  })
})
