import { eq, inArray, sql } from 'drizzle-orm'
import type { FillProfile } from '../core/order/fill-profile'
import type { Instant } from '../core/time'
import type { Drizzle } from '../store/database'
import { FIRST_CLIENT_LOCK } from '../store/pg/advisory-locks'
import { accounts, clientAccounts, clients, type Scope, users } from '../store/schema'

/** A client of the API and the accounts that it may use. */
export interface ApiClient {
  readonly clientId: string
  /** SHA-256, hexadecimal. */
  readonly secretHash: string
  readonly scope: Scope
  readonly disabledAt: Instant | null
  readonly accountIds: readonly string[]
}

export const findClient = async (
  drizzle: Drizzle,
  clientId: string,
): Promise<ApiClient | undefined> => (await findClients(drizzle, [clientId])).get(clientId)

/** By their ids; those that there are not are left out. */
export async function findClients(
  drizzle: Drizzle,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, ApiClient>> {
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
    .where(inArray(clients.clientId, [...clientIds]))
    .orderBy(clientAccounts.accountId)
  const found = new Map<string, ApiClient>()
  for (const { accountId, ...client } of rows) {
    const accountIds = found.get(client.clientId)?.accountIds ?? []
    found.set(client.clientId, {
      ...client,
      accountIds: accountId === null ? accountIds : [...accountIds, accountId],
    })
  }
  return found
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

/** Until the transaction ends no other start makes a client; what one has made is seen after it. */
export async function lockFirstClient(drizzle: Drizzle): Promise<void> {
  await drizzle.execute(sql`select pg_advisory_xact_lock(${FIRST_CLIENT_LOCK})`)
}

/** A client as its operator sees it. */
export interface ListedClient extends Omit<ApiClient, 'secretHash'> {
  /** The user whose client it is. */
  readonly name: string
  readonly createdAt: Instant
  readonly accounts: readonly OwnedAccount[]
}

export interface OwnedAccount {
  readonly accountId: string
  readonly fillProfile: FillProfile
}

/** In the order in which they were made. */
export async function listClients(drizzle: Drizzle): Promise<readonly ListedClient[]> {
  const rows = await drizzle
    .select({
      clientId: clients.clientId,
      name: users.name,
      scope: clients.scope,
      createdAt: clients.createdAt,
      disabledAt: clients.disabledAt,
      accountId: clientAccounts.accountId,
      fillProfile: accounts.fillProfile,
    })
    .from(clients)
    .innerJoin(users, eq(users.userId, clients.userId))
    .leftJoin(clientAccounts, eq(clientAccounts.clientId, clients.clientId))
    .leftJoin(accounts, eq(accounts.accountId, clientAccounts.accountId))
    .orderBy(clients.createdAt, clients.clientId, clientAccounts.accountId)
  return [...Map.groupBy(rows, ({ clientId }) => clientId).values()].flatMap((ofClient) => {
    const owned = ofClient.flatMap(({ accountId, fillProfile }) =>
      accountId === null || fillProfile === null ? [] : [{ accountId, fillProfile }],
    )
    const accountIds = owned.map(({ accountId }) => accountId)
    return ofClient.slice(0, 1).map(({ accountId: _, fillProfile: __, ...client }) => ({
      ...client,
      accountIds,
      accounts: owned,
    }))
  })
}

/**
 * Keeps everyone else from changing the client, and from inserting a token of it, until the
 * transaction ends. Undefined for an unknown client.
 */
export async function lockClient(drizzle: Drizzle, clientId: string) {
  const [locked] = await drizzle
    .select({ userId: clients.userId, disabledAt: clients.disabledAt })
    .from(clients)
    .where(eq(clients.clientId, clientId))
    .for('update')
  return locked
}

export async function updateClient(
  drizzle: Drizzle,
  clientId: string,
  changed: { readonly secretHash: string } | { readonly disabledAt: Instant | null },
): Promise<void> {
  await drizzle.update(clients).set(changed).where(eq(clients.clientId, clientId))
}
