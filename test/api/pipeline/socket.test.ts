/** Requests over a real socket, which a Request object cannot express. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openApi } from '../../support/api'
import { orderOf } from '../../support/orders'
import { rawConnection } from '../../support/raw-connection'

const api = await openApi()
let token = ''
let port = 0
beforeAll(async () => {
  token = await api.signIn()
  api.app.listen({ hostname: '127.0.0.1', port: 0 })
  port = api.app.server?.port ?? 0
})
afterAll(async () => {
  await api.app.stop(true)
})

/** Sends the lines, an empty line, and the rest; returns the whole answer. */
async function responseTo(...lines: readonly string[]): Promise<string> {
  const connection = await rawConnection(`http://127.0.0.1:${port}`)
  connection.send(lines.join('\r\n'))
  await connection.closed
  return connection.text()
}

/** The status, and the code if there is one. */
async function say(...lines: readonly string[]) {
  const text = await responseTo(...lines)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), code: /"code":"([^"]+)"/.exec(body)?.[1] }
}

const HEAD = ['host: localhost', 'connection: close', 'x-service-request-id: wire']
const bearer = () => `authorization: Bearer ${token}`
const JSON_TYPE = 'content-type: application/json'

describe('what Bun cannot read as a request', () => {
  const EMPTY = /^HTTP\/1\.1 (\d+) [^\r]+\r\nConnection: close\r\n\r\n$/
  const long = 'x'.repeat(16 * 1024)
  test.each([
    ['a request line of 16 KiB', '431', [`GET /v1/${long} HTTP/1.1`, ...HEAD, '', '']],
    ['headers of 16 KiB', '431', ['GET /v1/account HTTP/1.1', ...HEAD, `x-a: ${long}`, '', '']],
    ['a request that is none', '400', ['NONSENSE', '', '']],
    ['another version', '505', ['GET /v1/account HTTP/2.7', ...HEAD, '', '']],
  ])(
    'Bun itself answers %s, which it cannot read, with %s and no body, as docs/operating.md says',
    async (_, status, lines) => {
      expect(EMPTY.exec(await responseTo(...lines))?.[1]).toBe(status)
    },
  )

  test('what Bun cannot read as a request does not include 200 symbols and a long token', async () => {
    const symbols = Array.from({ length: 200 }, (_, at) => `SYMBOL${at}`.padEnd(12, 'X')).join()
    const path = `/v1/market/quotes?symbols=AAPL,${symbols.slice(0, -13)}`
    expect(await say(`GET ${path} HTTP/1.1`, ...HEAD, bearer(), '', '')).toMatchObject({
      status: 200,
    })
  })
})

test('[auth.bearer] a request over a socket may have its headers in any case', async () => {
  const shouted = bearer().replace('authorization', 'AUTHORIZATION')
  expect(await say('GET /v1/account HTTP/1.1', ...HEAD, shouted, '', '')).toEqual({
    status: 200,
    code: undefined,
  })
})

test('[request.body] a request over a socket may have a body in chunks', async () => {
  const body = JSON.stringify(orderOf())
  const half = body.length >> 1
  const chunks = [body.slice(0, half), body.slice(half), ''].map(
    (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
  )
  const head = ['POST /v1/orders HTTP/1.1', ...HEAD, bearer(), JSON_TYPE]
  const answer = await say(...head, 'transfer-encoding: chunked', '', chunks.join(''))
  expect(answer.status).toBe(200)
})

test('[request.body-max] a request over a socket may not have a body of more than 64 KiB, in chunks or not', async () => {
  const body = JSON.stringify(orderOf()).padEnd(70_000)
  const head = ['POST /v1/orders HTTP/1.1', ...HEAD, bearer(), JSON_TYPE]
  const whole = await say(...head, `content-length: ${body.length}`, '', body)
  expect(whole).toEqual({ status: 400, code: 'body-too-large' })
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const chunked = await say(...head, 'transfer-encoding: chunked', '', chunk)
  expect(chunked).toEqual({ status: 400, code: 'body-too-large' })
})

test.each(['/v1/account', '/v1/nowhere'])(
  'a request over a socket is answered without a body if it is HEAD %s',
  async (path) => {
    expect(await responseTo(`HEAD ${path} HTTP/1.1`, ...HEAD, bearer(), '', '')).toEndWith(
      '\r\n\r\n',
    )
  },
)

test('a request over a socket that is GET may have a body, which is not read', async () => {
  const head = ['GET /v1/account HTTP/1.1', ...HEAD, bearer(), JSON_TYPE]
  expect((await say(...head, 'content-length: 1', '', '{')).status).toBe(200)
})

test.each([
  ['a second token', () => bearer(), 401, 'invalid-token'],
  ['a second account', () => 'x-service-account-id: acc_1', 403, 'account-mismatch'],
])('a request over a socket is refused with %s', async (_, header, status, code) => {
  const twice = [header(), header(), bearer()].slice(0, header() === bearer() ? 2 : 3)
  expect(await say('GET /v1/account HTTP/1.1', ...HEAD, ...twice, '', '')).toEqual({
    status,
    code,
  })
})

test.each([
  ['a broken escape in the path', 'GET /v1/orders/%zz', 404, 'order-not-found'],
  ['a path of 8,000 characters', `GET /v1/orders/${'x'.repeat(8_000)}`, 400, 'invalid-parameter'],
  ['a query of 8,000', `GET /v1/orders?cursor=${'x'.repeat(8_000)}`, 400, 'invalid-cursor'],
  ['a path that there is not', 'GET http://elsewhere/v1/nowhere', 404, 'route-not-found'],
  ['a method that there is not', 'TRACE /v1/orders', 404, 'route-not-found'],
])('a request over a socket is refused for %s', async (_, line, status, code) => {
  const answer = await say(`${line} HTTP/1.1`, ...HEAD, bearer(), '', '')
  expect(answer).toEqual({ status, code })
})

test.each([
  ['a NUL in the path', 'GET /v1/orders/a\u0000b HTTP/1.1'],
  ['no path at all', 'GET  HTTP/1.1'],
  ['a method of its own', 'FETCH /v1/orders HTTP/1.1'],
  ['no version', 'GET /v1/orders'],
])('a request over a socket does not reach us with %s', async (_, line) => {
  expect(await say(line, ...HEAD, bearer(), '', '')).toMatchObject({ code: undefined })
  expect(api.failures).toEqual([])
})

describe('a request of HTTP/1.0 without a usable Host', () => {
  const ask = (path: string, ...host: readonly string[]) =>
    say(`GET ${path} HTTP/1.0`, ...host, 'connection: close', '', '')

  test.each([[[]], [['host: ']], [['host: a b']], [['host: [::']], [['host: local:99999']]])(
    '[console.host] does not reach the console: %p',
    async (host) => {
      const answer = await ask('/console/api/session', ...host)
      expect(answer).toEqual({ status: 403, code: 'host-not-allowed' })
    },
  )

  test('[run.documentation] is answered with the document all the same', async () => {
    expect(await ask('/openapi.json')).toMatchObject({ status: 200 })
  })
})
