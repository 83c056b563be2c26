/** POST /sandbox/accounts and POST /sandbox/clients */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import { type Body, badParam, missing, refusalIn } from '../../support/answers'
import { type Api, openApi, type SentHeaders } from '../../support/api'
import { orderOf } from '../../support/orders'
import { SANDBOX_CLIENT } from '../../support/sandbox-api'

const KEY = 'a-key-of-16-characters'
const WITH_KEY = { authorization: undefined, 'x-sandbox-key': KEY }
const FIRST = accountIdOf(SANDBOX_CLIENT.id, 1)

let api: Api
beforeAll(async () => {
  api = await openApi({
    feed: 'configured',
    env: {
      SANDBOX: 'on',
      SANDBOX_KEY: KEY,
      PAPER_CLIENT_ID: SANDBOX_CLIENT.id,
      PAPER_CLIENT_SECRET: SANDBOX_CLIENT.secret,
    },
  })
})
afterAll(() => expect(api.failures).toEqual([]))

const makeAccount = (body?: Body, headers?: SentHeaders) =>
  api.post('/sandbox/accounts', body, headers)
const makeClient = (body?: Body, headers: SentHeaders = WITH_KEY) =>
  api.post('/sandbox/clients', body, headers)
const accountOf = (accountId: string, headers: SentHeaders = {}) =>
  api.get('/v1/account', { 'x-service-account-id': accountId, ...headers })

test('[sandbox.accounts] POST /sandbox/accounts makes an account of the client, with its cash and profile, that can be used at once', async () => {
  // The client's accounts are cached by now.
  expect((await api.get('/v1/account')).status).toBe(200)
  const { status, body } = await makeAccount({ cash: 500.5, profile: 'ideal' })
  const accountId = accountIdOf(SANDBOX_CLIENT.id, 2)
  expect([status, body]).toEqual([
    200,
    {
      accountId,
      clientId: SANDBOX_CLIENT.id,
      cashAmount: '500.50',
      fillProfile: 'ideal@1',
      requestId: 'test-request',
    },
  ])
  expect((await accountOf(accountId)).body).toMatchObject({ accountId, cashAmount: '500.50' })
  expect((await accountOf(FIRST)).status).toBe(200)
})

test('[sandbox.accounts] POST /sandbox/accounts without a body makes an account as the settings say', async () => {
  expect((await makeAccount()).body).toMatchObject({
    cashAmount: '100000.00',
    fillProfile: 'ideal@1',
  })
})

test('[sandbox.accounts] [sandbox.key] POST /sandbox/accounts with the key names the client', async () => {
  expect(refusalIn(await makeAccount({}, WITH_KEY))).toEqual(missing('clientId'))
  const made = await makeAccount({ clientId: SANDBOX_CLIENT.id, cash: 0 }, WITH_KEY)
  expect(made.body).toMatchObject({ clientId: SANDBOX_CLIENT.id, cashAmount: '0.00' })
  const nobody = await makeAccount({ clientId: 'pk_nobody' }, WITH_KEY)
  expect(refusalIn(nobody)).toEqual(badParam('clientId'))
})

test('[sandbox.accounts] [sandbox.rights] POST /sandbox/accounts with a token is for the own client only', async () => {
  const other = await makeClient()
  const answer = await makeAccount({ clientId: other.body.clientId })
  expect(refusalIn(answer)).toEqual(badParam('clientId'))
})

test('[sandbox.accounts] POST /sandbox/clients makes a client that trades at once', async () => {
  const { body } = await makeClient({ cash: 1000, profile: 'strict', accounts: 2, name: 'Ada' })
  expect(body).toMatchObject({ scope: 'TRADE', name: 'Ada' })
  expect(body.accountIds).toHaveLength(2)
  const bearer = await api.bearerOf(String(body.clientId), String(body.clientSecret))
  for (const ordinal of [1, 2]) {
    const accountId = accountIdOf(String(body.clientId), ordinal)
    const headers = { ...bearer, 'x-service-account-id': accountId }
    expect((await accountOf(accountId, bearer)).body).toMatchObject({ cashAmount: '1000.00' })
    expect((await api.place(orderOf({ limitPrice: 5 }), headers)).status).toBe(200)
  }
})

test('[sandbox.accounts] POST /sandbox/clients without a body makes a TRADE client with one account', async () => {
  const { body } = await makeClient()
  expect(body).toMatchObject({ scope: 'TRADE', name: 'sandbox' })
  expect(body.accountIds).toHaveLength(1)
})

test('[sandbox.accounts] POST /sandbox/clients with an id and a secret of its own makes the same accounts in every run', async () => {
  const own = { clientId: 'bot-7', clientSecret: 'a-secret-of-the-bot' }
  const { body } = await makeClient(own)
  expect(body).toMatchObject({ ...own, accountIds: [accountIdOf('bot-7', 1)] })
  expect((await api.issueToken(own.clientId, own.clientSecret)).status).toBe(200)
  expect(refusalIn(await makeClient(own))).toEqual(badParam('clientId'))
})

test('[sandbox.accounts] of several POST /sandbox/clients with one id, one makes the client and the others are refused', async () => {
  const own = { clientId: 'bot-8', clientSecret: 'a-secret-of-the-bot' }
  const answers = await Promise.all([own, own, own, own].map((body) => makeClient(body)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(refusalIn)).toEqual([1, 2, 3].map(() => badParam('clientId')))
})

test('[sandbox.accounts] POST /sandbox/clients makes a READ_ONLY client that watches an account that exists', async () => {
  const { body } = await makeClient({ scope: 'READ_ONLY', accountIds: [FIRST, FIRST] })
  expect(body).toMatchObject({ scope: 'READ_ONLY', accountIds: [FIRST] })
  const watcher = await api.bearerOf(String(body.clientId), String(body.clientSecret))
  expect((await api.get('/v1/account', watcher)).body).toMatchObject({ accountId: FIRST })
  const placed = await api.place(orderOf(), watcher)
  expect(refusalIn(placed)).toMatchObject({ status: 403, code: 'insufficient-scope' })
})

test('[sandbox.accounts] POST /sandbox/clients makes a client without an account, which gets no token', async () => {
  const { body } = await makeClient({ accounts: 0 })
  expect(body.accountIds).toEqual([])
  const answer = await api.issueToken(String(body.clientId), String(body.clientSecret))
  expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'account-not-found' })
})

test('[sandbox.accounts] [sandbox.rights] POST /sandbox/clients with a token shares only the own accounts', async () => {
  const other = await makeClient()
  const stolen = await makeClient({ accountIds: other.body.accountIds }, {})
  expect(refusalIn(stolen)).toMatchObject({ status: 403, code: 'account-mismatch' })
  expect((await makeClient({ accountIds: [FIRST] }, {})).status).toBe(200)
})

test.each<[Body, ReturnType<typeof badParam>]>([
  [{ scope: 'ADMIN' }, badParam('scope')],
  [{ profile: 'kind' }, badParam('profile')],
  [{ cash: -1 }, badParam('cash')],
  [{ accounts: 51 }, badParam('accounts')],
  [{ accounts: 1.5 }, badParam('accounts')],
  [{ accountIds: [] }, badParam('accountIds')],
  [{ accountIds: ['acc_none'] }, badParam('accountIds')],
  [{ accountIds: [FIRST], cash: 5 }, badParam('cash')],
  [{ accountIds: [FIRST], name: 'Eve' }, badParam('accountIds')],
  [{ clientId: 'mine' }, missing('clientSecret')],
  [{ clientSecret: 'sixteen-characters' }, missing('clientId')],
  [{ clientId: 'mine', clientSecret: 'short' }, badParam('clientSecret')],
  [{ clientId: 'not mine', clientSecret: 'sixteen-characters' }, badParam('clientId')],
  [{ name: ' padded' }, badParam('name')],
])('[sandbox.accounts] POST /sandbox/clients refuses %j', async (body, refusal) => {
  expect(refusalIn(await makeClient(body))).toEqual(refusal)
})
