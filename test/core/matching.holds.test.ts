import { describe, expect, test } from 'bun:test'
import { outcomes } from '../support/order-book'

describe('D4: a fill never takes more cash than its order holds', () => {
  const market = (quantity: string, held: string, rest = '0 | SUBMITTED') => `
    order | side | limit  | quantity    | held    | filled | status
    a     | BUY  | MARKET | ${quantity} | ${held} | ${rest}
  `

  test('an ask above the hold buys as many whole shares as the hold pays for', () => {
    expect(outcomes(market('10', '103'), { ask: '11' })).toEqual(['a PartiallyFilled 9 @ 11'])
  })

  test('an order of fractional shares takes fractions, rounded down to 6 places', () => {
    expect(outcomes(market('10.5', '108.15'), { ask: '11' })).toEqual([
      'a PartiallyFilled 9.831818 @ 11',
    ])
  })

  test('an ask within the hold buys all', () => {
    expect(outcomes(market('10', '103'), { ask: '10.30' })).toEqual(['a Filled 10 @ 10.3'])
    expect(outcomes(market('10', '103'), { ask: '10.31' })).toEqual(['a PartiallyFilled 9 @ 10.31'])
  })

  test('the size shown bounds it as well', () => {
    expect(outcomes(market('10', '103'), { ask: '11', askSize: '4' })).toEqual([
      'a PartiallyFilled 4 @ 11',
    ])
  })

  test('D5: an untouched order whose hold no longer pays for one share is REJECTED', () => {
    expect(outcomes(market('10', '103'), { ask: '103' })).toEqual(['a PartiallyFilled 1 @ 103'])
    expect(outcomes(market('10', '103'), { ask: '103.01' })).toEqual([
      'a Rejected insufficient-buying-power',
    ])
  })

  test('of less than a share it is REJECTED when the hold does not pay for that', () => {
    expect(outcomes(market('0.5', '5.15'), { ask: '10.30' })).toEqual(['a Filled 0.5 @ 10.3'])
    expect(outcomes(market('0.5', '5.15'), { ask: '10.31' })).toEqual([
      'a Rejected insufficient-buying-power',
    ])
  })

  test('a part-filled one waits', () => {
    const partFilled = market('10', '7', '9 | PARTIALLY_FILLED')
    expect(outcomes(partFilled, { ask: '7.01' })).toEqual([])
    expect(outcomes(partFilled, { ask: '7' })).toEqual(['a Filled 1 @ 7'])
  })

  test('one that is to be canceled is, and not REJECTED', () => {
    expect(outcomes(market('10', '103', '0 | PENDING_CANCEL'), { ask: '103.01' })).toEqual([
      'a Canceled',
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

  test('a SELL holds no cash, so no price is too much or too little for it', () => {
    const sell = `
      order | side | limit  | quantity
      a     | SELL | MARKET | 10
    `
    expect(outcomes(sell, { bid: '0.0001' })).toEqual(['a Filled 10 @ 0.0001'])
  })
})
