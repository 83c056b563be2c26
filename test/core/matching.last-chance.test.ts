import { describe, expect, test } from 'bun:test'
import { REGULAR_CLOSE, secondsLater } from '../support/examples'
import { book, outcomes } from '../support/order-book'

const PENDING = `
  order | side | limit | quantity | status
  a     | BUY  | 10.50 | 100      | PENDING_CANCEL
`

describe('[life.cancel] the one more chance of an order that is to be canceled', () => {
  test('a PENDING_CANCEL order may fill at its last chance', () => {
    expect(outcomes(PENDING, { askSize: '100' })).toEqual(['a Filled 100 @ 10.01'])
  })

  test('the rest of a PENDING_CANCEL order is CANCELED after its last chance', () => {
    expect(outcomes(PENDING, { askSize: '30' })).toEqual([
      'a PartiallyFilled 30 @ 10.01',
      'a Canceled',
    ])
  })

  test('a PENDING_CANCEL order out of reach is CANCELED', () => {
    expect(outcomes(PENDING, { ask: '10.51' })).toEqual(['a Canceled'])
    expect(outcomes(PENDING, { askSize: '0' })).toEqual(['a Canceled'])
    expect(outcomes(PENDING, { quoteless: true })).toEqual(['a Canceled'])
  })

  test('a PENDING_CANCEL order is CANCELED without a fill while CLOSED', () => {
    expect(outcomes(PENDING, { session: 'CLOSED' })).toEqual(['a Canceled'])
  })

  test('a PENDING_CANCEL order in a SUSPENDED instrument is CANCELED at once', () => {
    expect(outcomes(PENDING, { instrument: { tradable: 'SUSPENDED' } })).toEqual(['a Canceled'])
  })

  test('the last chance of an order comes at the tick after the request', () => {
    const asked = book(PENDING).map((order) => ({ ...order, updatedAt: secondsLater(5) }))
    expect(outcomes(asked, { at: secondsLater(5) })).toEqual([])
    expect(outcomes(asked, { at: secondsLater(6), ask: '11' })).toEqual(['a Canceled'])
  })

  test('an order whose time is over has no last chance', () => {
    expect(outcomes(PENDING, { at: REGULAR_CLOSE })).toEqual([])
    const last = REGULAR_CLOSE.subtract({ nanoseconds: 1 })
    expect(outcomes(PENDING, { at: last })).toEqual(['a Filled 100 @ 10.01'])
  })

  test('a PENDING_CANCEL auction order is CANCELED at the next tick', () => {
    for (const force of ['OPG', 'CLS']) {
      const orders = `
        order | side | limit | quantity | status         | force
        a     | BUY  | 10.50 | 100      | PENDING_CANCEL | ${force}
      `
      expect(outcomes(orders, {})).toEqual(['a Canceled'])
    }
  })
})

describe('orders that a tick leaves alone', () => {
  test('a tick leaves a DAY order alone that it does not reach, whatever the reason', () => {
    const day = `
      order | side | limit | quantity | filled | status
      a     | BUY  | 10.50 | 100      | 0      | SUBMITTED
      b     | BUY  | 10.50 | 100      | 10     | PARTIALLY_FILLED
    `
    expect(outcomes(day, { ask: '10.51' })).toEqual([])
    expect(outcomes(day, { session: 'CLOSED' })).toEqual([])
    expect(outcomes(day, { quoteless: true })).toEqual([])
  })

  test('[fill.auction] an order for an auction, whose price is the official one and no other', () => {
    for (const force of ['OPG', 'CLS']) {
      const orders = `
        order | side | limit  | quantity | held | force
        a     | BUY  | 10.50  | 100      | 1050 | ${force}
        b     | SELL | MARKET | 100      |      | ${force}
      `
      expect(outcomes(orders, {})).toEqual([])
    }
  })

  test('an order that a tick leaves alone takes nothing of the size shown', () => {
    const orders = `
      order   | side | limit | quantity | force
      auction | BUY  | 10.50 | 100      | CLS
      day     | BUY  | 10.40 | 100      | DAY
    `
    expect(outcomes(orders, { askSize: '100' })).toEqual(['day Filled 100 @ 10.01'])
  })
})
