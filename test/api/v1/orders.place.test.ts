/** POST /v1/orders: the body, what refuses an order, and what an open order holds. */
import { describe, expect, test } from 'bun:test'
import { type Body, badParam, missing, must, refusalIn, rowsIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

const api = await openApi()
const business = (code: string) => ({ status: 422, code, param: undefined })
const without = (field: string): Body => ({ ...orderOf(), [field]: undefined })
const preview = (order: Body) => api.post('/v1/orders/preview', order)

test('[order.created] [life.accept] [state.SUBMITTED] POST /v1/orders answers a new order', async () => {
  const { headers, body } = await api.place()
  expect(headers.get('idempotent-replayed')).toBeNull()
  expect(body).toEqual({
    orderId: expect.stringMatching(/^ord_/),
    market: 'US',
    status: 'SUBMITTED',
    requestedAt: '2026-03-03T00:00:00.000+09:00',
    requestId: 'test-request',
  })
})

test('[order.side] [order.orderType] [record.fields] POST /v1/orders keeps side and type of an order', async () => {
  const market = await api.order(await api.placed(marketOrder()))
  expect(market).toMatchObject({ side: 'BUY', orderType: 'MARKET' })
  expect(await api.order(await api.placed())).toMatchObject({ side: 'BUY', orderType: 'LIMIT' })
})

test('[order.timeInForce] [record.fields] POST /v1/orders takes DAY, IOC, FOK, OPG and CLS', async () => {
  for (const timeInForce of ['DAY', 'IOC', 'FOK', 'OPG', 'CLS']) {
    const orderId = await api.placed(orderOf({ timeInForce }))
    expect((await api.order(orderId)).timeInForce).toBe(timeInForce)
  }
})

test('[order.timeInForce] POST /v1/orders takes an order without timeInForce as DAY', async () => {
  expect((await api.order(await api.placed())).timeInForce).toBe('DAY')
})

test('[key.prefixes] [key.sorted] POST /v1/orders gives orders ids that sort by the time of acceptance', async () => {
  const orderId = await api.placed()
  expect(orderId).toMatch(/^ord_[0-9A-Z]{17}\w{1,8}$/)
  await api.advance('PT1S')
  const later = await api.placed()
  expect([later, orderId].sort()).toEqual([orderId, later])
})

test('[order.quantity] POST /v1/orders takes a fraction of a share', async () => {
  const orderId = await api.placed(orderOf({ quantity: 0.000001 }))
  expect(await api.order(orderId)).toMatchObject({ quantity: 0.000001, filledQuantity: 0 })
})

test('[order.clientOrderId] POST /v1/orders takes a clientOrderId of 64 characters', async () => {
  expect((await api.place(orderOf({ clientOrderId: '~'.repeat(64) }))).status).toBe(200)
})

test('[order.market] POST /v1/orders takes the market US, named or left out', async () => {
  expect((await api.place(orderOf({ market: 'US' }))).status).toBe(200)
  expect((await api.place(orderOf({ market: undefined }))).status).toBe(200)
})

test('[order.tick-size] POST /v1/orders takes 4 decimal places below 1 USD', async () => {
  expect((await api.place(orderOf({ limitPrice: 0.9999 }))).status).toBe(200)
})

test.each([
  ['[order.symbol] ', 'symbol'],
  ['[order.side] ', 'side'],
  ['[order.orderType] ', 'orderType'],
  ['[order.quantity] ', 'quantity'],
  ['[order.clientOrderId] ', 'clientOrderId'],
  ['[order.limitPrice] ', 'limitPrice'],
])('%sPOST /v1/orders and /v1/orders/preview require %s of a LIMIT order', async (_, field) => {
  expect(refusalIn(await api.place(without(field)))).toEqual(missing(field))
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
] as const)(
  '%sPOST /v1/orders and /v1/orders/preview refuse as %s each of %j',
  async (_, field, values) => {
    for (const value of values) {
      expect(refusalIn(await api.place(orderOf({ [field]: value })))).toEqual(badParam(field))
      expect(refusalIn(await preview(orderOf({ [field]: value })))).toEqual(badParam(field))
    }
  },
)

describe('an order', () => {
  test.each([
    [
      '[order.limitPrice] of type MARKET with a limit',
      { orderType: 'MARKET' },
      400,
      'limit-price-not-allowed',
    ],
    [
      '[order.tick-size] with 3 decimal places from 1 USD up',
      { limitPrice: 1.001 },
      422,
      'price-tick-violation',
    ],
    [
      '[order.tick-size] with 5 decimal places below 1 USD',
      { limitPrice: 0.99999 },
      422,
      'price-tick-violation',
    ],
    ['[order.live-only] of type VWAP', { orderType: 'VWAP' }, 422, 'order-type-live-only'],
    ['[order.live-only] of type TWAP', { orderType: 'TWAP' }, 422, 'order-type-live-only'],
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
    [
      '[order.tradable] for a suspended instrument',
      { symbol: 'HALT' },
      422,
      'instrument-suspended',
    ],
    ['[order.tradable] to buy what is SELL_ONLY', { symbol: 'SELLONLY' }, 422, 'side-not-allowed'],
    [
      '[order.tradable] to sell what is BUY_ONLY',
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
    ['[order.hold-shares] that would sell short', { side: 'SELL' }, 422, 'insufficient-holdings'],
    ['[order.symbol] for an unknown symbol', { symbol: 'NOWHERE' }, 404, 'symbol-not-found'],
  ])('%s is refused, and not listed: %j is %d %s', async (_, over, status, code) => {
    const trader = await api.newTrader()
    expect(refusalIn(await api.place(orderOf(over), trader))).toMatchObject({ status, code })
    expect(rowsIn(await api.get('/v1/orders', trader), 'orders')).toEqual([])
  })

  test('[order.size-max] an order of type MARKET is measured by the ask', async () => {
    api.show('MSFT', '20000.00', '20000.01')
    const answer = await api.place(marketOrder({ symbol: 'MSFT', quantity: 500 }))
    expect(refusalIn(answer)).toEqual(business('order-size-exceeded'))
  })

  test('[order.hold-cash] the refusal of an order beyond the buying power says what it needs and what there is', async () => {
    const { body } = await api.place(
      orderOf({ quantity: 12_000, limitPrice: 9 }),
      await api.newTrader(),
    )
    expect(body.data).toEqual({ required: '108000.00', available: '100000.00' })
  })

  test('[order.hold-cash] an order of type LIMIT holds its quantity at its limit', async () => {
    const trader = await api.newTrader()
    await api.placed(orderOf({ quantity: 10, limitPrice: 9.5 }), trader)
    expect(must(await api.get('/v1/account', trader))).toMatchObject({
      cashAmount: '100000.00',
      buyingPower: '99905.00',
    })
  })

  test('[order.hold-cash] an order of type MARKET holds 3 % more than the ask, until it fills', async () => {
    const trader = await api.newTrader()
    await api.placed(marketOrder({ quantity: 10 }), trader)
    expect(must(await api.get('/v1/account', trader))).toMatchObject({
      cashAmount: '100000.00',
      buyingPower: '99897.00',
    })
    await api.advance('PT1S')
    expect(must(await api.get('/v1/account', trader))).toMatchObject({
      cashAmount: '99900.00',
      buyingPower: '99900.00',
    })
  })

  test('[order.hold-shares] an order to sell holds its shares', async () => {
    const trader = await api.newTrader()
    await api.placed(marketOrder({ quantity: 10 }), trader)
    await api.advance('PT1S')
    await api.placed(orderOf({ side: 'SELL', quantity: 8, limitPrice: 20 }), trader)
    const [holding] = rowsIn(await api.get('/v1/account/holdings', trader), 'holdings')
    expect(holding).toMatchObject({ quantity: 10, sellableQuantity: 2 })
    const answer = await api.place(orderOf({ side: 'SELL', quantity: 3, limitPrice: 20 }), trader)
    expect(refusalIn(answer)).toEqual(business('insufficient-holdings'))
    expect(answer.body.data).toEqual({ required: '3', available: '2' })
  })
})
