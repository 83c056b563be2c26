/** A user's own clients and accounts. */
import { describe, expect, test } from 'bun:test'
import { createClient } from '../../../src/identity/clients'
import { userIdOf } from '../../../src/identity/secrets'
import { insertAccount } from '../../../src/ledger/accounts'
import { badParam, must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { type Answer, openApi } from '../../support/api'
import { addConsoleUser, type Browser, browserOf } from '../../support/console'
import { orderOf } from '../../support/orders'
import { MONDAY_AT_TEN, newAccount as newAccountOf } from '../../support/trading-floor'
import { until } from '../../support/until'

const api = await openApi()
for (const name of ['anna', 'ben']) await addConsoleUser(api, name)

async function signedIn(name: string): Promise<Browser> {
  const browser = browserOf(api)
  must(await browser.signIn(name))
  return browser
}
const anna = await signedIn('anna')
const ben = await signedIn('ben')

const accountOf = (answer: Answer): Record<string, unknown> => {
  const { account } = must(answer)
  return { ...(typeof account === 'object' ? account : {}) }
}
const newAccount = async (browser: Browser) =>
  String(accountOf(await browser.post('/accounts', {})).accountId)
async function newClient(browser: Browser, wanted: Record<string, unknown> = {}) {
  const accountIds = [await newAccount(browser)]
  const made = must(await browser.post('/clients', { accountIds, ...wanted }))
  return { clientId: textIn(made, 'clientId'), secret: textIn(made, 'clientSecret'), accountIds }
}
const listed = async (browser: Browser, clientId: string) =>
  rowsIn(await browser.get('/clients'), 'clients').find((each) => each.clientId === clientId)

const NOT_FOUND = { status: 404, code: 'client-not-found' }
const NO_ACCOUNT = { status: 404, code: 'own-account-not-found' }

describe('a client', () => {
  test('[key.secret-once] is made with a secret that no list shows', async () => {
    const { clientId, secret, accountIds } = await newClient(anna, { label: 'my bot' })
    expect(secret).toStartWith('sk_test_')
    must(await api.get('/v1/account', await api.bearerOf(clientId, secret)))
    expect(await listed(anna, clientId)).toMatchObject({
      clientId,
      accountIds,
      label: 'my bot',
      scope: 'TRADE',
      enabled: true,
      lastUsedAt: null,
      fromSettings: false,
    })
    expect((await anna.get('/clients')).text).not.toContain('sk_test_')
  })

  test('[key.rotation] gets a new secret, and its old one and its tokens end', async () => {
    const { clientId, secret } = await newClient(anna)
    const bearer = await api.bearerOf(clientId, secret)
    const rotated = must(await anna.post(`/clients/${clientId}/rotate`))
    expect(rotated.tokensRevoked).toBe(1)
    expect((await api.issueToken(clientId, secret)).status).toBe(401)
    must(await api.issueToken(clientId, textIn(rotated, 'clientSecret')))
    expect((await api.get('/v1/account', bearer)).status).toBe(401)
  })

  test('is disabled and enabled, becomes READ_ONLY, and changes its name and accounts', async () => {
    const { clientId, secret } = await newClient(anna)
    const bearer = await api.bearerOf(clientId, secret)
    const change = (body: unknown) => anna.put(`/clients/${clientId}`, body)
    expect(must(await change({ enabled: false })).client).toMatchObject({ enabled: false })
    expect(refusalIn(await api.issueToken(clientId, secret)).code).toBe('client-disabled')
    must(await change({ enabled: true, scope: 'READ_ONLY', label: 'reader' }))
    api.pass(5_000)
    expect(refusalIn(await api.place(orderOf(), bearer)).code).toBe('insufficient-scope')
    const second = await newAccount(anna)
    must(await change({ accountIds: [second], label: '' }))
    expect(await listed(anna, clientId)).toMatchObject({
      accountIds: [second],
      label: null,
      scope: 'READ_ONLY',
      enabled: true,
    })
  })

  test('has its tokens ended', async () => {
    const { clientId, secret } = await newClient(anna)
    const bearer = await api.bearerOf(clientId, secret)
    expect(must(await anna.post(`/clients/${clientId}/revoke`)).tokensRevoked).toBe(1)
    expect(refusalIn(await api.get('/v1/account', bearer)).code).toBe('invalid-token')
  })

  test('[console.last-used] shows when it was last used', async () => {
    const { clientId, secret } = await newClient(anna)
    await api.get('/v1/account', await api.bearerOf(clientId, secret))
    api.pass(30_000)
    const lastUsedAt = async () => (await listed(anna, clientId))?.lastUsedAt
    const seen = await until(lastUsedAt, (at) => at !== null)
    expect(seen).toMatch(/^20\d\d-.*\+09:00$/)
  })

  test.each([
    ['no account', {}],
    ['an empty list of accounts', { accountIds: [] }],
    ['another scope', { accountIds: ['acc_1'], scope: 'ALL' }],
    ['a label of two lines', { accountIds: ['acc_1'], label: 'a\nb' }],
  ])('is not made with %s', async (_, body) => {
    expect((await anna.post('/clients', body)).status).toBe(400)
  })
})

describe('[console.own] of another user', () => {
  test('no client is seen or changed', async () => {
    const { clientId, secret } = await newClient(anna)
    expect(await listed(ben, clientId)).toBeUndefined()
    for (const id of [clientId, 'pk_test_unknown', '%00', 'x'.repeat(500)]) {
      expect(refusalIn(await ben.post(`/clients/${id}/rotate`))).toMatchObject(NOT_FOUND)
      expect(refusalIn(await ben.post(`/clients/${id}/revoke`))).toMatchObject(NOT_FOUND)
      const change = await ben.put(`/clients/${id}`, { enabled: false })
      expect(refusalIn(change)).toMatchObject(NOT_FOUND)
    }
    must(await api.issueToken(clientId, secret))
  })

  test('no account is seen, changed, or given to a client', async () => {
    const accountId = await newAccount(anna)
    const { clientId } = await newClient(ben)
    expect((await ben.get('/accounts')).text).not.toContain(accountId)
    for (const id of [accountId, 'acc_unknown', '\u0000']) {
      const at = `/accounts/${encodeURIComponent(id)}`
      expect(refusalIn(await ben.post(`${at}/reset`, { cash: 1 }))).toMatchObject(NO_ACCOUNT)
      const profile = await ben.put(at, { fillProfile: 'ideal' })
      expect(refusalIn(profile)).toMatchObject(NO_ACCOUNT)
      const given = await ben.put(`/clients/${clientId}`, { accountIds: [id] })
      expect(refusalIn(given)).toMatchObject(NO_ACCOUNT)
      const made = await ben.post('/clients', { accountIds: [id] })
      expect(refusalIn(made)).toMatchObject(NO_ACCOUNT)
    }
  })
})

describe('an account', () => {
  test('is made with its cash and its profile, or with the usual ones', async () => {
    const usual = accountOf(await anna.post('/accounts'))
    expect(usual).toMatchObject({ cash: '100000.00', fillProfile: 'ideal@1', clientIds: [] })
    const wanted = { cash: 2_500.5, fillProfile: 'strict' }
    expect(accountOf(await anna.post('/accounts', wanted))).toMatchObject({
      cash: '2500.50',
      initialCash: '2500.50',
      fillProfile: 'strict@2',
      locked: false,
    })
  })

  test('[console.account-name] has the name that its user gives it, wherever accounts are listed', async () => {
    const made = accountOf(await anna.post('/accounts', { label: 'Breakout' }))
    expect(made).toMatchObject({ label: 'Breakout', fillProfile: 'ideal@1' })
    const at = `/accounts/${made.accountId}`
    expect(accountOf(await anna.put(at, { label: '돌파 전략' }))).toMatchObject({
      label: '돌파 전략',
      fillProfile: 'ideal@1',
    })
    expect(rowsIn(await anna.post('/token'), 'accounts')).toContainEqual(
      expect.objectContaining({ label: '돌파 전략' }),
    )
    expect(accountOf(await anna.put(at, { label: '' }))).toMatchObject({ label: null })
    for (const label of ['two\nlines', 'x'.repeat(65), '   ', 'a\u202eb', '\u200b']) {
      expect(refusalIn(await anna.put(at, { label }))).toMatchObject(badParam('label'))
    }
    expect(refusalIn(await ben.put(at, { label: 'mine' }))).toMatchObject(NO_ACCOUNT)
  })

  test.each([
    ['a negative sum', { cash: -1 }],
    ['parts of a cent', { cash: 0.001 }],
    ['too much', { cash: 1e13 }],
    ['another profile', { fillProfile: 'lucky' }],
  ])('is not made with %s', async (_, body) => {
    expect(refusalIn(await anna.post('/accounts', body)).code).toBe('invalid-parameter')
  })

  test('is reset: its orders are canceled, and it has the cash of a new one', async () => {
    const { clientId, secret, accountIds } = await newClient(anna)
    const bearer = await api.bearerOf(clientId, secret)
    const orderId = await api.placed(orderOf({ limitPrice: 1 }), bearer)
    const reset = must(await anna.post(`/accounts/${accountIds[0]}/reset`, { cash: 5_000 }))
    expect(reset).toMatchObject({ cashAmount: '5000.00', canceledOrderIds: [orderId] })
    expect(must(await api.get('/v1/account', bearer)).cashAmount).toBe('5000.00')
  })

  test('[console.fill-profile] changes its profile only while it has no open order', async () => {
    const { clientId, secret, accountIds } = await newClient(anna)
    const bearer = await api.bearerOf(clientId, secret)
    await api.placed(orderOf({ limitPrice: 1 }), bearer)
    const at = `/accounts/${accountIds[0]}`
    expect(refusalIn(await anna.put(at, { fillProfile: 'strict' }))).toMatchObject({
      status: 409,
      code: 'account-has-open-orders',
    })
    must(await anna.post(`${at}/reset`))
    const changed = accountOf(await anna.put(at, { fillProfile: 'strict' }))
    expect(changed).toMatchObject({ fillProfile: 'strict@2' })
  })

  test('[console.limits] is one of 100 at most, as a client is', async () => {
    await addConsoleUser(api, 'carl')
    const carl = await signedIn('carl')
    const userId = userIdOf('carl')
    const { drizzle } = api.database
    for (let made = 0; made < 98; made++) {
      await insertAccount(drizzle, { ...newAccountOf(`acc_carl_${made}`, MONDAY_AT_TEN), userId })
      const client = {
        clientId: `pk_carl_${made}`,
        userId,
        secretHash: '',
        createdAt: MONDAY_AT_TEN,
      }
      await createClient(drizzle, { ...client, scope: 'TRADE' })
    }
    const several = async (path: string, body: unknown) =>
      (await Promise.all(Array.from({ length: 4 }, () => carl.post(path, body)))).map(
        ({ status, body: { code } }) => [status, code],
      )
    const LIMIT = [409, 'limit-reached']
    const TWO = [[200, undefined], [200, undefined], LIMIT, LIMIT]
    expect((await several('/accounts', {})).sort()).toEqual(TWO)
    const own = { accountIds: ['acc_carl_1'] }
    expect((await several('/clients', own)).sort()).toEqual(TWO)
  })
})
