/** The process as its users meet it, and the flow of the contract's first page. */
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { makeFirstClient } from '../../src/identity/keys'
import { readConfig, VARIABLES } from '../../src/server/config/config'
import { openApi } from '../support/api'
import { aFolder } from '../support/folders'
import { patientFetch } from '../support/patient-fetch'
import { hasPostgres, postgresStorage } from '../support/storage'
import { openStream } from '../support/stream-client'
import { CLIENT_SECRET } from '../support/trading-floor'
import { until } from '../support/until'

const SERVER = join(import.meta.dir, '../../src/main.ts')

function start(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...env } = process.env
  return Bun.spawn(['bun', SERVER, ...args], {
    env: { ...env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: 'memory', LOG: 'text', ...settings },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** What it prints until it listens. */
async function untilListening({ stdout }: ReturnType<typeof start>): Promise<string> {
  let printed = ''
  const decoder = new TextDecoder()
  const reader = stdout.getReader()
  while (!/market time/.test(printed)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`it ended: ${printed}`)
    printed += decoder.decode(value)
  }
  reader.releaseLock()
  return printed
}

const urlIn = (printed: string): string => {
  const url = /listening +(http:\S+)/.exec(printed)?.[1]
  if (url === undefined) throw new Error(printed)
  return url
}

describe('a server started with an argument', () => {
  test('lists its settings for --help, and does not listen', async () => {
    const asked = start({}, '--help')
    const text = await new Response(asked.stdout).text()
    expect(VARIABLES.filter((variable) => !text.includes(`\n${variable} `))).toEqual([])
    expect([await asked.exited, text.includes('listening')]).toEqual([0, false])
  })

  test('refuses an unknown one in one line, and does not listen', async () => {
    const asked = start({}, '--port', '9999')
    expect(await new Response(asked.stderr).text()).toMatch(/^server has no option --port; .+\n$/)
    expect(await asked.exited).toBe(1)
  })
})

describe('a server with a market of its own time', async () => {
  const DATA_DIR = await aFolder()
  const running = start({
    DATA_DIR,
    MARKET_CLOCK: '2026-03-02T10:00-05:00',
    MARKET_SPEED: '10',
    INITIAL_CASH: '5000',
    RATE_LIMIT: 'orders=1/7,other=1/50,token=1/9',
  })
  const printed = await untilListening(running)
  const url = urlIn(printed)
  const [, clientId = ''] = /id +(pk_test_[0-9a-f]{24})\n/.exec(printed) ?? []
  const [, secret = ''] = /secret +(sk_test_[\w-]{43}) /.exec(printed) ?? []
  afterAll(() => running.kill('SIGKILL'))

  const ask = async (
    path: string,
    sent: { headers?: Record<string, string>; body?: string } = {},
  ) => {
    const headers = { 'x-service-request-id': 'running', ...sent.headers }
    const method = sent.body === undefined ? 'GET' : 'POST'
    const response = await patientFetch(`${url}${path}`, { ...sent, method, headers })
    // safe: every answer of the API is a JSON object.
    return { response, body: (await response.json()) as Record<string, unknown> }
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  let bearer = { authorization: '' }
  const credentials = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  }).toString()

  test('[health.no-token] answers GET /health without a token', async () => {
    const { body } = await until(
      () => ask('/health'),
      ({ response }) => response.status === 200,
    )
    expect(body).toMatchObject({ status: 'ok' })
  })

  test('[service.flow] [run.first-start] [run.clock] [run.cash] [run.rate-limit] [run.migrations] [key.secret-once] serves the client that it printed: token, account, quote, order, its fills', async () => {
    const { body: issued, response } = await ask('/v1/oauth/token', {
      headers: form,
      body: credentials,
    })
    expect(response.headers.get('x-ratelimit-limit')).toBe('9')
    bearer = { authorization: `Bearer ${issued.access_token}` }

    const account = await ask('/v1/account', { headers: bearer })
    expect(account.body).toMatchObject({ cashAmount: '5000.00' })
    expect(account.body.accountId).toMatch(/^acc_/)
    // Ten times as fast as this machine's clock, it stays within these hours for one of it.
    expect(account.body.requestedAt).toMatch(/^2026-03-03T0/)

    const { body: quoted } = await ask('/v1/market/quotes?symbols=AAPL', { headers: bearer })
    expect(quoted).toMatchObject({ quotes: [{ outcome: 'OK', session: 'REGULAR' }] })

    const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 2 }
    const placed = await ask('/v1/orders', {
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, clientOrderId: 'running-1' }),
    })
    expect(placed.response.headers.get('x-ratelimit-limit')).toBe('7')

    const path = `/v1/orders/fills?orderId=${placed.body.orderId}`
    const { fills } = await until(
      async () => (await ask(path, { headers: bearer })).body,
      (body) => Array.isArray(body.fills) && body.fills.length > 0,
    )
    expect(fills).toMatchObject([{ symbol: 'AAPL', quantity: 2, orderId: placed.body.orderId }])
  })

  test('[run.address] listens where HOST says, on a free port for PORT=0', () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d{3,4}$/)
  })

  test('[run.stop] closes the streams on SIGTERM and ends with status 0', async () => {
    const stream = openStream(url.replace('http', 'ws').concat('/v1/stream'), { headers: bearer })
    await stream.next('ready')
    running.kill('SIGTERM')
    expect((await stream.closed).code).toBe(1001)
    expect(await running.exited).toBe(0)
  })

  test('[run.folder] [run.first-start] finds all its data in its folder at the next start, and makes no client', async () => {
    const again = start({ DATA_DIR, MARKET_CLOCK: '2026-03-02T10:00-05:00', MARKET_SPEED: '0' })
    const said = await untilListening(again)
    expect(said).not.toContain('new client')
    const headers = { 'x-service-request-id': 'running', ...bearer }
    const orders = await patientFetch(`${urlIn(said)}/v1/orders`, { headers })
    expect(await orders.json()).toMatchObject({ orders: [{ clientOrderId: 'running-1' }] })
    again.kill('SIGINT')
    expect(await again.exited).toBe(0)
  })
})

test.skipIf(!hasPostgres)(
  '[run.database] [run.migrations] DATABASE_URL is the server to use',
  async () => {
    const storage = await postgresStorage()
    const running = start({ ...storage.settings, MARKET_SPEED: '1' })
    expect(await untilListening(running)).toContain('new client')
    running.kill('SIGTERM')
    expect(await running.exited).toBe(0)
    await storage.remove()
  },
)

test('[run.client] PAPER_CLIENT_ID and PAPER_CLIENT_SECRET make a client once', async () => {
  const b = await openApi()
  const read = readConfig({
    PAPER_CLIENT_ID: 'pk_test_mine',
    PAPER_CLIENT_SECRET: CLIENT_SECRET,
    INITIAL_CASH: '5000',
  })
  if ('faults' in read) throw new Error('a setting is wrong')
  for (let start = 1; start <= 2; start++) {
    await makeFirstClient(b.database, read.config, b.floor.clock.now())
    const account = await b.get('/v1/account', await b.bearerOf('pk_test_mine'))
    expect(account.body).toMatchObject({ cashAmount: '5000.00' })
  }
})
