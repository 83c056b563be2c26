/** POST /v1/oauth/token, and what a token is. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { RATE_LIMITS_DEFAULT } from '../../../src/core/limits'
import { hashOf } from '../../../src/identity/secrets'
import { tokens } from '../../../src/postgres/schema/identity'
import { missing, must, refusalIn, textIn } from '../../support/answers'
import { type Answer, type Api, FORM, openApi, tokenRequest } from '../../support/api'
import { CLIENT_SECRET } from '../../support/trading-floor'

const api = await openApi()
const GOOD = {
  grant_type: 'client_credentials',
  client_id: 'pk_test',
  client_secret: CLIENT_SECRET,
}
type Fields = Readonly<Record<string, string>>
type Sent = Readonly<Record<string, string | undefined>>

/** Sends a form exactly as written. */
const sendForm = (body: string, headers: Sent = {}, to: Api = api): Promise<Answer> =>
  to.send('POST', '/v1/oauth/token', {
    body,
    headers: { ...FORM, authorization: undefined, ...headers },
  })
const ask = (fields: Fields = GOOD, headers: Sent = {}) =>
  sendForm(new URLSearchParams(fields).toString(), headers)
const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

beforeAll(async () => {
  await api.operator.addClient('pk_test_two', { accounts: ['acc_two'] })
  await api.operator.addClient('pk_test_off', { accounts: ['acc_off'] })
  await api.operator.disable('pk_test_off')
  await api.operator.addClient('pk_test_bare')
})

describe('POST /v1/oauth/token', () => {
  test('[token.answer] [token.lifetime] POST /v1/oauth/token answers a bearer token and its lifetime', async () => {
    const { status, body } = await ask()
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 43_200,
        requestId: 'test-request',
      },
    ])
  })

  test('[token.no-store] POST /v1/oauth/token answers what no cache may keep', async () => {
    expect((await ask()).headers.get('cache-control')).toBe('no-store')
  })

  test.each(['grant_type', 'client_id', 'client_secret'] as const)(
    '[token.request] POST /v1/oauth/token misses %s if it is left out or empty',
    async (param) => {
      const { [param]: _, ...rest } = GOOD
      expect(refusalIn(await ask(rest))).toEqual(missing(param))
      expect(refusalIn(await ask({ ...GOOD, [param]: '' }))).toEqual(missing(param))
    },
  )

  test.each([
    [
      '[token.grant-type] the grant refresh_token',
      { grant_type: 'refresh_token' },
      400,
      'unsupported-grant-type',
    ],
    [
      '[token.grant-type] the grant password',
      { grant_type: 'password' },
      400,
      'unsupported-grant-type',
    ],
    ['[token.invalid-client] a wrong secret', { client_secret: 'wrong' }, 401, 'invalid-client'],
    [
      '[token.invalid-client] an unknown client',
      { client_id: 'pk_test_nobody' },
      401,
      'invalid-client',
    ],
    ['[token.disabled] a disabled client', { client_id: 'pk_test_off' }, 403, 'client-disabled'],
    [
      '[token.invalid-client] a wrong secret of a disabled client',
      { client_id: 'pk_test_off', client_secret: 'wrong' },
      401,
      'invalid-client',
    ],
    [
      '[token.no-account] a client without an account',
      { client_id: 'pk_test_bare' },
      404,
      'account-not-found',
    ],
  ])('%s is refused: %j is %d %s', async (_, fields, status, code) => {
    expect(refusalIn(await ask({ ...GOOD, ...fields }))).toMatchObject({ status, code })
  })

  test('[token.invalid-client] POST /v1/oauth/token answers an unknown id and a wrong secret alike, byte for byte', async () => {
    const unknown = await ask({ ...GOOD, client_id: 'pk_test_nobody' })
    const wrong = await ask({ ...GOOD, client_secret: 'wrong' })
    expect(unknown.body).toEqual(wrong.body)
    expect([...unknown.headers]).toEqual([...wrong.headers])
    expect(unknown.headers.get('www-authenticate')).toBe('Basic realm="paper-brokerage"')
  })

  test('[token.basic] POST /v1/oauth/token takes the credentials by HTTP Basic, escaped or not', async () => {
    const { grant_type } = GOOD
    expect((await ask({ grant_type }, basic(`pk_test:${CLIENT_SECRET}`))).status).toBe(200)
    const escaped = `pk%5Ftest:${CLIENT_SECRET.replaceAll('_', '%5F')}`
    expect((await ask({ grant_type }, basic(escaped))).status).toBe(200)
    expect(refusalIn(await ask({ grant_type }, basic('pk_test:wrong')))).toMatchObject({
      code: 'invalid-client',
    })
  })

  test('[token.basic] POST /v1/oauth/token refuses credentials in the header and in the body', async () => {
    const answer = await ask(GOOD, basic(`pk_test:${CLIENT_SECRET}`))
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'malformed-body' })
  })

  test('[token.request] POST /v1/oauth/token refuses a field that is sent twice', async () => {
    const answer = await sendForm(`${new URLSearchParams(GOOD)}&client_id=pk_test_two`)
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'malformed-body' })
  })

  test('[token.request] POST /v1/oauth/token ignores an unknown field, as RFC 6749 wants', async () => {
    expect((await ask({ ...GOOD, scope: 'all' })).status).toBe(200)
  })

  test('[request.content-type] POST /v1/oauth/token refuses JSON, and names the type that it takes', async () => {
    const answer = await api.post('/v1/oauth/token', GOOD)
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'unsupported-content-type' })
    expect(answer.body.data).toEqual({ expected: 'application/x-www-form-urlencoded' })
  })
})

describe('a token', () => {
  const tokenOf = async (clientId: string) =>
    textIn(must(await api.send('POST', '/v1/oauth/token', tokenRequest(clientId))), 'access_token')

  test('[token.opaque] a token is stored as its hash only, and several live at once', async () => {
    const [first, second] = [await tokenOf('pk_test'), await tokenOf('pk_test')]
    expect(first).not.toBe(second)
    for (const token of [first, second]) must(await api.get('/v1/account', bearer(token)))
    const kept = await api.database.drizzle.select().from(tokens)
    expect(kept.map(({ tokenHash }) => tokenHash)).toContain(hashOf(first))
    expect(JSON.stringify(kept)).not.toContain(first)
  })

  test('[token.lifetime] [token.wall-clock] a token lives by the system clock, not by the market', async () => {
    const token = bearer(await tokenOf('pk_test_two'))
    await api.advanceTo('2026-03-04T10:00:00-05:00')
    must(await api.get('/v1/account', token))
    api.pass(43_199_999)
    must(await api.get('/v1/account', token))
    api.pass(1)
    expect(refusalIn(await api.get('/v1/account', token))).toMatchObject({
      code: 'expired-token',
    })
    await api.signIn()
  })

  test('[token.revoked] a token is refused within 5 s of its revocation', async () => {
    const token = bearer(await tokenOf('pk_test_two'))
    must(await api.get('/v1/account', token))
    await api.operator.revokeTokens('pk_test_two')
    api.pass(5_000)
    const answer = await api.get('/v1/account', token)
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'invalid-token' })
  })

  test('[token.disabled] a token is 403 within 5 s of its client’s being disabled', async () => {
    await api.operator.addClient('pk_test_soon_off', { accounts: ['acc_soon_off'] })
    const token = bearer(await tokenOf('pk_test_soon_off'))
    await api.operator.disable('pk_test_soon_off')
    api.pass(5_000)
    const answer = await api.get('/v1/account', token)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'client-disabled' })
  })
})

/** Last, since it empties the database that the brokerage above is on. */
test('[request.order-of-checks] the token endpoint checks the request id, then the rate, then the body', async () => {
  const token = { perSecond: 1, burst: 1 }
  const limited = await openApi({
    config: { rateLimits: { ...RATE_LIMITS_DEFAULT, token } },
  })
  const codeOf = async (headers: Sent = {}) =>
    (await limited.post('/v1/oauth/token', {}, { authorization: undefined, ...headers })).body.code
  limited.pass(1_000)
  expect(await codeOf()).toBe('unsupported-content-type')
  expect(await codeOf()).toBe('rate-limit-exceeded')
  expect(await codeOf({ 'x-service-request-id': undefined })).toBe('request-id-required')
})
