import { eq, sql } from 'drizzle-orm'
import type { Account } from '../../core/account/account'
import type { Amount } from '../../core/money'
import type { FillProfile } from '../../core/order/fill-profile'
import { type Instant, Temporal } from '../../core/time'
import type { Drizzle } from '../database'
import { updateMany } from '../pg/bulk'
import { type RowVersion, rowVersion, versionToCome } from '../pg/row-version'
import {
  arrayLiteral,
  parameter,
  type Selection,
  type StatementRunner,
  selection,
  statement,
  type Write,
} from '../pg/statement'
import { accounts, clientAccounts, marketControls, users } from '../schema'

const { accountId, cash, heldCash, seq, lastEventAt, lockedAt, fillProfile } = accounts
const accountColumns = { accountId, cash, heldCash, seq, lastEventAt, lockedAt, fillProfile }
const COLUMNS = Object.keys(accountColumns).length
export const accountSelection: Selection<
  Omit<Account, 'locked'> & { readonly lockedAt: Instant | null }
> = selection(accountColumns)

/** Each by its name: to take one column out of the rest costs as much as half of the decoding. */
export const decodeAccount = (row: readonly unknown[]): Account => {
  const { accountId, cash, heldCash, seq, lastEventAt, lockedAt, fillProfile } =
    accountSelection.decode(row)
  return { accountId, cash, heldCash, seq, lastEventAt, locked: lockedAt !== null, fillProfile }
}

export interface LockedAccount {
  readonly account: Account
  readonly version: RowVersion
  /** Of the account once this transaction has changed it. */
  readonly versionToCome: RowVersion
  /** All placing is halted by the operator. [order.trading-halted] */
  readonly halted: boolean
}

/** Null where nobody has ever halted placing. */
export const isPlacingHalted = sql`(select ${marketControls.haltedAt} is not null
  from ${marketControls})`
const wanted = parameter('accountIds', 'text[]')

/**
 * Locks the accounts that no other connection has locked, without waiting. In id order, so that two
 * batches with the same accounts find the same ones held.
 */
const lockByIds = statement(
  ['accountIds'],
  sql`select ${accountSelection.list}, ${isPlacingHalted}, ${rowVersion(accounts)}, ${versionToCome}
    from ${accounts}
    where ${accountId} = any(${wanted})
    order by ${accountId} for update of ${accounts} skip locked`,
  (row): LockedAccount => ({
    account: decodeAccount(row),
    halted: row[COLUMNS] === true,
    version: String(row[COLUMNS + 1]),
    versionToCome: String(row[COLUMNS + 2]),
  }),
)

const existing = statement(
  ['accountIds'],
  sql`select ${accountId} from ${accounts} where ${accountId} = any(${wanted})`,
  ([id]) => String(id),
)

export interface LockedAccounts {
  readonly locked: readonly LockedAccount[]
  /** Accounts that another connection has locked. */
  readonly busyAccountIds: readonly string[]
}

/** Until the transaction ends. An account that is in neither list does not exist. */
export async function lockAccounts(
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<LockedAccounts> {
  const locked = await runner.all(lockByIds, { accountIds: arrayLiteral(accountIds) })
  if (locked.length === accountIds.length) return { locked, busyAccountIds: [] }
  // Seldom: of those that are missing, the ones that exist are held.
  const found = new Set(locked.map(({ account }) => account.accountId))
  const missing = accountIds.filter((id) => !found.has(id))
  const busyAccountIds = await runner.all(existing, { accountIds: arrayLiteral(missing) })
  return { locked, busyAccountIds }
}

const byId = statement(
  ['accountId'],
  sql`select ${accountSelection.list} from ${accounts}
    where ${accountId} = ${parameter('accountId', 'text')}`,
  decodeAccount,
)

export async function findAccount(
  runner: StatementRunner,
  accountId: string,
): Promise<Account | undefined> {
  const [found] = await runner.all(byId, { accountId })
  return found
}

const latestEvent = statement(
  [],
  sql`select max(${lastEventAt}) from ${accounts}`,
  ([latest]): Instant | null => (latest === null ? null : Temporal.Instant.from(String(latest))),
  'long',
)

/** The latest instant at which any order changed; null while there is none. Reads every account. */
export async function latestOrderChange(runner: StatementRunner): Promise<Instant | null> {
  const [latest] = await runner.all(latestEvent, {})
  return latest ?? null
}

const writeAccounts = updateMany(
  accounts,
  ['accountId'],
  ['cash', 'heldCash', 'seq', 'lastEventAt'],
)

/** Updates the columns of accounts that trading changes. */
export const updateAccounts = (changed: readonly Account[]) => writeAccounts(changed)

/** A lock for placing. [order.account-locked] */
export interface LockChange {
  readonly accountId: string
  /** The time of the lock; an older lock keeps its own. Null unlocks the account. */
  readonly since: Instant | null
}

const writeLocks = statement(
  ['accountIds', 'since'],
  sql`update ${accounts} set locked_at =
      case when changed.since is not null then coalesce(${lockedAt}, changed.since) end
    from unnest(${parameter('accountIds', 'text[]')}, ${parameter('since', 'timestamptz[]')})
      as changed (account_id, since)
    where ${accountId} = changed.account_id`,
)

export function changeLocks(changes: readonly LockChange[]): readonly Write[] {
  if (changes.length === 0) return []
  const accountIds = arrayLiteral(changes.map((change) => change.accountId))
  const since = arrayLiteral(changes.map((change) => change.since?.toString() ?? null))
  return [{ statement: writeLocks, parameters: { accountIds, since } }]
}

export interface NewAccount {
  readonly accountId: string
  readonly userId: string
  readonly initialCash: Amount
  readonly createdAt: Instant
  readonly fillProfile: FillProfile
}

/** Makes an account that no client has yet. */
export async function insertAccount(
  drizzle: Drizzle,
  { initialCash, ...rest }: NewAccount,
): Promise<void> {
  const fresh = { initialCash, cash: initialCash, heldCash: sql`0`, seq: 0 }
  await drizzle.insert(accounts).values({ ...rest, ...fresh })
}

/** Makes an account and gives it to a client. */
export async function createAccount(
  drizzle: Drizzle,
  clientId: string,
  account: NewAccount,
): Promise<void> {
  await insertAccount(drizzle, account)
  await drizzle.insert(clientAccounts).values({ clientId, accountId: account.accountId })
}

export async function createUser(
  drizzle: Drizzle,
  user: { readonly userId: string; readonly name: string; readonly createdAt: Instant },
): Promise<void> {
  await drizzle.insert(users).values(user).onConflictDoNothing()
}

export async function accountExists(drizzle: Drizzle, id: string): Promise<boolean> {
  const found = await drizzle.select({ accountId }).from(accounts).where(eq(accountId, id))
  return found.length > 0
}
