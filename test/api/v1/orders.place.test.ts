/** Previewing and placing: the order request body, D4. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type Body,
  badParam,
  type Contract,
  marketOrder,
  missing,
  must,
  openContract,
  orderOf,
} from '../../support/brokerage'
import { refusalIn, rowsIn } from '../../support/market-api'

let b: Contract
const open = async () => {
  b = await openContract()
}
const business = (code: string) => ({ status: 422, code, param: undefined })
const without = (field: string): Body => ({ ...orderOf(), [field]: undefined })

const preview = (order: Body) => b.post('/v1/orders/preview', order)
const account = async () => must(await b.get('/v1/account'))

describe('the order request body', () => {
  beforeAll(open)

  test.each([
    ['[order.symbol] ', 'symbol'],
    ['[order.side] ', 'side'],
    ['[order.orderType] ', 'orderType'],
    ['[order.quantity] ', 'quantity'],
    ['[order.clientOrderId] ', 'clientOrderId'],
    ['[order.limitPrice] of a LIMIT order ', 'limitPrice'],
  ])('%s%s is required, to preview as well', async (_, field) => {
    expect(refusalIn(await b.place(without(field)))).toEqual(missing(field))
    expect(refusalIn(await preview(without(field)))).toEqual(missing(field))
  })

  test.each([
    ['[order.symbol] ', 'symbol', ['', 'A B', '한국', 'TOOLONGASYMBOL']],
    ['[order.side] ', 'side', ['HOLD', 'buy', '']],
    ['[order.orderType] ', 'orderType', ['STOP', 'limit', '']],
    ['[order.quantity] ', 'quantity', [0, -1, 0.0000001, 1.1234567]],
    ['[order.limitPrice] ', 'limitPrice', [0, -9]],
    ['[order.timeInForce] ', 'timeInForce', ['GTC', 'day', '']],
    ['[order.clientOrderId] ', 'clientOrderId', ['', 'x'.repeat(65), 'two words', 'caf\u00e9']],
    ['[order.market] [service.us] ', 'market', ['KR', 'us', '']],
  ] as const)('%s%s is none of %j', async (_, field, values) => {
    for (const value of values) {
      expect(refusalIn(await b.place(orderOf({ [field]: value })))).toEqual(badParam(field))
      expect(refusalIn(await preview(orderOf({ [field]: value })))).toEqual(badParam(field))
    }
  })

  test('[order.clientOrderId] may have 64 characters', async () => {
    expect((await b.place(orderOf({ clientOrderId: '~'.repeat(64) }))).status).toBe(200)
  })

  test('[order.market] may name the US or leave it out', async () => {
    expect((await b.place(orderOf({ market: 'US' }))).status).toBe(200)
    expect((await b.place(orderOf({ market: undefined }))).status).toBe(200)
  })

  test.each(['DAY', 'IOC', 'FOK', 'OPG', 'CLS'])(
    '[order.timeInForce] [record.fields] may be %s',
    async (timeInForce) => {
      const orderId = await b.placed(orderOf({ timeInForce }))
      expect((await b.order(orderId)).timeInForce).toBe(timeInForce)
    },
  )

  test('[order.timeInForce] is DAY when nothing is said', async () => {
    expect((await b.order(await b.placed())).timeInForce).toBe('DAY')
  })

  test('[order.quantity] may be a fraction of a share', async () => {
    const orderId = await b.placed(orderOf({ quantity: 0.000001 }))
    expect(await b.order(orderId)).toMatchObject({ quantity: 0.000001, filledQuantity: 0 })
  })

  test('[order.side] [order.orderType] [record.fields] comes back in the record', async () => {
    const market = await b.order(await b.placed(marketOrder()))
    expect(market).toMatchObject({ side: 'BUY', orderType: 'MARKET' })
    expect(await b.order(await b.placed())).toMatchObject({ side: 'BUY', orderType: 'LIMIT' })
  })
})

describe('an order is refused', () => {
  beforeAll(open)

  test.each([
    [
      '[order.limitPrice] a MARKET order with a limit',
      { orderType: 'MARKET' },
      400,
      'limit-price-not-allowed',
    ],
    [
      '[order.tick-size] over 2 decimal places from 1 USD up',
      { limitPrice: 1.001 },
      422,
      'price-tick-violation',
    ],
    ['[order.tick-size] over 4 below', { limitPrice: 0.99999 }, 422, 'price-tick-violation'],
    ['[order.live-only] VWAP', { orderType: 'VWAP' }, 422, 'order-type-live-only'],
    ['[order.live-only] TWAP', { orderType: 'TWAP' }, 422, 'order-type-live-only'],
    [
      '[order.size-max] over 1,000,000 shares',
      { quantity: 1_000_000.000001 },
      422,
      'order-size-exceeded',
    ],
    [
      '[order.size-max] over 10,000,000 USD',
      { quantity: 1_000, limitPrice: 10_000.01 },
      422,
      'order-size-exceeded',
    ],
    ['[order.tradable] suspended', { symbol: 'HALT' }, 422, 'instrument-suspended'],
    ['[order.tradable] a BUY of SELL_ONLY', { symbol: 'SELLONLY' }, 422, 'side-not-allowed'],
    [
      '[order.tradable] a SELL of BUY_ONLY',
      { symbol: 'BUYONLY', side: 'SELL' },
      422,
      'side-not-allowed',
    ],
    [
      '[order.hold-cash] beyond the buying power',
      { quantity: 20_000 },
      422,
      'insufficient-buying-power',
    ],
    ['[order.hold-shares] that sells short', { side: 'SELL' }, 422, 'insufficient-holdings'],
    ['[order.symbol] of no instrument', { symbol: 'NOWHERE' }, 404, 'symbol-not-found'],
  ])('%s', async (_, over, status, code) => {
    expect(refusalIn(await b.place(orderOf(over)))).toMatchObject({ status, code })
    expect(rowsIn(await b.get('/v1/orders'), 'orders')).toEqual([])
  })

  test('[order.tick-size] but 4 decimal places are on the tick below 1 USD', async () => {
    expect((await b.place(orderOf({ limitPrice: 0.9999 }))).status).toBe(200)
  })

  test('[order.hold-cash] with what it needs and what there is', async () => {
    const { body } = await b.place(orderOf({ quantity: 12_000, limitPrice: 9 }))
    expect(body.data).toEqual({
      required: '108000.00',
      available: expect.stringMatching(/^\d+\.\d\d/),
    })
  })

  test('[order.size-max] a MARKET order by the ask', async () => {
    b.show('MSFT', '20000.00', '20000.01')
    const answer = await b.place(marketOrder({ symbol: 'MSFT', quantity: 500 }))
    expect(refusalIn(answer)).toEqual(business('order-size-exceeded'))
  })
})

describe('holds', () => {
  beforeEach(open)

  test('[order.hold-cash] of a LIMIT order are its quantity at its limit', async () => {
    await b.placed(orderOf({ quantity: 10, limitPrice: 9.5 }))
    expect(await account()).toMatchObject({ cashAmount: '100000.00', buyingPower: '99905.00' })
  })

  test(
    '[order.hold-cash] of a MARKET order are 3 % more than the ask, until ' + 'it fills',
    async () => {
      await b.placed(marketOrder({ quantity: 10 }))
      expect(await account()).toMatchObject({ cashAmount: '100000.00', buyingPower: '99897.00' })
      await b.advance('PT1S')
      expect(await account()).toMatchObject({ cashAmount: '99900.00', buyingPower: '99900.00' })
    },
  )

  test('[order.hold-shares] of a SELL are its shares', async () => {
    await b.placed(marketOrder({ quantity: 10 }))
    await b.advance('PT1S')
    await b.placed(orderOf({ side: 'SELL', quantity: 8, limitPrice: 20 }))
    const [holding] = rowsIn(await b.get('/v1/account/holdings'), 'holdings')
    expect(holding).toMatchObject({ quantity: 10, sellableQuantity: 2 })
    const answer = await b.place(orderOf({ side: 'SELL', quantity: 3, limitPrice: 20 }))
    expect(refusalIn(answer)).toEqual(business('insufficient-holdings'))
    expect(answer.body.data).toEqual({ required: '3', available: '2' })
  })
})

describe('the same clientOrderId', () => {
  beforeAll(open)

  test('[order.created] [life.accept] [state.SUBMITTED] first makes an order', async () => {
    const { headers, body } = await b.place()
    expect(headers.get('idempotent-replayed')).toBeNull()
    expect(body).toEqual({
      orderId: expect.stringMatching(/^ord_/),
      market: 'US',
      status: 'SUBMITTED',
      requestedAt: '2026-03-03T00:00:00.000+09:00',
      requestId: 'test-request',
    })
  })

  test(
    '[order.replay] [order.clientOrderId] with the same body answers with ' + 'the first order',
    async () => {
      const order = marketOrder()
      const first = await b.place(order)
      await b.advance('PT1S')
      const again = await b.place(order)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.body).toEqual({ ...first.body, status: 'FILLED' })
    },
  )

  test('[order.replay] with the same order written otherwise is the same', async () => {
    const first = await b.place(orderOf({ clientOrderId: 'as-written', limitPrice: 8 }))
    const written =
      '{"clientOrderId":"as-written","timeInForce":"DAY","market":"US","symbol":"aapl",' +
      '"side":"BUY","orderType":"LIMIT","quantity":1.00,"limitPrice":8e0}'
    const headers = { 'content-type': 'application/json' }
    const again = await b.send('POST', '/v1/orders', { body: written, headers })
    expect(again.body.orderId).toBe(first.body.orderId)
  })

  test.each([
    ['quantity', 2],
    ['limitPrice', 8.5],
    ['symbol', 'MSFT'],
    ['timeInForce', 'IOC'],
    ['side', 'SELL'],
  ])('[order.replay-conflict] with another %s is 409', async (field, value) => {
    const order = orderOf()
    await b.placed(order)
    expect(refusalIn(await b.place({ ...order, [field]: value }))).toMatchObject({
      status: 409,
      code: 'idempotency-key-conflict',
    })
  })

  test('[order.replay-at-once] fifty times at once makes one order', async () => {
    const order = orderOf({ quantity: 3 })
    const before = Number((await account()).buyingPower)
    const answers = await Promise.all(Array.from({ length: 50 }, () => b.place(order)))
    expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(49)
    expect(Number((await account()).buyingPower)).toBe(before - 27)
  })

  test('[order.replay] belongs to one account', async () => {
    await b.client('pk_test_other', { accounts: ['acc_other'] })
    const order = orderOf()
    const [mine, theirs] = [
      await b.placed(order),
      await b.placed(order, await b.tokenOf('pk_test_other')),
    ]
    expect(theirs).not.toBe(mine)
  })
})

describe('a preview', () => {
  beforeAll(open)

  test('[preview.fields] [preview.estimatedPrice] [service.no-fees] of a LIMIT order', async () => {
    expect(must(await preview(orderOf({ quantity: 2.5, limitPrice: 9.98 })))).toEqual({
      valid: true,
      market: 'US',
      currency: 'USD',
      estimatedQuantity: 2.5,
      estimatedPrice: 9.98,
      orderAmount: 24.95,
      estimatedFee: 0,
      estimatedTax: 0,
      estimatedTotal: 24.95,
      rejectReason: null,
      fillProfile: 'ideal@1',
      availableSize: 1_000_000,
      expectedFillQuantity: 0,
      expectedFillPrice: null,
      requestId: 'test-request',
    })
  })

  test('[preview.estimatedPrice] of a MARKET order is what the market shows', async () => {
    const buy = must(await preview(marketOrder({ quantity: 2 })))
    expect(buy).toMatchObject({ estimatedPrice: 10, orderAmount: 20 })
    expect(buy).toMatchObject({ expectedFillQuantity: 2, expectedFillPrice: 10 })
    const sell = must(await preview(marketOrder({ side: 'SELL', quantity: 2 })))
    expect(sell).toMatchObject({ valid: false, estimatedPrice: 9.99, estimatedTotal: 19.98 })
  })

  test.each([
    [
      '[preview.reasons] [preview.fields] buying power',
      { quantity: 20_000 },
      'insufficient-buying-power',
    ],
    ['[preview.reasons] holdings', { side: 'SELL' }, 'insufficient-holdings'],
    ['[preview.reasons] a suspended instrument', { symbol: 'HALT' }, 'instrument-suspended'],
    ['[preview.reasons] the side', { symbol: 'SELLONLY' }, 'side-not-allowed'],
  ])('%s is 200 and not valid', async (_, over, rejectReason) => {
    expect(must(await preview(orderOf(over)))).toMatchObject({ valid: false, rejectReason })
  })

  test.each([
    ['[preview.reasons] an unknown symbol', { symbol: 'NOWHERE' }, 404, 'symbol-not-found'],
    ['[preview.reasons] a live-only type', { orderType: 'TWAP' }, 422, 'order-type-live-only'],
    ['[preview.reasons] a price off the tick', { limitPrice: 9.001 }, 422, 'price-tick-violation'],
    ['[preview.reasons] too large an order', { quantity: 2_000_000 }, 422, 'order-size-exceeded'],
  ])('%s is refused', async (_, over, status, code) => {
    expect(refusalIn(await preview(orderOf(over)))).toMatchObject({ status, code })
  })

  test('[preview.read] takes a clientOrderId and does not use it', async () => {
    const order = orderOf()
    must(await preview(order))
    expect((await b.place(order)).headers.has('idempotent-replayed')).toBe(false)
    must(await preview({ ...order, quantity: 5 }))
    expect(rowsIn(await b.get('/v1/orders'), 'orders')).toHaveLength(1)
  })
})

describe('while', () => {
  beforeAll(open)

  test.each([
    ['the account is locked', (on: boolean) => b.operator.lock('acc_1', on)],
    ['trading is halted', (on: boolean) => b.operator.halt(on)],
  ])('[order.replay-before-lock] [order.replay] %s, a retry hears of its order', async (_, set) => {
    const order = orderOf()
    const first = must(await b.place(order))
    await set(true)
    const again = await b.place(order)
    const other = await b.place({ ...order, quantity: 7 })
    await set(false)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(must(again)).toEqual(first)
    expect(refusalIn(other)).toMatchObject({ status: 409, code: 'idempotency-key-conflict' })
  })

  test('[order.account-locked] the account is locked, only placing is refused', async () => {
    const orderId = await b.placed()
    await b.operator.lock('acc_1', true)
    expect(refusalIn(await b.place())).toMatchObject({ status: 423, code: 'account-locked' })
    expect(must(await preview(orderOf()))).toMatchObject({ rejectReason: 'account-locked' })
    must(await b.get('/v1/account'))
    must(await b.cancel(orderId))
    await b.operator.lock('acc_1', false)
    must(await b.place())
  })

  test('[order.trading-halted] trading is halted for all, only placing is refused', async () => {
    const orderId = await b.placed()
    await b.operator.halt(true)
    expect(refusalIn(await b.place())).toMatchObject({ status: 423, code: 'trading-halted' })
    expect((await b.order(orderId)).status).toBe('SUBMITTED')
    must(await b.cancel(orderId))
    await b.operator.halt(false)
    must(await b.place())
  })

  test.each([
    ['[order.sessions] AFTER', '2026-03-02T17:00:00-05:00', 'AFTER'],
    ['[order.sessions] DAY', '2026-03-02T20:00:00-05:00', 'DAY'],
    ['[order.sessions] CLOSED', '2026-03-03T03:55:00-05:00', 'CLOSED'],
    ['[order.sessions] PRE', '2026-03-03T04:00:00-05:00', 'PRE'],
  ])('%s is on, an order is accepted in it', async (_, at, session) => {
    await b.advanceTo(at)
    expect((await b.order(await b.placed())).session).toBe(session)
  })

  test('[order.day-market] DAY is on, an instrument may have no such market', async () => {
    await b.advanceTo('2026-03-03T21:00:00-05:00')
    const answer = await b.place(orderOf({ symbol: 'NODAY' }))
    expect(refusalIn(answer)).toEqual(business('day-market-not-tradable'))
  })

  test(
    '[order.immediate-hours] the market is CLOSED, IOC and FOK wait for no ' + 'opening',
    async () => {
      await b.advanceTo('2026-03-04T03:55:00-05:00')
      for (const timeInForce of ['IOC', 'FOK']) {
        const answer = await b.place(orderOf({ timeInForce }))
        expect(refusalIn(answer)).toEqual(business('order-hours-closed'))
        expect(answer.body.data).toEqual({
          timeInForce,
          retryAfterAt: '2026-03-04T18:00:00.000+09:00',
        })
      }
    },
  )

  test.each([
    ['2026-03-04T03:55:00-05:00', {}, 'PRE', '2026-03-04T18:00:00.000+09:00'],
    ['2026-03-06T21:00:00-05:00', {}, 'DAY', '2026-03-09T09:00:00.000+09:00'],
    ['2026-03-06T21:30:00-05:00', { symbol: 'NODAY' }, 'PRE', '2026-03-09T17:00:00.000+09:00'],
    [
      ...(['2026-03-10T10:00:00-04:00', { timeInForce: 'CLS' }] as const),
      ...(['CLOSING_AUCTION', '2026-03-11T05:00:00.000+09:00'] as const),
    ],
    [
      ...(['2026-03-10T10:30:00-04:00', { timeInForce: 'OPG' }] as const),
      ...(['OPENING_AUCTION', '2026-03-11T22:30:00.000+09:00'] as const),
    ],
  ] as const)(
    '[order.waits-for] it is %s, an order %j is told that it waits for %s',
    async (...row) => {
      const [at, over, waitsFor, waitsUntil] = row
      await b.advanceTo(at)
      const order = orderOf(over)
      const placed = must(await b.place(order))
      expect(placed).toMatchObject({ status: 'SUBMITTED', waitsFor, waitsUntil })
      expect(must(await b.place(order))).toEqual(placed)
    },
  )

  test('[order.waits-for] the market is open, an order waits for nothing', async () => {
    await b.advanceTo('2026-03-11T10:00:00-04:00')
    const placed = must(await b.place())
    expect(['waitsFor', 'waitsUntil'].filter((field) => field in placed)).toEqual([])
  })
})
