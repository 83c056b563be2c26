import { describe, expect, test } from 'bun:test'
import { outcomes } from '../support/order-book'

const market = (quantity: string, held: string, rest = '0 | SUBMITTED') => `
  order | side | limit  | quantity    | held    | filled | status
  a     | BUY  | MARKET | ${quantity} | ${held} | ${rest}
`
const UNPAID = 'a Canceled insufficient-buying-power'

describe('[life.paid] a MARKET buy whose hold no longer pays for its fill', () => {
  test('draws on the free buying power of its account', () => {
    const orders = market('10', '103')
    expect(outcomes(orders, { ask: '10.30' })).toEqual(['a Filled 10 @ 10.3'])
    expect(outcomes(orders, { ask: '10.31', free: '0.1' })).toEqual(['a Filled 10 @ 10.31'])
    expect(outcomes(orders, { ask: '103', free: '1000' })).toEqual(['a Filled 10 @ 103'])
  })

  test('takes the part that can be paid, and what is left of it ends at that tick', () => {
    expect(outcomes(market('10', '103'), { ask: '10.31', free: '0.09' })).toEqual([
      'a PartiallyFilled 9 @ 10.31',
      UNPAID,
    ])
  })

  test('of whole shares takes whole ones; of fractions, down to 0.000001 of a share', () => {
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

  test('is REJECTED where nothing can be paid and nothing was filled', () => {
    expect(outcomes(market('10', '103'), { ask: '103.01' })).toEqual([
      'a Rejected insufficient-buying-power',
    ])
    expect(outcomes(market('10', '103'), { ask: '103.01', free: '0.01' })).toEqual([
      'a PartiallyFilled 1 @ 103.01',
      UNPAID,
    ])
  })

  test('is CANCELED with the reason where nothing can be paid and some was filled', () => {
    const partFilled = market('10', '7', '9 | PARTIALLY_FILLED')
    expect(outcomes(partFilled, { ask: '7.01' })).toEqual([UNPAID])
    expect(outcomes(partFilled, { ask: '7.01', free: '0.01' })).toEqual(['a Filled 1 @ 7.01'])
  })

  test('that is to be canceled is, for its client asked for that', () => {
    const asked = market('10', '103', '0 | PENDING_CANCEL')
    expect(outcomes(asked, { ask: '103.01' })).toEqual(['a Canceled'])
    expect(outcomes(asked, { ask: '11' })).toEqual(['a PartiallyFilled 9 @ 11', 'a Canceled'])
    expect(outcomes(asked, { ask: '11', free: '7' })).toEqual(['a Filled 10 @ 11'])
  })

  test('waits for the rest where the size shown is what it lacks, and not the money', () => {
    expect(outcomes(market('10', '103'), { ask: '11', askSize: '4' })).toEqual([
      'a PartiallyFilled 4 @ 11',
    ])
    expect(outcomes(market('10', '0.01'), { ask: '11', askSize: '0' })).toEqual([])
  })
})

describe('[life.paid] of several MARKET buys of an account', () => {
  test('the first to come draws first on what is free', () => {
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

  test('one takes nothing of what another holds, and that of one that ends is free', () => {
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

  test('one that is REJECTED leaves the size shown to the next', () => {
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
  test('a LIMIT buy, whose hold always pays', () => {
    const limit = `
      order | side | limit | quantity
      a     | BUY  | 10.50 | 10
    `
    expect(outcomes(limit, { ask: '10.50' })).toEqual(['a Filled 10 @ 10.5'])
  })

  test('a SELL, which holds no cash, so no price is too much or too little for it', () => {
    const sell = `
      order | side | limit  | quantity
      a     | SELL | MARKET | 10
    `
    expect(outcomes(sell, { bid: '0.0001' })).toEqual(['a Filled 10 @ 0.0001'])
  })
})
