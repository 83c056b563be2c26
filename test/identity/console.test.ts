/** Details of signing in to the console that the API does not show. */
import { beforeEach, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { consoleIdentity } from '../../src/identity/console'
import { deleteSignInCodesExpiredBefore, makeSignInCode } from '../../src/identity/console-sign-in'
import { hashOf, hashPassword, userIdOf } from '../../src/identity/secrets'
import { beginSessionWith, deleteSessionsEndedBefore } from '../../src/identity/sessions'
import { addUser } from '../../src/identity/users'
import { consoleSessions, signInCodes, tokens } from '../../src/postgres/schema/identity'
import { PASSWORD } from '../support/console'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const { drizzle } = await freshDatabase()
const identity = consoleIdentity(drizzle, () => MONDAY_AT_TEN.epochMilliseconds, null)
const passwordHash = await hashPassword(PASSWORD)
beforeEach(async () => {
  await freshDatabase()
  await addUser(drizzle, { name: 'anna', passwordHash, operator: false, at: MONDAY_AT_TEN })
})
const userId = userIdOf('anna')

test('[console.sign-in-failed] an unknown name costs the same hash as a wrong password', async () => {
  const verify = spyOn(Bun.password, 'verify')
  try {
    for (const name of ['anna', 'nobody', '\u0000']) {
      verify.mockClear()
      expect(await identity.signIn(name, 'wrong password')).toEqual({ refused: 'sign-in-failed' })
      expect(verify.mock.calls.map(([, hash]) => String(hash).split('$', 4))).toEqual([
        passwordHash.split('$', 4),
      ])
    }
  } finally {
    verify.mockRestore()
  }
})

test('[console.password] no session begins with a password that was changed meanwhile', async () => {
  expect(typeof (await beginSessionWith(drizzle, userId, passwordHash, MONDAY_AT_TEN))).toBe(
    'string',
  )
  await identity.users.change('anna', { password: 'another password' })
  expect(await beginSessionWith(drizzle, userId, passwordHash, MONDAY_AT_TEN)).toBeUndefined()
})

test('[console.token] a session that has just ended gets no token', async () => {
  const sessionId = String(await identity.signIn('anna', PASSWORD))
  const session = await identity.findSession(sessionId)
  if (session === undefined) throw new Error('no session')
  await identity.issueToken(session)
  await identity.signOut(session)
  expect(await identity.issueToken(session)).toEqual({ refused: 'session-required' })
  expect(await drizzle.select().from(tokens)).toEqual([])
})

test('[console.session-length] sessions and links that are over are deleted', async () => {
  const sessionId = String(await identity.signIn('anna', PASSWORD))
  await makeSignInCode(drizzle, userId, MONDAY_AT_TEN)
  const inAWeek = MONDAY_AT_TEN.add({ hours: 7 * 24 })
  await deleteSessionsEndedBefore(drizzle, inAWeek)
  await deleteSignInCodesExpiredBefore(drizzle, MONDAY_AT_TEN.add({ hours: 24 }))
  expect(await drizzle.select().from(signInCodes)).toHaveLength(1)
  const stored = drizzle
    .select()
    .from(consoleSessions)
    .where(eq(consoleSessions.sessionHash, hashOf(sessionId)))
  expect(await stored).toHaveLength(1)
  await deleteSessionsEndedBefore(drizzle, inAWeek.add({ seconds: 1 }))
  await deleteSignInCodesExpiredBefore(drizzle, MONDAY_AT_TEN.add({ hours: 25 }))
  expect(await drizzle.select().from(signInCodes)).toEqual([])
  expect(await stored).toEqual([])
})
