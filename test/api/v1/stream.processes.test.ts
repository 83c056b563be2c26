/** Two whole servers on one PostgreSQL: real processes, of which one is killed. */
import { afterAll, describe, expect, test } from 'bun:test'
import { issueToken } from '../../../src/clients/sdk/token'
import { isOfOrder } from '../../../src/core/conditional/leg'
import { eventsAfter } from '../../../src/ledger/events/log'
import { connect } from '../../../src/postgres/connect'
import { freshDatabase } from '../../support/database'
import { aFolder } from '../../support/folders'
import { patientFetch } from '../../support/patient-fetch'
import type { ServerProcess } from '../../support/server-process'
import { type OrderMessage, subscribed } from '../../support/stream-client'
import { MONDAY_AT_TEN } from '../../support/trading-floor'
import { type WallClock, wallClockIn } from '../../support/wall-clock-in'

const url = process.env.TEST_DATABASE_URL
await freshDatabase()
afterAll(freshDatabase)

const CLIENT = { PAPER_CLIENT_ID: 'pk_test_two', PAPER_CLIENT_SECRET: 'sk_test_0123456789abcdef' }

interface Server {
  readonly origin: string
  readonly process: ServerProcess
}

async function startServer(clock: WallClock): Promise<Server> {
  const process = clock.start({ ...CLIENT, DATABASE_URL: url ?? '', MARKET_TICK_MS: '100' })
  return { origin: await process.listening, process }
}

const signIn = (origin: string): Promise<string> =>
  issueToken(
    origin,
    { clientId: CLIENT.PAPER_CLIENT_ID, clientSecret: CLIENT.PAPER_CLIENT_SECRET },
    patientFetch,
    'test',
  )

let placed = 0
async function place(origin: string, token: string): Promise<void> {
  const response = await patientFetch(`${origin}/v1/orders`, {
    method: 'POST',
    headers: {
      'x-service-request-id': 'test',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      symbol: 'AAPL',
      side: 'BUY',
      orderType: 'MARKET',
      quantity: 0.01,
      clientOrderId: `order-${++placed}`,
    }),
  })
  if (!response.ok) throw new Error(await response.text())
}

const filled = (events: readonly OrderMessage[]): number =>
  events.filter(({ event }) => event === 'FILLED').length

describe.skipIf(url === undefined)('two servers on one database', () => {
  test('[stream.notifications] [stream.reconnect] send what either commits, also once one is killed', async () => {
    // The system clock, since a simulated one is one server's: it is a Monday all the same.
    const clock = await wallClockIn(await aFolder(), MONDAY_AT_TEN)
    const first = await startServer(clock)
    const second = await startServer(clock)
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
    await first.process.kill('SIGKILL')
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
    const expected = log.filter(isOfOrder).map(({ seq, order }) => [seq, order.status])
    const seen = (events: readonly OrderMessage[]) =>
      events.map(({ seq, event }) => [seq, String(event)])
    expect(seen(two.of('order'))).toEqual(expected)
    expect(seen([...had, ...again.of('order')])).toEqual(expected)
    expect(filled(two.of('order'))).toBe(30)

    const ended = second.process.kill('SIGTERM')
    expect((await two.closed).code).toBe(1001)
    expect((await ended).status).toBe(0)
  })
})
