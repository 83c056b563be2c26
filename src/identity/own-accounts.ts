/** A console user's own accounts [console.own]. */

import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { ACCOUNTS_PER_USER_MAX } from '../core/limits'
import type { Amount } from '../core/money'
import type { FillProfile } from '../core/order/fill-profile'
import { type Refused, refused } from '../core/refusals'
import type { Instant } from '../core/time'
import { accountExists, insertAccount } from '../ledger/accounts'
import type { Drizzle } from '../postgres/database'
import { accounts, clientAccounts, clients, isOpenRow, orders, users } from '../postgres/schema'
import { drawVersion } from '../postgres/version-id'

import { cellOf } from './cell'
import type { AccountStart } from './grants'
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
export async function lockUser(drizzle: Drizzle, userId: string): Promise<void> {
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
