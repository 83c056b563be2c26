/** D11 over HTTP, one rule at a time. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import type { Answer } from '../../support/api'
import { type Body, marketOrder, orderOf } from '../../support/brokerage'
import { freshDatabase } from '../../support/database'
import { openSandbox, SANDBOX_CLIENT, type SandboxApi } from '../../support/sandbox-api'

const database = await freshDatabase()
const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const LOCK = `/sandbox/accounts/${ACCOUNT}/lock`
let api: SandboxApi

beforeEach(async () => {
  await freshDatabase()
  api = await openSandbox(database)
})
afterEach(async () => {
  await api.brokerage.close()
  expect(api.failures).toEqual([])
})

const place = (order: Body) => api.post('/v1/orders', order)
const move = (body: Body) => api.post('/sandbox/clock', body)
const refusal = ({ status, body }: Answer) => [status, body.code, body.param]
const statusOf = async (orderId: unknown) => (await api.get(`/v1/orders/${orderId}`)).body.status

const CLOCK = {
  now: '2026-03-02T23:30:00.000+09:00',
  speed: 0,
  speedReached: null,
  advancingTo: null,
  session: 'REGULAR',
  tradingDate: '2026-03-02',
}

describe('the controls', () => {
  test('[sandbox.outside] are not there with SANDBOX=off', async () => {
    await api.brokerage.close()
    api = await openSandbox(database, { SANDBOX: 'off' })
    expect(refusal(await api.get('/sandbox/clock'))).toEqual([404, 'route-not-found', undefined])
    expect(refusal(await move({ advance: 'PT1S' }))).toEqual([404, 'route-not-found', undefined])
  })

  test('[sandbox.outside] are not under /v1', async () => {
    const answer = await api.get('/v1/sandbox/clock')
    expect(refusal(answer)).toEqual([404, 'route-not-found', undefined])
  })

  test(
    '[sandbox.rights] are for the own accounts, and say of no other ' + 'whether it exists',
    async () => {
      const mismatch = [403, 'account-mismatch', undefined]
      expect(refusal(await api.put('/sandbox/accounts/acc_none/lock'))).toEqual(mismatch)
      expect(refusal(await api.post('/sandbox/accounts/acc_none/reset'))).toEqual(mismatch)
    },
  )

  test(
    '[sandbox.envelope] refuse in the envelope of the contract, also ' + 'before a handler',
    async () => {
      for (const body of [{ advanse: 'PT1S' }, { advance: 'soon' }, {}]) {
        const { body: envelope } = await move(body)
        expect(envelope).toEqual({
          type: 'validation',
          code: expect.stringMatching(/^(unknown|invalid|missing)-parameter$/),
          message: expect.any(String),
          param: expect.any(String),
          data: expect.any(Object),
          requestId: expect.stringMatching(/^sandbox-\d+$/),
          docUrl: `http://localhost/errors/${envelope.code}`,
        })
      }
    },
  )
})

describe('the clock', () => {
  test('[sandbox.clock] [sandbox.times] tells time, speed, session and trading date', async () => {
    expect((await api.get('/sandbox/clock')).body).toMatchObject(CLOCK)
  })

  test.each([
    ['[sandbox.advance] ', { advance: 'PT90S' }, { now: '2026-03-02T23:31:30.000+09:00' }],
    [
      '[sandbox.to] [sandbox.times] ',
      { to: '2026-03-03' },
      { now: '2026-03-03T00:00:00.000+09:00' },
    ],
    ['[sandbox.to] ', { to: '2026-03-02T16:00-05:00' }, { session: 'AFTER' }],
    [
      '[sandbox.to] ',
      { to: '2026-03-07T00:00' },
      { session: 'REGULAR', tradingDate: '2026-03-06' },
    ],
    ['[sandbox.speed] ', { speed: 0.5 }, { speed: 0.5 }],
  ])('%s%j is answered as a reading is', async (_, change, expected) => {
    const { requestId, ...moved } = (await move(change)).body
    expect(moved).toMatchObject(expected)
    expect(Object.keys(moved)).toEqual(Object.keys(CLOCK))
    expect(requestId).toMatch(/^sandbox-/)
  })

  test(
    '[sandbox.advance] every tick and boundary on the way is carried out, ' + 'in order',
    async () => {
      await api.pin('AAPL', 9.99, 10)
      const day = (await place(orderOf({ limitPrice: 5 }))).body.orderId
      const market = (await place(marketOrder())).body.orderId
      const close = (await place(orderOf({ limitPrice: 10, timeInForce: 'CLS' }))).body.orderId
      await move({ to: '2026-03-02T20:00-05:00' })
      expect(await Promise.all([day, market, close].map(statusOf))).toEqual([
        'EXPIRED',
        'FILLED',
        'FILLED',
      ])
      const { orders } = (await api.get('/v1/orders')).body
      expect(orders).toMatchObject([
        { orderId: close, updatedAt: '2026-03-03T06:00:00.000+09:00' },
        { orderId: market, updatedAt: '2026-03-02T23:30:01.000+09:00' },
        { orderId: day, updatedAt: '2026-03-03T06:00:00.000+09:00' },
      ])
    },
  )

  test('[sandbox.speed] runs the market by itself, and 0 lets it stand', async () => {
    await move({ speed: 10_000 })
    while ((await api.get('/sandbox/clock')).body.now === CLOCK.now) await Bun.sleep(1)
    const { now } = (await move({ speed: 0 })).body
    expect((await api.get('/sandbox/clock')).body).toMatchObject({ now, speed: 0 })
  })

  test.each([[{ advance: '-PT1S' }], [{ to: '2026-03-02T23:29:59.999' }]])(
    '[sandbox.forward] %j is refused',
    async (change) => {
      expect(refusal(await move(change))).toEqual([422, 'clock-backwards', undefined])
      expect((await api.get('/sandbox/clock')).body).toMatchObject(CLOCK)
    },
  )

  test("[sandbox.forward] [sandbox.clock] the system's is read and not moved", async () => {
    await api.brokerage.close()
    api = await openSandbox(database, { MARKET_CLOCK: 'system', MARKET_SPEED: '' })
    for (const change of [{ advance: 'PT1S' }, { to: '2035-01-01' }, { speed: 2 }]) {
      expect(refusal(await move(change))).toEqual([422, 'clock-not-simulated', undefined])
    }
    expect((await api.get('/sandbox/clock')).body).toMatchObject({ speed: 1 })
  })
})

describe('a quote', () => {
  const quote = async () => Object((await api.get('/v1/market/quotes?symbols=AAPL')).body).quotes[0]

  test('[sandbox.quotes] that is pinned stands until it is released', async () => {
    const before = await quote()
    const sides = { bidPrice: 9.99, askPrice: 10, bidSize: 3, askSize: 4 }
    const pinned = (await api.put('/sandbox/quotes/aapl', sides)).body
    const shown = { bidPrice: '9.99', bidSize: '3', askPrice: '10.00', askSize: '4' }
    expect(pinned).toMatchObject({ symbol: 'AAPL', pinned: true, ...shown, pinnedAt: CLOCK.now })
    expect(await quote()).toMatchObject(shown)
    const { orderId } = (await place(marketOrder({ quantity: 6 }))).body
    await api.advance('PT1S')
    expect(await statusOf(orderId)).toBe('PARTIALLY_FILLED')
    await api.advance('PT1H')
    expect(await quote()).toMatchObject(shown)
    expect((await api.remove('/sandbox/quotes/AAPL')).body).toMatchObject({ pinned: false })
    expect((await quote()).bidPrice).not.toBe('9.99')
    expect(Number((await quote()).bidPrice)).toBeGreaterThan(Number(before.bidPrice) / 2)
  })

  test('[sandbox.candles] that is pinned is in the candles of its time', async () => {
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

describe('a fill', () => {
  const candleOf = async () => {
    const path = '/v1/market/candles?symbol=AAPL&interval=1m&limit=1'
    const [candle] = Object((await api.get(path)).body).candles
    return candle
  }
  const filled = async (order: Body) => {
    const { orderId } = (await place(order)).body
    await api.advance('PT1S')
    const { fills } = Object((await api.get(`/v1/orders/fills?orderId=${orderId}`)).body)
    return Number(fills[0].price)
  }

  test(
    '[candle.fills-inside] at either side of a pin lies in the candle of ' + 'its minute',
    async () => {
      await api.pin('AAPL', 90, 110)
      const prices = [await filled(marketOrder()), await filled(marketOrder({ side: 'SELL' }))]
      expect(prices).toEqual([110, 90])
      expect(await candleOf()).toMatchObject({ high: 110, low: 90, close: 100 })
    },
  )

  test(
    '[candle.pin-tick] at a tick stays in its candle when a pin is set or ' + 'released then',
    async () => {
      await api.pin('AAPL', 90, 110)
      await api.advance('PT59S')
      expect(await filled(marketOrder())).toBe(110)
      await api.pin('AAPL', 50, 52)
      expect(await candleOf()).toMatchObject({ open: 100, high: 110, low: 50, close: 51 })
      await api.remove('/sandbox/quotes/AAPL')
      expect((await candleOf()).high).toBeGreaterThanOrEqual(110)
      expect((await candleOf()).low).toBeLessThanOrEqual(100)
    },
  )
})

test('[sandbox.instruments] take the orders that they are told to', async () => {
  const changes = { tradable: 'SELL_ONLY', dayMarketTradable: false }
  const changed = await api.put('/sandbox/instruments/aapl', changes)
  expect(changed.body).toMatchObject({ symbol: 'AAPL', ...changes })
  expect((await api.get('/v1/instruments/AAPL')).body).toMatchObject(changes)
  expect(refusal(await place(orderOf()))).toEqual([422, 'side-not-allowed', undefined])
  await api.put('/sandbox/instruments/AAPL', { tradable: 'TRADABLE' })
  await move({ to: '2026-03-02T21:00-05:00' })
  expect(refusal(await place(orderOf()))).toEqual([422, 'day-market-not-tradable', undefined])
})

test('[sandbox.reset] cancels, clears and sets the cash; the history stays readable', async () => {
  await api.pin('AAPL', 9.99, 10)
  const bought = (await place(marketOrder({ quantity: 3 }))).body.orderId
  await api.advance('PT1S')
  const waiting = (await place(orderOf({ limitPrice: 5 }))).body.orderId
  const { body } = await api.post(`/sandbox/accounts/${ACCOUNT}/reset`, { cash: 500 })
  expect(body).toMatchObject({ cashAmount: '500.00', canceledOrderIds: [waiting] })
  const money = { cashAmount: '500.00', buyingPower: '500.00', totalAssetAmount: '500.00' }
  expect((await api.get('/v1/account')).body).toMatchObject(money)
  expect((await api.get('/v1/account/holdings')).body.holdings).toEqual([])
  expect(await Promise.all([bought, waiting].map(statusOf))).toEqual(['FILLED', 'CANCELED'])
  expect((await api.get('/v1/orders/fills')).body.fills).toMatchObject([{ orderId: bought }])
})

test.each([
  ['[sandbox.lock] ', LOCK, 'account-locked'],
  ['[sandbox.halt] ', '/sandbox/halt', 'trading-halted'],
])(
  '%sPUT %s: placing is 423 %s until DELETE; reading and cancelling go on',
  async (_, path, code) => {
    const { orderId } = (await place(orderOf())).body
    expect((await api.put(path)).status).toBe(200)
    expect(refusal(await place(orderOf()))).toEqual([423, code, undefined])
    expect((await api.remove(`/v1/orders/${orderId}`)).body.status).toBe('PENDING_CANCEL')
    expect((await api.remove(path)).status).toBe(200)
    expect((await place(orderOf())).status).toBe(200)
  },
)
