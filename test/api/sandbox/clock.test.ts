/** GET and POST /sandbox/clock: a test moves time. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { refusalIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { marketOrder, orderOf } from '../../support/orders'
import { openSandbox, type SandboxApi } from '../../support/sandbox-api'

let api: SandboxApi
const open = async (settings: Readonly<Record<string, string>> = {}) => {
  api = await openSandbox(await freshDatabase(), settings)
}
const close = async () => {
  await api.close()
  expect(api.failures).toEqual([])
}

const read = async () => (await api.get('/sandbox/clock')).body
const move = (body: unknown) => api.post('/sandbox/clock', body)
const OPENING = { now: '2026-03-02T23:30:00.000+09:00', speed: 0 }
const SYSTEM = { MARKET_CLOCK: 'system', MARKET_SPEED: '' }

describe('GET /sandbox/clock', () => {
  afterEach(close)

  test('[sandbox.clock] [sandbox.times] GET /sandbox/clock answers the time in Korea, the speed, the session and its trading date', async () => {
    await open()
    expect(await read()).toEqual({
      ...OPENING,
      speedReached: null,
      advancingTo: null,
      session: 'REGULAR',
      tradingDate: '2026-03-02',
      requestId: 'sandbox-1',
    })
  })

  test('[sandbox.clock] GET /sandbox/clock answers the speed 1 on the system’s clock', async () => {
    await open(SYSTEM)
    expect(await read()).toMatchObject({ speed: 1 })
  })
})

describe('POST /sandbox/clock', () => {
  afterEach(close)

  test.each([
    [{ advance: 'PT90S' }, { now: '2026-03-02T23:31:30.000+09:00' }],
    [{ advance: 'PT0S' }, { now: '2026-03-02T23:30:00.000+09:00' }],
    [{ advance: 'PT0.0019S' }, { now: '2026-03-02T23:30:00.001+09:00' }],
    // Daylight saving begins on 8 March: the same time in New York is an hour earlier in Korea.
    [{ advance: 'P7D' }, { now: '2026-03-09T22:30:00.000+09:00' }],
    [{ advance: 'P1M' }, { now: '2026-04-02T22:30:00.000+09:00' }],
    [{ to: '2026-03-03' }, { now: '2026-03-03T00:00:00.000+09:00' }],
    [{ to: '2026-03-02T23:30' }, { now: '2026-03-02T23:30:00.000+09:00' }],
    [{ to: '2026-03-02T16:00-05:00' }, { session: 'AFTER' }],
    [{ to: '2026-03-07T00:00' }, { session: 'REGULAR', tradingDate: '2026-03-06' }],
    [{ to: '2035-12-31T23:59:59.999Z' }, { now: '2036-01-01T08:59:59.999+09:00' }],
  ])(
    '[sandbox.advance] [sandbox.to] [sandbox.times] POST /sandbox/clock moves the clock by %j and answers as GET does',
    async (change, expected) => {
      await open()
      const before = await read()
      const { requestId: _, accounts, ...moved } = (await move(change)).body
      expect(accounts).toEqual([])
      expect(moved).toMatchObject({ ...expected, speed: 0 })
      const { requestId, ...rest } = before
      expect(requestId).toBe('sandbox-1')
      expect(Object.keys(moved)).toEqual(Object.keys(rest))
    },
  )

  test('[sandbox.advance] POST /sandbox/clock adds up two advances at once', async () => {
    await open()
    await Promise.all([move({ advance: 'PT1M' }), move({ advance: 'PT1M' })])
    expect(await read()).toMatchObject({ now: '2026-03-02T23:32:00.000+09:00' })
  })

  test('[sandbox.advance] POST /sandbox/clock carries out every tick and boundary on the way, in order', async () => {
    await open()
    await api.pin('AAPL', 9.99, 10)
    const place = async (order: Parameters<typeof orderOf>[0]) =>
      (await api.post('/v1/orders', order)).body.orderId
    const day = await place(orderOf({ limitPrice: 5 }))
    const market = await place(marketOrder())
    const close = await place(orderOf({ limitPrice: 10, timeInForce: 'CLS' }))
    await move({ to: '2026-03-02T20:00-05:00' })
    expect((await api.get('/v1/orders')).body.orders).toMatchObject([
      { orderId: close, status: 'FILLED', updatedAt: '2026-03-03T06:00:00.000+09:00' },
      { orderId: market, status: 'FILLED', updatedAt: '2026-03-02T23:30:01.000+09:00' },
      { orderId: day, status: 'EXPIRED', updatedAt: '2026-03-03T06:00:00.000+09:00' },
    ])
  })

  test('[sandbox.speed] POST /sandbox/clock: a speed lets the market run by itself, and 0 stops it', async () => {
    await open()
    await api.pin('AAPL', 9.99, 10)
    expect((await move({ speed: 60 })).body).toMatchObject({ speed: 60 })
    const { orderId } = (await api.post('/v1/orders', marketOrder())).body
    const path = `/v1/orders/${orderId}`
    while ((await api.get(path)).body.status !== 'FILLED') await new Promise(setImmediate)
    const { now } = (await move({ speed: 0 })).body
    expect(now).not.toBe(OPENING.now)
    expect(await read()).toMatchObject({ now, speed: 0 })
  })

  test('[sandbox.forward] POST /sandbox/clock refuses to move the system’s clock', async () => {
    await open(SYSTEM)
    for (const change of [{ advance: 'PT1S' }, { to: '2035-01-01' }, { speed: 2 }]) {
      expect(refusalIn(await move(change))).toMatchObject({
        status: 422,
        code: 'clock-not-simulated',
      })
    }
  })

  test('[sandbox.stopping] POST /sandbox/clock answers 500 once the server is stopping, and says how far it came', async () => {
    await open()
    await api.brokerage.stopMarket()
    const { status, body } = await move({ advance: 'PT1S' })
    expect([status, body.code, body.data]).toEqual([
      500,
      'server-stopping',
      { now: '2026-03-02T23:30:00.000+09:00' },
    ])
  })
})

describe('moves of one clock, one after the other', () => {
  beforeAll(() => open())
  afterAll(close)

  test.each([
    [{ advance: 'PT1S' }, null],
    [{ to: '2026-03-03' }, 'Asia/Seoul'],
    [{ to: '2026-03-03T00:30' }, 'Asia/Seoul'],
    [{ to: '2026-03-03T00:30+09:00' }, null],
    [{ to: '2026-03-02T16:00Z' }, null],
  ])(
    '[time.assumed] a move of the clock by %j says in X-Time-Zone-Assumed: %p',
    async (change, zone) => {
      const { status, headers } = await move(change)
      expect([status, headers.get('x-time-zone-assumed')]).toEqual([200, zone])
    },
  )

  test.each([0.5, 1, 10_000])(
    '[sandbox.speed] POST /sandbox/clock sets the speed %d',
    async (speed) => {
      expect((await move({ speed })).body).toMatchObject({ speed })
      await move({ speed: 0 })
    },
  )
})

describe('a change of /sandbox/clock', () => {
  beforeAll(() => open())
  afterAll(close)

  test.each([
    [{}, 400, 'missing-parameter', 'advance, to or speed'],
    [{ advance: 'PT1S', speed: 1 }, 400, 'invalid-parameter', 'speed'],
    [{ advance: 'PT1S', to: '2027-01-01' }, 400, 'invalid-parameter', 'to'],
    [{ advance: '90 seconds' }, 400, 'invalid-parameter', 'advance'],
    [{ advance: 90 }, 400, 'invalid-parameter', 'advance'],
    [{ advance: 'P10Y' }, 400, 'invalid-parameter', 'advance'],
    [{ advance: 'P300000Y' }, 400, 'invalid-parameter', 'advance'],
    [{ to: 'tomorrow' }, 400, 'invalid-parameter', 'to'],
    [{ to: '2036-01-01T00:00:00Z' }, 400, 'invalid-parameter', 'to'],
    [{ speed: -1 }, 400, 'invalid-parameter', 'speed'],
    [{ speed: 10_000.5 }, 400, 'invalid-parameter', 'speed'],
    [{ speed: '1' }, 400, 'invalid-parameter', 'speed'],
    [{ forward: 'PT1S' }, 400, 'unknown-parameter', 'forward'],
    [{ advance: '-PT1S' }, 422, 'clock-backwards', undefined],
    [{ to: '2026-03-02T23:29:59.999' }, 422, 'clock-backwards', undefined],
  ])(
    '[sandbox.forward] a change of /sandbox/clock %j is refused with %d %s, and the clock does not move',
    async (change, status, code, param) => {
      expect(refusalIn(await move(change))).toEqual({ status, code, param })
      expect(await read()).toMatchObject(OPENING)
    },
  )
})
