/** examples/deploy/cells: a real HAProxy sends each request to the cell that it names. */
import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { marketCommand } from '../../src/clients/cli/market/command'
import { answered, openClient } from '../../src/clients/sdk'
import { must, refusalIn, textIn } from '../support/answers'
import { answerOf } from '../support/api'
import { run } from '../support/command'
import type { Storage } from '../support/folder-storage'
import { aFolder } from '../support/folders'
import { patientFetch } from '../support/patient-fetch'
import { freePort } from '../support/ports'
import { HAPROXY, killProxies, startProxyOfCells } from '../support/proxies'
import { killServers, type ServerProcess, startServer } from '../support/server-process'
import { hasPostgres, postgresStorage, STORAGES } from '../support/storage'
import { until } from '../support/until'

const storages: Storage[] = []
afterEach(async () => {
  await killProxies()
  await killServers()
  for (const storage of storages.splice(0)) await storage.remove()
})

const TOKEN = 'K_z-'.padEnd(43, '0')
const basic = (clientId: string) => ({ authorization: `Basic ${btoa(`${clientId}:secret`)}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const form = (clientId: string): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId }),
})
const json = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})
const cookie = (session: string) => ({ cookie: `theme=dark; paper_session_8080=${session}; x=1` })

/** What is sent, and the cell that gets it. `a` is also the cell of whatever names none. */
const REQUESTS: readonly (readonly [cell: string, path: string, init: RequestInit])[] = [
  ['b', '/v1/account', { headers: bearer(`b.${TOKEN}`) }],
  ['a', '/v1/account', { headers: bearer(`a.${TOKEN}`) }],
  ['b', '/v1/account', { headers: { authorization: `bearer b.${TOKEN}` } }],
  ['b', '/v1/account', { headers: { ...bearer(`b.${TOKEN}`), ...cookie(`a.${TOKEN}`) } }],
  ['b', '/v1/orders', json({ symbol: 'KO' }, bearer(`b.${TOKEN}`))],
  // A token without a cell, of which the beginning could be taken for one.
  ['a', '/v1/account', { headers: bearer(`b_${TOKEN}`) }],
  ['a', '/v1/account', { headers: bearer(`c.${TOKEN}`) }],
  ['b', '/v1/oauth/token', form('pk_test_b_0123456789ab')],
  ['a', '/v1/oauth/token', form('pk_test_0123456789abcdef01234567')],
  ['b', '/v1/oauth/token', { ...form(''), headers: basic('pk_test_b_0123456789ab') }],
  ['a', '/v1/oauth/token', { ...form(''), headers: basic('pk_test_a_0123456789ab') }],
  ['b', '/v1/stream?cell=b', {}],
  ['b', '/v1/stream', { headers: bearer(`b.${TOKEN}`) }],
  ['b', '/v1/stream', { headers: cookie(`b.${TOKEN}`) }],
  ['a', '/v1/stream', {}],
  ['b', '/console/api/session', json({ code: `b.${TOKEN}` }, cookie(`a.${TOKEN}`))],
  ['b', '/console/api/session', json({ name: 'anna@b', password: 'x@a' }, cookie(`a.${TOKEN}`))],
  ['a', '/console/api/session', json({ name: 'anna', password: 'x' }, cookie(`b.${TOKEN}`))],
  ['a', '/console/api/session', json({ name: 'anna@b.test', password: 'x' })],
  ['b', '/console/api/session', { headers: cookie(`b.${TOKEN}`) }],
  ['b', '/console/api/session', { method: 'DELETE', headers: cookie(`b.${TOKEN}`) }],
  ['b', '/console/api/clients', { headers: { cookie: `__Host-paper_session=b.${TOKEN}` } }],
  ['a', '/console/', {}],
  ['a', '/docs', {}],
]

describe.skipIf(HAPROXY === null)('behind examples/deploy/cells', () => {
  test('[run.cell-ids] [console.cell] a request goes to the cell of its token, client, link, name or session', async () => {
    const cells = ['a', 'b'].map((cell) =>
      Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(cell) }),
    )
    const front = await freePort()
    const [a = '', b = ''] = cells.map(({ url }) => url.host)
    const url = await startProxyOfCells(front, { a, b })
    const got: (readonly [string, string])[] = []
    for (const [cell, path, init] of REQUESTS) {
      const answer = await (await fetch(url + path, init)).text()
      if (answer !== cell) got.push([`${path} ${JSON.stringify(init)}`, answer])
    }
    expect(got).toEqual([])
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    for (const cell of cells) await cell.stop(true)
  })

  test.each(STORAGES)(
    '[run.cell-ids] [run.cell-database] two cells trade through one address, and one goes on without the other, on %s',
    async (_, openStorage) => {
      const [front, portOfB, ofA, ofB] = await Promise.all([
        freePort(),
        freePort(),
        settingsOfA(),
        openStorage(),
      ])
      storages.push(ofB)
      const startB = () =>
        startServer({ ...ofB.settings, ...credentialsOf('b'), PORT: String(portOfB) })
      const a = startServer({ ...ofA, ...credentialsOf('a') })
      const b = startB()
      const servers = await Promise.all([a.listening, b.listening])
      const [hostOfA = '', hostOfB = ''] = servers.map((url) => new URL(url).host)
      const url = await startProxyOfCells(front, { a: hostOfA, b: hostOfB })

      const inA = await traderIn('a', url)
      const inB = await traderIn('b', url)
      for (const trader of [inA, inB]) await trader.tradesAndFollows()
      // The proxy follows the token, and its cell has no such account.
      const foreign = await inA.account({ 'x-service-account-id': inB.accountId })
      expect(refusalIn(foreign)).toMatchObject({ status: 403, code: 'account-mismatch' })
      await visitsConsole(url, 'a', a)

      const kept = await inB.buy('kept')
      await b.kill('SIGKILL')
      await until(inB.status, (status) => status === 503)
      await inA.buy('meanwhile')
      expect((await fetch(`${url}/v1/oauth/token`, form('pk_test_b_life'))).status).toBe(503)

      await startB().listening
      await until(inB.status, (status) => status === 200)
      expect((await inB.order(kept)).orderId).toBe(kept)
      await inB.buy('afterwards')
    },
  )
})

test.skipIf(!hasPostgres)(
  '[run.halt] [run.cells] a halt in a file of cells reaches the servers that run',
  async () => {
    const ofCells = await Promise.all(['a', 'b'].map(runningCell))
    const file = join(await aFolder(), 'cells')
    await Bun.write(file, ofCells.map(({ line }) => line).join('\n'))
    const market = async (command: 'halt' | 'resume') => {
      expect((await run(marketCommand, [command, '--cells', file])).outcome).toBeUndefined()
    }
    const placed = (name: string) => Promise.all(ofCells.map(({ place }) => place(name)))

    expect(await placed('before')).toEqual(['SUBMITTED', 'SUBMITTED'])
    await market('halt')
    expect(await placed('halted')).toEqual(['trading-halted', 'trading-halted'])
    await market('resume')
    expect(await placed('after')).toEqual(['SUBMITTED', 'SUBMITTED'])
  },
)

/** A cell with a server, its line in a file of cells, and what the server answers to an order. */
async function runningCell(cell: string) {
  const storage = await postgresStorage()
  storages.push(storage)
  const url = await startServer({ ...storage.settings, ...credentialsOf(cell) }).listening
  const clientId = credentialsOf(cell).PAPER_CLIENT_ID
  const client = openClient({ url, clientId, clientSecret: SECRET })
  return {
    line: `${cell} ${storage.settings.DATABASE_URL}`,
    async place(clientOrderId: string) {
      const { data, error } = await client.api.v1.orders.post({ ...KO, clientOrderId })
      return data?.status ?? error?.value.code
    },
  }
}

const SECRET = 'sk_test_0123456789'
const KO = { symbol: 'KO', side: 'BUY', orderType: 'MARKET', quantity: 1 } as const
const credentialsOf = (cell: string) => ({
  CELL: cell,
  PAPER_CLIENT_ID: `pk_test_${cell}_life`,
  PAPER_CLIENT_SECRET: SECRET,
})

/** The cell a is never restarted, so it needs no folder. */
async function settingsOfA() {
  if (!hasPostgres) return { DATA_DIR: 'memory' }
  const storage = await postgresStorage()
  storages.push(storage)
  return storage.settings
}

/**
 * A server answers the proxy's checks late if the machine is busy, and the proxy then takes it for
 * lost until the next one: asks until the proxy has a server of the cell.
 */
const patientFetchOfCells: typeof fetch = Object.assign(
  (...request: Parameters<typeof fetch>) =>
    until(
      () => patientFetch(...request),
      ({ status }) => status !== 503,
    ),
  { preconnect: fetch.preconnect },
)

const call = async (url: string, init: RequestInit & { headers?: Record<string, string> }) =>
  answerOf(
    await patientFetchOfCells(url, {
      ...init,
      headers: { 'x-service-request-id': 'cells', ...init.headers },
    }),
  )

/** A client of the cell, which knows only the address of the proxy. */
async function traderIn(cell: string, url: string) {
  const clientId = `pk_test_${cell}_life`
  const client = openClient({ url, clientId, clientSecret: SECRET, fetch: patientFetchOfCells })
  const byBasic = await call(`${url}/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${btoa(`${clientId}:${SECRET}`)}` },
  })
  const { access_token } = must(byBasic)
  expect(access_token).toStartWith(`${cell}.`)
  const account = (headers: Record<string, string> = {}) =>
    call(`${url}/v1/account`, { headers: { ...bearer(String(access_token)), ...headers } })
  const accountId = textIn(must(await account()), 'accountId')
  expect(accountId).toStartWith(`acc_${cell}_`)
  expect((await account({ 'x-service-account-id': accountId })).status).toBe(200)

  const headers = { ...bearer(String(access_token)), 'x-service-request-id': 'status' }
  const buy = async (clientOrderId: string): Promise<string> =>
    (await answered(client.api.v1.orders.post({ ...KO, clientOrderId }))).orderId
  return {
    accountId,
    account,
    buy,
    status: async () => (await fetch(`${url}/v1/account`, { headers })).status,
    order: (orderId: string) => answered(client.api.v1.orders({ orderId }).get()),
    async tradesAndFollows() {
      const events = client.orderEvents({ since: 0 })
      const bought = await buy(`in-${cell}`)
      for await (const { order } of events) {
        expect(order.orderId).toBe(bought)
        break
      }
      events.close()
    },
  }
}

/** Opens the link that the server has printed, through the proxy, and uses its session. */
async function visitsConsole(url: string, cell: string, server: ServerProcess): Promise<void> {
  const code = /code=(\S+)/.exec(await server.printed())?.[1]
  expect(code).toStartWith(`${cell}.`)
  const origin = { origin: url }
  const opened = await call(`${url}/console/api/session`, json({ code }, origin))
  must(opened)
  const session = { cookie: opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' }
  const again = must(await call(`${url}/console/api/session`, { headers: session }))
  const asked = {
    method: 'POST',
    headers: { ...origin, ...session, 'x-csrf-token': textIn(again, 'csrf') },
  }
  const token = textIn(must(await call(`${url}/console/api/token`, asked)), 'accessToken')
  must(await call(`${url}/v1/account`, { headers: bearer(token) }))
}
