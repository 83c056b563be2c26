/** Stored clients of the API. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FillProfile } from '../core/order/fill-profile'
import type { Scope } from '../core/scope'
import type { Instant } from '../core/time'
import { type CommandFault, fault } from '../lib/fault'
import type { Drizzle } from '../postgres/database'
import { CHOSEN_CLIENT_LOCK } from '../postgres/options'
import { clients, users } from '../postgres/schema/identity'
import { accounts, clientAccounts } from '../postgres/schema/trading'

/** A client, and the accounts that it may use. */
export interface ApiClient {
  readonly clientId: string
  /** SHA-256, hexadecimal. Empty for the console's own client, which has no secret. */
  readonly secretHash: string
  readonly scope: Scope
  readonly disabledAt: Instant | null
  readonly accountIds: readonly string[]
  /** True for the sessions of a user who operates the server [console.operator]. */
  readonly operates?: boolean
}

export const findClient = async (
  drizzle: Drizzle,
  clientId: string,
): Promise<ApiClient | undefined> => (await findClients(drizzle, [clientId])).get(clientId)

/** Maps ids to clients; an unknown id is missing from the map. */
export async function findClients(
  drizzle: Drizzle,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, ApiClient>> {
  const rows = await drizzle
    .select({
      clientId: clients.clientId,
      userId: clients.userId,
      kind: clients.kind,
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
  for (const { accountId, kind, userId, ...client } of rows) {
    const accountIds = found.get(client.clientId)?.accountIds ?? []
    found.set(client.clientId, {
      ...client,
      accountIds: accountId === null ? accountIds : [...accountIds, accountId],
    })
    if (kind === 'CONSOLE') {
      found.set(client.clientId, { ...client, ...(await ownOf(drizzle, userId)) })
    }
  }
  return found
}

/** The rights of a user's sessions: they may use all accounts of the user [console.token]. */
async function ownOf(drizzle: Drizzle, userId: string) {
  const rows = await drizzle
    .select({ operates: users.operator, accountId: accounts.accountId })
    .from(users)
    .leftJoin(accounts, eq(accounts.userId, users.userId))
    .where(eq(users.userId, userId))
    .orderBy(accounts.accountId)
  return {
    operates: rows.some(({ operates }) => operates),
    accountIds: rows.flatMap(({ accountId }) => accountId ?? []),
  }
}

export interface NewClient {
  readonly clientId: string
  readonly userId: string
  readonly secretHash: string
  readonly scope: Scope
  readonly createdAt: Instant
  readonly label?: string | null
}

export async function createClient(drizzle: Drizzle, client: NewClient): Promise<void> {
  await drizzle.insert(clients).values(client)
}

/** Excludes the console's internal clients. */
const IS_API_CLIENT = eq(clients.kind, 'API')

/** True until the first client is made. */
export async function hasNoClient(drizzle: Drizzle): Promise<boolean> {
  const { clientId } = clients
  const found = await drizzle.select({ clientId }).from(clients).where(IS_API_CLIENT).limit(1)
  return found.length === 0
}

/**
 * Until the transaction ends, no other makes the first client or a client with a chosen id.
 * Afterwards the others see this one.
 */
export async function lockChosenClientIds(drizzle: Drizzle): Promise<void> {
  await drizzle.execute(sql`select pg_advisory_xact_lock(${CHOSEN_CLIENT_LOCK})`)
}

/** A client as its operator sees it. */
export interface ListedClient extends Omit<ApiClient, 'secretHash'> {
  /** The user who owns the client. */
  readonly name: string
  readonly createdAt: Instant
  /** The user's own name for it. */
  readonly label: string | null
  /** Accurate to half a minute; null before the first request. */
  readonly lastUsedAt: Instant | null
  readonly accounts: readonly OwnedAccount[]
}

export interface OwnedAccount {
  readonly accountId: string
  readonly fillProfile: FillProfile
}

/** Lists the clients of one user or of all, oldest first. */
export async function listClients(
  drizzle: Drizzle,
  userId?: string,
): Promise<readonly ListedClient[]> {
  const rows = await drizzle
    .select({
      clientId: clients.clientId,
      name: users.name,
      scope: clients.scope,
      createdAt: clients.createdAt,
      disabledAt: clients.disabledAt,
      label: clients.label,
      lastUsedAt: clients.lastUsedAt,
      accountId: clientAccounts.accountId,
      fillProfile: accounts.fillProfile,
    })
    .from(clients)
    .innerJoin(users, eq(users.userId, clients.userId))
    .leftJoin(clientAccounts, eq(clientAccounts.clientId, clients.clientId))
    .leftJoin(accounts, eq(accounts.accountId, clientAccounts.accountId))
    .where(userId === undefined ? IS_API_CLIENT : and(IS_API_CLIENT, eq(clients.userId, userId)))
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

type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>

/**
 * Locks a client and runs the work in one transaction. Until it ends, nobody else changes the
 * client or gets a token for it. Returns a fault for an unknown client.
 */
export const withClient = <Done extends object>(
  drizzle: Drizzle,
  clientId: string,
  work: (tx: Drizzle, client: LockedClient) => Promise<Done | CommandFault>,
): Promise<Done | CommandFault> =>
  drizzle.transaction(async (tx) => {
    const client = await lockClient(tx, clientId)
    return client === undefined
      ? fault(`There is no client ${clientId}; \`list\` shows all clients.`)
      : work(tx, client)
  })

export async function lockClient(drizzle: Drizzle, clientId: string) {
  const [locked] = await drizzle
    .select({ userId: clients.userId, disabledAt: clients.disabledAt })
    .from(clients)
    .where(and(eq(clients.clientId, clientId), IS_API_CLIENT))
    .for('update')
  return locked
}

export async function updateClient(
  drizzle: Drizzle,
  clientId: string,
  changed: Partial<Pick<ApiClient, 'secretHash' | 'scope' | 'disabledAt'>> & {
    readonly label?: string | null
  },
): Promise<void> {
  await drizzle.update(clients).set(changed).where(eq(clients.clientId, clientId))
}
