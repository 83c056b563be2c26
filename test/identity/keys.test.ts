import { beforeEach, describe, expect, test } from 'bun:test'
import { amount } from '../../src/core/money'
import { atMs } from '../../src/core/time'
import { addAccount, removeAccount } from '../../src/identity/grants'
import {
  createKey,
  disableKey,
  enableKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from '../../src/identity/keys'
import { type CommandFault, isFault } from '../../src/lib/fault'
import type { Database } from '../../src/postgres/database'
import { openApi } from '../support/api'
import { freshDatabase } from '../support/database'

/** The wall clock of `openApi`. */
const AT = atMs(1_700_000_000_000)
/** How long a running server may cache a token. [token.revoked] */
const NOTICED_MS = 4_000

let database: Database
let api: Awaited<ReturnType<typeof openApi>>

beforeEach(async () => {
  database = await freshDatabase()
})

const newAccounts = (count = 1) =>
  ({ kind: 'new', count, initialCash: amount('100000'), fillProfile: 'ideal@1' }) as const
const existing = (...[first = '', ...others]: readonly string[]) =>
  ({ kind: 'existing', accountIds: [first, ...others] }) as const

function done<Done>(outcome: Done | CommandFault): Done {
  if (isFault(outcome)) throw new Error(outcome.fault)
  return outcome
}

const faultOf = (outcome: object): string => (isFault(outcome) ? outcome.fault : 'done')

const create = async (changes: Partial<NewKey> = {}) =>
  done(
    await createKey(database.drizzle, {
      scope: 'TRADE',
      name: null,
      accounts: newAccounts(),
      at: AT,
      ...changes,
    }),
  )

/** The token endpoint's answer: its status, and the code of a refusal. */
async function tokenAnswer(id: string, secret: string) {
  const { status, body } = await api.send('POST', '/v1/oauth/token', {
    body: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return [status, body.code]
}

async function answerOf(path: string) {
  const { status, body } = await api.get(path)
  return [status, body.code]
}

const accountsOf = async (clientId: string) =>
  (await listKeys(database.drizzle)).find((key) => key.clientId === clientId)?.accountIds

describe('creating a key', () => {
  test('gives a user’s accounts to another client of the same user', async () => {
    const first = await create({ name: 'Kim', accounts: newAccounts(2) })
    const second = await create({ scope: 'READ_ONLY', accounts: existing(...first.accountIds) })
    expect(second).toMatchObject({ name: 'Kim', accountIds: first.accountIds })
    expect(await accountsOf(second.clientId)).toEqual([...first.accountIds].sort())
  })

  test.each([
    ['an unknown account', 'Kim', ['acc_none'], 'There is no account acc_none.'],
    ['another user’s account', 'Lee', ['kim'], 'belongs to Kim, not to Lee.'],
    ['accounts of two users', null, ['kim', 'lee'], 'belongs to Kim, and'],
  ])('refuses %s, and makes nothing', async (_, name, wanted, says) => {
    const owned = new Map([
      ['kim', (await create({ name: 'Kim' })).accountIds[0]],
      ['lee', (await create({ name: 'Lee' })).accountIds[0]],
    ])
    const before = await listKeys(database.drizzle)
    const accounts = existing(...wanted.map((id) => owned.get(id) ?? id))
    const key = { scope: 'TRADE', name, accounts, at: AT } as const
    expect(faultOf(await createKey(database.drizzle, key))).toContain(says)
    expect(await listKeys(database.drizzle)).toEqual(before)
  })
})

describe('listing keys', () => {
  test('shows each client with its user, scope, state and accounts, and no secret', async () => {
    const { clientSecret, ...made } = await create({ name: 'Kim', scope: 'READ_ONLY' })
    const keys = await listKeys(database.drizzle)
    expect(keys.find(({ clientId }) => clientId === made.clientId)).toEqual({
      ...made,
      createdAt: AT,
      disabledAt: null,
      label: null,
      lastUsedAt: null,
      accounts: made.accountIds.map((accountId) => ({ accountId, fillProfile: 'ideal@1' })),
    })
    expect(JSON.stringify(keys)).not.toContain('ecret')
  })
})

describe('rotating a secret', () => {
  test('ends the client’s tokens, and no other client’s', async () => {
    api = await openApi({ database })
    const [one, other] = [await create(), await create()]
    await api.signIn(other.clientId, other.clientSecret)
    await api.signIn(one.clientId, one.clientSecret)
    expect(await answerOf('/v1/account')).toEqual([200, undefined])
    const rotated = done(await rotateKey(database.drizzle, other.clientId, AT))
    expect(rotated.tokensRevoked).toBe(1)
    api.pass(NOTICED_MS)
    expect(await answerOf('/v1/account')).toEqual([200, undefined])
    done(await rotateKey(database.drizzle, one.clientId, AT))
    api.pass(NOTICED_MS)
    expect(await answerOf('/v1/account')).toEqual([401, 'invalid-token'])
  })
})

describe('disabling a client', () => {
  test('keeps the time of the first of two calls', async () => {
    const { clientId } = await create()
    const first = await disableKey(database.drizzle, clientId, AT)
    const later = atMs(AT.epochMilliseconds + 1)
    expect(await disableKey(database.drizzle, clientId, later)).toEqual(first)
  })
})

describe('the accounts of a client', () => {
  const fresh = { kind: 'new', initialCash: amount('7'), fillProfile: 'ideal@1' } as const

  test('can be used by a token from before they were added', async () => {
    api = await openApi({ database })
    const { clientId, clientSecret } = await create()
    await api.signIn(clientId, clientSecret)
    const added = done(await addAccount(database.drizzle, clientId, fresh, AT))
    expect(
      (await api.get('/v1/account', { 'x-service-account-id': added.accountId })).body,
    ).toMatchObject({ cashAmount: '7.00' })
  })

  test('can all be removed: 404 account-not-found', async () => {
    api = await openApi({ database })
    const { clientId, clientSecret, accountIds } = await create()
    const [accountId = ''] = accountIds
    await api.signIn(clientId, clientSecret)
    done(await removeAccount(database.drizzle, { clientId, accountId }))
    expect(await tokenAnswer(clientId, clientSecret)).toEqual([404, 'account-not-found'])
    expect(await answerOf('/v1/account')).toEqual([404, 'account-not-found'])
  })

  test('stay when they are removed, and can be given back', async () => {
    const { clientId, accountIds } = await create()
    const [accountId = ''] = accountIds
    done(await removeAccount(database.drizzle, { clientId, accountId }))
    const added = done(await addAccount(database.drizzle, clientId, fresh, AT))
    expect(added.accountId).not.toBe(accountId)
    done(await addAccount(database.drizzle, clientId, { kind: 'existing', accountId }, AT))
    expect(await accountsOf(clientId)).toEqual([accountId, added.accountId].sort())
  })

  test('are ten when ten are added at once', async () => {
    const { clientId } = await create()
    const adding = Array.from({ length: 10 }, () =>
      addAccount(database.drizzle, clientId, fresh, AT),
    )
    const added = (await Promise.all(adding)).map((outcome) => done(outcome).accountId)
    expect(new Set(added).size).toBe(10)
    expect(await accountsOf(clientId)).toHaveLength(11)
  })

  test('are never shared between users', async () => {
    const [kim, lee] = [await create({ name: 'Kim' }), await create({ name: 'Lee' })]
    const wanted = { kind: 'existing', accountId: lee.accountIds[0] ?? '' } as const
    expect(faultOf(await addAccount(database.drizzle, kim.clientId, wanted, AT))).toContain(
      'belongs to Lee',
    )
  })

  test('are not added twice, nor removed when they are not there', async () => {
    const { clientId, accountIds } = await create()
    const [accountId = ''] = accountIds
    const again = addAccount(database.drizzle, clientId, { kind: 'existing', accountId }, AT)
    expect(faultOf(await again)).toBe(`${clientId} has ${accountId} already.`)
    const absent = removeAccount(database.drizzle, { clientId, accountId: 'acc_none' })
    expect(faultOf(await absent)).toBe(`${clientId} has no account acc_none.`)
  })
})

test('the fault of each command on keys names an unknown client', async () => {
  const { drizzle } = database
  const outcomes = [
    await rotateKey(drizzle, 'pk_none', AT),
    await revokeKey(drizzle, 'pk_none', AT),
    await disableKey(drizzle, 'pk_none', AT),
    await enableKey(drizzle, 'pk_none'),
    await addAccount(
      drizzle,
      'pk_none',
      { kind: 'new', initialCash: amount('1'), fillProfile: 'ideal@1' },
      AT,
    ),
    await removeAccount(drizzle, { clientId: 'pk_none', accountId: 'acc_none' }),
  ]
  for (const outcome of outcomes) expect(faultOf(outcome)).toStartWith('There is no client pk_none')
})
