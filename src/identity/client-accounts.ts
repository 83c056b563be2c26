/** Which accounts a client may use, and whose they are. */
import { and, eq } from 'drizzle-orm'
import type { Drizzle } from '../store/database'
import { accounts, clientAccounts, users } from '../store/schema'

export interface User {
  readonly userId: string
  readonly name: string
}

/** The user that an account belongs to; undefined for an account that does not exist. */
export async function findOwner(drizzle: Drizzle, accountId: string): Promise<User | undefined> {
  const [owner] = await drizzle
    .select({ userId: users.userId, name: users.name })
    .from(accounts)
    .innerJoin(users, eq(users.userId, accounts.userId))
    .where(eq(accounts.accountId, accountId))
  return owner
}

/** False when the client has the account already. */
export async function grantAccount(
  drizzle: Drizzle,
  clientId: string,
  accountId: string,
): Promise<boolean> {
  const granted = await drizzle
    .insert(clientAccounts)
    .values({ clientId, accountId })
    .onConflictDoNothing()
    .returning({ accountId: clientAccounts.accountId })
  return granted.length > 0
}

/** False when the client does not have the account. The account itself stays as it is. */
export async function withdrawAccount(
  drizzle: Drizzle,
  clientId: string,
  accountId: string,
): Promise<boolean> {
  const withdrawn = await drizzle
    .delete(clientAccounts)
    .where(and(eq(clientAccounts.clientId, clientId), eq(clientAccounts.accountId, accountId)))
    .returning({ accountId: clientAccounts.accountId })
  return withdrawn.length > 0
}
