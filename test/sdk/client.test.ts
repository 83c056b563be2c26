/** The SDK against the application, over a network that cuts connections. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  answered,
  type OrderEvent,
  type OrderEventsOptions,
  openClient,
  SeveralAccountsError,
  type StreamState,
} from '../../src/clients/sdk'
import { isOfOrder } from '../../src/core/conditional/leg'
import { atMs, Temporal } from '../../src/core/time'
import { eventsAfter } from '../../src/ledger/events/log'
import { tokens } from '../../src/postgres/schema/identity'
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy'
import { freshDatabase } from '../support/database'
import { notedTimers } from '../support/fake-socket'
import { openStreamApi } from '../support/stream-api'
import { CLIENT_ID, CLIENT_SECRET } from '../support/trading-floor'

const database = await freshDatabase()
let api: Awaited<ReturnType<typeof openStreamApi>>
let proxy: CuttingProxy | null = null

beforeEach(async () => {
  await freshDatabase()
  api = await openStreamApi({ database })
})
afterEach(async () => {
  proxy?.stop()
  proxy = null
  await api.stop()
})

interface Given {
  readonly clientSecret?: string
  readonly accountId?: string
}

/** A client that counts its requests for tokens. */
function clientAt(url: string, { clientSecret = CLIENT_SECRET, accountId }: Given = {}) {
  const requests: { readonly path: string; readonly requestId: string | null }[] = []
  const noted = (input: string | URL | Request, init?: RequestInit) => {
    const requestId = new Headers(init?.headers).get('x-service-request-id')
    requests.push({ path: String(input), requestId })
    return fetch(input, init)
  }
  const client = openClient({
    url,
    clientId: CLIENT_ID,
    clientSecret,
    accountId,
    random: () => 0,
    after: notedTimers(15_000).after,
    fetch: Object.assign(noted, { preconnect: fetch.preconnect }),
  })
  const issued = () => requests.filter(({ path }) => path.endsWith('/token')).length
  return { ...client, requests, issued }
}
type Following = Pick<ReturnType<typeof clientAt>, 'orderEvents'>

/** Reads so many events, and resolves `live` at the first subscription. */
function reading(client: Following, count: number, options: OrderEventsOptions = {}) {
  const live = Promise.withResolvers<void>()
  const onState = ({ state }: StreamState) => (state === 'live' ? live.resolve() : undefined)
  const read = async (): Promise<OrderEvent[]> => {
    const events: OrderEvent[] = []
    for await (const event of client.orderEvents({ ...options, onState })) {
      events.push(event)
      if (events.length === count) break
    }
    return events
  }
  return { live: live.promise, events: read() }
}

const seqs = (events: readonly OrderEvent[]) => events.map(({ seq }) => seq)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('the SDK over HTTP', () => {
  test('gets a token by itself, and sends a new request id with each call', async () => {
    const client = clientAt(api.origin)
    const account = await answered(client.api.v1.account.get())
    await answered(client.api.v1.account.get())
    expect(account.accountId).toBe('acc_A')
    expect(client.issued()).toBe(1)
    const ids = client.requests.map(({ requestId }) => requestId)
    expect(ids.sort()).toEqual(['00000000-1', '00000000-2', '00000000-3'])
  })

  test('reads the health of a server without a token', async () => {
    const client = clientAt(api.origin, { clientSecret: 'sk_test_wrong' })
    expect((await client.api.livez.get()).status).toBe(200)
    expect((await client.api.health.get()).status).not.toBe(401)
    expect(client.issued()).toBe(0)
  })

  test('requests one token for many first calls', async () => {
    const client = clientAt(api.origin)
    await Promise.all(Array.from({ length: 10 }, () => answered(client.api.v1.account.get())))
    expect(client.issued()).toBe(1)
  })

  test.each([
    ['has expired', async () => api.pass(43_200_000)],
    [
      'was revoked',
      async () => {
        await database.drizzle.update(tokens).set({ revokedAt: atMs(1_700_000_000_000) })
        api.pass(4_000)
      },
    ],
  ])('renews a token that %s, once for all calls', async (_, happen) => {
    const client = clientAt(api.origin)
    await answered(client.api.v1.account.get())
    await happen()
    const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 1 } as const
    const placed = await Promise.all(
      upTo(5).map((nth) =>
        answered(client.api.v1.orders.post({ ...order, clientOrderId: `order-${nth}` })),
      ),
    )
    expect(placed.map(({ status }) => status)).toEqual(Array(5).fill('SUBMITTED'))
    expect(client.issued()).toBe(2)
  })

  test('[candles.sessions] sends a list of a query as the server reads it, by commas', async () => {
    const client = clientAt(api.origin)
    const sessions = ['PRE', 'REGULAR'] as const
    const query = { symbol: 'AAPL', interval: '1h', sessions } as const
    expect((await answered(client.api.v1.market.candles.get({ query }))).symbol).toBe('AAPL')
    expect(client.requests.at(-1)?.path).toContain('sessions=PRE,REGULAR')
  })

  test('[candles.from] sends a time of a query as the server reads it', async () => {
    const client = clientAt(api.origin)
    const query = { symbol: 'AAPL', interval: '1h', to: atMs(1_772_461_800_000) } as const
    expect((await answered(client.api.v1.market.candles.get({ query }))).symbol).toBe('AAPL')
    expect(client.requests.at(-1)?.path).not.toContain('%22')
  })

  test.each([
    ['a text', '2026-03-02T09:30:00.250-05:00'],
    ['a Date', new Date('2026-03-02T14:30:00.250Z')], // tidy: clients send them
    ['an instant', Temporal.Instant.from('2026-03-02T14:30:00.250Z')],
  ])('[time.in] sends %s in a query as one time', async (_, from) => {
    const client = clientAt(api.origin)
    const query = { symbol: 'AAPL', interval: '1m', from, limit: 1 } as const
    expect((await answered(client.api.v1.market.candles.get({ query }))).symbol).toBe('AAPL')
    const sent = new URL(String(client.requests.at(-1)?.path)).searchParams.get('from')
    expect(Date.parse(String(sent))).toBe(Date.parse('2026-03-02T14:30:00.250Z')) // tidy: clients send them
  })

  test('[calendar.from] sends a date of a query as the server reads it', async () => {
    const client = clientAt(api.origin)
    const query = { from: Temporal.PlainDate.from('2026-03-02') }
    const { calendar } = await answered(client.api.v1.market.calendar.get({ query }))
    expect(calendar.map(({ date }) => date)).toEqual(['2026-03-02'])
  })

  test('signs a request that has no typed call', async () => {
    const client = clientAt(api.origin)
    const answer = await client.fetch('/v1/account')
    expect([answer.status, await answer.json()]).toMatchObject([200, { accountId: 'acc_A' }])
  })

  test('throws a refusal with its code', async () => {
    const client = clientAt(api.origin)
    const call = answered(client.api.v1.orders({ orderId: 'ord_1' }).get())
    await expect(call).rejects.toMatchObject({ code: 'order-not-found', status: 404 })
  })

  test('throws the refusal of a wrong secret at the call', async () => {
    const client = clientAt(api.origin, { clientSecret: 'sk_test_wrong' })
    const call = answered(client.api.v1.account.get())
    await expect(call).rejects.toMatchObject({ code: 'invalid-client', status: 401 })
  })
})

describe('the events of orders from the SDK', () => {
  test('come from now on, as they happen', async () => {
    await api.trade()
    const { live, events } = reading(clientAt(api.origin), 5)
    await live
    await api.trade()
    expect((await events).map(({ seq, event }) => [seq, event])).toEqual([
      [6, 'SUBMITTED'],
      [7, 'PARTIALLY_FILLED'],
      [8, 'PENDING_CANCEL'],
      [9, 'PENDING_CANCEL'],
      [10, 'CANCELED'],
    ])
  })

  test('come once and in order over connections that are cut at any byte', async () => {
    const ROUNDS = 30
    let seed = 7
    const bytesLeft = () => {
      seed = (seed * 48_271) % 2_147_483_647 // Lehmer's generator
      return seed % 6_000
    }
    proxy = await cuttingProxy(api.origin, bytesLeft)
    const readers = upTo(5).map(() =>
      reading(clientAt(proxy?.origin ?? ''), ROUNDS * 5, { since: 0 }),
    )
    for (let round = 0; round < ROUNDS; round++) await api.trade()
    const log = await eventsAfter(database, 'acc_A', 0, 1_000_000)
    const statuses = log.filter(isOfOrder).map(({ seq, order }) => [seq, order.status])
    expect(statuses).toHaveLength(ROUNDS * 5)
    for (const { events } of readers) {
      expect((await events).map(({ seq, event }) => [seq, event])).toEqual(statuses)
    }
    expect(proxy.cuts()).toBeGreaterThan(100)
  })

  test('continue with a new token when the old one expires', async () => {
    const client = clientAt(api.origin)
    const { live, events } = reading(client, 10)
    await live
    await api.trade()
    api.pass(43_200_000)
    await api.stream.check()
    await api.trade()
    expect(seqs(await events)).toEqual(upTo(10))
    expect(client.issued()).toBe(2)
  })

  test('are refused from a number that the log does not have [stream.since-gone]', async () => {
    const { events } = reading(clientAt(api.origin), 1, { since: 9 })
    await expect(events).rejects.toMatchObject({ code: 'since-out-of-range' })
  })

  test('are refused to a client with a wrong secret', async () => {
    const { events } = reading(clientAt(api.origin, { clientSecret: 'sk_test_wrong' }), 1)
    await expect(events).rejects.toMatchObject({ code: 'invalid-client', status: 401 })
  })
})

describe('the SDK of a client with several accounts', () => {
  const named = { accountId: 'acc_B' }
  const header = { 'x-service-account-id': 'acc_A' }

  beforeEach(() => api.floor.account('acc_B'))

  test('uses the account that it was opened with in every call', async () => {
    const client = clientAt(api.origin, named)
    expect(await answered(client.api.v1.account.get())).toMatchObject({ accountId: 'acc_B' })
    const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 1 } as const
    const { orderId } = await answered(
      client.api.v1.orders.post({ ...order, clientOrderId: 'mine-1' }),
    )
    expect(await api.floor.stateOf('acc_B', orderId)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('uses another account if a call names it', async () => {
    const account = clientAt(api.origin, named).api.v1.account.get({ headers: header })
    expect(await answered(account)).toMatchObject({ accountId: 'acc_A' })
  })

  test.each([
    ['the account that it was opened with', {}, 'acc_B'],
    ['the account that the events name', { accountId: 'acc_A' }, 'acc_A'],
  ])('reads the events of %s', async (_, options, accountId) => {
    for (const each of ['acc_A', 'acc_B']) await api.floor.order(each, { quantity: '1' })
    const { events } = reading(clientAt(api.origin, named), 1, { ...options, since: 0 })
    expect(await events).toMatchObject([{ seq: 1, accountId }])
  })

  test('refuses events without an account, and lists the accounts to choose from', async () => {
    const refusal = await reading(clientAt(api.origin), 1).events.catch((thrown: unknown) => thrown)
    expect(refusal).toBeInstanceOf(SeveralAccountsError)
    expect(refusal).toMatchObject({
      code: 'missing-parameter',
      accountIds: ['acc_A', 'acc_B'],
      message: 'This client has several accounts (acc_A, acc_B): name an accountId.',
    })
  })
})
