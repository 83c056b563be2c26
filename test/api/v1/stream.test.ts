/** D9 over real sockets, one rule at a time. */

import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import Ajv from 'ajv'
import { createApp } from '../../../src/api/app'
import { bufferedBytesMax } from '../../../src/api/v1/stream/limits'
import { streamService } from '../../../src/api/v1/stream/service'
import { RATE_LIMITS_DEFAULT, STREAM_HEARTBEAT_MS_MAX } from '../../../src/core/limits'
import { REFUSALS, refusalMessage } from '../../../src/core/refusals'
import { openEvents } from '../../../src/events/publish'
import { orderEvents, tokens } from '../../../src/store/schema'
import { freshDatabase } from '../../support/database'
import { refusalIn } from '../../support/market-api'
import { openStreamApi } from '../../support/stream-api'
import { type OrderMessage, subscribed } from '../../support/stream-client'
import { REMEMBERED_MS, STREAM_RECIPES, type StreamApi } from '../../support/stream-codes'
import { CLIENT_ID, MONDAY_AT_TEN } from '../../support/trading-floor'

const database = await freshDatabase()
let api: StreamApi

beforeEach(async () => {
  await freshDatabase()
  api = await openStreamApi({ database, config: { rateLimits: { ...RATE_LIMITS_DEFAULT } } })
})
afterEach(() => api.stop())

const seqsOf = (events: readonly OrderMessage[]) => events.map(({ seq }) => seq)
const order = (quantity = '1') => api.floor.order('acc_A', { quantity })

describe('the token', () => {
  test(
    '[stream.header] [stream.ready] may come with the request; ready names ' + 'the accounts',
    async () => {
      await api.trade()
      const accounts = [{ accountId: 'acc_A', lastSeq: 5 }]
      expect(await api.open().next('ready')).toEqual({ type: 'ready', accounts })
    },
  )

  test('[stream.header] that is wrong is refused before the upgrade, as anywhere', async () => {
    const answer = await api.knock({ authorization: 'Bearer nobody' })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'invalid-token' }])
  })

  test('[stream.first-message] [stream.ready] may come in the first message instead', async () => {
    const client = api.open({})
    client.send({ type: 'authenticate', token: api.token })
    const accounts = [{ accountId: 'acc_A', lastSeq: 0 }]
    expect(await client.next('ready')).toEqual({ type: 'ready', accounts })
  })

  test('[stream.first-message] that has not come in 5 s never will', async () => {
    const client = api.open({})
    client.send('no token')
    await client.next('error')
    api.pass(4_999)
    await api.stream.check()
    expect(client.of('error')).toHaveLength(1)
    api.pass(1)
    await api.stream.check()
    expect(await client.closed).toEqual({ code: 4401, reason: 'authentication-timeout' })
  })
})

test('[stream.off] turned off, there is no such path, and trading goes on', async () => {
  await api.stop()
  await freshDatabase()
  api = await openStreamApi({ database })
  const app = createApp({ ...api.deps, stream: null })
  const headers = { 'x-service-request-id': 'off', authorization: `Bearer ${api.token}` }
  const upgrade = { ...headers, connection: 'Upgrade', upgrade: 'websocket' }
  const url = 'http://localhost/v1/stream'
  expect((await app.handle(new Request(url, { headers: upgrade }))).status).toBe(404)
  await api.trade()
  const orders = await app.handle(new Request('http://localhost/v1/orders', { headers }))
  expect(await orders.json()).toMatchObject({ orders: [{ status: 'CANCELED' }] })
})

describe('an event', () => {
  test('[stream.event] is each change of status or filled quantity, with the fill', async () => {
    const client = await api.follow()
    await api.trade()
    const events = await client.events(5)
    expect(events.map((each) => [each.event, each.order.filledQuantity, each.fill?.price])).toEqual(
      [
        ['SUBMITTED', 0, undefined],
        ['PARTIALLY_FILLED', 40, 10],
        ['PENDING_CANCEL', 40, undefined],
        ['PENDING_CANCEL', 80, 10],
        ['CANCELED', 80, undefined],
      ],
    )
  })

  test('[stream.event] has the records that HTTP has', async () => {
    const client = await api.follow()
    await api.trade()
    const last = (await client.events(5))[4]
    const { body: record } = await api.get(`/v1/orders/${last?.order.orderId}`)
    expect(last?.order).toEqual(Object(record))
    expect(last?.occurredAt).toBe(String(record.updatedAt))
    const { body } = await api.get('/v1/orders/fills')
    const fills = client.of('order').flatMap(({ fill }) => fill ?? [])
    expect(fills.toReversed()).toEqual(Object(body).fills)
  })

  test('[stream.seq] is counted 1, 2, 3 … in each account of its own', async () => {
    await api.floor.account('acc_B')
    api.pass(REMEMBERED_MS)
    const client = api.open()
    for (const accountId of ['acc_A', 'acc_B']) client.send({ type: 'subscribe', accountId })
    await client.next('subscribed')
    await client.next('subscribed')
    await api.trade()
    await api.floor.order('acc_B', { quantity: '1' })
    const events = await client.events(6)
    const of = (accountId: string) => events.filter((each) => each.accountId === accountId)
    expect([seqsOf(of('acc_A')), seqsOf(of('acc_B'))]).toEqual([[1, 2, 3, 4, 5], [1]])
  })

  test('[stream.transaction] is not there when its change is not', async () => {
    const client = await api.follow()
    expect(await api.floor.place('acc_A', { quantity: '1000000' })).toMatchObject({
      refused: 'insufficient-buying-power',
    })
    const transaction = spyOn(database, 'transaction')
    transaction.mockRejectedValueOnce(new Error('no commit'))
    await expect(order()).rejects.toThrow('no commit')
    transaction.mockRestore()
    await order()
    expect(seqsOf(await client.events(1))).toEqual([1])
    expect(await database.drizzle.select().from(orderEvents)).toHaveLength(1)
  })

  test('[stream.after-commit] is not sent while its transaction may still fail', async () => {
    const client = await api.follow()
    const sentBefore: number[] = []
    const commit = database.transaction
    const transaction = spyOn(database, 'transaction').mockImplementationOnce((work) =>
      commit(async (open) => {
        const done = await work(open)
        // Events are handed on at the loop's next turn, and the answer comes after what was sent.
        for (let turn = 1; turn <= 2; turn++) {
          client.send('no message')
          await client.next('error')
        }
        sentBefore.push(client.of('order').length)
        return done
      }),
    )
    const orderId = await order()
    transaction.mockRestore()
    expect((await client.events(1))[0]?.order.orderId).toBe(orderId)
    expect(sentBefore).toEqual([0])
  })
})

describe('a subscription', () => {
  test('[stream.subscribe] gives every event after since, then the live ones, once', async () => {
    await api.trade()
    const client = await api.follow(2)
    await api.trade()
    expect(seqsOf(await client.events(8))).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('[stream.subscribe] without since gives what happens from now on', async () => {
    await api.trade()
    const client = await api.follow()
    await order()
    expect(seqsOf(await client.events(1))).toEqual([6])
  })

  test('[stream.account] names its account where the client has several', async () => {
    await api.floor.account('acc_B')
    api.pass(REMEMBERED_MS)
    const client = api.open()
    client.send({ type: 'subscribe' })
    expect((await client.next('error')).error).toMatchObject({ param: 'accountId' })
    client.send({ type: 'subscribe', accountId: 'acc_B' })
    expect((await client.next('subscribed')).accountId).toBe('acc_B')
  })

  test('[stream.reconnect] goes on at another node where it was cut off', async () => {
    const first = await api.follow(0)
    await api.trade()
    const before = seqsOf(await first.events(5))
    first.kill()
    await order()
    const failed = (error: unknown) => api.failures.push(error)
    const events = await openEvents({ database, failed })
    const node = { events, elapsedMs: api.deps.elapsedMs, failed }
    const app = createApp({ ...api.deps, stream: streamService(node) })
    app.listen({ port: 0, hostname: '127.0.0.1' })
    const url = `ws://127.0.0.1:${app.server?.port}/v1/stream`
    const second = await subscribed(url, api.token, before.at(-1))
    await order()
    // The other node hears of this commit through the database alone, at the latest by a look.
    await events.lastSeqs(['acc_A'])
    expect([...before, ...seqsOf(await second.events(2))]).toEqual([1, 2, 3, 4, 5, 6, 7])
    await app.stop(true)
    await events.close()
  })

  test(
    '[stream.since-gone] from an event that is no longer kept says to read ' + 'the HTTP API',
    async () => {
      await api.trade()
      await database.drizzle.delete(orderEvents)
      const client = api.open()
      client.send({ type: 'subscribe', since: 1 })
      const { error } = await client.next('error')
      expect(error).toMatchObject({ code: 'since-out-of-range', param: 'since' })
      expect(await (await fetch(error.docUrl)).text()).toContain('GET /v1/orders')
    },
  )
})

test('[stream.heartbeat] comes every 5 s with how far each account is', async () => {
  expect(STREAM_HEARTBEAT_MS_MAX).toBe(5_000)
  const client = await api.follow()
  await api.trade()
  await api.stream.sendHeartbeats()
  const accounts = [{ accountId: 'acc_A', lastSeq: 5 }]
  expect(await client.next('heartbeat')).toEqual({ type: 'heartbeat', accounts })
})

test('[stream.slow-reader] who reads too slowly is closed with 1013, and can resume', async () => {
  // A socket with a network that takes nothing; stream.slow.test.ts has a real one.
  const sent: number[] = []
  const closed: number[] = []
  let unreadBytes = 0
  const bearer = async () => ({ clientId: CLIENT_ID, accountIds: ['acc_A'] })
  const connection = api.stream.open(
    {
      send: () => {},
      sendEvents: (changes) => void sent.push(...changes.map(({ seq }) => seq)),
      bufferedBytes: () => unreadBytes,
      close: (code) => void closed.push(code),
      terminate: () => {},
    },
    bearer,
    () => bearer,
  )
  await connection.receive({ type: 'subscribe', since: 0 })
  unreadBytes = bufferedBytesMax + 1
  await order()
  await order()
  const client = await api.follow(0)
  await client.events(2)
  expect({ sent, closed }).toEqual({ sent: [1], closed: [1013] })
  expect(seqsOf(await (await api.follow(1)).events(1))).toEqual([2])
})

describe('a stream whose token', () => {
  test.each([
    ['[stream.token-over] expires', 'expired-token', async () => api.pass(43_200_000)],
    [
      '[stream.token-over] is revoked',
      'invalid-token',
      async () => database.drizzle.update(tokens).set({ revokedAt: MONDAY_AT_TEN }),
    ],
  ])('%s is closed with 4401', async (_, code, happen) => {
    const client = await api.follow()
    await happen()
    api.pass(REMEMBERED_MS)
    await api.stream.check()
    expect(await client.closed).toEqual({ code: 4401, reason: code })
  })
})

// safe: Object.keys of a literal gives its own keys.
const CODES = Object.keys(STREAM_RECIPES) as (keyof typeof STREAM_RECIPES)[]

describe('a code of the stream', () => {
  test.each(CODES)('[stream.codes] [error.catalogue] %s', async (code) => {
    const { type, message, data, docUrl, ...error } = await STREAM_RECIPES[code](api, database)
    expect(error.code).toBe(code)
    expect(type).toBe(REFUSALS[code].type)
    expect(message).toBe(refusalMessage({ refused: code, ...(data && { data }) }))
    expect(message).not.toMatch(/[{}]|undefined|the inside/)
    expect(docUrl).toBe(`${api.origin}/errors/${code}`)
    expect((await fetch(docUrl)).status).toBe(200)
  })

  test('[stream.limits] [stream.header] too-many-streams is 429 before the upgrade', async () => {
    const open = Array.from({ length: 20 }, () => api.open())
    await Promise.all(open.map((client) => client.next('ready')))
    const answer = await api.knock({ authorization: `Bearer ${api.token}` })
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'too-many-streams' }])
  })
})

test('[stream.documented] /docs/stream.json describes the messages that come', async () => {
  const { body } = await api.get('/docs/stream.json', { authorization: undefined })
  const { messages } = Object(body.components)
  const client = await api.follow()
  await api.trade()
  await client.events(5)
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const message of client.messages) {
    expect(ajv.validate(messages[message.type].payload, message)).toBe(true)
    expect(ajv.validate(messages[message.type].payload, { ...message, more: 1 })).toBe(false)
  }
})

test('[request.route] [stream.header] without an upgrade it is an unknown path', async () => {
  const code = 'route-not-found'
  expect(refusalIn(await api.get('/v1/stream'))).toMatchObject({ status: 404, code })
})
