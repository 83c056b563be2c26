/** A PostgreSQL that is restarted, or drops its connections, does not take the server with it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { openClient } from '../../src/clients/sdk'
import type { Storage } from '../support/folder-storage'
import { CLIENT, killServers, startServer } from '../support/server-process'
import { administer, hasPostgres, postgresStorage } from '../support/storage'
import { signIn, sumOf } from '../support/trader'
import { until } from '../support/until'

describe.skipIf(!hasPostgres)('a server whose PostgreSQL', () => {
  let storage: Storage
  let database = ''
  beforeAll(async () => {
    storage = await postgresStorage()
    database = new URL(storage.settings.DATABASE_URL ?? '').pathname.slice(1)
  })
  afterEach(async () => {
    await killServers()
  })
  afterAll(() => storage.remove())

  const dropConnections = () =>
    administer(
      (sql) => sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`,
    )
  const letIn = (answer: boolean) =>
    administer((sql) => sql.unsafe(`alter database ${database} allow_connections ${answer}`))

  test('drops all connections again and again goes on placing and filling, each order once', async () => {
    const server = startServer(storage.settings)
    const trader = await signIn(await server.listening)
    const orderIds: string[] = []
    // More often than the pool has connections: none is lost for good.
    for (let times = 0; times < 10; times++) {
      const placing = Array.from({ length: 4 }, (_, index) => `dropped-${times}-${index}`)
      const dropping = dropConnections()
      for (const id of placing) {
        const bought = await until(
          () => trader.buy(id).catch(() => null),
          (each) => each !== null,
        )
        orderIds.push(bought.orderId)
      }
      await dropping
    }
    const fills = await until(
      () => trader.fills().catch(() => []),
      ({ length }) => length >= orderIds.length,
    )
    expect(fills.map(({ orderId }) => orderId).toSorted()).toEqual(orderIds.toSorted())
    expect((await server.kill('SIGTERM')).status).toBe(0)
  })

  test('[request.busy] is away answers server-busy, is not healthy, and works again when it is back', async () => {
    const server = startServer(storage.settings)
    const url = await server.listening
    const trader = await signIn(url)
    const health = async () => (await fetch(`${url}/health`)).status
    await letIn(false)
    await dropConnections()
    const { v1 } = trader.apiOnce
    const { api } = openClient({ url, clientId: CLIENT.id, clientSecret: CLIENT.secret })
    const answers = await Promise.all([
      // Its request for a token is refused.
      api.v1.account.get(),
      v1.orders.post({
        symbol: 'KO',
        side: 'BUY',
        orderType: 'MARKET',
        quantity: 1,
        clientOrderId: 'while-away',
      }),
      v1.account.get(),
      v1.orders.get({ query: {} }),
    ])
    for (const { status, error } of answers) {
      expect([status, error?.value]).toMatchObject([500, { code: 'server-busy' }])
    }
    expect(await health()).toBe(503)

    await letIn(true)
    await until(health, (status) => status === 200)
    const { orderId } = await trader.buy('while-away')
    const order = await until(
      () => trader.order(orderId),
      ({ status }) => status === 'FILLED',
    )
    expect(sumOf([order.filledQuantity]).toFixed()).toBe('1')
    expect((await server.kill('SIGTERM')).status).toBe(0)
  })
})
