import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { atMs } from '../../../src/core/time'
import { clientAccounts, clients, orderEvents, tokens } from '../../../src/store/schema'
import { freshDatabase } from '../../support/database'
import { rawConnection } from '../../support/raw-connection'
import { openStreamApi } from '../../support/stream-api'
import { openStream } from '../../support/stream-client'
import { CLIENT_ID } from '../../support/trading-floor'

const database = await freshDatabase()
let api: Awaited<ReturnType<typeof openStreamApi>>

beforeEach(async () => {
  await freshDatabase()
  api = await openStreamApi({ database })
})
afterEach(() => api.stop())

describe('opening a stream', () => {
  test('with the Authorization header is answered by ready, with the accounts', async () => {
    await api.trade()
    const client = api.open()
    expect(await client.next('ready')).toEqual({
      type: 'ready',
      accounts: [{ accountId: 'acc_A', lastSeq: 5 }],
    })
  })

  test('needs no request id, but refuses a bad one', async () => {
    const answer = await api.knock({ 'x-service-request-id': 'x'.repeat(129) })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'request-id-invalid' })
  })

  test.each([
    ['an unknown token', 'nobody', 401, 'invalid-token'],
    ['no bearer token', '', 401, 'invalid-token'],
  ])('with %s is refused before the upgrade', async (_, token, status, code) => {
    const answer = await api.knock({ authorization: `Bearer ${token}` })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(await answer.json()).toMatchObject({ type: 'authentication', code })
  })

  test.each([
    ...['x', 'ab', 'api', 'apis', 'a:80', 'server.example', '[::1]', '[::1]:3000', '127.0.0.1'],
  ])('works under the host name %p', async (host) => {
    const connection = await rawConnection(api.origin)
    const head = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    connection.send(
      [
        'GET /v1/stream HTTP/1.1',
        `Host: ${host}`,
        ...head,
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Authorization: Bearer ${api.token}`,
        '\r\n',
      ].join('\r\n'),
    )
    await connection.received('101 Switching Protocols')
    await connection.received('"type":"ready"')
  })

  test('without an upgrade is an unknown path', async () => {
    expect((await api.get('/v1/stream')).body).toMatchObject({ code: 'route-not-found' })
  })

  test('can leave the token to the first message', async () => {
    const client = api.open({})
    client.send({ type: 'authenticate', token: api.token })
    expect((await client.next('ready')).accounts).toHaveLength(1)
  })

  test('with a wrong token in the first message is closed with 4401', async () => {
    const client = api.open({})
    client.send({ type: 'authenticate', token: 'nobody' })
    expect((await client.closed).code).toBe(4401)
    expect((await client.next('error')).error).toMatchObject({
      type: 'authentication',
      code: 'invalid-token',
      docUrl: `${api.origin}/errors/invalid-token`,
    })
  })

  test('takes no other message before that one', async () => {
    const client = api.open({})
    client.send({ type: 'subscribe' })
    expect((await client.next('error')).error.code).toBe('unexpected-message')
    client.send({ type: 'authenticate', token: api.token })
    await client.next('ready')
  })

  test('is over when no token has come within 5 s (D9)', async () => {
    const client = api.open({})
    client.send({ type: 'subscribe' })
    await client.next('error')
    api.pass(4_999)
    await api.stream.check()
    api.pass(1)
    await api.stream.check()
    expect(await client.closed).toEqual({ code: 4401, reason: 'authentication-timeout' })
  })

  test('is refused where the client has as many as it may', async () => {
    const open = Array.from({ length: 20 }, () => api.open())
    await Promise.all(open.map((client) => client.next('ready')))
    const answer = await api.knock({ authorization: `Bearer ${api.token}` })
    expect(answer.status).toBe(429)
    expect(await answer.json()).toMatchObject({ code: 'too-many-streams', data: { limit: 20 } })
    const late = api.open({})
    late.send({ type: 'authenticate', token: api.token })
    expect(await late.closed).toEqual({ code: 4429, reason: 'too-many-streams' })
    open[0]?.close()
    await open[0]?.closed
    const next = api.open({})
    next.send({ type: 'authenticate', token: api.token })
    await next.next('ready')
  })
})

describe('a subscription', () => {
  test('without since gives what happens from now on', async () => {
    await api.trade()
    const client = api.open()
    client.send({ type: 'subscribe' })
    expect(await client.next('subscribed')).toMatchObject({ accountId: 'acc_A', since: 5 })
    await api.trade()
    expect((await client.events(5)).map(({ seq }) => seq)).toEqual([6, 7, 8, 9, 10])
  })

  test('tells each change of status and of filled quantity, with the fill', async () => {
    const client = await api.follow()
    await api.trade()
    const events = await client.events(5)
    expect(
      events.map(({ event, order, fill }) => [event, order.filledQuantity, fill?.price]),
    ).toEqual([
      ['SUBMITTED', 0, undefined],
      ['PARTIALLY_FILLED', 40, 10],
      ['PENDING_CANCEL', 40, undefined],
      ['PENDING_CANCEL', 80, 10],
      ['CANCELED', 80, undefined],
    ])
  })

  test('tells a rejection with its reason', async () => {
    const client = await api.follow()
    // Then one share costs more than the account has.
    await api.floor.order('acc_A', { quantity: '1' })
    api.floor.feed.show('AAPL', '199999.99', '200000.00')
    await api.floor.advance('PT1S')
    const [, last] = await client.events(2)
    expect(last).toMatchObject({
      event: 'REJECTED',
      order: { status: 'REJECTED', rejectReason: 'insufficient-buying-power' },
    })
  })

  test('tells why the market canceled what was left of an order', async () => {
    const client = await api.follow()
    await api.floor.order('acc_A', { quantity: '900' })
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

  test('names its account where the client has several', async () => {
    await api.floor.account('acc_B')
    api.pass(5_000)
    const client = api.open()
    client.send({ type: 'subscribe' })
    expect((await client.next('error')).error).toMatchObject({
      code: 'missing-parameter',
      param: 'accountId',
    })
    client.send({ type: 'subscribe', accountId: 'acc_B' })
    await client.next('subscribed')
    await api.floor.order('acc_A', { quantity: '1' })
    await api.floor.order('acc_B', { quantity: '1' })
    expect((await client.events(1))[0]).toMatchObject({ accountId: 'acc_B', seq: 1 })
  })

  test('of another account is refused, whether there is one or not', async () => {
    const client = api.open()
    client.send({ type: 'subscribe', accountId: 'acc_9' })
    expect((await client.next('error')).error).toMatchObject({
      type: 'permission',
      code: 'account-mismatch',
    })
  })

  test.each([[6], [2_147_483_647]])('from %d, after the last, is refused', async (since) => {
    await api.trade()
    const client = api.open()
    client.send({ type: 'subscribe', since })
    expect((await client.next('error')).error).toMatchObject({
      code: 'since-out-of-range',
      param: 'since',
      data: { oldestSeq: 1, lastSeq: 5 },
    })
  })

  test('from an event that is no longer kept is refused', async () => {
    await api.trade()
    await database.drizzle.delete(orderEvents).where(eq(orderEvents.seq, 1))
    const client = api.open()
    client.send({ type: 'subscribe', since: 0 })
    const { error } = await client.next('error')
    expect(error).toMatchObject({ code: 'since-out-of-range', data: { oldestSeq: 2, lastSeq: 5 } })
    client.send({ type: 'subscribe', since: 1 })
    expect((await client.events(4)).map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
  })

  test('made again goes on from the new since', async () => {
    const client = await api.follow()
    await api.trade()
    await client.events(5)
    client.send({ type: 'subscribe', since: 3 })
    expect(await client.next('subscribed')).toMatchObject({ since: 3 })
    await api.floor.order('acc_A', { quantity: '1' })
    expect((await client.events(8)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 4, 5, 6])
  })

  test('ends with unsubscribe', async () => {
    const client = await api.follow()
    client.send({ type: 'unsubscribe' })
    await client.next('unsubscribed')
    await api.trade()
    client.send({ type: 'subscribe' })
    expect((await client.next('subscribed')).since).toBe(5)
    expect(client.of('order')).toEqual([])
  })
})

describe('a message that is none', () => {
  test.each([
    ['text', 'hello', 'malformed-message'],
    ['broken JSON', '{"type":', 'malformed-message'],
    ['a list', '[]', 'malformed-message'],
    ['a number', '17', 'malformed-message'],
    ['no type', '{}', 'malformed-message'],
    ['an unknown type', '{"type":"order"}', 'malformed-message'],
    ['an unknown field', '{"type":"subscribe","from":1}', 'unknown-parameter'],
    ['a number as text', '{"type":"subscribe","since":"1"}', 'invalid-parameter'],
    ['a fraction', '{"type":"subscribe","since":1.5}', 'invalid-parameter'],
    ['a negative number', '{"type":"subscribe","since":-1}', 'invalid-parameter'],
    ['a missing field', '{"type":"authenticate"}', 'missing-parameter'],
  ])(
    '[stream.messages] %s is answered with an error, and the stream stays ' + 'open',
    async (_, text, code) => {
      const client = await api.follow()
      client.send(text)
      expect((await client.next('error')).error).toMatchObject({ code })
      await api.floor.order('acc_A', { quantity: '1' })
      await client.events(1)
    },
  )

  test('is put up with twenty times', async () => {
    const client = await api.follow()
    for (let sent = 1; sent <= 20; sent++) {
      client.send('hello')
      await client.next('error')
    }
    client.send('hello')
    expect((await client.closed).code).toBe(1008)
  })

  test('of more than 4 KiB closes the stream', async () => {
    const client = await api.follow()
    client.send('x'.repeat(4_097))
    expect((await client.closed).code).toBe(1009)
  })
})

test('messages count as requests (D8)', async () => {
  await api.stop()
  const other = { perSecond: 1, burst: 2 }
  await freshDatabase()
  api = await openStreamApi({
    database,
    config: { rateLimits: { orders: other, other, token: other } },
  })
  const client = await api.follow()
  client.send({ type: 'subscribe' })
  expect((await client.next('error')).error.code).toBe('rate-limit-exceeded')
})

describe('a heartbeat', () => {
  test('tells how far every account is', async () => {
    await api.floor.account('acc_B')
    api.pass(5_000)
    const client = api.open()
    await client.next('ready')
    await api.trade()
    await api.stream.sendHeartbeats()
    expect((await client.next('heartbeat')).accounts).toEqual([
      { accountId: 'acc_A', lastSeq: 5 },
      { accountId: 'acc_B', lastSeq: 0 },
    ])
  })

  test('comes after the events that it counts', async () => {
    const client = await api.follow()
    await api.trade()
    await api.stream.sendHeartbeats()
    await client.next('heartbeat')
    expect(client.of('order')).toHaveLength(5)
  })
})

describe('a stream is closed with 4401 within 5 s (D2)', () => {
  const { drizzle } = database
  const now = { at: atMs(1_700_000_000_000) }

  test.each([
    ['expires', 'expired-token', async () => api.pass(43_200_000)],
    ['is revoked', 'invalid-token', async () => drizzle.update(tokens).set({ revokedAt: now.at })],
    [
      'is of a client that is disabled',
      'client-disabled',
      async () =>
        drizzle.update(clients).set({ disabledAt: now.at }).where(eq(clients.clientId, CLIENT_ID)),
    ],
  ])('when its token %s', async (_, code, happen) => {
    const client = await api.follow()
    await happen()
    api.pass(4_000) // as long as a token is remembered
    await api.stream.check()
    expect(await client.closed).toEqual({ code: 4401, reason: code })
    expect((await client.next('error')).error).toMatchObject({ code })
  })

  test('and not before', async () => {
    const client = await api.follow()
    api.pass(43_199_999)
    await api.stream.check()
    await api.trade()
    await client.events(5)
  })

  test('a subscription of an account that the client has lost ends', async () => {
    await api.floor.account('acc_B')
    api.pass(5_000)
    const client = api.open()
    client.send({ type: 'subscribe', accountId: 'acc_A' })
    await client.next('subscribed')
    await drizzle.delete(clientAccounts).where(eq(clientAccounts.accountId, 'acc_A'))
    api.pass(4_000)
    await api.stream.check()
    expect((await client.next('error')).error.code).toBe('account-mismatch')
    await api.trade()
    await api.stream.sendHeartbeats()
    expect((await client.next('heartbeat')).accounts.map(({ accountId }) => accountId)).toEqual([
      'acc_B',
    ])
    expect(client.of('order')).toEqual([])
  })
})

test('a shutdown closes streams with 1001, before the application stops', async () => {
  const client = await api.follow()
  api.stream.close()
  expect((await client.closed).code).toBe(1001)
  await api.app.stop()
  expect(api.failures).toEqual([])
  api.app.listen({ port: 0, hostname: '127.0.0.1' })
  const late = openStream(`ws://127.0.0.1:${api.app.server?.port}/v1/stream`, { token: api.token })
  expect((await late.closed).code).toBe(1001)
})
