import { asc, eq } from 'drizzle-orm'
import type { Drizzle } from '../database'
import { accounts, users } from '../schema'

export interface AccountOfUser {
  readonly accountId: string
  /** The name of the user whose it is. */
  readonly userName: string
}

/** Of all users, by their names and the accounts' ages. */
export const accountsOfUsers = (drizzle: Drizzle, limit: number): Promise<AccountOfUser[]> =>
  drizzle
    .select({ accountId: accounts.accountId, userName: users.name })
    .from(accounts)
    .innerJoin(users, eq(users.userId, accounts.userId))
    .orderBy(asc(users.name), asc(accounts.createdAt), asc(accounts.accountId))
    .limit(limit)
