/** The messages to a subscriber of GET /v1/stream: events, subscriptions, heartbeats. */
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createApp } from '../../../src/api/app'
import { streamService } from '../../../src/api/v1/stream/service'
import { STREAM_HEARTBEAT_MS_MAX } from '../../../src/core/limits'
import { openEvents } from '../../../src/ledger/events/publish'
import { orderEvents } from '../../../src/postgres/schema/trading'
import { openStreamApi, type StreamApi } from '../../support/stream-api'
import { type OrderMessage, subscribed } from '../../support/stream-client'
import { REMEMBERED_MS } from '../../support/stream-codes'

let api: StreamApi
beforeEach(async () => {
  api = await openStreamApi()
})
afterEach(() => api.stop())

const seqsOf = (events: readonly OrderMessage[]) => events.map(({ seq }) => seq)
const order = (quantity = '1') => api.floor.order('acc_A', { quantity })

/** Adds a second account, which the client's next stream has. */
async function addAccount(accountId: string): Promise<void> {
  await api.floor.account(accountId)
  api.pass(REMEMBERED_MS)
}

test('[stream.event] an event of the stream is each change of status or filled quantity, with the fill', async () => {
  const client = await api.follow()
  await api.trade()
  const events = await client.events(5)
  const rows = events.map((each) => [each.event, each.order.filledQuantity, each.fill?.price])
  expect(rows).toEqual([
    ['SUBMITTED', 0, undefined],
    ['PARTIALLY_FILLED', 40, 10],
    ['PENDING_CANCEL', 40, undefined],
    ['PENDING_CANCEL', 80, 10],
    ['CANCELED', 80, undefined],
  ])
})

test('[stream.event] an event of the stream has the order and the fill as GET /v1/orders and its fills have them', async () => {
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

test('[stream.event] an event of the stream of a rejection has its reason', async () => {
  const client = await api.follow()
  await order()
  // One share costs more than the account has.
  api.floor.feed.show('AAPL', '199999.99', '200000.00')
  await api.floor.advance('PT1S')
  const [, last] = await client.events(2)
  expect(last).toMatchObject({
    event: 'REJECTED',
    order: { status: 'REJECTED', rejectReason: 'insufficient-buying-power' },
  })
})

test('[stream.event] an event of the stream of a cancellation by the market has its reason', async () => {
  const client = await api.follow()
  await order('900')
  api.floor.feed.show('AAPL', '999.99', '1000.00', '1000')
  await api.floor.advance('PT1S')
  const [, part, last] = await client.events(3)
  expect(part?.order).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: 100 })
  expect(part?.order).not.toHaveProperty('cancelReason')
  expect(last).toMatchObject({
    event: 'CANCELED',
    order: { status: 'CANCELED', cancelReason: 'insufficient-buying-power' },
  })
})

test('[stream.seq] an event of the stream is counted 1, 2, 3 … in each account on its own', async () => {
  await addAccount('acc_B')
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

test('[stream.transaction] an event of the stream is not sent or stored if its change is not committed', async () => {
  const client = await api.follow()
  expect(await api.floor.place('acc_A', { quantity: '1000000' })).toMatchObject({
    refused: 'insufficient-buying-power',
  })
  const commit = spyOn(api.database, 'commit')
  commit.mockRejectedValueOnce(new Error('no commit'))
  await expect(order()).rejects.toThrow('no commit')
  commit.mockRestore()
  await order()
  expect(seqsOf(await client.events(1))).toEqual([1])
  expect(await api.database.drizzle.select().from(orderEvents)).toHaveLength(1)
})

test('[stream.after-commit] an event of the stream is not sent while its transaction may still fail', async () => {
  const client = await api.follow()
  const sentBefore: number[] = []
  const { commit } = api.database
  const spied = spyOn(api.database, 'commit').mockImplementationOnce(async (asked, claim) => {
    const rows = await commit(asked, claim)
    // Events are sent at the loop's next turn, and the answer comes after them.
    for (let turn = 1; turn <= 2; turn++) {
      client.send('no message')
      await client.next('error')
    }
    sentBefore.push(client.of('order').length)
    return rows
  })
  const orderId = await order()
  spied.mockRestore()
  expect((await client.events(1))[0]?.order.orderId).toBe(orderId)
  expect(sentBefore).toEqual([0])
})

test('[stream.subscribe] a subscription to the stream sends every event after since, then the live ones, once', async () => {
  await api.trade()
  const client = await api.follow(2)
  await api.trade()
  expect(seqsOf(await client.events(8))).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
})

test('[stream.subscribe] a subscription to the stream without since sends what happens from now on', async () => {
  await api.trade()
  const client = api.open()
  client.send({ type: 'subscribe' })
  expect(await client.next('subscribed')).toMatchObject({ accountId: 'acc_A', since: 5 })
  await api.trade()
  expect(seqsOf(await client.events(5))).toEqual([6, 7, 8, 9, 10])
})

test('[stream.subscribe] a subscription to the stream that is repeated goes on from the new since', async () => {
  const client = await api.follow()
  await api.trade()
  await client.events(5)
  client.send({ type: 'subscribe', since: 3 })
  expect(await client.next('subscribed')).toMatchObject({ since: 3 })
  await order()
  expect(seqsOf(await client.events(8))).toEqual([1, 2, 3, 4, 5, 4, 5, 6])
})

test('[stream.subscribe] a subscription to the stream ends with unsubscribe', async () => {
  const client = await api.follow()
  client.send({ type: 'unsubscribe' })
  await client.next('unsubscribed')
  await api.trade()
  client.send({ type: 'subscribe' })
  expect((await client.next('subscribed')).since).toBe(5)
  expect(client.of('order')).toEqual([])
})

test('[stream.account] a subscription to the stream names its account if the client has several, and sends no other', async () => {
  await addAccount('acc_B')
  const client = api.open()
  client.send({ type: 'subscribe' })
  expect((await client.next('error')).error).toMatchObject({
    code: 'missing-parameter',
    param: 'accountId',
  })
  client.send({ type: 'subscribe', accountId: 'acc_B' })
  expect((await client.next('subscribed')).accountId).toBe('acc_B')
  await order()
  await api.floor.order('acc_B', { quantity: '1' })
  expect((await client.events(1))[0]).toMatchObject({ accountId: 'acc_B', seq: 1 })
})

test('[stream.account] a subscription to the stream to an account of another client, or of none, is refused', async () => {
  const client = api.open()
  client.send({ type: 'subscribe', accountId: 'acc_9' })
  expect((await client.next('error')).error).toMatchObject({
    type: 'permission',
    code: 'account-mismatch',
  })
})

test.each([[6], [2_147_483_647]])(
  '[stream.since-gone] a subscription to the stream from %d, after the last event, is refused',
  async (since) => {
    await api.trade()
    const client = api.open()
    client.send({ type: 'subscribe', since })
    expect((await client.next('error')).error).toMatchObject({
      code: 'since-out-of-range',
      param: 'since',
      data: { oldestSeq: 1, lastSeq: 5 },
    })
  },
)

test('[stream.since-gone] a subscription to the stream from an event that is no longer kept is refused, from the next is not', async () => {
  await api.trade()
  await api.database.drizzle.delete(orderEvents).where(eq(orderEvents.seq, 1))
  const client = api.open()
  client.send({ type: 'subscribe', since: 0 })
  const { error } = await client.next('error')
  expect(error).toMatchObject({
    code: 'since-out-of-range',
    param: 'since',
    data: { oldestSeq: 2, lastSeq: 5 },
  })
  client.send({ type: 'subscribe', since: 1 })
  expect(seqsOf(await client.events(4))).toEqual([2, 3, 4, 5])
})

test('[stream.since-gone] a subscription to the stream if no event is kept sends its client to GET /v1/orders', async () => {
  await api.trade()
  await api.database.drizzle.delete(orderEvents)
  const client = api.open()
  client.send({ type: 'subscribe', since: 1 })
  const { error } = await client.next('error')
  expect(error).toMatchObject({ code: 'since-out-of-range', param: 'since' })
  expect(await (await fetch(error.docUrl)).text()).toContain('GET /v1/orders')
})

test('[stream.reconnect] a subscription to the stream goes on at another server where it was cut off', async () => {
  const first = await api.follow(0)
  await api.trade()
  const before = seqsOf(await first.events(5))
  first.kill()
  await order()
  const failed = (error: unknown) => api.failures.push(error)
  const events = await openEvents({ database: api.database, failed })
  const node = { events, elapsedMs: api.deps.elapsedMs, failed }
  const app = createApp({ ...api.deps, stream: streamService(node) })
  app.listen({ port: 0, hostname: '127.0.0.1' })
  const url = `ws://127.0.0.1:${app.server?.port}/v1/stream`
  const second = await subscribed(url, api.token, before.at(-1))
  await order()
  // The other server notices this commit through the database alone, at its next look at the
  // latest.
  await events.lastSeqs(['acc_A'])
  expect([...before, ...seqsOf(await second.events(2))]).toEqual([1, 2, 3, 4, 5, 6, 7])
  await app.stop(true)
  await events.close()
})

test('[stream.heartbeat] a heartbeat of the stream comes every 5 s', () => {
  expect(STREAM_HEARTBEAT_MS_MAX).toBe(5_000)
})

test('[stream.heartbeat] a heartbeat of the stream says how far each account is, subscribed or not', async () => {
  await addAccount('acc_B')
  const client = api.open()
  await client.next('ready')
  await api.trade()
  await api.stream.sendHeartbeats()
  expect(await client.next('heartbeat')).toEqual({
    type: 'heartbeat',
    accounts: [
      { accountId: 'acc_A', lastSeq: 5 },
      { accountId: 'acc_B', lastSeq: 0 },
    ],
  })
})

test('[stream.heartbeat] a heartbeat of the stream comes after the events that it counts', async () => {
  const client = await api.follow()
  await api.trade()
  await api.stream.sendHeartbeats()
  await client.next('heartbeat')
  expect(client.of('order')).toHaveLength(5)
})
