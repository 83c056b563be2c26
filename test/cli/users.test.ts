/** `paper users`: its arguments, and what it changes. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { CONTROL_USERS } from '../../src/clients/cli/users/command'
import { amount } from '../../src/core/money'
import { consoleIdentity } from '../../src/identity/console'
import { createKey } from '../../src/identity/keys'
import { hashPassword } from '../../src/identity/secrets'
import { PASSWORD } from '../support/console'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const { drizzle } = await freshDatabase()
beforeEach(freshDatabase)
const start = { initialCash: amount('1000'), fillProfile: 'ideal@1' } as const
const deps = { ...start, drizzle, now: () => MONDAY_AT_TEN, serverUrl: 'http://0.0.0.0:3000' }
const identity = consoleIdentity(drizzle, () => MONDAY_AT_TEN.epochMilliseconds, null)
const hash = await hashPassword(PASSWORD)

async function done(...args: string[]): Promise<string> {
  const { ok, text } = await CONTROL_USERS.answer(deps, args)
  if (!ok) throw new Error(text)
  return text
}
const fault = async (...args: string[]): Promise<string> => {
  const { ok, text } = await CONTROL_USERS.answer(deps, args)
  if (ok) throw new Error(`done: ${text}`)
  return text
}
const added = (name: string, ...options: string[]) =>
  done('add', name, '--password-hash', hash, ...options)
const signsIn = async (name: string, password = PASSWORD) =>
  typeof (await identity.signIn(name, password)) === 'string'

describe('[console.users] paper users', () => {
  test('add makes a user who signs in with the password', async () => {
    expect(await added('anna')).toBe('anna can sign in at http://0.0.0.0:3000/console/.')
    expect(await signsIn('anna')).toBe(true)
    expect(await signsIn('anna', 'another password')).toBe(false)
    expect(await fault('add', 'anna', '--password-hash', hash)).toContain('can sign in already')
  })

  test('add gives a password to the owner of keys, who keeps them', async () => {
    const accounts = { kind: 'new', count: 1, ...start } as const
    await createKey(drizzle, { scope: 'TRADE', name: 'Kim', accounts, at: MONDAY_AT_TEN })
    await added('Kim')
    expect(await done('list')).toMatch(/^Kim +a password +no +1 +1$/m)
  })

  test('password replaces it, and ends the sessions of before', async () => {
    await added('anna')
    const session = await identity.signIn('anna', PASSWORD)
    await done('password', 'anna', '--password-hash', await hashPassword('another password'))
    expect(await signsIn('anna')).toBe(false)
    expect(await signsIn('anna', 'another password')).toBe(true)
    expect(await identity.findSession(String(session))).toBeUndefined()
  })

  test('operator lets a user operate the server, and no longer', async () => {
    await added('anna')
    expect(await done('operator', 'anna')).toBe('anna operates the server.')
    expect(await done('list')).toMatch(/^anna +a password +yes/m)
    expect(await done('operator', 'anna', '--off')).toBe('anna no longer operates the server.')
    await added('olga', '--operator')
    expect(await done('list')).toMatch(/^olga +a password +yes/m)
  })

  test('remove takes the password and ends the sessions', async () => {
    await added('anna')
    const session = await identity.signIn('anna', PASSWORD)
    expect(await done('remove', 'anna')).toBe('anna can no longer sign in; keys and accounts stay.')
    expect(await signsIn('anna')).toBe(false)
    expect(await identity.findSession(String(session))).toBeUndefined()
  })

  test('[console.first-link] link opens the console once, for any user', async () => {
    await added('anna')
    for (const name of [[], ['anna']]) {
      const text = await done('link', ...name)
      const [, code = ''] =
        /^http:\/\/localhost:3000\/console\/\?code=([\w-]{43}) {3}/.exec(text) ?? []
      expect(typeof (await identity.redeem(code))).toBe('string')
      expect(await identity.redeem(code)).toEqual({ refused: 'sign-in-link-invalid' })
    }
  })

  test('answers with one line of JSON if it is asked to', async () => {
    await added('anna')
    expect(JSON.parse(await done('list', '--json'))).toMatchObject({
      users: [{ name: 'anna', operator: false, hasPassword: true, clients: 0, accounts: 0 }],
    })
    expect(JSON.parse(await done('link', 'anna', '--json'))).toMatchObject({ name: 'anna' })
  })

  test.each([
    ['no name', ['add'], 'NAME'],
    ['a name that cannot be', ['add', 'a\u0000b'], '1 to 64 visible characters'],
    ['an unknown user', ['password', 'nobody', '--password-hash', hash], 'no user nobody'],
    ['an unknown user of a link', ['link', 'nobody'], 'no user nobody'],
    ['a password instead of its hash', ['add', 'anna', '--password-hash', 'x'], 'not allowed'],
    ['no password', ['add', 'anna'], 'has none'],
    ['another command', ['delete', 'anna'], 'allowed: add, list'],
  ])('refuses %s', async (_, args, says) => {
    expect(await fault(...args)).toContain(says)
  })
})
