/**
 * Signs users in to the console: by name and password [console.sign-in-failed], or by a one-time
 * link [console.first-link].
 *
 * A browser mark shows that a browser has signed in as a user before. Whoever guesses passwords
 * does not have it, so guesses do not keep the browser out [console.known-browser]. A mark signs
 * nobody in. It is signed with the hash of the password, so a new password ends it, and nothing is
 * stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { SIGN_IN_LINK_HOURS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import type { Instant } from '../core/time'
import { lruCache } from '../lib/lru-cache'
import type { Drizzle } from '../postgres/database'
import { signInCodes } from '../postgres/schema/identity'
import { cellOf } from './cell'
import { userName } from './password'
import {
  hashOf,
  hashPassword,
  isPassword,
  newBrowserNumber,
  newSignInCode,
  newToken,
} from './secrets'
import {
  beginSession,
  beginSessionWith,
  type ConsoleSession,
  endSession,
  findSession,
  issueSessionToken,
} from './sessions'
import { ensureOwner, findUser, hasNoPassword, setPassword } from './users'

const SESSIONS_REMEMBERED_MAX = 10_000

/** Signs users in to the console, and out of it. `cell` is the server's own. */
export function consoleSignIn(drizzle: Drizzle, now: () => Instant, cell: string | null) {
  /** Ids of sessions that this process has found. They may have ended since. */
  const seen = lruCache<true>(SESSIONS_REMEMBERED_MAX)

  return {
    async findSession(sessionId: string) {
      const session = await findSession(drizzle, sessionId, now())
      if (session !== undefined) seen.set(sessionId, true)
      return session
    },

    /** True if this process has found a session with this id, which may have ended since. */
    hasSeenSession: (sessionId: string): boolean => seen.get(sessionId) !== undefined,

    /** Returns the id of a new session. [console.sign-in-failed] */
    async signIn(name: string, password: string): Promise<string | Refused<'sign-in-failed'>> {
      const user = await userIfMatching(drizzle, name, password)
      const sessionId =
        user && (await beginSessionWith(drizzle, user.userId, user.passwordHash, now()))
      return sessionId ?? refused('sign-in-failed')
    },

    /** Signs in by a one-time link, which is used up only with a session. [console.first-link] */
    redeem: (code: string): Promise<string | Refused<'sign-in-link-invalid'>> =>
      drizzle.transaction(async (tx) => {
        const userId = await redeemSignInCode(tx, code, now())
        return userId === undefined
          ? refused('sign-in-link-invalid')
          : beginSession(tx, userId, now())
      }),

    /** A mark for the session's browser; null if the user has no password. */
    async browserMark({ user }: ConsoleSession): Promise<string | null> {
      const owner = await userWithPassword(drizzle, user.name)
      return owner === undefined ? null : newBrowserMark(owner)
    },

    /** True if a browser with this mark has signed in under the name before. */
    async isBrowserOf(name: string, mark: string): Promise<boolean> {
      const owner = MARK.test(mark) ? await userWithPassword(drizzle, name) : undefined
      return owner !== undefined && isBrowserMark(mark, owner)
    },

    signOut: (session: ConsoleSession) => endSession(drizzle, session.sessionHash),
    issueToken: (session: ConsoleSession) =>
      issueSessionToken(drizzle, session, newToken(cell), now()),

    /** Ends the user's sessions and begins a new one, or changes nothing. [console.password] */
    async changePassword(
      { user }: ConsoleSession,
      current: string | undefined,
      wanted: string,
    ): Promise<string | Refused<'sign-in-failed'>> {
      const stored = await findUser(drizzle, user.name)
      // A user who signed in by a link and has no password yet sets the first one.
      const hasPassword = stored?.passwordHash != null
      if (hasPassword && (await userIfMatching(drizzle, user.name, current ?? '')) === undefined) {
        return refused('sign-in-failed')
      }
      const passwordHash = await hashPassword(wanted)
      return drizzle.transaction(async (tx) => {
        await setPassword(tx, user.name, passwordHash)
        return beginSession(tx, user.userId, now())
      })
    },
  }
}

/** Finds a user who has a password. */
async function userWithPassword(drizzle: Drizzle, name: string) {
  const user = await findUser(drizzle, userName(name) ?? '')
  return user?.passwordHash == null ? undefined : { ...user, passwordHash: user.passwordHash }
}

/** Undefined if name and password do not match; takes as long for an unknown name. */
async function userIfMatching(drizzle: Drizzle, name: string, password: string) {
  const user = await userWithPassword(drizzle, name)
  return (await isPassword(password, user?.passwordHash ?? null)) ? user : undefined
}

/** A random number of the browser, and its signature. */
const MARK = /^([\w-]{22})\.([\w-]{43})$/

const signatureOf = (number: string, { userId, passwordHash }: UserWithPassword): string =>
  createHmac('sha256', passwordHash).update(`browser of ${userId} ${number}`).digest('base64url')

interface UserWithPassword {
  readonly userId: string
  readonly passwordHash: string
}

function newBrowserMark(user: UserWithPassword): string {
  const number = newBrowserNumber()
  return `${number}.${signatureOf(number, user)}`
}

function isBrowserMark(mark: string, user: UserWithPassword): boolean {
  const [, number = '', signature = ''] = MARK.exec(mark) ?? []
  const expected = Buffer.from(signatureOf(number, user))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(given, expected)
}

/** The path of a one-time link to the console [console.first-link]. */
export const linkPath = (code: string): string => `/console/?code=${code}`

/** The whole link. A server that listens on every address is opened as localhost. */
export const consoleLink = (url: string, code: string): string =>
  url.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1localhost') + linkPath(code)

/** Makes a code. It is returned only here: the database has a hash. */
export async function makeSignInCode(
  drizzle: Drizzle,
  userId: string,
  at: Instant,
): Promise<string> {
  const code = newSignInCode(await cellOf(drizzle))
  const expiresAt = at.add({ hours: SIGN_IN_LINK_HOURS_MAX })
  await drizzle.insert(signInCodes).values({ codeHash: hashOf(code), userId, expiresAt })
  return code
}

/** Returns the id of the user whom the code signs in; undefined if it is used, old or unknown. */
async function redeemSignInCode(
  drizzle: Drizzle,
  code: string,
  at: Instant,
): Promise<string | undefined> {
  const { codeHash, expiresAt, userId } = signInCodes
  // One statement, so that only one of two simultaneous requests deletes the row.
  const [redeemed] = await drizzle
    .delete(signInCodes)
    .where(and(eq(codeHash, hashOf(code)), gt(expiresAt, at)))
    .returning({ userId })
  return redeemed?.userId
}

/** Makes a code for the first client's owner; null if any user has a password. Starts print it. */
export async function startCode(drizzle: Drizzle, at: Instant): Promise<string | null> {
  if (!(await hasNoPassword(drizzle))) return null
  const owner = await ensureOwner(drizzle, at)
  return makeSignInCode(drizzle, owner.userId, at)
}

export async function deleteSignInCodesExpiredBefore(drizzle: Drizzle, at: Instant): Promise<void> {
  await drizzle.delete(signInCodes).where(lt(signInCodes.expiresAt, at))
}
