/** A client's id and secret: created, shown, rotated and revoked while the server runs. */
import { beforeEach, expect, test } from 'bun:test'
import { amount } from '../../../src/core/money'
import { atMs } from '../../../src/core/time'
import {
  createKey,
  disableKey,
  enableKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from '../../../src/identity/keys'
import { hashOf } from '../../../src/identity/secrets'
import { type CommandFault, isFault } from '../../../src/lib/fault'
import { clients } from '../../../src/postgres/schema/identity'
import { must, refusalIn } from '../../support/answers'
import { type Api, openApi, tokenRequest } from '../../support/api'
import { orderOf } from '../../support/orders'
import { REMEMBERED_MS } from '../../support/stream-codes'

const AT = atMs(1_700_000_000_000)
let api: Api
beforeEach(async () => {
  api = await openApi()
})

function done<Done>(outcome: Done | CommandFault): Done {
  if (isFault(outcome)) throw new Error(outcome.fault)
  return outcome
}

const create = async (asked: Partial<NewKey> = {}) => {
  const accounts = {
    kind: 'new',
    count: 1,
    initialCash: amount('50000'),
    fillProfile: 'ideal@1',
  } as const
  const wanted = { scope: 'TRADE', name: null, accounts, at: AT, ...asked } as const
  return done(await createKey(api.database.drizzle, wanted))
}

const tokenAnswer = (id: string, secret: string) =>
  api.send('POST', '/v1/oauth/token', tokenRequest(id, secret))

async function bearer(id: string, secret: string) {
  const { access_token } = must(await tokenAnswer(id, secret))
  return { authorization: `Bearer ${access_token}` }
}

/** Runs the operator's command, and waits until a running server has noticed it. */
async function carriedOut<Done>(command: Promise<Done | CommandFault>): Promise<Done> {
  const outcome = done(await command)
  api.pass(REMEMBERED_MS)
  return outcome
}

test('[service.keys] [key.secret-once] [key.prefixes] a client’s key is an id and a secret that get a token', async () => {
  const { clientId, clientSecret, accountIds } = await create()
  expect([clientId, clientSecret]).toEqual([
    expect.stringMatching(/^pk_test_[0-9a-f]{24}$/),
    expect.stringMatching(/^sk_test_[\w-]{43}$/),
  ])
  const account = await api.get('/v1/account', await bearer(clientId, clientSecret))
  expect(account.body).toMatchObject({ accountId: accountIds[0], cashAmount: '50000.00' })
})

test('[key.rotation] [key.secret-once] a client’s key is listed without its secret, which is not stored', async () => {
  const { clientId, clientSecret } = await create()
  const listed = await listKeys(api.database.drizzle)
  expect(listed.map((key) => key.clientId)).toContain(clientId)
  const stored = await api.database.drizzle.select().from(clients)
  expect(JSON.stringify([listed, stored])).not.toContain(clientSecret.slice('sk_test_'.length))
  expect(JSON.stringify(stored)).toContain(hashOf(clientSecret))
})

test('[key.rotation] [token.revoked] a client’s key that is rotated has another secret, and its tokens end', async () => {
  const { clientId, clientSecret } = await create()
  const token = await bearer(clientId, clientSecret)
  must(await api.get('/v1/account', token))
  const rotated = await carriedOut(rotateKey(api.database.drizzle, clientId, AT))
  expect(refusalIn(await tokenAnswer(clientId, clientSecret)).code).toBe('invalid-client')
  expect(refusalIn(await api.get('/v1/account', token)).code).toBe('invalid-token')
  must(await api.get('/v1/account', await bearer(clientId, rotated.clientSecret)))
})

test('[token.revoked] a client’s key that is revoked keeps its secret, and its tokens end', async () => {
  const { clientId, clientSecret } = await create()
  const token = await bearer(clientId, clientSecret)
  must(await api.get('/v1/account', token))
  const revoked = () => carriedOut(revokeKey(api.database.drizzle, clientId, AT))
  expect((await revoked()).tokensRevoked).toBe(1)
  expect(refusalIn(await api.get('/v1/account', token)).code).toBe('invalid-token')
  expect((await revoked()).tokensRevoked).toBe(0)
  must(await api.get('/v1/account', await bearer(clientId, clientSecret)))
})

test('[token.disabled] a client’s key that is disabled is refused until it is enabled', async () => {
  const { clientId, clientSecret } = await create()
  const token = await bearer(clientId, clientSecret)
  const disabled = { status: 403, code: 'client-disabled' }
  await carriedOut(disableKey(api.database.drizzle, clientId, AT))
  expect(refusalIn(await api.get('/v1/account', token))).toMatchObject(disabled)
  expect(refusalIn(await tokenAnswer(clientId, clientSecret))).toMatchObject(disabled)
  await carriedOut(enableKey(api.database.drizzle, clientId))
  must(await api.get('/v1/account', await bearer(clientId, clientSecret)))
})

test('[auth.read-only] a client’s key with the scope READ_ONLY reads and does not place', async () => {
  const { clientId, clientSecret } = await create({ scope: 'READ_ONLY' })
  const token = await bearer(clientId, clientSecret)
  must(await api.get('/v1/orders', token))
  const refusal = { status: 403, code: 'insufficient-scope' }
  expect(refusalIn(await api.place(orderOf(), token))).toMatchObject(refusal)
})

test('[account-header.one-account] a client’s key with several accounts must name the one that a request is for', async () => {
  const accounts = {
    kind: 'new',
    count: 2,
    initialCash: amount('1'),
    fillProfile: 'ideal@1',
  } as const
  const { clientId, clientSecret, accountIds } = await create({ accounts })
  const token = await bearer(clientId, clientSecret)
  const without = await api.get('/v1/account', token)
  expect(refusalIn(without)).toMatchObject({ status: 400, code: 'account-header-required' })
  for (const accountId of accountIds) {
    const named = await api.get('/v1/account', { ...token, 'x-service-account-id': accountId })
    expect(must(named)).toMatchObject({ accountId })
  }
})
