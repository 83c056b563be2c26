/** Two whole servers on one PostgreSQL: real processes, of which one is killed. */
import { afterAll, describe, expect, test } from 'bun:test'
import { eventsAfter } from '../../../src/events/log'
import { wallNowMs } from '../../../src/market/clock'
import { connect } from '../../../src/store/connect'
import { freshDatabase } from '../../support/database'
import { type OrderMessage, subscribed } from '../../support/stream-client'

const url = process.env.TEST_DATABASE_URL
await freshDatabase()
afterAll(freshDatabase)

const MONDAY_SINCE_MS = String(wallNowMs())
const CLIENT = { PAPER_CLIENT_ID: 'pk_test_two', PAPER_CLIENT_SECRET: 'sk_test_0123456789abcdef' }

interface Server {
  readonly origin: string
  readonly process: Bun.Subprocess
}

async function startServer(): Promise<Server> {
  const child = Bun.spawn(['bun', '--preload', './test/support/monday.ts', 'src/main.ts'], {
    cwd: `${import.meta.dir}/../../..`,
    env: {
      PATH: process.env.PATH ?? '',
      ...CLIENT,
      DATABASE_URL: url ?? '',
      PORT: '0',
      RATE_LIMIT: 'off',
      MARKET_TICK_MS: '100',
      // The system clock, since a simulated one is one server's: it is a Monday all the same.
      MONDAY_SINCE_MS,
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk
    const origin = /listening\s+(http:\S+)/.exec(said)?.[1]
    if (origin !== undefined) return { origin, process: child }
  }
  throw new Error(`it did not start: ${said}`)
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'x-service-request-id': 'test' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT.PAPER_CLIENT_ID,
      client_secret: CLIENT.PAPER_CLIENT_SECRET,
    }),
  })
  const token = /"access_token":"([^"]+)"/.exec(await response.text())?.[1]
  if (token === undefined) throw new Error('no token')
  return token
}

let placed = 0
async function place(origin: string, token: string): Promise<void> {
  const response = await fetch(`${origin}/v1/orders`, {
    method: 'POST',
    headers: {
      'x-service-request-id': 'test',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      ...{ symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 0.01 },
      clientOrderId: `order-${++placed}`,
    }),
  })
  if (!response.ok) throw new Error(await response.text())
}

const filled = (events: readonly OrderMessage[]): number =>
  events.filter(({ event }) => event === 'FILLED').length

describe.skipIf(url === undefined)('two servers on one database', () => {
  test('[stream.hints] [stream.reconnect] send what either commits, also once one is killed', async () => {
    const first = await startServer()
    const second = await startServer()
    const token = await signIn(first.origin)
    const stream = (server: Server, since?: number) =>
      subscribed(`${server.origin.replace('http', 'ws')}/v1/stream`, token, since)
    const one = await stream(first)
    const two = await stream(second)
    for (let round = 0; round < 10; round++) {
      await Promise.all([place(first.origin, token), place(second.origin, token)])
    }
    // Each is filled by the first process, which holds the matcher's lease.
    await Promise.all([one.events(40), two.events(40)])
    expect(filled(two.of('order'))).toBe(20)

    for (let round = 0; round < 5; round++) await place(first.origin, token)
    first.process.kill('SIGKILL')
    await first.process.exited
    await one.closed
    const had = one.of('order')
    const again = await stream(second, had.length)
    for (let round = 0; round < 5; round++) await place(second.origin, token)
    await two.events(60)
    await again.events(60 - had.length)

    const other = await connect({ kind: 'server', url: url ?? '' })
    const accountId = two.of('order')[0]?.accountId ?? ''
    const log = await eventsAfter(other, accountId, 0, 1_000)
    await other.close()
    const expected = log.map(({ seq, order }) => [seq, order.status])
    const seen = (events: readonly OrderMessage[]) =>
      events.map(({ seq, event }) => [seq, String(event)])
    expect(seen(two.of('order'))).toEqual(expected)
    expect(seen([...had, ...again.of('order')])).toEqual(expected)
    expect(filled(two.of('order'))).toBe(30)

    second.process.kill('SIGTERM')
    expect((await two.closed).code).toBe(1001)
    expect(await second.process.exited).toBe(0)
  })
})
