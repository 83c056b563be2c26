/**
 * Browsers that are signed in to the console [console.session], and the tokens that they call /v1
 * with [console.token]. A session is apart from API keys: it ends without touching them.
 */
import { and, eq, lt, or } from 'drizzle-orm'
import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS_MAX, SESSION_TOKEN_SECONDS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { type Instant, isBefore } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { clients, consoleSessions, tokens, users } from '../postgres/schema'
import { consoleClientIdOf, hashOf, newSessionId } from './secrets'
import type { ConsoleUser } from './users'

export interface ConsoleSession {
  readonly sessionHash: string
  readonly user: ConsoleUser
  /** If it is not used until then. */
  readonly expiresAt: Instant
}

const HOURS_PER_DAY = 24
/** Its use is noted at most once in that time. */
const NOTED_EVERY_HOURS = 1

interface Times {
  readonly createdAt: Instant
  readonly lastUsedAt: Instant
}

/** [console.session-length] */
const endOf = ({ createdAt, lastUsedAt }: Times): Instant =>
  earlierOf(
    lastUsedAt.add({ hours: SESSION_IDLE_DAYS_MAX * HOURS_PER_DAY }),
    createdAt.add({ hours: SESSION_DAYS_MAX * HOURS_PER_DAY }),
  )

/** The id of a new session, which only its browser's cookie has. */
export async function beginSession(drizzle: Drizzle, userId: string, at: Instant): Promise<string> {
  const sessionId = newSessionId()
  const times = { createdAt: at, lastUsedAt: at }
  await drizzle.insert(consoleSessions).values({ sessionHash: hashOf(sessionId), userId, ...times })
  return sessionId
}

/** The same where the user still has the password that was checked; undefined where it changed. */
export const beginSessionWith = (
  drizzle: Drizzle,
  userId: string,
  passwordHash: string,
  at: Instant,
): Promise<string | undefined> =>
  drizzle.transaction(async (tx) => {
    // A change of the password waits for this lock, and then ends this session too.
    const [same] = await tx
      .select({ userId: users.userId })
      .from(users)
      .where(and(eq(users.userId, userId), eq(users.passwordHash, passwordHash)))
      .for('share')
    return same && beginSession(tx, userId, at)
  })

/** Undefined for one that is unknown or has ended. */
export async function findSession(
  drizzle: Drizzle,
  sessionId: string,
  at: Instant,
): Promise<ConsoleSession | undefined> {
  const { sessionHash, userId, createdAt, lastUsedAt } = consoleSessions
  const [found] = await drizzle
    .select({
      sessionHash,
      createdAt,
      lastUsedAt,
      user: { userId, name: users.name, operator: users.operator },
    })
    .from(consoleSessions)
    .innerJoin(users, eq(users.userId, userId))
    .where(eq(sessionHash, hashOf(sessionId)))
  if (found === undefined || !isBefore(at, endOf(found))) return undefined
  const isNoted = isBefore(at, found.lastUsedAt.add({ hours: NOTED_EVERY_HOURS }))
  const used = isNoted ? found : { ...found, lastUsedAt: at }
  if (!isNoted) {
    await drizzle
      .update(consoleSessions)
      .set({ lastUsedAt: at })
      .where(eq(sessionHash, found.sessionHash))
  }
  return { sessionHash: found.sessionHash, user: found.user, expiresAt: endOf(used) }
}

/** Its tokens end with it. */
export async function endSession(drizzle: Drizzle, sessionHash: string): Promise<void> {
  await drizzle.delete(consoleSessions).where(eq(consoleSessions.sessionHash, sessionHash))
}

export async function deleteSessionsEndedBefore(drizzle: Drizzle, at: Instant): Promise<void> {
  const { createdAt, lastUsedAt } = consoleSessions
  const beginning = at.subtract({ hours: SESSION_DAYS_MAX * HOURS_PER_DAY })
  const idle = at.subtract({ hours: SESSION_IDLE_DAYS_MAX * HOURS_PER_DAY })
  await drizzle.delete(consoleSessions).where(or(lt(createdAt, beginning), lt(lastUsedAt, idle)))
}

/** A token that is issued to a session. */
export interface IssuedToken {
  readonly token: string
  readonly expiresIn: number
}

/**
 * A token of the user's own client, which may use all accounts of the user and is in no list. It
 * ends with the session, or where that ended meanwhile, is not made.
 */
export const issueSessionToken = (
  drizzle: Drizzle,
  { sessionHash, user: { userId }, expiresAt }: ConsoleSession,
  token: string,
  at: Instant,
): Promise<IssuedToken | Refused<'session-required'>> =>
  drizzle.transaction(async (tx) => {
    const [locked] = await tx
      .select({ sessionHash: consoleSessions.sessionHash })
      .from(consoleSessions)
      .where(eq(consoleSessions.sessionHash, sessionHash))
      .for('key share')
    if (locked === undefined) return refused('session-required')
    const clientId = consoleClientIdOf(userId)
    // No text has this for its hash, so no secret exchanges the client for a token.
    const own = { clientId, userId, secretHash: '', scope: 'TRADE', kind: 'CONSOLE' } as const
    await tx
      .insert(clients)
      .values({ ...own, createdAt: at })
      .onConflictDoNothing()
    const end = earlierOf(expiresAt, at.add({ seconds: SESSION_TOKEN_SECONDS_MAX }))
    const issued = { tokenHash: hashOf(token), clientId, issuedAt: at, expiresAt: end }
    await tx.insert(tokens).values({ ...issued, sessionHash })
    return { token, expiresIn: Math.floor(at.until(end).total('seconds')) }
  })

const earlierOf = (one: Instant, other: Instant): Instant => (isBefore(one, other) ? one : other)
