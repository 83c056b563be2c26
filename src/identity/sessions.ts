/**
 * Sessions of the console [console.session], and the tokens with which they call /v1
 * [console.token]. API keys are separate: the end of a session does not touch them.
 */
import { and, eq, lt, or } from 'drizzle-orm'
import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS_MAX, SESSION_TOKEN_SECONDS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { type Instant, isBefore } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { clients, consoleSessions, tokens, users } from '../postgres/schema/identity'
import { cellOf } from './cell'
import { consoleClientIdOf, hashOf, newSessionId } from './secrets'
import type { ConsoleUser } from './users'

export interface ConsoleSession {
  readonly sessionHash: string
  readonly user: ConsoleUser
  /** The end of the session, unless it is used before. */
  readonly expiresAt: Instant
}

const HOURS_PER_DAY = 24
/** A session's use is saved at most once in this time. */
const SAVE_EVERY_HOURS = 1

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

/** Returns the id of a new session. Only the browser's cookie has it; a hash is stored. */
export async function beginSession(drizzle: Drizzle, userId: string, at: Instant): Promise<string> {
  const sessionId = newSessionId(await cellOf(drizzle))
  const times = { createdAt: at, lastUsedAt: at }
  await drizzle.insert(consoleSessions).values({ sessionHash: hashOf(sessionId), userId, ...times })
  return sessionId
}

/** Begins a session if the user still has the password that was checked; undefined if not. */
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

/** Finds a session and saves its use; undefined if it is unknown or has ended. */
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
  const isRecent = isBefore(at, found.lastUsedAt.add({ hours: SAVE_EVERY_HOURS }))
  const used = isRecent ? found : { ...found, lastUsedAt: at }
  if (!isRecent) {
    await drizzle
      .update(consoleSessions)
      .set({ lastUsedAt: at })
      .where(eq(sessionHash, found.sessionHash))
  }
  return { sessionHash: found.sessionHash, user: found.user, expiresAt: endOf(used) }
}

/** Ends a session and its tokens. */
export async function endSession(drizzle: Drizzle, sessionHash: string): Promise<void> {
  await drizzle.delete(consoleSessions).where(eq(consoleSessions.sessionHash, sessionHash))
}

export async function deleteSessionsEndedBefore(drizzle: Drizzle, at: Instant): Promise<void> {
  const { createdAt, lastUsedAt } = consoleSessions
  const beginning = at.subtract({ hours: SESSION_DAYS_MAX * HOURS_PER_DAY })
  const idle = at.subtract({ hours: SESSION_IDLE_DAYS_MAX * HOURS_PER_DAY })
  await drizzle.delete(consoleSessions).where(or(lt(createdAt, beginning), lt(lastUsedAt, idle)))
}

export interface IssuedToken {
  readonly token: string
  readonly expiresIn: number
}

/**
 * Issues a token of the user's internal client, which may use all accounts of the user. The token
 * ends with the session. Refuses if the session has ended.
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
    // No text has an empty hash, so no secret gets a token for this client.
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
