/**
 * A console user's own accounts and clients. A client of another user is refused like an unknown
 * one [console.own].
 */
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { assert } from '../core/assert'
import { ACCOUNTS_PER_USER_MAX, CLIENTS_PER_USER_MAX } from '../core/limits'
import type { Amount } from '../core/money'
import type { FillProfile } from '../core/order/fill-profile'
import { type Refused, refused } from '../core/refusals'
import type { Scope } from '../core/scope'
import type { Instant } from '../core/time'
import { accountExists, insertAccount } from '../ledger/accounts'
import { isFault } from '../lib/fault'
import type { Drizzle } from '../postgres/database'
import { clients, users } from '../postgres/schema/identity'
import { accounts, clientAccounts, isOpenRow, orders } from '../postgres/schema/trading'
import { drawVersion } from '../postgres/version-id'
import { cellOf } from './cell'
import { type ListedClient, listClients, lockClient, updateClient } from './clients'
import { type AccountIds, type AccountStart, grantAccount } from './grants'
import {
  type CreatedKey,
  createKey,
  type RevokedKey,
  type RotatedKey,
  revokeKey,
  rotateKey,
} from './keys'
import { accountIdOf, consoleClientIdOf } from './secrets'

type Foreign = Refused<'own-account-not-found'>

export interface OwnAccount {
  readonly accountId: string
  /** What the user calls it; null if it has no name. */
  readonly label: string | null
  readonly fillProfile: FillProfile
  readonly initialCash: Amount
  readonly cash: Amount
  readonly createdAt: Instant
  readonly locked: boolean
  /** The clients that may use it. */
  readonly clientIds: readonly string[]
}

/** Lists the user's accounts, oldest first. */
export async function listOwnAccounts(
  drizzle: Drizzle,
  userId: string,
): Promise<readonly OwnAccount[]> {
  const { accountId, label, fillProfile, initialCash, cash, createdAt, lockedAt } = accounts
  const rows = await drizzle
    .select({
      accountId,
      label,
      fillProfile,
      initialCash,
      cash,
      createdAt,
      lockedAt,
      clientId: clients.clientId,
    })
    .from(accounts)
    .leftJoin(clientAccounts, eq(clientAccounts.accountId, accountId))
    .leftJoin(clients, and(eq(clients.clientId, clientAccounts.clientId), eq(clients.kind, 'API')))
    .where(eq(accounts.userId, userId))
    .orderBy(asc(createdAt), asc(accountId), asc(clients.clientId))
  return [...Map.groupBy(rows, (row) => row.accountId).values()].flatMap((ofAccount) => {
    const clientIds = ofAccount.flatMap(({ clientId }) => clientId ?? [])
    return ofAccount.slice(0, 1).map(({ clientId: _, lockedAt, ...account }) => ({
      ...account,
      locked: lockedAt !== null,
      clientIds,
    }))
  })
}

export interface NewOwnAccount extends AccountStart {
  /** What the user calls it; null for no name. */
  readonly label: string | null
}

/** Makes an account without a client. The user's sessions may use it at once. */
export const createOwnAccount = (
  drizzle: Drizzle,
  userId: string,
  account: NewOwnAccount,
  at: Instant,
): Promise<{ readonly accountId: string } | Refused<'limit-reached'>> =>
  drizzle.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [owned] = await tx
      .select({ accounts: count() })
      .from(accounts)
      .where(eq(accounts.userId, userId))
    // [console.limits]
    if ((owned?.accounts ?? 0) >= ACCOUNTS_PER_USER_MAX) {
      return refused('limit-reached', { max: ACCOUNTS_PER_USER_MAX, what: 'accounts' })
    }
    const cell = await cellOf(tx)
    for (let ordinal = 1; ; ordinal++) {
      const accountId = accountIdOf(consoleClientIdOf(userId), ordinal, cell)
      if (await accountExists(tx, accountId)) continue
      await insertAccount(tx, { accountId, userId, ...account, createdAt: at })
      return { accountId }
    }
  })

/**
 * Refuses while the account has open orders, which fill by its profile [console.fill-profile]. If
 * the account changes while this runs, for example by a new order, it is tried again.
 */
export async function changeFillProfile(
  drizzle: Drizzle,
  userId: string,
  accountId: string,
  fillProfile: FillProfile,
): Promise<{ readonly accountId: string } | Foreign | Refused<'account-has-open-orders'>> {
  const foreign = await foreignAccount(drizzle, userId, [accountId])
  if (foreign !== undefined) return foreign
  for (;;) {
    const { version } = accounts
    const [seen] = await drizzle.select({ version }).from(accounts).where(isAccount(accountId))
    const open = await drizzle
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(and(eq(orders.accountId, accountId), isOpenRow(orders.status)))
      .limit(1)
    if (open.length > 0) return refused('account-has-open-orders')
    const changed = await drizzle
      .update(accounts)
      .set({ fillProfile, version: drawVersion() })
      .where(and(isAccount(accountId), eq(version, seen?.version ?? 0)))
      .returning({ accountId: accounts.accountId })
    if (changed.length > 0) return { accountId }
  }
}

/**
 * Sets what the user calls the account, or removes it with null [console.account-name]. No command
 * reads it, so the account keeps its version.
 */
export async function labelAccount(
  drizzle: Drizzle,
  userId: string,
  accountId: string,
  label: string | null,
): Promise<Foreign | undefined> {
  const foreign = await foreignAccount(drizzle, userId, [accountId])
  if (foreign !== undefined) return foreign
  await drizzle.update(accounts).set({ label }).where(isAccount(accountId))
  return undefined
}

const isAccount = (accountId: string) => eq(accounts.accountId, accountId)

/** Until the transaction ends, the user can make nothing else, so the limits hold. */
async function lockUser(drizzle: Drizzle, userId: string): Promise<void> {
  await drizzle
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.userId, userId))
    .for('no key update')
}

/** Refuses the first account that is not the user's; undefined if all are. */
export async function foreignAccount(
  drizzle: Drizzle,
  userId: string,
  accountIds: readonly string[],
): Promise<Foreign | undefined> {
  const possible = accountIds.filter((accountId) => ACCOUNT_ID.test(accountId))
  const rows = await drizzle
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), inArray(accounts.accountId, possible)))
  const owned = new Set(rows.map(({ accountId }) => accountId))
  const foreign = accountIds.find((accountId) => !owned.has(accountId))
  return foreign === undefined
    ? undefined
    : refused('own-account-not-found', { accountId: foreign.slice(0, 64) })
}

/** Other ids cannot exist, and count as unknown: PostgreSQL refuses U+0000. */
const ACCOUNT_ID = /^[\x20-\x7e]{1,128}$/

type ForeignClient = Refused<'client-not-found'>
type ForeignAccount = Refused<'own-account-not-found'>

export interface OwnedClient {
  readonly userId: string
  readonly clientId: string
}

export interface NewOwnClient {
  readonly userId: string
  readonly label: string | null
  readonly scope: Scope
  readonly accountIds: AccountIds
  readonly at: Instant
}

/** Makes a client. Its secret is shown only in this answer [key.secret-once]. */
export const createOwnClient = (
  drizzle: Drizzle,
  { userId, label, scope, accountIds, at }: NewOwnClient,
): Promise<CreatedKey | ForeignAccount | Refused<'limit-reached'>> =>
  drizzle.transaction(async (tx) => {
    await lockUser(tx, userId)
    const foreign = await foreignAccount(tx, userId, accountIds)
    if (foreign !== undefined) return foreign
    // [console.limits]
    if ((await listClients(tx, userId)).length >= CLIENTS_PER_USER_MAX) {
      return refused('limit-reached', { max: CLIENTS_PER_USER_MAX, what: 'clients' })
    }
    const accounts = { kind: 'existing', accountIds } as const
    const created = await createKey(tx, { scope, name: null, accounts, at, label })
    assert(!isFault(created), "a user's own accounts have one owner")
    return created
  })

export const rotateOwnClient = (
  drizzle: Drizzle,
  client: OwnedClient,
  at: Instant,
): Promise<RotatedKey | ForeignClient> =>
  withOwnClient(drizzle, client, async (tx) => {
    const rotated = await rotateKey(tx, client.clientId, at)
    assert(!isFault(rotated), 'a locked client exists')
    return rotated
  })

/** Revokes the client's tokens. */
export const revokeOwnClient = (
  drizzle: Drizzle,
  client: OwnedClient,
  at: Instant,
): Promise<RevokedKey | ForeignClient> =>
  withOwnClient(drizzle, client, async (tx) => {
    const revoked = await revokeKey(tx, client.clientId, at)
    assert(!isFault(revoked), 'a locked client exists')
    return revoked
  })

export interface ClientChange {
  readonly label?: string | null
  readonly scope?: Scope
  readonly enabled?: boolean
  readonly accountIds?: AccountIds
}

/** Changes what is given, and leaves the rest. Takes effect within seconds [token.revoked]. */
export const changeOwnClient = (
  drizzle: Drizzle,
  client: OwnedClient,
  { label, scope, enabled, accountIds }: ClientChange,
  at: Instant,
): Promise<ListedClient | ForeignClient | ForeignAccount> =>
  withOwnClient(drizzle, client, async (tx, disabledAt) => {
    const { clientId, userId } = client
    if (accountIds !== undefined) {
      const foreign = await foreignAccount(tx, userId, accountIds)
      if (foreign !== undefined) return foreign
      await tx.delete(clientAccounts).where(eq(clientAccounts.clientId, clientId))
      for (const accountId of accountIds) await grantAccount(tx, clientId, accountId)
    }
    const changed = {
      ...(label !== undefined && { label }),
      ...(scope !== undefined && { scope }),
      ...(enabled !== undefined && { disabledAt: enabled ? null : (disabledAt ?? at) }),
    }
    if (Object.keys(changed).length > 0) await updateClient(tx, clientId, changed)
    const listed = (await listClients(tx, userId)).find((each) => each.clientId === clientId)
    return listed ?? unknownClient(clientId)
  })

/** Other ids cannot exist, and count as unknown: PostgreSQL refuses U+0000. */
const CLIENT_ID = /^[\x20-\x7e]{1,128}$/

const unknownClient = (clientId: string): ForeignClient =>
  refused('client-not-found', { clientId: clientId.slice(0, 128) })

async function withOwnClient<Done extends object>(
  drizzle: Drizzle,
  { userId, clientId }: OwnedClient,
  work: (tx: Drizzle, disabledAt: Instant | null) => Promise<Done>,
): Promise<Done | ForeignClient> {
  if (!CLIENT_ID.test(clientId)) return unknownClient(clientId)
  return drizzle.transaction(async (tx) => {
    const locked = await lockClient(tx, clientId)
    if (locked === undefined || locked.userId !== userId) return unknownClient(clientId)
    return work(tx, locked.disabledAt)
  })
}
