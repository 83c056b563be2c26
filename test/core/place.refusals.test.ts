import { describe, expect, test } from 'bun:test'
import type { TradableState } from '../../src/core/instrument'
import { amount, price, quantity } from '../../src/core/money'
import { type Side, TIMES_IN_FORCE } from '../../src/core/order/order'
import { Temporal } from '../../src/core/time'
import {
  aHolding,
  anAccount,
  anInstrument,
  aQuote,
  closedHours,
  NEXT_OPEN,
  someHours,
} from '../support/examples'
import { anAttempt, GUILTY, refusalOf } from '../support/place-attempts'

const codeOf = (...changes: Parameters<typeof anAttempt>) =>
  refusalOf(anAttempt(...changes))?.refused
const dataOf = (...changes: Parameters<typeof anAttempt>) => refusalOf(anAttempt(...changes))?.data

test('an attempt that breaks no rule is not refused', () => {
  expect(refusalOf(anAttempt())).toBeUndefined()
})

describe('each guilt alone gets its own refusal', () => {
  for (const [code, guilty] of Object.entries(GUILTY)) {
    test(code, () => expect(String(refusalOf(guilty(anAttempt()))?.refused)).toBe(code))
  }
})

describe('[order.tick-size] the tick size of the limit', () => {
  test('a limit from 1 USD up has at most 2 decimal places', () => {
    expect(codeOf({ limitPrice: price('1.01') })).toBeUndefined()
    expect(dataOf({ limitPrice: price('1.011') })).toEqual({
      param: 'limitPrice',
      limitPrice: '1.011',
      decimalPlaces: 2,
      sentPlaces: 3,
    })
  })

  test('a limit below 1 USD has at most 4 decimal places', () => {
    expect(codeOf({ limitPrice: price('0.9999') })).toBeUndefined()
    expect(dataOf({ limitPrice: price('0.99999') })).toEqual({
      param: 'limitPrice',
      limitPrice: '0.99999',
      decimalPlaces: 4,
      sentPlaces: 5,
    })
  })
})

describe('[order.live-only] the order types of live accounts', () => {
  for (const orderType of ['VWAP', 'TWAP'] as const) {
    test(`${orderType} is refused with a limit and without one`, () => {
      for (const limitPrice of [price('10.00'), null]) {
        expect(refusalOf(anAttempt({ orderType, limitPrice }))).toEqual({
          refused: 'order-type-live-only',
          data: { orderType },
        })
      }
    })
  }

  test('a live-only type is refused as such also without a price', () => {
    const order = { orderType: 'VWAP', limitPrice: null } as const
    expect(codeOf(order, { quote: undefined })).toBe('order-type-live-only')
  })
})

describe('[order.account-locked] [order.trading-halted] a lock of the account, and a halt for all', () => {
  test('a lock and a halt refuse every placing, whatever else is wrong', () => {
    const account = anAccount({ locked: true })
    expect(refusalOf(anAttempt({}, { account }))).toEqual({ refused: 'account-locked' })
    expect(refusalOf(anAttempt({}, { halted: true }))).toEqual({ refused: 'trading-halted' })
    expect(codeOf({ orderType: 'VWAP' }, { halted: true })).toBe('trading-halted')
  })
  test('[order.market-halt] a halt of the market refuses too, and says when it ends, in Korean time', () => {
    const haltedUntil = Temporal.Instant.from('2026-03-09T14:45:00Z')
    expect(refusalOf(anAttempt({}, { haltedUntil }))).toEqual({
      refused: 'trading-halted',
      data: { retryAfterAt: '2026-03-09T23:45:00.000+09:00' },
    })
  })
})

describe('[order.immediate-hours] the hours of an order', () => {
  const hours = closedHours()

  test('while CLOSED the refusal of an IOC and a FOK says when the next session opens, in Korean time', () => {
    for (const timeInForce of ['IOC', 'FOK'] as const) {
      expect(refusalOf(anAttempt({ timeInForce }, { hours }))).toEqual({
        refused: 'order-hours-closed',
        data: { timeInForce, retryAfterAt: '2026-03-09T09:00:00.000+09:00' },
      })
    }
  })

  test('while CLOSED every other order is accepted', () => {
    expect(codeOf({}, { hours })).toBeUndefined()
    for (const timeInForce of ['OPG', 'CLS'] as const) {
      expect(codeOf({ timeInForce }, { hours, auctionAt: NEXT_OPEN })).toBeUndefined()
    }
  })

  test('an open session refuses no time in force', () => {
    for (const session of ['DAY', 'PRE', 'REGULAR', 'AFTER'] as const) {
      for (const timeInForce of TIMES_IN_FORCE) {
        const open = { hours: someHours({ session }), auctionAt: NEXT_OPEN }
        expect(codeOf({ timeInForce }, open)).toBeUndefined()
      }
    }
  })
})

describe('[order.size-max] the size of an order', () => {
  const rich = { account: anAccount({ cash: amount('100000000') }) }

  test('an order has at most 1,000,000 shares', () => {
    const limitPrice = price('0.01')
    expect(codeOf({ limitPrice, quantity: quantity('1000000') })).toBeUndefined()
    expect(codeOf({ limitPrice, quantity: quantity('1000000.000001') })).toBe('order-size-exceeded')
  })

  test('an order is worth at most 10,000,000 USD', () => {
    const most = { limitPrice: price('10'), quantity: quantity('1000000') }
    expect(codeOf(most, rich)).toBeUndefined()
    expect(codeOf({ ...most, limitPrice: price('10.01') }, rich)).toBe('order-size-exceeded')
  })

  test('a MARKET order is worth its quantity at the ask, without the 3 % of its hold', () => {
    const order = { orderType: 'MARKET', limitPrice: null, quantity: quantity('1000000') } as const
    const asking = (ask: string) => ({ ...rich, quote: aQuote({ askPrice: price(ask) }) })
    expect(codeOf(order, asking('10'))).toBeUndefined()
    expect(codeOf(order, asking('10.01'))).toBe('order-size-exceeded')
  })

  test('a MARKET order without a price is too large by its shares alone', () => {
    const order = { orderType: 'MARKET', limitPrice: null } as const
    const most = { ...order, quantity: quantity('1000000') }
    const more = { ...order, quantity: quantity('1000001') }
    expect(codeOf(most, { quote: undefined })).toBe('quote-unavailable')
    expect(codeOf(more, { quote: undefined })).toBe('order-size-exceeded')
  })

  test('order-size-exceeded names both bounds', () => {
    expect(dataOf({ quantity: quantity('1000001') })).toEqual({
      maxQuantity: '1000000',
      maxValue: '10000000',
    })
  })
})

describe('[order.quote-unavailable] an instrument without a quote', () => {
  test('an instrument without a quote takes LIMIT orders', () =>
    expect(codeOf({}, { quote: undefined })).toBeUndefined())

  test('an instrument without a quote takes no MARKET orders', () => {
    for (const side of ['BUY', 'SELL'] as const) {
      const order = { side, orderType: 'MARKET', limitPrice: null } as const
      expect(codeOf(order, { quote: undefined })).toBe('quote-unavailable')
    }
  })
})

describe('[order.tradable] the tradable state of the instrument', () => {
  const ALLOWED: readonly [TradableState, Side, string | undefined][] = [
    ['TRADABLE', 'BUY', undefined],
    ['TRADABLE', 'SELL', undefined],
    ['SELL_ONLY', 'BUY', 'side-not-allowed'],
    ['SELL_ONLY', 'SELL', undefined],
    ['BUY_ONLY', 'BUY', undefined],
    ['BUY_ONLY', 'SELL', 'side-not-allowed'],
    ['SUSPENDED', 'BUY', 'instrument-suspended'],
    ['SUSPENDED', 'SELL', 'instrument-suspended'],
  ]
  for (const [tradable, side, refusal] of ALLOWED) {
    test(`${side} of a ${tradable} instrument: ${refusal ?? 'accepted'}`, () => {
      const instrument = anInstrument({ tradable })
      expect<string | undefined>(codeOf({ side }, { instrument })).toBe(refusal)
    })
  }

  test('[order.day-market] one that has no DAY market is refused in the DAY session only', () => {
    const instrument = anInstrument({ dayMarketTradable: false })
    for (const session of ['PRE', 'REGULAR', 'AFTER', 'CLOSED'] as const) {
      expect(codeOf({}, { instrument, hours: someHours({ session }) })).toBeUndefined()
    }
    const hours = someHours({ session: 'DAY' })
    expect(codeOf({}, { instrument, hours })).toBe('day-market-not-tradable')
    expect(codeOf({}, { hours })).toBeUndefined()
  })
})

describe('[order.hold-cash] [order.hold-shares] buying power and holdings', () => {
  test('a BUY may take all that is not held, and not a cent more', () => {
    const account = (cash: string) => anAccount({ cash: amount(cash), heldCash: amount('50') })
    expect(codeOf({}, { account: account('150') })).toBeUndefined()
    expect(refusalOf(anAttempt({}, { account: account('149.99') }))).toEqual({
      refused: 'insufficient-buying-power',
      data: { required: '100.00', available: '99.99' },
    })
  })

  test('a MARKET buy needs its quantity at the ask, and 3 % more', () => {
    const order = { orderType: 'MARKET', limitPrice: null } as const
    const account = (cash: string) => anAccount({ cash: amount(cash) })
    expect(codeOf(order, { account: account('103.103') })).toBeUndefined()
    expect(dataOf(order, { account: account('103.102') })).toEqual({
      required: '103.103',
      available: '103.102',
    })
  })

  test('a SELL may take all that is not held and no more: there is no short selling', () => {
    const holding = aHolding({ quantity: quantity('15'), heldQuantity: quantity('5.5') })
    expect(codeOf({ side: 'SELL', quantity: quantity('9.5') }, { holding })).toBeUndefined()
    expect(refusalOf(anAttempt({ side: 'SELL' }, { holding }))).toEqual({
      refused: 'insufficient-holdings',
      data: { required: '10', available: '9.5' },
    })
  })

  test('a SELL needs no cash, a BUY no shares', () => {
    expect(codeOf({ side: 'SELL' }, { account: anAccount({ cash: amount('0') }) })).toBeUndefined()
    expect(codeOf({}, { holding: aHolding({ quantity: quantity('0') }) })).toBeUndefined()
  })
})
