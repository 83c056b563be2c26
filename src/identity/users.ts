/** The users of the console: who may sign in with a password, and who operates the server. */
import { asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import { type Refused, refused } from '../core/refusals'
import type { Instant } from '../core/time'
import type { Drizzle } from '../postgres/database'
import { clients, consoleSessions, signInCodes, users } from '../postgres/schema/identity'
import { accounts } from '../postgres/schema/trading'
import { userIdOf } from './secrets'

/** The owner of the first client, and of keys that are made without --name. */
export const DEFAULT_OWNER = 'console'

export interface ConsoleUser {
  readonly userId: string
  readonly name: string
  /** May see and make the users of the server [console.operator]. */
  readonly operator: boolean
}

export interface ListedUser extends ConsoleUser {
  /** If false, only a one-time link signs this user in. */
  readonly hasPassword: boolean
  readonly createdAt: Instant
  readonly accounts: number
  readonly clients: number
}

const COLUMNS = { userId: users.userId, name: users.name, operator: users.operator } as const

/** Lists all users, in order of name. */
export async function listUsers(drizzle: Drizzle): Promise<readonly ListedUser[]> {
  // Apart from its users: their tables may be on other machines.
  const owned = await drizzle
    .select({ userId: accounts.userId, accounts: count() })
    .from(accounts)
    .groupBy(accounts.userId)
  const accountsOf = new Map(owned.map((one) => [one.userId, one.accounts]))
  const clientsOf = drizzle
    .select({ clients: count() })
    .from(clients)
    .where(sql`${clients.userId} = ${users.userId} and ${clients.kind} = 'API'`)
  const rows = await drizzle
    .select({
      ...COLUMNS,
      createdAt: users.createdAt,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      clients: sql<string>`(${clientsOf})`,
    })
    .from(users)
    .orderBy(asc(users.name))
  return rows.map((row) => ({
    ...row,
    accounts: accountsOf.get(row.userId) ?? 0,
    clients: Number(row.clients),
  }))
}

/** Finds a user with the hash of the password, which is null if there is none. */
export async function findUser(drizzle: Drizzle, name: string) {
  const [found] = await drizzle
    .select({ ...COLUMNS, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.userId, userIdOf(name)))
  return found
}

/** True until a user has a password. As long, each start prints a link [console.first-link]. */
export async function hasNoPassword(drizzle: Drizzle): Promise<boolean> {
  const { userId, passwordHash } = users
  const found = await drizzle.select({ userId }).from(users).where(isNotNull(passwordHash)).limit(1)
  return found.length === 0
}

export interface NewUser {
  readonly name: string
  readonly passwordHash: string
  readonly operator: boolean
  readonly at: Instant
}

/** Adds a user, or gives a user without a password one. Refuses if the user has a password. */
export async function addUser(
  drizzle: Drizzle,
  { name, passwordHash, operator, at }: NewUser,
): Promise<ConsoleUser | Refused<'user-exists'>> {
  const userId = userIdOf(name)
  const [added] = await drizzle
    .insert(users)
    .values({ userId, name, passwordHash, operator, createdAt: at })
    .onConflictDoUpdate({
      target: users.userId,
      set: { passwordHash, operator: sql`${users.operator} or ${operator}` },
      setWhere: sql`${users.passwordHash} is null`,
    })
    .returning(COLUMNS)
  return added ?? refused('user-exists', { name })
}

/** Makes the owner of the first client an operator, whom the start's link signs in. */
export async function ensureOwner(drizzle: Drizzle, at: Instant): Promise<ConsoleUser> {
  const owner = { userId: userIdOf(DEFAULT_OWNER), name: DEFAULT_OWNER, operator: true }
  await drizzle
    .insert(users)
    .values({ ...owner, createdAt: at })
    .onConflictDoUpdate({ target: users.userId, set: { operator: true } })
  return owner
}

/** Sets the password, and ends the user's sessions and links: others may know the old password. */
export const setPassword = (
  drizzle: Drizzle,
  name: string,
  passwordHash: string | null,
): Promise<ConsoleUser | Refused<'user-not-found'>> =>
  drizzle.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash })
      .where(eq(users.userId, userIdOf(name)))
      .returning(COLUMNS)
    if (changed === undefined) return refused('user-not-found', { name })
    await tx.delete(consoleSessions).where(eq(consoleSessions.userId, changed.userId))
    await tx.delete(signInCodes).where(eq(signInCodes.userId, changed.userId))
    return changed
  })

export async function setOperator(
  drizzle: Drizzle,
  name: string,
  operator: boolean,
): Promise<ConsoleUser | Refused<'user-not-found'>> {
  const [changed] = await drizzle
    .update(users)
    .set({ operator })
    .where(eq(users.userId, userIdOf(name)))
    .returning(COLUMNS)
  return changed ?? refused('user-not-found', { name })
}
