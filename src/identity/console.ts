/**
 * Identity for the console: signing in and out, users, and a user's own clients and accounts. Times
 * are the system clock's [token.wall-clock].
 *
 * A browser mark shows that a browser has signed in as a user before. Whoever guesses passwords
 * does not have it, so guesses do not keep the browser out [console.known-browser]. A mark signs
 * nobody in. It is signed with the hash of the password, so a new password ends it, and nothing is
 * stored.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { nameInCell } from '../core/cell'
import { type Refused, refused } from '../core/refusals'
import { atMs, type Instant } from '../core/time'
import { lruCache } from '../lib/lru-cache'
import type { Drizzle } from '../postgres/database'
import { type ListedClient, listClients } from './clients'
import type { AccountStart } from './grants'
import {
  changeFillProfile,
  createOwnAccount,
  foreignAccount,
  labelAccount,
  listOwnAccounts,
  type NewOwnAccount,
} from './own-accounts'
import {
  type ClientChange,
  changeOwnClient,
  createOwnClient,
  type NewOwnClient,
  type OwnedClient,
  revokeOwnClient,
  rotateOwnClient,
} from './own-clients'
import { userName } from './password'
import { hashPassword, isPassword, newBrowserNumber, newToken } from './secrets'
import {
  beginSession,
  beginSessionWith,
  type ConsoleSession,
  endSession,
  findSession,
  issueSessionToken,
} from './sessions'
import { linkPath, makeSignInCode, redeemSignInCode } from './sign-in-codes'
import { addUser, findUser, listUsers, setOperator, setPassword } from './users'

const SESSIONS_REMEMBERED_MAX = 10_000

export type ConsoleIdentity = ReturnType<typeof consoleIdentity>

interface NewUserInput {
  readonly name: string
  readonly password: string
  readonly operator: boolean
}

interface UserChange {
  readonly operator?: boolean | undefined
  readonly password?: string | null | undefined
}

/** `cell` is the server's own, which a name may be typed with. */
export function consoleIdentity(drizzle: Drizzle, nowMs: () => number, cell: string | null) {
  const now = (): Instant => atMs(nowMs())
  return {
    ...signInsOf(drizzle, now, cell),
    /** The name that a sign-in asks for. [console.cell] */
    typedName: (text: string): string => nameInCell(text.normalize('NFC'), cell),
    clients: clientsOf(drizzle, now),
    accounts: accountsOf(drizzle, now),
    users: usersOf(drizzle, now),
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

/** Signs users in to the console, and out of it. */
function signInsOf(drizzle: Drizzle, now: () => Instant, cell: string | null) {
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

const clientsOf = (drizzle: Drizzle, now: () => Instant) => ({
  list: (userId: string): Promise<readonly ListedClient[]> => listClients(drizzle, userId),
  create: (client: Omit<NewOwnClient, 'at'>) => createOwnClient(drizzle, { ...client, at: now() }),
  rotate: (client: OwnedClient) => rotateOwnClient(drizzle, client, now()),
  revoke: (client: OwnedClient) => revokeOwnClient(drizzle, client, now()),
  change: (client: OwnedClient, change: ClientChange) =>
    changeOwnClient(drizzle, client, change, now()),
})

const accountsOf = (drizzle: Drizzle, now: () => Instant) => ({
  list: (userId: string) => listOwnAccounts(drizzle, userId),
  create: (userId: string, account: NewOwnAccount) =>
    createOwnAccount(drizzle, userId, account, now()),
  /** Refuses an account that is not the user's. */
  check: (userId: string, accountId: string) => foreignAccount(drizzle, userId, [accountId]),
  changeProfile: (userId: string, accountId: string, profile: AccountStart['fillProfile']) =>
    changeFillProfile(drizzle, userId, accountId, profile),
  setLabel: (userId: string, accountId: string, label: string | null) =>
    labelAccount(drizzle, userId, accountId, label),
})

const usersOf = (drizzle: Drizzle, now: () => Instant) => ({
  list: () => listUsers(drizzle),
  async add({ name, password, operator }: NewUserInput) {
    const passwordHash = await hashPassword(password)
    return addUser(drizzle, { name, passwordHash, operator, at: now() })
  },
  /** Omit a value to leave it. If the password is null, only a link signs the user in. */
  async change(name: string, { operator, password }: UserChange) {
    const passwordHash = password && (await hashPassword(password))
    return drizzle.transaction(async (tx) => {
      const user = await findUser(tx, name)
      if (user === undefined) return refused('user-not-found', { name })
      if (passwordHash !== undefined) await setPassword(tx, name, passwordHash)
      return operator === undefined ? user : setOperator(tx, name, operator)
    })
  },
  /** Makes a link that signs the user in, once. */
  async makeLink(name: string): Promise<{ readonly path: string } | Refused<'user-not-found'>> {
    const user = await findUser(drizzle, name)
    if (user === undefined) return refused('user-not-found', { name })
    return { path: linkPath(await makeSignInCode(drizzle, user.userId, now())) }
  },
})

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
