import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { errors } from '../../../src/api/pipeline/errors'
import { openGates } from '../../../src/api/pipeline/gate'
import { rateLimiter } from '../../../src/api/pipeline/rate-limit'
import { oauth } from '../../../src/api/v1/oauth/routes'
import { RATE_LIMITS_DEFAULT } from '../../../src/core/limits'
import type { RateLimits } from '../../../src/core/rate-limits'
import { atMs } from '../../../src/core/time'
import type { ApiClient } from '../../../src/identity/clients'
import { hashOf } from '../../../src/identity/secrets'
import { tokenIssuer } from '../../../src/identity/token-issuer'
import type { StoredToken } from '../../../src/identity/tokens'
import { NO_ENTRANCE, send } from '../../support/pipeline-app'

const NOW_MS = 1_772_000_000_000
const SECRET = 'sk_test_secret'

const client = (clientId: string, over: Partial<ApiClient> = {}): ApiClient => ({
  clientId,
  secretHash: hashOf(SECRET),
  scope: 'TRADE',
  disabledAt: null,
  accountIds: ['acc_1'],
  ...over,
})
const CLIENTS = [
  client('pk_test_1'),
  client('pk_test_off', { disabledAt: atMs(0) }),
  client('pk_test_bare', { accountIds: [] }),
  client('pk_test_rotated', { secretHash: hashOf('sk_test_rotated') }),
]

/** The hash that a client had when it was found, and no longer has. */
const ROTATED_MEANWHILE = hashOf('sk_test_rotated')

function server(limits: RateLimits | 'off' = 'off') {
  const inserted: StoredToken[] = []
  const service = tokenIssuer({
    clients: { find: async (clientId) => CLIENTS.find((each) => each.clientId === clientId) },
    tokens: {
      insert: async (token, secretHash) => {
        if (secretHash === ROTATED_MEANWHILE) return false
        inserted.push(token)
        return true
      },
    },
    nowMs: () => NOW_MS,
    tokenLifetimeSeconds: 43_200,
    newToken: () => `token-${inserted.length + 1}`,
  })
  const app = new Elysia({ normalize: false })
    .use(errors(() => {}, NO_ENTRANCE))
    .group('/v1', (v1) =>
      v1.use(
        oauth(
          service,
          openGates({ ...NO_ENTRANCE, limiter: rateLimiter(limits, () => 0) }, []).token,
        ),
      ),
    )
  return { app, inserted }
}

const GOOD = { grant_type: 'client_credentials', client_id: 'pk_test_1', client_secret: SECRET }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const ask = (
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  app = server().app,
) =>
  send(app, 'POST', '/v1/oauth/token', {
    token: null,
    body: new URLSearchParams(fields).toString(),
    headers: { ...FORM, ...headers },
  })

const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` })

describe('POST /v1/oauth/token', () => {
  test('answers a bearer token and its lifetime in seconds', async () => {
    const { status, headers, body } = await ask(GOOD)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: 'token-1',
      token_type: 'Bearer',
      expires_in: 43_200,
      requestId: 'req-1',
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('keeps only the hash of the token', async () => {
    const { app, inserted } = server()
    await ask(GOOD, {}, app)
    expect(inserted).toEqual([
      {
        tokenHash: hashOf('token-1'),
        clientId: 'pk_test_1',
        issuedAt: atMs(NOW_MS),
        expiresAt: atMs(NOW_MS + 43_200_000),
      },
    ])
  })

  test('takes the credentials by HTTP Basic as well', async () => {
    const { grant_type } = GOOD
    expect((await ask({ grant_type }, basic(`pk_test_1:${SECRET}`))).status).toBe(200)
    expect((await ask({ grant_type }, basic('pk%5Ftest%5F1:sk%5Ftest%5Fsecret'))).status).toBe(200)
    expect((await ask({ grant_type }, basic('pk_test_1:wrong'))).body.code).toBe('invalid-client')
  })

  test('ignores a field it does not know, as RFC 6749 wants', async () => {
    expect((await ask({ ...GOOD, scope: 'all' })).status).toBe(200)
  })

  test.each(['grant_type', 'client_id', 'client_secret'] as const)(
    'misses %s, and an empty one as well',
    async (param) => {
      const { [param]: _, ...rest } = GOOD
      const missing = { code: 'missing-parameter', param }
      expect((await ask(rest)).body).toMatchObject(missing)
      expect((await ask({ ...GOOD, [param]: '' })).body).toMatchObject(missing)
    },
  )

  test.each([
    ['another grant', { grant_type: 'password' }, 400, 'unsupported-grant-type'],
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid-client'],
    [
      'a secret that was rotated meanwhile',
      { client_id: 'pk_test_rotated', client_secret: 'sk_test_rotated' },
      401,
      'invalid-client',
    ],
    ['a disabled client', { client_id: 'pk_test_off' }, 403, 'client-disabled'],
    ['a client without an account', { client_id: 'pk_test_bare' }, 404, 'account-not-found'],
    [
      'a wrong secret of a disabled client',
      { client_id: 'pk_test_off', client_secret: 'x' },
      401,
      'invalid-client',
    ],
  ])('refuses %s', async (_, fields, status, code) => {
    const answer = await ask({ ...GOOD, ...fields })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('answers an unknown id and a wrong secret alike, byte for byte', async () => {
    const unknown = await ask({ ...GOOD, client_id: 'pk_test_nobody' })
    const wrong = await ask({ ...GOOD, client_secret: 'wrong' })
    expect(unknown.text).toBe(wrong.text)
    expect([...unknown.headers]).toEqual([...wrong.headers])
    expect(unknown.headers.get('www-authenticate')).toBe('Basic realm="paper-brokerage"')
  })

  test('does not let the empty secret in for a client that does not exist', async () => {
    const { body } = await ask({ ...GOOD, client_id: 'pk_test_nobody' }, {})
    expect(body.code).toBe('invalid-client')
  })

  test('refuses a field sent twice, also once in the header', async () => {
    const { app } = server()
    const twice = await send(app, 'POST', '/v1/oauth/token', {
      token: null,
      body: `${new URLSearchParams(GOOD)}&client_id=pk_test_2`,
      headers: FORM,
    })
    expect(twice.body.code).toBe('malformed-body')
    expect((await ask(GOOD, basic(`pk_test_1:${SECRET}`))).body.code).toBe('malformed-body')
  })

  test('refuses JSON', async () => {
    const { body } = await ask(GOOD, { 'content-type': 'application/json' })
    expect(body).toMatchObject({
      code: 'unsupported-content-type',
      data: { expected: 'application/x-www-form-urlencoded' },
    })
  })

  test('checks the request id, then the rate, then the body', async () => {
    const { app } = server({ ...RATE_LIMITS_DEFAULT, token: { perSecond: 1, burst: 1 } })
    const json = { 'content-type': 'application/json' }
    const post = (requestId: string | null) =>
      send(app, 'POST', '/v1/oauth/token', { token: null, requestId, body: '{}', headers: json })
    expect((await post('r')).body.code).toBe('unsupported-content-type')
    expect((await post('r')).body.code).toBe('rate-limit-exceeded')
    expect((await post(null)).body.code).toBe('request-id-required')
  })

  test('limits each client id on its own', async () => {
    const { app } = server({ ...RATE_LIMITS_DEFAULT, token: { perSecond: 1, burst: 1 } })
    expect((await ask(GOOD, {}, app)).status).toBe(200)
    const again = await ask(GOOD, {}, app)
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await ask({ ...GOOD, client_id: 'pk_test_off' }, {}, app)).status).toBe(403)
  })
})
