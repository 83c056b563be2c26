/** D11: the clock in the hands of a test. */
import { afterEach, describe, expect, test } from 'bun:test'
import { freshDatabase } from '../../support/database'
import { openSandbox, type SandboxApi } from '../../support/sandbox-api'

const database = await freshDatabase()
let api: SandboxApi

async function open(settings: Readonly<Record<string, string>> = {}): Promise<SandboxApi> {
  await freshDatabase()
  api = await openSandbox(database, settings)
  return api
}
afterEach(() => api.brokerage.close())

const move = (body: unknown) => api.post('/sandbox/clock', body)

describe('GET /sandbox/clock', () => {
  test('tells the time in Korea, the speed, the session and its trading date', async () => {
    await open()
    expect((await api.get('/sandbox/clock')).body).toEqual({
      now: '2026-03-02T23:30:00.000+09:00',
      speed: 0,
      speedReached: null,
      advancingTo: null,
      session: 'REGULAR',
      tradingDate: '2026-03-02',
      requestId: 'sandbox-1',
    })
  })

  test("on the system's clock the speed is 1", async () => {
    await open({ MARKET_CLOCK: 'system', MARKET_SPEED: '' })
    expect((await api.get('/sandbox/clock')).body).toMatchObject({ speed: 1 })
  })
})

describe('an advance', () => {
  test.each([
    [{ advance: 'PT90S' }, '2026-03-02T23:31:30.000+09:00'],
    [{ advance: 'PT0S' }, '2026-03-02T23:30:00.000+09:00'],
    [{ advance: 'PT0.0019S' }, '2026-03-02T23:30:00.001+09:00'],
    // Daylight saving begins on 8 March: the same time in New York is an hour earlier in Korea.
    [{ advance: 'P7D' }, '2026-03-09T22:30:00.000+09:00'],
    [{ advance: 'P1M' }, '2026-04-02T22:30:00.000+09:00'],
    [{ to: '2026-03-03' }, '2026-03-03T00:00:00.000+09:00'],
    [{ to: '2026-03-02T23:30' }, '2026-03-02T23:30:00.000+09:00'],
    [{ to: '2035-12-31T23:59:59.999Z' }, '2036-01-01T08:59:59.999+09:00'],
  ])('%j comes to %s', async (change, expected) => {
    await open()
    expect((await move(change)).body).toMatchObject({ now: expected, speed: 0 })
  })

  test('of two at once each goes its own way forward', async () => {
    await open()
    await Promise.all([move({ advance: 'PT1M' }), move({ advance: 'PT1M' })])
    expect((await api.get('/sandbox/clock')).body).toMatchObject({
      now: '2026-03-02T23:32:00.000+09:00',
    })
  })
})

test('a clock that stood still runs as soon as it has a speed, and stops again', async () => {
  await open()
  await api.pin('AAPL', 9.99, 10)
  expect((await move({ speed: 60 })).body).toMatchObject({ speed: 60 })
  const placed = await api.post('/v1/orders', {
    clientOrderId: 'one',
    symbol: 'AAPL',
    side: 'BUY',
    orderType: 'MARKET',
    quantity: 1,
  })
  const path = `/v1/orders/${placed.body.orderId}`
  while ((await api.get(path)).body.status !== 'FILLED') await new Promise(setImmediate)
  const stopped = (await move({ speed: 0 })).body
  expect((await api.get('/sandbox/clock')).body).toMatchObject({ now: stopped.now, speed: 0 })
})

describe('a change is refused', () => {
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
  ])('%j', async (change, status, code, param) => {
    await open()
    const answer = await move(change)
    expect([answer.status, answer.body.code, answer.body.param]).toEqual([status, code, param])
    expect((await api.get('/sandbox/clock')).body).toMatchObject({
      now: '2026-03-02T23:30:00.000+09:00',
      speed: 0,
    })
  })

  test.each([{ advance: 'PT1S' }, { to: '2035-01-01' }, { speed: 2 }])(
    "%j on the system's clock",
    async (change) => {
      await open({ MARKET_CLOCK: 'system', MARKET_SPEED: '' })
      const { status, body } = await move(change)
      expect([status, body.code]).toEqual([422, 'clock-not-simulated'])
    },
  )

  test('once the server is stopping, and says where the market stands', async () => {
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
