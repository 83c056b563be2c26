import { describe, expect, test } from 'bun:test'
import { outcomes } from '../support/order-book'

const market = (quantity: string, held: string, rest = '0 | SUBMITTED') => `
  order | side | limit  | quantity    | held    | filled | status
  a     | BUY  | MARKET | ${quantity} | ${held} | ${rest}
`
const UNPAID = 'a Canceled insufficient-buying-power'

describe('[life.paid] a MARKET buy whose hold no longer pays for its fill', () => {
  test('a MARKET buy draws on the free buying power of its account', () => {
    const orders = market('10', '103')
    expect(outcomes(orders, { ask: '10.30' })).toEqual(['a Filled 10 @ 10.3'])
    expect(outcomes(orders, { ask: '10.31', free: '0.1' })).toEqual(['a Filled 10 @ 10.31'])
    expect(outcomes(orders, { ask: '103', free: '1000' })).toEqual(['a Filled 10 @ 103'])
  })

  test('a MARKET buy takes the part that can be paid, and its rest ends at that tick', () => {
    expect(outcomes(market('10', '103'), { ask: '10.31', free: '0.09' })).toEqual([
      'a PartiallyFilled 9 @ 10.31',
      UNPAID,
    ])
  })

  test('a MARKET buy of whole shares takes whole ones; of fractions, down to 0.000001', () => {
    expect(outcomes(market('10', '103'), { ask: '11' })).toEqual([
      'a PartiallyFilled 9 @ 11',
      UNPAID,
    ])
    expect(outcomes(market('10.5', '108.15'), { ask: '11' })).toEqual([
      'a PartiallyFilled 9.831818 @ 11',
      UNPAID,
    ])
    expect(outcomes(market('0.5', '5.15'), { ask: '10.31' })).toEqual([
      'a PartiallyFilled 0.499515 @ 10.31',
      UNPAID,
    ])
  })

  test('a MARKET buy that was never filled and cannot be paid is REJECTED', () => {
    expect(outcomes(market('10', '103'), { ask: '103.01' })).toEqual([
      'a Rejected insufficient-buying-power',
    ])
    expect(outcomes(market('10', '103'), { ask: '103.01', free: '0.01' })).toEqual([
      'a PartiallyFilled 1 @ 103.01',
      UNPAID,
    ])
  })

  test('a part-filled MARKET buy that cannot be paid is CANCELED with the reason', () => {
    const partFilled = market('10', '7', '9 | PARTIALLY_FILLED')
    expect(outcomes(partFilled, { ask: '7.01' })).toEqual([UNPAID])
    expect(outcomes(partFilled, { ask: '7.01', free: '0.01' })).toEqual(['a Filled 1 @ 7.01'])
  })

  test('a PENDING_CANCEL MARKET buy is CANCELED by its client’s request', () => {
    const asked = market('10', '103', '0 | PENDING_CANCEL')
    expect(outcomes(asked, { ask: '103.01' })).toEqual(['a Canceled'])
    expect(outcomes(asked, { ask: '11' })).toEqual(['a PartiallyFilled 9 @ 11', 'a Canceled'])
    expect(outcomes(asked, { ask: '11', free: '7' })).toEqual(['a Filled 10 @ 11'])
  })

  test('a MARKET buy that lacks only size waits for the rest', () => {
    expect(outcomes(market('10', '103'), { ask: '11', askSize: '4' })).toEqual([
      'a PartiallyFilled 4 @ 11',
    ])
    expect(outcomes(market('10', '0.01'), { ask: '11', askSize: '0' })).toEqual([])
  })
})

describe('[life.paid] of several MARKET buys of an account', () => {
  test('of several MARKET buys the first to come draws first on the free buying power', () => {
    const two = `
      order | side | limit  | quantity | held
      a     | BUY  | MARKET | 10       | 100
      b     | BUY  | MARKET | 10       | 100
    `
    expect(outcomes(two, { ask: '11', free: '20' })).toEqual([
      'a Filled 10 @ 11',
      'b Filled 10 @ 11',
    ])
    expect(outcomes(two, { ask: '11', free: '19.99' })).toEqual([
      'a Filled 10 @ 11',
      'b PartiallyFilled 9 @ 11',
      'b Canceled insufficient-buying-power',
    ])
  })

  test('a MARKET buy takes nothing of another’s hold, and the hold of an ended one is free', () => {
    const two = `
      order | side | limit  | quantity | held
      a     | BUY  | MARKET | 10       | 9
      b     | BUY  | MARKET | 10       | 100
    `
    expect(outcomes(two, { ask: '10.90' })).toEqual([
      'a Rejected insufficient-buying-power',
      'b Filled 10 @ 10.9',
    ])
  })

  test('a REJECTED MARKET buy leaves the size shown to the next order', () => {
    const two = `
      order | side | limit  | quantity | held
      a     | BUY  | MARKET | 10       | 9
      b     | BUY  | 10.50  | 10       | 105
    `
    expect(outcomes(two, { ask: '10.00', askSize: '10' })).toEqual([
      'a Rejected insufficient-buying-power',
      'b Filled 10 @ 10',
    ])
  })
})

describe('[order.hold-cash] what needs no free buying power', () => {
  test('a LIMIT buy needs no free buying power: its hold always pays', () => {
    const limit = `
      order | side | limit | quantity
      a     | BUY  | 10.50 | 10
    `
    expect(outcomes(limit, { ask: '10.50' })).toEqual(['a Filled 10 @ 10.5'])
  })

  test('a SELL needs no free buying power at any price', () => {
    const sell = `
      order | side | limit  | quantity
      a     | SELL | MARKET | 10
    `
    expect(outcomes(sell, { bid: '0.0001' })).toEqual(['a Filled 10 @ 0.0001'])
  })
})
