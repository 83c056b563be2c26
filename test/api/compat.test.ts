/** COMPAT=next, as a public client of that family uses it. */
import { describe, expect, test } from 'bun:test'
import { answered, openClient, RefusalError } from '../../src/clients/sdk'
import { openApi } from '../support/api'
import { orderOf } from '../support/orders'
import { CLIENT_ID, CLIENT_SECRET } from '../support/trading-floor'

const SERVICE = { 'x-service-request-id': undefined }

describe('COMPAT=next', async () => {
  const api = await openApi({
    env: { COMPAT: 'next', CORS_ORIGINS: '*' },
    accounts: ['acc_1', 'acc_2'],
  })
  const bearer = await api.bearerOf()
  const theirs = { ...SERVICE, ...bearer, 'x-request-id': 'next-1', 'x-next-account-id': 'acc_2' }

  test('[run.compat] takes X-Request-Id and X-Next-Account-Id, and returns the id under both names', async () => {
    const { status, body, headers } = await api.get('/v1/account', theirs)
    expect([status, body.accountId, body.requestId]).toEqual([200, 'acc_2', 'next-1'])
    expect(headers.get('x-request-id')).toBe('next-1')
    expect(headers.get('x-service-request-id')).toBe('next-1')
  })

  test('[run.compat] places an order in the account of X-Next-Account-Id', async () => {
    const placed = await api.place(orderOf({ clientOrderId: 'next-1' }), theirs)
    expect([placed.status, placed.body.requestId]).toEqual([200, 'next-1'])
    const listed = await api.get('/v1/orders', theirs)
    expect(listed.body.orders).toMatchObject([{ clientOrderId: 'next-1' }])
  })

  test('[run.compat] means our header if both are sent', async () => {
    const both = { ...theirs, 'x-service-request-id': 'ours', 'x-service-account-id': 'acc_1' }
    const { body } = await api.get('/v1/account', both)
    expect([body.accountId, body.requestId]).toEqual(['acc_1', 'ours'])
  })

  test.each([
    ['a missing request id', '/v1/account', { ...theirs, 'x-request-id': undefined }, 400],
    ['an unknown symbol', '/v1/market/quotes?symbols=NOSUCH', theirs, 404],
    ['an unknown parameter', '/v1/account?a=1', theirs, 400],
    ['an unknown path', '/v1/nothing', theirs, 404],
    ['a wrong token', '/v1/account', { ...theirs, authorization: 'Bearer x' }, 401],
  ] as const)(
    '[run.compat] nests the envelope of %s in `error`',
    async (_, path, headers, expected) => {
      const { status, body } = await api.get(path, headers)
      expect(status).toBe(expected)
      expect(Object.keys(body)).toEqual(['error'])
      expect(body.error).toMatchObject({ code: expect.any(String), docUrl: expect.any(String) })
    },
  )

  test('[run.compat] allows its headers to the pages of other origins', async () => {
    const preflight = await api.app.handle(
      new Request('http://localhost/v1/account', {
        method: 'OPTIONS',
        headers: { origin: 'https://bot.example', 'access-control-request-method': 'GET' },
      }),
    )
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-next-account-id')
  })

  test('[run.compat] is what the document says', async () => {
    const { body } = await api.get('/docs/json', {})
    const document = JSON.stringify(body)
    expect(document).toContain('`X-Request-Id` is another name of it')
    expect(document).toContain('`X-Next-Account-Id` is another name of it')
    expect(document).toContain(
      '"required":["error"],"additionalProperties":false,' +
        '"properties":{"error":{"$ref":"#/components/schemas/ApiError"}}',
    )
    expect(document).toContain('"value":{"error":{')
  })

  test('[run.compat] our own client knows both forms', async () => {
    const client = openClient({
      url: 'http://localhost',
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      accountId: 'acc_1',
      // safe: only called.
      fetch: (async (url: string, init?: RequestInit) =>
        api.app.handle(new Request(url, init))) as typeof fetch,
    })
    expect(await answered(client.api.v1.account.get())).toMatchObject({ accountId: 'acc_1' })
    const refused = await answered(
      client.api.v1.market.quotes.get({ query: { symbols: 'NOSUCH' } }),
    ).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RefusalError)
    expect(refused).toMatchObject({ code: 'symbol-not-found', status: 404 })
  })
})

test('[run.compat] is off unless COMPAT says: the headers mean nothing, the envelope is flat', async () => {
  const api = await openApi()
  const bearer = await api.bearerOf()
  const { body, headers } = await api.get('/v1/account', {
    ...SERVICE,
    ...bearer,
    'x-request-id': 'next-1',
  })
  expect([body.code, body.error]).toEqual(['request-id-required', undefined])
  expect(headers.get('x-request-id')).toBeNull()
})
