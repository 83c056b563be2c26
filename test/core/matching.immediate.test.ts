import { describe, expect, test } from 'bun:test'
import { secondsLater } from '../support/examples'
import { book, outcomes } from '../support/order-book'

const immediate = (force: 'IOC' | 'FOK', quantity = '100', limit = '10.50') => `
  order | side | limit    | quantity    | force
  a     | BUY  | ${limit} | ${quantity} | ${force}
`

describe('[fill.ioc] an IOC', () => {
  test('an IOC is FILLED when the size shown is enough', () => {
    expect(outcomes(immediate('IOC'), { askSize: '100' })).toEqual(['a Filled 100 @ 10.01'])
  })

  test('an IOC takes what its first tick offers, and its rest is CANCELED', () => {
    expect(outcomes(immediate('IOC'), { askSize: '30' })).toEqual([
      'a PartiallyFilled 30 @ 10.01',
      'a Canceled',
    ])
  })

  test('an IOC that its first tick offers nothing is CANCELED', () => {
    expect(outcomes(immediate('IOC'), { askSize: '0' })).toEqual(['a Canceled'])
    expect(outcomes(immediate('IOC', '100', '10.00'), { ask: '10.01' })).toEqual(['a Canceled'])
  })

  test('[life.unpaid-rest] takes the part that can be paid; the rest is CANCELED for want of money', () => {
    const market = `
      order | side | limit  | quantity | held | force
      a     | BUY  | MARKET | 10       | 103  | IOC
    `
    expect(outcomes(market, { ask: '11', free: '7' })).toEqual(['a Filled 10 @ 11'])
    expect(outcomes(market, { ask: '11' })).toEqual([
      'a PartiallyFilled 9 @ 11',
      'a Canceled insufficient-buying-power',
    ])
    expect(outcomes(market, { ask: '103.01' })).toEqual(['a Rejected insufficient-buying-power'])
  })
})

describe('[fill.fok] a FOK', () => {
  test('a FOK takes all at its first tick', () => {
    expect(outcomes(immediate('FOK'), { askSize: '100' })).toEqual(['a Filled 100 @ 10.01'])
  })

  test('a FOK takes nothing when not all of it is shown', () => {
    expect(outcomes(immediate('FOK'), { askSize: '99' })).toEqual(['a Canceled'])
    const fraction = immediate('FOK', '99.000001')
    expect(outcomes(fraction, { askSize: '99' })).toEqual(['a Canceled'])
  })

  test('a FOK beyond its limit is CANCELED', () => {
    expect(outcomes(immediate('FOK', '100', '10.00'), { ask: '10.01' })).toEqual(['a Canceled'])
  })

  test('[life.unpaid-rejected] a FOK that cannot be paid in full is REJECTED', () => {
    const market = `
      order | side | limit  | quantity | held | force
      a     | BUY  | MARKET | 10       | 103  | FOK
    `
    expect(outcomes(market, { ask: '10.30' })).toEqual(['a Filled 10 @ 10.3'])
    expect(outcomes(market, { ask: '10.31', free: '0.1' })).toEqual(['a Filled 10 @ 10.31'])
    expect(outcomes(market, { ask: '10.31' })).toEqual(['a Rejected insufficient-buying-power'])
    expect(outcomes(market, { ask: '10.31', askSize: '9' })).toEqual(['a Canceled'])
  })

  test('a FOK needs its whole quantity from the size that better orders leave', () => {
    const two = `
      order  | side | limit | quantity | force
      better | SELL | 9.00  | 60       | DAY
      a      | SELL | 9.50  | 50       | FOK
    `
    expect(outcomes(two, { bidSize: '110' })).toEqual([
      'better Filled 60 @ 9.99',
      'a Filled 50 @ 9.99',
    ])
    expect(outcomes(two, { bidSize: '109' })).toEqual(['better Filled 60 @ 9.99', 'a Canceled'])
  })

  test('a FOK that cannot fill leaves the size shown to the next order', () => {
    const three = `
      order | side | limit | quantity | force
      a     | BUY  | 10.50 | 60       | FOK
      b     | BUY  | 10.40 | 40       | FOK
      c     | BUY  | 10.30 | 40       | DAY
    `
    expect(outcomes(three, { askSize: '50' })).toEqual([
      'b Filled 40 @ 10.01',
      'c PartiallyFilled 10 @ 10.01',
      'a Canceled',
    ])
  })
})

describe('[fill.ioc] [fill.fok] an IOC and a FOK alike', () => {
  for (const force of ['IOC', 'FOK'] as const) {
    const orders = immediate(force)

    test(`${force}: its first tick is the first one after its acceptance`, () => {
      expect(outcomes(orders, { at: secondsLater(0) })).toEqual([])
      expect(outcomes(orders, { at: secondsLater(1) })).toEqual(['a Filled 100 @ 10.01'])
    })

    test(`${force}: without a price it is CANCELED`, () => {
      expect(outcomes(orders, { quoteless: true })).toEqual(['a Canceled'])
    })

    test(`${force}: while its instrument does not trade it is CANCELED and does not wait`, () => {
      for (const tradable of ['SUSPENDED', 'SELL_ONLY'] as const) {
        expect(outcomes(orders, { instrument: { tradable } })).toEqual(['a Canceled'])
      }
      const instrument = { dayMarketTradable: false }
      expect(outcomes(orders, { instrument, session: 'DAY' })).toEqual(['a Canceled'])
    })

    test(`${force}: while CLOSED it is CANCELED`, () => {
      expect(outcomes(orders, { session: 'CLOSED' })).toEqual(['a Canceled'])
    })

    test(`${force}: that is to be canceled ends the same, and once`, () => {
      const pending = book(orders).map((order) => ({ ...order, status: 'PENDING_CANCEL' as const }))
      expect(outcomes(pending, {})).toEqual(['a Filled 100 @ 10.01'])
      expect(outcomes(pending, { askSize: '0' })).toEqual(['a Canceled'])
    })
  }

  test('the ends of IOC and FOK come after every fill of the tick', () => {
    const orders = `
      order | side | limit | quantity | force
      ioc   | BUY  | 10.50 | 100      | IOC
      sells | SELL |  9.00 | 10       | DAY
    `
    expect(outcomes(orders, { askSize: '50' })).toEqual([
      'ioc PartiallyFilled 50 @ 10.01',
      'sells Filled 10 @ 9.99',
      'ioc Canceled',
    ])
  })
})
