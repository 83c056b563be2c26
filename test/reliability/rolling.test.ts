/** Two servers on one PostgreSQL behind a proxy, restarted one after the other under load. */
import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openClient } from '../../src/clients/sdk'
import { REQUEST_WAIT_MS_MAX } from '../../src/core/limits'
import { Temporal } from '../../src/core/time'
import { monotonicNowMs } from '../../src/market/clock'
import type { Storage } from '../support/folder-storage'
import { aFolder } from '../support/folders'
import { freePort } from '../support/ports'
import { HAPROXY } from '../support/proxies'
import { killServers, type ServerProcess } from '../support/server-process'
import { hasPostgres, postgresStorage } from '../support/storage'
import { type Bought, signIn } from '../support/trader'
import { until } from '../support/until'
import { wallClockIn } from '../support/wall-clock-in'

const CONFIG = new URL('../../examples/deploy/haproxy.cfg', import.meta.url).pathname
const TRADERS = 4

/**
 * Both servers change one account without a pause. If the machine is busy, one may win so many
 * times that the other's market leaves its orders to the next tick, and says so.
 */
const BUSY_ACCOUNT = /^\S+ is in use by another server or session: its orders wait .*\n/gm

/** How often the server has answered the proxy that it is not ready. */
const unreadyTimes = async (server: ServerProcess): Promise<number> =>
  (await server.printed()).split('GET /readyz 503').length - 1

/**
 * The configuration of the example. A server that stands still, as its machine does, is not taken
 * for one that has ended.
 */
async function patientConfig(): Promise<string> {
  const text = await Bun.file(CONFIG).text()
  const file = join(await aFolder(), 'haproxy.cfg')
  await Bun.write(file, text.replace(/timeout (check|server) \d+s/g, 'timeout $1 300s'))
  return file
}

let proxy: Bun.Subprocess | null = null
let storage: Storage | null = null
afterEach(async () => {
  proxy?.kill('SIGKILL')
  await killServers()
  await storage?.remove()
})

/** What the machine's clock says at the start, and whether the market fills what is bought then. */
const SESSIONS = [
  ['REGULAR', '2026-03-02T10:00:00-05:00', ['SUBMITTED', 'FILLED']],
  ['CLOSED', '2026-03-07T12:00:00-05:00', ['SUBMITTED']],
] as const

describe.skipIf(!hasPostgres || HAPROXY === null).each(SESSIONS)('%s', (_, beginsAt, statuses) => {
  test('[run.drain] [run.lease] [stream.reconnect] a rolling restart behind HAProxy fails no request, loses no order, and leaves no gap in a stream', async () => {
    storage = await postgresStorage()
    const [front = 0, one = 0, two = 0] = await Promise.all([freePort(), freePort(), freePort()])
    const settings = {
      ...storage.settings,
      MARKET_TICK_MS: '100',
      DRAIN_MS: '600',
      LOG_LEVEL: 'debug',
      // A fast machine places thousands of orders.
      INITIAL_CASH: '100000000',
    }
    // The system clock, since a simulated one is one server's.
    const clock = await wallClockIn(await aFolder(), Temporal.Instant.from(beginsAt))
    const startAt = (port: number) => clock.start({ ...settings, PORT: String(port) })
    const url = `http://127.0.0.1:${front}`

    const servers = [
      { port: one, process: startAt(one) },
      { port: two, process: startAt(two) },
    ]
    await Promise.all(servers.map(({ process }) => process.listening))
    proxy = Bun.spawn([HAPROXY ?? '', '-db', '-q', '-f', await patientConfig()], {
      env: {
        PAPER_BIND: `127.0.0.1:${front}`,
        PAPER_ONE: `127.0.0.1:${one}`,
        PAPER_TWO: `127.0.0.1:${two}`,
        PAPER_CHECK_EVERY: '100ms',
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const probed = ({ process }: (typeof servers)[number]) => process.said('GET /readyz 200')
    await Promise.all(servers.map(probed))

    const { token } = await signIn(url)
    const client = openClient({ url, token: async () => token })
    const events = client.orderEvents({ since: 0 })
    const seqs: number[] = []
    const orderIds = new Set<string>()
    const seen = new Set<string>()
    const reading = (async () => {
      for await (const { seq, order } of events) {
        seqs.push(seq)
        orderIds.add(order.orderId)
        seen.add(order.status)
      }
    })()

    const failures: unknown[] = []
    const bought: Bought[] = []
    let goOn = true
    let slowestMs = 0
    async function timed<T>(answer: Promise<T>): Promise<T> {
      const sentAtMs = monotonicNowMs()
      return answer.finally(() => {
        slowestMs = Math.max(slowestMs, monotonicNowMs() - sentAtMs)
      })
    }
    async function trade(name: string): Promise<void> {
      const { buyOnce, apiOnce } = await signIn(url)
      for (let order = 1; goOn; order++) {
        try {
          bought.push(await timed(buyOnce(`${name}-${order}`)))
          const query = { symbols: 'KO' }
          const { error } = await timed(apiOnce.v1.market.quotes.get({ query }))
          if (error) failures.push(error)
        } catch (error) {
          failures.push(error)
        }
      }
    }
    const trading = Array.from({ length: TRADERS }, (_, index) => trade(`rolling-${index}`))

    /**
     * Restarts one server. Returns whether the machine let the other one serve meanwhile: one that
     * had no second to say that it is ready, or five to place an order, may refuse.
     */
    async function restarts(server: (typeof servers)[number]): Promise<boolean> {
      const [before, failed] = [bought.length, failures.length]
      const [other = server] = servers.filter((each) => each !== server)
      const unready = await unreadyTimes(other.process)
      slowestMs = 0
      const ended = await server.process.kill('SIGTERM')
      expect({ ...ended, errors: ended.errors.replace(BUSY_ACCOUNT, '') }).toMatchObject({
        status: 0,
        errors: '',
      })
      server.process = startAt(server.port)
      // The proxy sends it orders again: only then can it do without the other server.
      await server.process.said('POST /v1/orders 200')
      expect(bought.length).toBeGreaterThan(before)
      if (failures.length === failed) return true
      const served =
        slowestMs < REQUEST_WAIT_MS_MAX && (await unreadyTimes(other.process)) === unready
      if (!served) failures.length = failed
      return served
    }
    for (const server of servers) {
      await until(
        () => restarts(server),
        (served) => served,
      )
    }
    goOn = false
    await Promise.all(trading)

    expect(failures).toEqual([])
    const { api } = await signIn(url)
    const listed = new Set<string>()
    for (let cursor: string | undefined; ; ) {
      const { data } = await api.v1.orders.get({
        query: { limit: 500, ...(cursor !== undefined && { cursor }) },
      })
      for (const { orderId } of data?.orders ?? []) listed.add(orderId)
      cursor = data?.nextCursor
      if (cursor === undefined) break
    }
    expect(bought.filter(({ replayed }) => replayed)).toEqual([])
    expect([...listed].toSorted()).toEqual(bought.map(({ orderId }) => orderId).toSorted())

    await until(
      async () => bought.filter(({ orderId }) => !orderIds.has(orderId)).length,
      (missing) => missing === 0,
    )
    events.close()
    await reading
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1))
    expect([...seen]).toEqual([...statuses])
  })
})
