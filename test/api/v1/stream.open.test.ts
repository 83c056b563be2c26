/** GET /v1/stream: opening it, and showing a token. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createApp } from '../../../src/api/app'
import { STREAMS_PER_CLIENT_MAX } from '../../../src/core/limits'
import { refusalIn } from '../../support/answers'
import { rawConnection } from '../../support/raw-connection'
import { openStreamApi, type StreamApi } from '../../support/stream-api'
import { openStream } from '../../support/stream-client'

let api: StreamApi
beforeEach(async () => {
  api = await openStreamApi()
})
afterEach(() => api.stop())

test('[stream.header] [stream.ready] a stream opened with an Authorization header is answered by ready, with the accounts', async () => {
  await api.trade()
  const accounts = [{ accountId: 'acc_A', lastSeq: 5 }]
  expect(await api.open().next('ready')).toEqual({ type: 'ready', accounts })
})

test.each([
  ['an unknown token', 'nobody'],
  ['no token', ''],
])(
  '[stream.header] a stream opened with an Authorization header with %s is refused before the upgrade, as anywhere',
  async (_, token) => {
    const answer = await api.knock({ authorization: `Bearer ${token}` })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(await answer.json()).toMatchObject({ type: 'authentication', code: 'invalid-token' })
  },
)

test('[request-id.form] a stream opened with an Authorization header needs no request id, and refuses a bad one', async () => {
  const answer = await api.knock({ 'x-service-request-id': 'x'.repeat(129) })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'request-id-invalid' })
})

test.each(['x', 'ab', 'api', 'apis', 'a:80', 'server.example', '[::1]', '[::1]:3000', '127.0.0.1'])(
  '[stream.header] a stream opened with an Authorization header works under the host name %p',
  async (host) => {
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
  },
)

test('[stream.first-message] [stream.ready] a stream opened without an Authorization header takes the token in the first message', async () => {
  const client = api.open({})
  client.send({ type: 'authenticate', token: api.token })
  const accounts = [{ accountId: 'acc_A', lastSeq: 0 }]
  expect(await client.next('ready')).toEqual({ type: 'ready', accounts })
})

test('[stream.first-message] a stream opened without an Authorization header is closed with 4401 for a wrong token', async () => {
  const client = api.open({})
  client.send({ type: 'authenticate', token: 'nobody' })
  expect((await client.closed).code).toBe(4401)
  expect((await client.next('error')).error).toMatchObject({
    type: 'authentication',
    code: 'invalid-token',
    docUrl: `${api.origin}/errors/invalid-token`,
  })
})

test('[stream.first-message] a stream opened without an Authorization header takes no other message before the token', async () => {
  const client = api.open({})
  client.send({ type: 'subscribe' })
  expect((await client.next('error')).error.code).toBe('unexpected-message')
  client.send({ type: 'authenticate', token: api.token })
  await client.next('ready')
})

test('[stream.first-message] a stream opened without an Authorization header is closed once 5 s have brought no token', async () => {
  const client = api.open({})
  client.send('no token')
  await client.next('error')
  api.pass(4_999)
  await api.stream.check()
  client.send('still no token')
  await client.next('error')
  api.pass(1)
  await api.stream.check()
  expect(await client.closed).toEqual({ code: 4401, reason: 'authentication-timeout' })
})

test('[request.route] [stream.header] GET /v1/stream is an unknown path without an upgrade', async () => {
  const code = 'route-not-found'
  expect(refusalIn(await api.get('/v1/stream'))).toMatchObject({ status: 404, code })
})

test('[stream.limits] [stream.codes] GET /v1/stream is refused if the client has as many streams as it may', async () => {
  const open = Array.from({ length: STREAMS_PER_CLIENT_MAX }, () => api.open())
  await Promise.all(open.map((client) => client.next('ready')))
  const headers = { authorization: `Bearer ${api.token}`, 'x-service-request-id': 'one-more' }
  const answer = await api.knock(headers)
  expect(answer.status).toBe(429)
  const refusal = { code: 'too-many-streams', data: { limit: 20 }, requestId: 'one-more' }
  expect(await answer.json()).toMatchObject(refusal)
  const late = api.open({})
  late.send({ type: 'authenticate', token: api.token })
  expect(await late.closed).toEqual({ code: 4429, reason: 'too-many-streams' })
  open[0]?.close()
  await open[0]?.closed
  const next = api.open({})
  next.send({ type: 'authenticate', token: api.token })
  await next.next('ready')
})

test('[rate-limit.refused] GET /v1/stream beyond the rate limit is 429 with Retry-After', async () => {
  const slow = { perSecond: 0.25, burst: 1 }
  const limited = await openStreamApi({
    config: { rateLimits: { orders: slow, other: slow, token: { ...slow, burst: 2 } } },
  })
  await limited.open().next('ready')
  const answer = await limited.knock({ authorization: `Bearer ${limited.token}` })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '4'])
  expect(await answer.json()).toMatchObject({ code: 'rate-limit-exceeded' })
  await limited.stop()
})

test('[stream.off] GET /v1/stream is an unknown path if the stream is off, and trading goes on', async () => {
  const app = createApp({ ...api.deps, stream: null })
  const headers = { 'x-service-request-id': 'off', authorization: `Bearer ${api.token}` }
  const upgrade = { ...headers, connection: 'Upgrade', upgrade: 'websocket' }
  const url = 'http://localhost/v1/stream'
  expect((await app.handle(new Request(url, { headers: upgrade }))).status).toBe(404)
  const document = new Request('http://localhost/docs/stream.json')
  expect((await app.handle(document)).status).toBe(404)
  await api.trade()
  const orders = await app.handle(new Request('http://localhost/v1/orders', { headers }))
  expect(await orders.json()).toMatchObject({ orders: [{ status: 'CANCELED' }] })
})

test('[run.stop] GET /v1/stream is closed with 1001 at a shutdown, before the application stops', async () => {
  const client = await api.follow()
  api.stream.close()
  expect((await client.closed).code).toBe(1001)
  await api.app.stop()
  expect(api.failures).toEqual([])
  api.app.listen({ port: 0, hostname: '127.0.0.1' })
  const url = `ws://127.0.0.1:${api.app.server?.port}/v1/stream`
  expect((await openStream(url, { token: api.token }).closed).code).toBe(1001)
})
