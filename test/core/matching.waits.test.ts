import { describe, expect, test } from 'bun:test'
import { outcomes } from '../support/order-book'

const ORDERS = `
  order | side | limit | quantity
  buys  | BUY  | 10.50 | 10
  sells | SELL |  9.50 | 10
`
const BUYS = 'buys Filled 10 @ 10.01'
const SELLS = 'sells Filled 10 @ 9.99'

describe('[life.suspended] an order waits while its instrument does not trade', () => {
  test('orders of both sides wait while their instrument is SUSPENDED', () => {
    expect(outcomes(ORDERS, { instrument: { tradable: 'SUSPENDED' } })).toEqual([])
  })

  test('a BUY waits under SELL_ONLY, a SELL under BUY_ONLY', () => {
    expect(outcomes(ORDERS, { instrument: { tradable: 'SELL_ONLY' } })).toEqual([SELLS])
    expect(outcomes(ORDERS, { instrument: { tradable: 'BUY_ONLY' } })).toEqual([BUYS])
  })

  test('a waiting MARKET buy is not REJECTED while its hold is too small', () => {
    const market = `
      order | side | limit  | quantity | held
      a     | BUY  | MARKET | 10       | 0.01
    `
    expect(outcomes(market, { instrument: { tradable: 'SUSPENDED' } })).toEqual([])
    expect(outcomes(market, {})).toEqual(['a Rejected insufficient-buying-power'])
  })
})

describe('[order.day-market] an instrument that has no DAY market', () => {
  const instrument = { dayMarketTradable: false }

  test('an instrument without a DAY market does not trade in DAY', () => {
    expect(outcomes(ORDERS, { instrument, session: 'DAY' })).toEqual([])
  })

  test('an instrument without a DAY market trades in the other sessions', () => {
    for (const session of ['PRE', 'REGULAR', 'AFTER'] as const) {
      expect(outcomes(ORDERS, { instrument, session })).toEqual([BUYS, SELLS])
    }
  })

  test('an instrument with a DAY market trades in DAY', () => {
    expect(outcomes(ORDERS, { session: 'DAY' })).toEqual([BUYS, SELLS])
  })
})
