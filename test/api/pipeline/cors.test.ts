/** Pages of other origins send what a real browser sends, over a real socket. */
import { afterEach, describe, expect, test } from 'bun:test'
import type { AllowedOrigins } from '../../../src/http/addresses'
import { freshDatabase } from '../../support/database'
import { openStreamApi } from '../../support/stream-api'

const database = await freshDatabase()
const PAGE = 'https://app.example'
let api: Awaited<ReturnType<typeof openStreamApi>>
afterEach(() => api.stop())

async function open(corsOrigins: AllowedOrigins | null, publicUrl: string | null = null) {
  await freshDatabase()
  api = await openStreamApi({ database, config: { corsOrigins, publicUrl } })
}
const ask = (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
  fetch(`${api.origin}${path}`, { method, headers })
const preflight = (origin: string, path = '/v1/orders') =>
  ask(
    path,
    {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'authorization,content-type,x-service-account-id,x-service-request-id',
    },
    'OPTIONS',
  )
const listOf = (response: Response, name: string) =>
  (response.headers.get(name) ?? '').toLowerCase().split(', ')

test('[run.cors] a CORS preflight from an allowed page answers what it may send', async () => {
  await open([PAGE, 'http://localhost:5173'])
  for (const origin of [PAGE, 'http://localhost:5173']) {
    for (const path of ['/v1/orders', '/v1/oauth/token', '/v1/orders/ord_1', '/v1/nowhere']) {
      const answer = await preflight(origin, path)
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(listOf(answer, 'access-control-allow-methods')).toEqual([
        'get',
        'post',
        'put',
        'delete',
      ])
      expect(listOf(answer, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'x-service-request-id',
          'x-service-account-id',
        ]),
      )
      expect(answer.headers.get('access-control-max-age')).toBe('7200')
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  }
})

test('[run.cors] a CORS preflight from another page allows no origin', async () => {
  await open([PAGE])
  for (const origin of ['https://app.example.evil', 'http://app.example', 'null']) {
    const answer = await preflight(origin)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  }
})

test('[run.cors] a CORS preflight is no method if no page is allowed', async () => {
  await open(null)
  const answer = await preflight(PAGE)
  expect(answer.status).toBe(400)
  expect(answer.headers.has('access-control-allow-origin')).toBe(false)
})

test('[request.route] a CORS preflight that is OPTIONS and nothing more is an unknown method', async () => {
  await open([PAGE])
  const answer = await ask('/v1/orders', { 'x-service-request-id': '1' }, 'OPTIONS')
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'route-not-found' }])
})

describe('an answer to a page', () => {
  const answers = [
    ['a success', '/v1/account', 200],
    ['a refusal of its shape', '/v1/orders?status=NONE', 400],
    ['an unknown order', '/v1/orders/ord_none', 404],
    ['an unknown path', '/v1/nowhere', 404],
    ['the document', '/docs/json', 200],
    ['a page', '/errors', 200],
  ] as const
  test.each(answers)(
    '[run.cors] an answer to a page that is %s may be read by an allowed page',
    async (_, path, status) => {
      await open([PAGE])
      const headers = { authorization: `Bearer ${api.token}`, 'x-service-request-id': '1' }
      const answer = await ask(path, { ...headers, origin: PAGE })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
      expect(listOf(answer, 'access-control-expose-headers')).toEqual(
        expect.arrayContaining([
          'x-service-request-id',
          'x-ratelimit-limit',
          'x-ratelimit-remaining',
          'x-ratelimit-reset',
          'retry-after',
          'www-authenticate',
          'idempotent-replayed',
          'x-time-zone-assumed',
        ]),
      )
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
      expect(listOf(answer, 'vary')).toContain('origin')
      const other = await ask(path, { ...headers, origin: 'https://other.example' })
      expect(other.headers.has('access-control-allow-origin')).toBe(false)
    },
  )

  test('[run.cors] an answer to a page may be read by every page where all are allowed', async () => {
    await open('*')
    for (const answer of [await preflight(PAGE), await ask('/v1/account', { origin: PAGE })]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.has('vary')).toBe(false)
    }
  })

  test('[run.cors] an answer to a page has no CORS header if no page is allowed', async () => {
    await open(null)
    const answer = await ask('/v1/account', { origin: PAGE })
    expect([...answer.headers.keys()].filter((name) => /^access-|^vary/.test(name))).toEqual([])
  })
})

describe('the stream from a page', () => {
  const refused = async (origin: string) => {
    const answer = await api.knock({ authorization: `Bearer ${api.token}`, origin })
    return [answer.status, Object(await answer.json()).code]
  }
  const opens = (origin?: string) =>
    api.open({ token: api.token, ...(origin && { headers: { origin } }) }).next('ready')

  test('[run.cors] the stream from a page opens for allowed pages, and for programs that are no pages', async () => {
    await open([PAGE])
    for (const origin of [PAGE, undefined]) expect(await opens(origin)).toMatchObject({})
  })

  test('[run.cors] the stream opens for the server’s own pages, behind a proxy too', async () => {
    await open(null, 'https://paper.example/broker')
    const own = api.origin
    for (const origin of [own, own.replace('http', 'https'), 'https://paper.example']) {
      expect(await opens(origin)).toMatchObject({ type: 'ready' })
    }
  })

  test('[run.cors-stream] the stream from a page opens for no other page', async () => {
    await open([PAGE])
    for (const origin of ['https://evil.example', 'null', 'http://app.example', 'nonsense']) {
      expect(await refused(origin)).toEqual([403, 'origin-not-allowed'])
    }
  })

  test('[run.cors] the stream from a page opens for every page where all are allowed', async () => {
    await open('*')
    for (const origin of [PAGE, 'null']) expect(await opens(origin)).toMatchObject({})
  })
})
