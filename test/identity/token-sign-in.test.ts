import { describe, expect, test } from 'bun:test'
import { atMs } from '../../src/core/time'
import type { SignIn } from '../../src/http/call'
import type { ApiClient } from '../../src/identity/clients'
import { hashOf } from '../../src/identity/secrets'
import { type FoundToken, tokenSignIn } from '../../src/identity/tokens'

const TOKEN = 'token-1'
const BEARER = `Bearer ${TOKEN}`

function brokerage() {
  const clock = { nowMs: 0 }
  const queries = { tokens: 0, failing: false }
  let client: ApiClient = {
    clientId: 'pk_test_1',
    secretHash: '',
    scope: 'TRADE',
    disabledAt: null,
    accountIds: ['acc_1'],
  }
  let token: FoundToken = {
    clientId: 'pk_test_1',
    expiresAt: atMs(60_000),
    revokedAt: null,
  }
  const ask: SignIn = tokenSignIn({
    nowMs: () => clock.nowMs,
    clients: { find: async () => client },
    tokens: {
      find: async (hash) => {
        queries.tokens++
        if (queries.failing) throw new Error('no database')
        return hash === hashOf(TOKEN) ? token : undefined
      },
    },
  })
  return {
    ask,
    clock,
    queries,
    change: (over: Partial<ApiClient>) => {
      client = { ...client, ...over }
    },
    revoke: () => {
      token = { ...token, revokedAt: atMs(0) }
    },
  }
}

describe('signing in', () => {
  test('finds the client of a token', async () => {
    expect(await brokerage().ask(BEARER)).toEqual({
      clientId: 'pk_test_1',
      scope: 'TRADE',
      accountIds: ['acc_1'],
    })
  })

  test('takes the scheme in upper and lower case', async () => {
    expect(await brokerage().ask(`bearer ${TOKEN}`)).toMatchObject({ clientId: 'pk_test_1' })
  })

  test('looks a token up once, however its scheme is written', async () => {
    const { ask, queries } = brokerage()
    for (const scheme of ['bearer ', 'Bearer ', 'BEARER   ']) await ask(`${scheme}${TOKEN}`)
    expect(queries.tokens).toBe(1)
  })

  test.each([
    [undefined, 'authorization-required'],
    ['', 'invalid-token'],
    ['Bearer', 'invalid-token'],
    ['Bearer ', 'invalid-token'],
    [`Basic ${TOKEN}`, 'invalid-token'],
    [TOKEN, 'invalid-token'],
    ['Bearer token-2', 'invalid-token'],
    [`Bearer ${'x'.repeat(300)}`, 'invalid-token'],
  ])('refuses %p as %s', async (header, code) => {
    expect(await brokerage().ask(header)).toHaveProperty('refused', code)
  })

  test('refuses an expired token from its very instant on, cached or not', async () => {
    const { ask, clock } = brokerage()
    clock.nowMs = 59_999
    expect(await ask(BEARER)).toMatchObject({ clientId: 'pk_test_1' })
    clock.nowMs = 60_000
    expect(await ask(BEARER)).toEqual({ refused: 'expired-token' })
  })

  test('queries once for many requests, also at once', async () => {
    const { ask, queries } = brokerage()
    await Promise.all(Array.from({ length: 100 }, () => ask(BEARER)))
    await ask(BEARER)
    expect(queries.tokens).toBe(1)
  })

  test('queries once for an unknown token, however often it comes', async () => {
    const { ask, clock, queries } = brokerage()
    for (let at = 0; at < 100; at++) {
      expect(await ask('Bearer unknown')).toHaveProperty('refused', 'invalid-token')
    }
    expect(queries.tokens).toBe(1)
    clock.nowMs = 5_000
    await ask('Bearer unknown')
    expect(queries.tokens).toBe(2)
  })

  test.each([
    ['a revocation', 'invalid-token', (of: ReturnType<typeof brokerage>) => of.revoke()],
    [
      'disabling the client',
      'client-disabled',
      (of: ReturnType<typeof brokerage>) => of.change({ disabledAt: atMs(0) }),
    ],
  ])('[token.revoked] follows %s within 5 s', async (_, code, happen) => {
    const all = brokerage()
    await all.ask(BEARER)
    happen(all)
    all.clock.nowMs = 5_000
    expect(await all.ask(BEARER)).toHaveProperty('refused', code)
  })

  test('[token.revoked] notices a new account within 5 s', async () => {
    const { ask, clock, change } = brokerage()
    await ask(BEARER)
    change({ accountIds: ['acc_1', 'acc_2'] })
    clock.nowMs = 5_000
    expect(await ask(BEARER)).toMatchObject({ accountIds: ['acc_1', 'acc_2'] })
  })

  test('does not cache a failed query', async () => {
    const { ask, queries } = brokerage()
    queries.failing = true
    await expect(ask(BEARER)).rejects.toThrow('no database')
    queries.failing = false
    expect(await ask(BEARER)).toMatchObject({ clientId: 'pk_test_1' })
  })

  test('keeps its cached tokens however many unknown texts come', async () => {
    const { ask, queries } = brokerage()
    await ask(BEARER)
    for (let other = 0; other < 12_000; other++) await ask(`Bearer guess-${other}`)
    const before = queries.tokens
    await ask(BEARER)
    expect(queries.tokens).toBe(before)
  })
})
