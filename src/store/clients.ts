import { eq } from 'drizzle-orm'
import type { Instant } from '../core/time'
import type { Drizzle } from './database'
import { clientAccounts, clients, type Scope } from './schema'

/** A client of the API and the accounts that it may use. */
export interface Client {
  readonly clientId: string
  /** SHA-256, hexadecimal. */
  readonly secretHash: string
  readonly scope: Scope
  readonly disabledAt: Instant | null
  readonly accountIds: readonly string[]
}

export async function findClient(drizzle: Drizzle, clientId: string): Promise<Client | undefined> {
  const rows = await drizzle
    .select({
      clientId: clients.clientId,
      secretHash: clients.secretHash,
      scope: clients.scope,
      disabledAt: clients.disabledAt,
      accountId: clientAccounts.accountId,
    })
    .from(clients)
    .leftJoin(clientAccounts, eq(clientAccounts.clientId, clients.clientId))
    .where(eq(clients.clientId, clientId))
    .orderBy(clientAccounts.accountId)
  const [first] = rows
  if (first === undefined) return undefined
  const { accountId: _, ...client } = first
  const accountIds = rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))
  return { ...client, accountIds }
}

export interface NewClient {
  readonly clientId: string
  readonly userId: string
  readonly secretHash: string
  readonly scope: Scope
  readonly createdAt: Instant
}

export async function createClient(drizzle: Drizzle, client: NewClient): Promise<void> {
  await drizzle.insert(clients).values(client)
}

/** True while no client has been made: the first start makes one (D10). */
export async function hasNoClient(drizzle: Drizzle): Promise<boolean> {
  const found = await drizzle.select({ clientId: clients.clientId }).from(clients).limit(1)
  return found.length === 0
}
