/** The effect of each variable on a complete brokerage. */
import { afterEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { writeBars } from '../../src/ledger/bars'
import { addInstruments } from '../../src/ledger/instruments'
import { wallNowMs } from '../../src/market/clock'
import type { Body } from '../support/answers'
import { freshDatabase } from '../support/database'
import { marketOrder } from '../support/orders'
import { barsIn } from '../support/recording'
import { openSandbox, type SandboxApi } from '../support/sandbox-api'
import { instrumentNamed } from '../support/trading-floor'

const database = await freshDatabase()
let api: SandboxApi

async function open(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  await freshDatabase()
  await reopen(settings)
}
async function reopen(settings: Readonly<Record<string, string>>): Promise<void> {
  api = await openSandbox(database, settings)
}
afterEach(() => api.brokerage.close())

const clock = async () => (await api.get('/sandbox/clock')).body
const quoteOf = async (symbol: string): Promise<Body> =>
  Object((await api.get(`/v1/market/quotes?symbols=${symbol}`)).body).quotes[0]

describe('MARKET_CLOCK', () => {
  test('[run.clock] says where a simulated clock starts', async () => {
    await open({ MARKET_CLOCK: '2019-07-03T12:59:00-04:00' })
    expect(await clock()).toMatchObject({
      now: '2019-07-04T01:59:00.000+09:00',
      session: 'REGULAR',
      tradingDate: '2019-07-03',
    })
  })

  test('[run.clock] open is a time in an open session', async () => {
    await open({ MARKET_CLOCK: 'open' })
    const { now, session } = await clock()
    expect(session).toBe('REGULAR')
    expect(String(now)).toMatch(/T(?:23|00):00:00\.000\+09:00$/)
    expect(Temporal.Instant.from(String(now)).epochMilliseconds).toBeLessThan(wallNowMs())
  })

  test("[run.clock] system is the system's", async () => {
    await open({ MARKET_CLOCK: 'system', MARKET_SPEED: '' })
    const before = wallNowMs()
    const now = Temporal.Instant.from(String((await clock()).now)).epochMilliseconds
    expect(now).toBeWithin(before, wallNowMs() + 1)
  })
})

describe('MARKET_SPEED', () => {
  test('[run.speed] 0 keeps the market still until it is advanced', async () => {
    await open({ MARKET_SPEED: '0' })
    const { now } = await clock()
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    expect((await clock()).now).toBe(now)
    expect((await api.advance('PT1S')).body.now).not.toBe(now)
  })

  test('[run.speed] is market seconds per second', async () => {
    await open({ MARKET_SPEED: '10000' })
    const { now, speed } = await clock()
    expect(speed).toBe(10_000)
    while ((await clock()).now === now) await new Promise(setImmediate)
  })
})

test('[run.tick] MARKET_TICK_MS: an order is tried at the next tick, not before', async () => {
  await open({ MARKET_TICK_MS: '60000' })
  await api.pin('AAPL', 9.99, 10)
  const { orderId } = (await api.post('/v1/orders', marketOrder())).body
  const status = async () => (await api.get(`/v1/orders/${orderId}`)).body.status
  await api.advance('PT59.999S')
  expect(await status()).toBe('SUBMITTED')
  await api.advance('PT0.001S')
  expect(await status()).toBe('FILLED')
})

test('[run.seed] MARKET_SEED: the same seed is the same market, another is another', async () => {
  await open()
  const one = await quoteOf('AAPL')
  await api.brokerage.close()
  await open({ MARKET_SEED: '1' })
  expect((await quoteOf('AAPL')).price).toBe(one.price)
  await api.brokerage.close()
  await open({ MARKET_SEED: '2' })
  expect((await quoteOf('AAPL')).price).not.toBe(one.price)
})

test('[run.seed-random] MARKET_SEED=random is drawn once for a database, and kept', async () => {
  await open({ MARKET_SEED: 'random' })
  const { price } = await quoteOf('AAPL')
  await api.brokerage.close()
  await reopen({ MARKET_SEED: 'random' })
  expect((await quoteOf('AAPL')).price).toBe(price)
  await expect(openSandbox(database, { MARKET_SEED: '1' })).rejects.toThrow('MARKET_SEED=random')
})

test('[run.feed] MARKET_FEED=replay: quotes, candles and fills are of the bars', async () => {
  await freshDatabase()
  const bars = barsIn(`
    start            | open   | high   | low    | close  | volume
    2026-03-02 09:30 | 100.00 | 100.00 |  99.99 | 100.00 | 600000
  `)
  await addInstruments(database.drizzle, [instrumentNamed('AAPL')])
  await writeBars(database, '1m', bars)
  await reopen({ MARKET_FEED: 'replay' })
  expect(await quoteOf('AAPL')).toMatchObject({ outcome: 'OK', price: '100.00' })
  expect(await quoteOf('MSFT')).toMatchObject({ outcome: 'NO_DATA' })
  const { orderId } = (await api.post('/v1/orders', marketOrder())).body
  await api.advance('PT1S')
  const { fills } = (await api.get('/v1/orders/fills')).body
  expect(fills).toMatchObject([{ orderId, price: 100 }])
  const path = '/v1/market/candles?symbol=AAPL&interval=1m'
  const { candles } = (await api.get(path)).body
  expect(candles).toMatchObject([{ time: '2026-03-02T23:30:00.000+09:00', high: 100 }])
})

describe('TOKEN_LIFETIME', () => {
  test('[run.token-lifetime] is answered as expires_in, in seconds', async () => {
    await open({ TOKEN_LIFETIME: '5' })
    const answer = await api.issueToken()
    expect(answer.body).toMatchObject({ expires_in: 5 })
  })
})

describe('PUBLIC_URL', () => {
  const SANDBOX_KEY = 'a-key-of-sixteen'

  test.each([
    ['https://paper.example', 'https://paper.example'],
    ['https://paper.example/', 'https://paper.example'],
    ['http://10.0.0.7:8080/', 'http://10.0.0.7:8080'],
  ])('[run.public-url] %s is what docUrl begins with', async (PUBLIC_URL, begins) => {
    await open({ PUBLIC_URL, SANDBOX_KEY })
    for (const path of ['/v1/orders/none', '/v1/nowhere', '/sandbox/nowhere']) {
      const { body } = await api.get(path)
      expect(body.docUrl).toBe(`${begins}/errors/${body.code}`)
    }
    api.signOut()
    expect((await api.get('/v1/account')).body.docUrl).toStartWith(`${begins}/errors/`)
  })

  test('[run.public-url] is the address of the stream in its document', async () => {
    await open({ PUBLIC_URL: 'https://paper.example:8443', SANDBOX_KEY })
    expect((await api.get('/docs/stream.json')).body).toMatchObject({
      servers: { brokerage: { host: 'paper.example:8443', protocol: 'wss' } },
    })
  })
})

test('[run.stream] [stream.off] STREAM=off: no channel, no document, all else as before', async () => {
  await open({ STREAM: 'off' })
  const { server } = api.brokerage.app.listen({ port: 0, hostname: '127.0.0.1' })
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'x-service-request-id': 'off' }
  const answer = await fetch(`http://127.0.0.1:${server?.port}/v1/stream`, { headers })
  expect(answer.status).toBe(404)
  await api.brokerage.app.stop(true)
  expect((await api.get('/docs/stream.json')).status).toBe(404)
  await api.pin('AAPL', 9.99, 10)
  const { orderId } = (await api.post('/v1/orders', marketOrder())).body
  await api.advance('PT1S')
  expect((await api.get(`/v1/orders/${orderId}`)).body.status).toBe('FILLED')
})

test('[run.cash] INITIAL_CASH: what a new account, and one that is reset, has', async () => {
  await open({ INITIAL_CASH: '1234.5' })
  const { accountId, cashAmount } = (await api.get('/v1/account')).body
  expect(cashAmount).toBe('1234.50')
  const { body } = await api.post(`/sandbox/accounts/${accountId}/reset`)
  expect(body).toMatchObject({ cashAmount: '1234.50' })
})
