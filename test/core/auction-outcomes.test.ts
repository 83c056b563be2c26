import { describe, expect, test } from 'bun:test'
import { NO_AMOUNT, price } from '../../src/core/money'
import { auctionOutcomes } from '../../src/core/order/auction-outcomes'
import { anInstrument } from '../support/examples'
import { book, crossed } from '../support/order-book'

const BOTH = `
  order | side | limit | quantity | force
  buys  | BUY  | 10.50 | 100      | OPG
  sells | SELL |  9.50 | 100      | CLS
`
const BUYS = 'buys Filled 100 @ 10'
const SELLS = 'sells Filled 100 @ 10'

describe('[fill.auction] orders for an auction', () => {
  test('an auction order executes in full at the official price', () => {
    expect(crossed(BOTH, { official: '10.00' })).toEqual([BUYS, SELLS])
  })

  test('an auction order executes at its limit, and not beyond it', () => {
    expect(crossed(BOTH, { official: '10.50' })).toEqual([
      'buys Filled 100 @ 10.5',
      'sells Filled 100 @ 10.5',
    ])
    expect(crossed(BOTH, { official: '10.51' })).toEqual([
      'buys Canceled',
      'sells Filled 100 @ 10.51',
    ])
    expect(crossed(BOTH, { official: '9.50' })).toEqual([
      'buys Filled 100 @ 9.5',
      'sells Filled 100 @ 9.5',
    ])
    expect(crossed(BOTH, { official: '9.49' })).toEqual([
      'buys Filled 100 @ 9.49',
      'sells Canceled',
    ])
  })

  test('an auction order of any size executes in full under ideal', () => {
    const large = `
      order | side | limit  | quantity       | held     | force
      a     | BUY  | 10.50  | 1000000        | 10500000 | OPG
      b     | BUY  | 10.50  | 1000000        | 10500000 | OPG
      c     | SELL | MARKET | 1000000        |          | OPG
      d     | SELL | 9.50   | 0.000001       |          | OPG
    `
    expect(crossed(large, { official: '10' })).toEqual([
      'a Filled 1000000 @ 10',
      'b Filled 1000000 @ 10',
      'c Filled 1000000 @ 10',
      'd Filled 0.000001 @ 10',
    ])
  })

  test("[profile.auction-share] orders share the auction's part; the rest is CANCELED", () => {
    const three = `
      order | side | limit  | quantity | force
      a     | BUY  | 10.50  | 60       | OPG
      b     | BUY  | 10.50  | 60       | OPG
      c     | BUY  | 10.50  | 60       | OPG
    `
    expect(crossed(three, { official: '10', offered: '100' })).toEqual([
      'a Filled 60 @ 10',
      'b PartiallyFilled 40 @ 10',
      'b Canceled',
      'c Canceled',
    ])
  })

  test('an auction order is CANCELED when the day has no official price', () => {
    expect(crossed(BOTH, {})).toEqual(['buys Canceled', 'sells Canceled'])
  })

  test('an auction order is CANCELED when its instrument does not trade', () => {
    const crossedWhile = (tradable: 'SUSPENDED' | 'SELL_ONLY' | 'BUY_ONLY') =>
      crossed(BOTH, { official: '10', instrument: { tradable } })
    expect(crossedWhile('SUSPENDED')).toEqual(['buys Canceled', 'sells Canceled'])
    expect(crossedWhile('SELL_ONLY')).toEqual(['buys Canceled', SELLS])
    expect(crossedWhile('BUY_ONLY')).toEqual([BUYS, 'sells Canceled'])
  })

  test('an auction order needs no DAY market, since both auctions are in REGULAR', () => {
    const instrument = { dayMarketTradable: false }
    expect(crossed(BOTH, { official: '10', instrument })).toEqual([BUYS, SELLS])
    const matches = auctionOutcomes(
      book(BOTH),
      { instrument: anInstrument(), price: price('10'), offered: null },
      NO_AMOUNT,
    )
    for (const { transition: event } of matches)
      expect(event).toMatchObject({ execution: { session: 'REGULAR' } })
  })

  test('[life.cancel] a PENDING_CANCEL auction order has its last chance at the auction', () => {
    const pending = `
      order | side | limit | quantity | force | status
      a     | BUY  | 10.50 | 100      | OPG   | PENDING_CANCEL
    `
    expect(crossed(pending, { official: '10' })).toEqual(['a Filled 100 @ 10'])
    expect(crossed(pending, { official: '10.51' })).toEqual(['a Canceled'])
  })
})

describe('[life.paid] a MARKET buy whose hold the official price exceeds', () => {
  const market = (quantity: string, held: string, status = 'SUBMITTED') => `
    order | side | limit  | quantity    | held    | force | status
    a     | BUY  | MARKET | ${quantity} | ${held} | OPG   | ${status}
  `

  test('a MARKET buy above its hold draws on the account’s free buying power', () => {
    const orders = market('10', '103')
    expect(crossed(orders, { official: '10.30' })).toEqual(['a Filled 10 @ 10.3'])
    expect(crossed(orders, { official: '10.31', free: '0.1' })).toEqual(['a Filled 10 @ 10.31'])
  })

  test('a MARKET buy takes the part that can be paid, and its rest is CANCELED', () => {
    expect(crossed(market('10', '103'), { official: '10.31', free: '0.09' })).toEqual([
      'a PartiallyFilled 9 @ 10.31',
      'a Canceled insufficient-buying-power',
    ])
    expect(crossed(market('10.5', '108.15'), { official: '11' })).toEqual([
      'a PartiallyFilled 9.831818 @ 11',
      'a Canceled insufficient-buying-power',
    ])
  })

  test('a MARKET buy of which nothing can be paid is REJECTED', () => {
    expect(crossed(market('10', '103'), { official: '103' })).toEqual([
      'a PartiallyFilled 1 @ 103',
      'a Canceled insufficient-buying-power',
    ])
    expect(crossed(market('10', '103'), { official: '103.01' })).toEqual([
      'a Rejected insufficient-buying-power',
    ])
  })

  test('a PENDING_CANCEL MARKET buy that cannot be paid is CANCELED, not REJECTED', () => {
    expect(crossed(market('10', '103', 'PENDING_CANCEL'), { official: '103.01' })).toEqual([
      'a Canceled',
    ])
  })

  test('of several MARKET buys the first accepted draws on the free buying power first', () => {
    const two = `
      order | side | limit  | quantity | held | force
      a     | BUY  | MARKET | 10       | 100  | OPG
      b     | BUY  | MARKET | 10       | 100  | OPG
    `
    expect(crossed(two, { official: '11', free: '10' })).toEqual([
      'a Filled 10 @ 11',
      'b PartiallyFilled 9 @ 11',
      'b Canceled insufficient-buying-power',
    ])
  })
})
