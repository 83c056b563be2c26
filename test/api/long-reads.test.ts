/** The cost of reads of an account with 15,000 events, and how much they read at a time. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { ROWS_PER_REQUEST_MAX } from '../../src/core/limits'
import { Temporal } from '../../src/core/time'
import type { Database } from '../../src/postgres/database'
import { PAGE_ROWS } from '../../src/postgres/long-read'
import type { Api } from '../support/api'
import { makeBusy } from '../support/busy-account'
import { freshDatabase } from '../support/database'
import { openStreamApi } from '../support/stream-api'

const ACCOUNT = 'acc_busy0000'
const EVENTS = 15_000
/** One of four events is a fill. */
const FILLS = EVENTS / 4

/**
 * Wraps a database, and counts the rows of accounts that its statements return between two turns of
 * the loop. Periodic reads, such as the instruments', do not count.
 */
function counted(database: Database) {
  let inThisTurn = 0
  let most = 0
  const counting: Database = {
    ...database,
    async all(statement, parameters) {
      const rows = await database.all(statement, parameters)
      if (!Object.keys(parameters).includes('accountId')) return rows
      if (inThisTurn === 0) {
        setImmediate(() => {
          inThisTurn = 0
        })
      }
      inThisTurn += rows.length
      most = Math.max(most, inThisTurn)
      return rows
    },
  }
  return {
    counting,
    async mostRowsIn(work: () => Promise<unknown>): Promise<number> {
      most = 0
      await work()
      return most
    },
  }
}

const { counting, mostRowsIn } = counted(await freshDatabase())
let api: Awaited<ReturnType<typeof openStreamApi>>
let orderId = ''
beforeAll(async () => {
  api = await openStreamApi({
    database: counting,
    feed: 'configured',
    accounts: [ACCOUNT],
    env: { RATE_LIMIT: 'on' },
  })
  await makeBusy(counting, {
    accountId: ACCOUNT,
    events: EVENTS,
    symbols: ['AAPL', 'MSFT', 'KO', 'NVDA'],
    from: Temporal.Instant.from('2026-03-02T09:30:00-05:00'),
    until: Temporal.Instant.from('2026-03-02T15:59:00-05:00'),
  })
  api.moveTo('2026-03-02T16:00:00-05:00')
  const newest = await api.get('/v1/orders?limit=1')
  orderId = /ord_\w+/.exec(newest.text)?.[0] ?? ''
  return () => api.stop()
}, 600_000)

/** Waits until the limit is full again, so that earlier requests do not count. */
async function remainingAfter(path: string): Promise<number> {
  api.pass(30_000)
  const answer = await api.get(path)
  expect(answer.status).toBe(200)
  return remainingOf(await api.get('/v1/account'))
}

const remainingOf = ({ headers }: Awaited<ReturnType<Api['get']>>): number =>
  Number(headers.get('x-ratelimit-remaining'))
const FULL = 200
const requestsOf = (rows: number): number => Math.floor(rows / ROWS_PER_REQUEST_MAX)

describe('[rate-limit.cost] a read by history counts by the rows that it reads:', () => {
  test('a list of orders as one request', async () => {
    expect(await remainingAfter('/v1/orders?limit=500')).toBe(FULL - 2)
  })

  test('the history of an account', async () => {
    const path = '/paper/account/history?interval=1m&limit=500'
    expect(await remainingAfter(path)).toBeLessThanOrEqual(FULL - 2 - requestsOf(FILLS))
  })

  test('a statement', async () => {
    const path = '/paper/account/statement.csv'
    expect(await remainingAfter(path)).toBeLessThanOrEqual(FULL - 2 - requestsOf(FILLS))
  })

  test('an explanation, with the fills of its last hour', async () => {
    expect(await remainingAfter(`/paper/orders/${orderId}/explanation`)).toBe(FULL - 3)
  })

  test('the backlog of a stream, whose client is refused further messages and stays connected', async () => {
    api.pass(30_000)
    const stream = api.open()
    await stream.next('ready')
    const follow = async (since: number, events: number): Promise<void> => {
      stream.send({ type: 'subscribe', since })
      await stream.next('subscribed')
      for (let event = 0; event < events; event++) await stream.next('order')
    }
    await follow(EVENTS - 2_000, 2_000)
    const left = remainingOf(await api.get('/v1/account'))
    expect(left).toBeLessThanOrEqual(FULL - 2 - requestsOf(2_000 - 128))
    expect(left).toBeGreaterThanOrEqual(FULL - 4 - requestsOf(2_000))
    await follow(0, EVENTS)
    await follow(EVENTS - 10_000, 10_000)
    for (let message = 0; message < 25; message++) {
      stream.send({ type: 'subscribe', since: 0 })
      expect((await stream.next('error')).error.code).toBe('rate-limit-exceeded')
    }
    api.pass(30_000)
    await follow(EVENTS - 1, 1)
    stream.close()
  }, 600_000)
})

describe('[rate-limit.cost] in one turn of the loop a read takes no more than a page:', () => {
  const most = PAGE_ROWS + 50
  test.each([
    '/paper/account/history?interval=1m&limit=500',
    '/paper/account/history',
    '/paper/account/statement.csv',
  ])('%s', async (path) => {
    api.pass(30_000)
    const read = await mostRowsIn(() => api.get(path))
    expect(read).toBeLessThanOrEqual(most)
    expect(read).toBeGreaterThan(0)
  })

  test('the backlogs of a client, over all its sockets', async () => {
    api.pass(30_000)
    const read = async (): Promise<void> => {
      const stream = api.open()
      await stream.next('ready')
      stream.send({ type: 'subscribe', since: EVENTS - 3_000 })
      for (let event = 0; event < 3_000; event++) await stream.next('order')
      stream.close()
    }
    const rows = await mostRowsIn(() => Promise.all([read(), read(), read()]))
    expect(rows).toBeLessThanOrEqual(most)
    expect(rows).toBeGreaterThan(0)
  }, 600_000)
})
