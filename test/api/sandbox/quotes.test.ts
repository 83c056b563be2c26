/** PUT and DELETE /sandbox/quotes/{symbol}, and PUT /sandbox/instruments/{symbol} */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Body, badParam, missing, refusalIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { marketOrder, orderOf } from '../../support/orders'
import { openSandbox, type SandboxApi } from '../../support/sandbox-api'

let api: SandboxApi
const open = async () => {
  api = await openSandbox(await freshDatabase())
}
const close = async () => {
  await api.close()
  expect(api.failures).toEqual([])
}

const PINNED = '/sandbox/quotes/AAPL'
const quote = async () => Object((await api.get('/v1/market/quotes?symbols=AAPL')).body).quotes[0]
const place = async (order: Body) => (await api.post('/v1/orders', order)).body.orderId
const statusOf = async (orderId: unknown) => (await api.get(`/v1/orders/${orderId}`)).body.status
const UNKNOWN_SYMBOL = { status: 404, code: 'symbol-not-found', param: 'symbol' }

describe('PUT /sandbox/quotes/{symbol}', () => {
  beforeEach(open)
  afterEach(close)

  test('[sandbox.quotes] PUT /sandbox/quotes/{symbol} pins a quote, with the sizes that are left out at their largest', async () => {
    const sides = { bidPrice: 9.99, askPrice: 10, bidSize: 1.5 }
    expect((await api.put('/sandbox/quotes/aapl', sides)).body).toEqual({
      symbol: 'AAPL',
      pinned: true,
      bidPrice: '9.99',
      bidSize: '1.5',
      askPrice: '10.00',
      askSize: '1000000',
      pinnedAt: '2026-03-02T23:30:00.000+09:00',
      requestId: 'sandbox-1',
    })
  })

  test('[sandbox.quotes] PUT /sandbox/quotes/{symbol} pins the quote and the size that orders fill at, until DELETE', async () => {
    const before = await quote()
    await api.put(PINNED, { bidPrice: 9.99, askPrice: 10, bidSize: 3, askSize: 4 })
    const shown = { bidPrice: '9.99', bidSize: '3', askPrice: '10.00', askSize: '4' }
    expect(await quote()).toMatchObject(shown)
    const orderId = await place(marketOrder({ quantity: 6 }))
    await api.advance('PT1S')
    expect(await statusOf(orderId)).toBe('PARTIALLY_FILLED')
    await api.advance('PT1H')
    expect(await quote()).toMatchObject(shown)
    expect((await api.remove(PINNED)).body).toMatchObject({ pinned: false })
    expect((await quote()).bidPrice).not.toBe('9.99')
    expect(Number((await quote()).bidPrice)).toBeGreaterThan(Number(before.bidPrice) / 2)
  })

  test('[sandbox.quotes] [quote.pinned] GET /sandbox/quotes lists what is pinned now, and quotes say so', async () => {
    const listed = async () =>
      Object((await api.get('/sandbox/quotes')).body).quotes.map(Object.values)
    expect(await listed()).toEqual([])
    expect(await quote()).not.toHaveProperty('pinned')
    await api.put('/sandbox/quotes/MSFT', { bidPrice: 19.99, askPrice: 20, bidSize: 3 })
    await api.pin('AAPL', 8, 9)
    await api.pin('AAPL', 9.99, 10)
    const at = '2026-03-02T23:30:00.000+09:00'
    expect(await listed()).toEqual([
      ['AAPL', true, '9.99', '1000000', '10.00', '1000000', at],
      ['MSFT', true, '19.99', '3', '20.00', '1000000', at],
    ])
    expect(await quote()).toMatchObject({ pinned: true })
    await api.remove(PINNED)
    expect((await listed()).map(([symbol]: unknown[]) => symbol)).toEqual(['MSFT'])
    await api.advance('PT1S')
    expect(await quote()).not.toHaveProperty('pinned')
  })

  test('[sandbox.quotes] PUT /sandbox/quotes/{symbol} replaces the pin before, also at the same instant', async () => {
    await api.pin('AAPL', 9.99, 10)
    await api.pin('AAPL', 19.99, 20)
    expect(await quote()).toMatchObject({ bidPrice: '19.99' })
    await api.advance('PT1M')
    await api.pin('AAPL', 29.99, 30)
    expect(await quote()).toMatchObject({ bidPrice: '29.99' })
  })

  test('[sandbox.candles] PUT /sandbox/quotes/{symbol} draws the pinned quote into the candles of its time', async () => {
    await api.advance('PT10M')
    await api.pin('AAPL', 9.98, 10)
    await api.advance('PT2M')
    const path = '/v1/market/candles?symbol=AAPL&interval=1m&limit=3'
    const { candles } = Object((await api.get(path)).body)
    expect(candles).toMatchObject([
      { time: '2026-03-02T23:40:00.000+09:00', low: 9.98, close: 9.99 },
      { time: '2026-03-02T23:41:00.000+09:00', open: 9.99, high: 10, low: 9.98, close: 9.99 },
      { time: '2026-03-02T23:42:00.000+09:00', close: 9.99 },
    ])
  })
})

describe('DELETE /sandbox/quotes/{symbol}', () => {
  beforeEach(open)
  afterEach(close)

  test('[sandbox.quotes] DELETE /sandbox/quotes/{symbol} shows the market as it was without the pin, also when repeated', async () => {
    const before = await quote()
    await api.pin('AAPL', 9.99, 10)
    expect(await quote()).not.toEqual(before)
    for (let time = 1; time <= 2; time++) {
      expect((await api.remove(PINNED)).body).toMatchObject({ pinned: false })
      expect(await quote()).toEqual(before)
    }
  })
})

describe('a fill at a pinned quote', () => {
  beforeEach(open)
  afterEach(close)

  const candleNow = async () => {
    const path = '/v1/market/candles?symbol=AAPL&interval=1m&limit=1'
    const [candle] = Object((await api.get(path)).body).candles
    return candle
  }
  const filled = async (order: Body) => {
    const orderId = await place(order)
    await api.advance('PT1S')
    const { fills } = Object((await api.get(`/v1/orders/fills?orderId=${orderId}`)).body)
    return Number(fills[0].price)
  }

  test('[candle.fills-inside] a fill at a pinned quote at either side lies in the candle of its minute', async () => {
    await api.pin('AAPL', 90, 110)
    const prices = [await filled(marketOrder()), await filled(marketOrder({ side: 'SELL' }))]
    expect(prices).toEqual([110, 90])
    expect(await candleNow()).toMatchObject({ high: 110, low: 90, close: 100 })
  })

  test('[candle.pin-tick] a fill at a pinned quote stays in its candle when a pin is set or released at its tick', async () => {
    await api.pin('AAPL', 90, 110)
    await api.advance('PT59S')
    expect(await filled(marketOrder())).toBe(110)
    await api.pin('AAPL', 50, 52)
    expect(await candleNow()).toMatchObject({ open: 100, high: 110, low: 50, close: 51 })
    await api.remove(PINNED)
    expect((await candleNow()).high).toBeGreaterThanOrEqual(110)
    expect((await candleNow()).low).toBeLessThanOrEqual(100)
  })
})

describe('PUT /sandbox/instruments/{symbol}', () => {
  beforeEach(open)
  afterEach(close)

  const INSTRUMENT = '/sandbox/instruments/AAPL'

  test('[sandbox.instruments] PUT /sandbox/instruments/{symbol} changes which orders an instrument takes', async () => {
    const changed = await api.put('/sandbox/instruments/aapl', { tradable: 'SELL_ONLY' })
    const shown = { symbol: 'AAPL', tradable: 'SELL_ONLY', dayMarketTradable: true }
    expect(changed.body).toMatchObject(shown)
    expect((await api.get('/v1/instruments/AAPL')).body).toMatchObject(shown)
    const answer = await api.post('/v1/orders', orderOf())
    expect(refusalIn(answer)).toMatchObject({ status: 422, code: 'side-not-allowed' })
  })

  test('[sandbox.instruments] PUT /sandbox/instruments/{symbol} changes whether an instrument trades in DAY', async () => {
    const changes = { tradable: 'TRADABLE', dayMarketTradable: false }
    expect((await api.put(INSTRUMENT, changes)).body).toMatchObject(changes)
    expect((await api.get('/v1/instruments/AAPL')).body).toMatchObject(changes)
    await api.post('/sandbox/clock', { to: '2026-03-02T21:00-05:00' })
    const answer = await api.post('/v1/orders', orderOf())
    expect(refusalIn(answer)).toMatchObject({ status: 422, code: 'day-market-not-tradable' })
  })
})

describe('the sandbox', () => {
  beforeAll(open)
  afterAll(close)

  test.each([
    [{ bidPrice: 10 }, missing('askPrice')],
    [{ bidPrice: 0, askPrice: 1 }, badParam('bidPrice')],
    [{ bidPrice: 9.999, askPrice: 10 }, badParam('bidPrice')],
    [{ bidPrice: 9.99, askPrice: 10.001 }, badParam('askPrice')],
    [{ bidPrice: 1, askPrice: 1_000_000_001 }, badParam('askPrice')],
    [{ bidPrice: 10.01, askPrice: 10 }, badParam('bidPrice')],
    [{ bidPrice: 9, askPrice: 10, bidSize: -1 }, badParam('bidSize')],
    [{ bidPrice: 9, askPrice: 10, askSize: 0.0000001 }, badParam('askSize')],
    [{ bidPrice: '9', askPrice: 10 }, badParam('bidPrice')],
    [
      { bidPrice: 9, askPrice: 10, price: 9 },
      { status: 400, code: 'unknown-parameter', param: 'price' },
    ],
  ])('[sandbox.quotes] the sandbox: a pin %j is refused with %j', async (sides, refusal) => {
    expect(refusalIn(await api.put(PINNED, sides))).toEqual(refusal)
  })

  test.each([
    [{}, missing('tradable or dayMarketTradable')],
    [{ tradable: 'CLOSED' }, badParam('tradable')],
    [{ dayMarketTradable: 'no' }, badParam('dayMarketTradable')],
  ])(
    '[sandbox.instruments] the sandbox: a change %j is refused with %j',
    async (change, refusal) => {
      expect(refusalIn(await api.put('/sandbox/instruments/AAPL', change))).toEqual(refusal)
    },
  )

  test('[sandbox.quotes] [sandbox.instruments] the sandbox: an unknown symbol is 404 everywhere', async () => {
    expect(refusalIn(await api.pin('NONE', 9, 10))).toEqual(UNKNOWN_SYMBOL)
    expect(refusalIn(await api.remove('/sandbox/quotes/NONE'))).toEqual(UNKNOWN_SYMBOL)
    const answer = await api.put('/sandbox/instruments/NONE', { tradable: 'TRADABLE' })
    expect(refusalIn(answer)).toEqual(UNKNOWN_SYMBOL)
  })
})
