/** The token endpoint and what tokens are (D2). */
import { beforeAll, describe, expect, test } from 'bun:test'
import { hashOf } from '../../../src/identity/secrets'
import { tokens } from '../../../src/store/schema'
import { FORM, must, openContract, SECRET, textIn, tokenRequest } from '../../support/brokerage'
import { refusalIn } from '../../support/market-api'

const b = await openContract()
const ask = (clientId = 'pk_test', secret = SECRET) =>
  b.send('POST', '/v1/oauth/token', tokenRequest(clientId, secret))
const form = (body: string, headers: Record<string, string | undefined> = {}) =>
  b.send('POST', '/v1/oauth/token', {
    body,
    headers: { ...FORM, authorization: undefined, ...headers },
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const GOOD = `grant_type=client_credentials&client_id=pk_test&client_secret=${SECRET}`

beforeAll(async () => {
  await b.client('pk_test_two', { accounts: ['acc_two'] })
  await b.client('pk_test_off', { accounts: ['acc_off'] })
  await b.operator.disable('pk_test_off')
  await b.client('pk_test_bare')
})

describe('POST /v1/oauth/token', () => {
  test('[token.answer] [token.lifetime] answers', async () => {
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

  test('[token.no-store] is never kept by a cache', async () => {
    expect((await ask()).headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['[token.request] ', 'grant_type'],
    ['[token.request] ', 'client_id'],
    ['[token.request] ', 'client_secret'],
  ])('%s%s is required', async (_, param) => {
    const rest = GOOD.split('&').filter((field) => !field.startsWith(`${param}=`))
    const refusal = { status: 400, code: 'missing-parameter', param }
    expect(refusalIn(await form(rest.join('&')))).toEqual(refusal)
    expect(refusalIn(await form([...rest, `${param}=`].join('&')))).toEqual(refusal)
  })

  test('[token.request] [token.grant-type] another grant is 400', async () => {
    const answer = await form(GOOD.replace('client_credentials', 'refresh_token'))
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'unsupported-grant-type' })
  })

  test('[token.invalid-client] a wrong id and a wrong secret are answered alike', async () => {
    const [id, secret] = [await ask('pk_test_nobody'), await ask('pk_test', 'wrong')]
    expect(refusalIn(id)).toMatchObject({ status: 401, code: 'invalid-client' })
    expect(id.body).toEqual(secret.body)
  })

  test('[token.disabled] a disabled client is 403', async () => {
    expect(refusalIn(await ask('pk_test_off'))).toMatchObject({
      status: 403,
      code: 'client-disabled',
    })
  })

  test('[token.no-account] a client without an account is 404', async () => {
    const answer = await ask('pk_test_bare')
    expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'account-not-found' })
  })

  test('[token.basic] takes HTTP Basic credentials', async () => {
    const authorization = `Basic ${btoa(`pk_test:${SECRET}`)}`
    const answer = await form('grant_type=client_credentials', { authorization })
    expect(answer.status).toBe(200)
  })

  test('[request.content-type] takes a form only', async () => {
    const json = { grant_type: 'client_credentials', client_id: 'pk_test', client_secret: SECRET }
    const answer = await b.post('/v1/oauth/token', json)
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'unsupported-content-type' })
  })
})

describe('a token', () => {
  test('[token.opaque] is kept as its hash only, and several live at once', async () => {
    const [first, second] = [await ask(), await ask()].map(({ body }) =>
      textIn(body, 'access_token'),
    )
    if (first === undefined || second === undefined) throw new Error('no tokens')
    expect(first).not.toBe(second)
    for (const token of [first, second]) must(await b.get('/v1/account', bearer(token)))
    const kept = await b.database.drizzle.select().from(tokens)
    expect(kept.map(({ tokenHash }) => tokenHash)).toContain(hashOf(first))
    expect(JSON.stringify(kept)).not.toContain(first)
  })

  test(
    '[token.lifetime] [token.wall-clock] lives by the system clock, not by ' + 'the market',
    async () => {
      const token = await b.tokenOf('pk_test_two')
      await b.advanceTo('2026-03-04T10:00:00-05:00')
      must(await b.get('/v1/account', token))
      b.pass(43_199_999)
      must(await b.get('/v1/account', token))
      b.pass(1)
      expect(refusalIn(await b.get('/v1/account', token))).toMatchObject({ code: 'expired-token' })
      await b.signIn()
    },
  )

  test('[token.revoked] is refused within 5 s of its revocation', async () => {
    const token = await b.tokenOf('pk_test_two')
    must(await b.get('/v1/account', token))
    await b.operator.revokeTokens('pk_test_two')
    b.pass(5_000)
    const answer = await b.get('/v1/account', token)
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'invalid-token' })
  })

  test('[token.disabled] of a client that was disabled is 403 within 5 s', async () => {
    await b.client('pk_test_soon_off', { accounts: ['acc_soon_off'] })
    const token = await b.tokenOf('pk_test_soon_off')
    await b.operator.disable('pk_test_soon_off')
    b.pass(5_000)
    const answer = await b.get('/v1/account', token)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'client-disabled' })
  })

  test('[key.prefixes] [key.secret-once] is for ids that say what they are', async () => {
    const orderId = await b.placed()
    expect(orderId).toMatch(/^ord_[0-9A-Z]{17}\w{1,8}$/)
    expect(must(await b.get('/v1/account')).accountId).toBe('acc_1')
    await b.advance('PT1S')
    const later = await b.placed()
    expect([later, orderId].sort()).toEqual([orderId, later])
  })
})
