/** A restore reaches the other server of the database: two real processes on one PostgreSQL. */
import { afterAll, describe, expect, test } from 'bun:test'
import { issueToken } from '../../../src/clients/sdk/token'
import { type Body, textIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { aFolder } from '../../support/folders'
import { patientFetch } from '../../support/patient-fetch'
import { killServers } from '../../support/server-process'
import { subscribed } from '../../support/stream-client'
import { MONDAY_AT_TEN } from '../../support/trading-floor'
import { until } from '../../support/until'
import { type WallClock, wallClockIn } from '../../support/wall-clock-in'

const url = process.env.TEST_DATABASE_URL
await freshDatabase()
afterAll(async () => {
  await killServers()
  await freshDatabase()
})

const CLIENT = { clientId: 'pk_test_two', clientSecret: 'sk_test_0123456789abcdef' }
const SETTINGS = {
  PAPER_CLIENT_ID: CLIENT.clientId,
  PAPER_CLIENT_SECRET: CLIENT.clientSecret,
  DATABASE_URL: url ?? '',
  SANDBOX: 'on',
}

async function startServer(clock: WallClock) {
  const origin = await clock.start(SETTINGS).listening
  async function ask(path: string, init: RequestInit): Promise<Body> {
    const answer = await patientFetch(origin + path, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return JSON.parse(text)
  }
  const token = await issueToken(origin, CLIENT, patientFetch, 'test')
  const id = { 'x-service-request-id': 'test' }
  const headers = { ...id, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    get: (path: string) => ask(path, { headers }),
    send: (method: 'POST' | 'PUT', path: string, body: object) =>
      ask(path, { method, headers, body: JSON.stringify(body) }),
    stream: () => subscribed(`${origin.replace('http', 'ws')}/v1/stream`, token),
  }
}

describe.skipIf(url === undefined)('two servers on one database', () => {
  test('[snapshot.save] both are at the snapshot after one has restored it', async () => {
    // The system clock, since a simulated one is one server's: it is a Monday all the same.
    const clock = await wallClockIn(await aFolder(), MONDAY_AT_TEN)
    const one = await startServer(clock)
    const two = await startServer(clock)
    const pins = async () => Array.from(Object((await one.get('/sandbox/quotes')).quotes)).length
    const saved = await two.send('POST', '/sandbox/snapshots', {})
    await one.send('PUT', '/sandbox/quotes/AAPL', { bidPrice: 7, askPrice: 8 })
    expect(await pins()).toBe(1)
    const stream = await one.stream()

    const restore = `/sandbox/snapshots/${textIn(saved, 'snapshotId')}/restore`
    await two.send('POST', restore, {})

    expect((await stream.closed).code).toBe(1012)
    await until(pins, (count) => count === 0)
  })
})
