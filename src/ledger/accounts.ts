import { and, asc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { Account } from '../core/account/account'
import type { AdjustmentLine } from '../core/account/capital'
import type { Amount } from '../core/money'
import type { FillProfile } from '../core/order/fill-profile'
import { type Instant, Temporal } from '../core/time'
import { insertRows } from '../postgres/bulk'
import type { Drizzle } from '../postgres/database'
import { fromEach, type ShardedSource } from '../postgres/each-shard'
import { users } from '../postgres/schema/identity'
import { marketControls } from '../postgres/schema/market'
import { forcedOutcomes } from '../postgres/schema/sandbox'
import { accounts, adjustments, clientAccounts } from '../postgres/schema/trading'
import {
  arrayLiteral,
  parameter,
  type Selection,
  type StatementRunner,
  selection,
  statement,
} from '../postgres/statement'
import type { Version } from '../postgres/version-id'

const { accountId, cash, heldCash, seq, lastEventAt, lockedAt, fillProfile, hasConditionalOrders } =
  accounts
const accountColumns = {
  accountId,
  cash,
  heldCash,
  seq,
  lastEventAt,
  lockedAt,
  fillProfile,
  hasConditionalOrders,
}
const COLUMNS = Object.keys(accountColumns).length
export const accountSelection: Selection<
  Omit<Account, 'locked'> & { readonly lockedAt: Instant | null }
> = selection(accountColumns)

/** Names each column: a rest pattern would cost half as much again as the decoding. */
export const decodeAccount = (row: readonly unknown[]): Account => {
  const found = accountSelection.decode(row)
  return {
    accountId: found.accountId,
    cash: found.cash,
    heldCash: found.heldCash,
    seq: found.seq,
    lastEventAt: found.lastEventAt,
    locked: found.lockedAt !== null,
    fillProfile: found.fillProfile,
    hasConditionalOrders: found.hasConditionalOrders,
  }
}

/** An account that was read without a lock: a decision on it counts only for its version. */
export interface SeenAccount {
  readonly account: Account
  readonly version: Version
  /** True if the operator has halted all placing. [order.trading-halted] */
  readonly halted: boolean
}

/** False if nobody has ever halted placing. */
export const isPlacingHalted = sql`coalesce((select ${marketControls.haltedAt} is not null
  from ${marketControls}), false)`
const wanted = parameter('accountIds', 'text[]')

const seen = statement(
  ['accountIds'],
  sql`select ${accountSelection.list}, ${accounts.version}, ${isPlacingHalted}
    from ${accounts} where ${accountId} = any(${wanted})`,
  (row): SeenAccount => ({
    account: decodeAccount(row),
    version: Number(row[COLUMNS]),
    halted: row[COLUMNS + 1] === true,
  }),
)

/** The accounts that exist. Read an account before the rows that belong to it. */
export const accountsOf = (
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<readonly SeenAccount[]> => runner.all(seen, { accountIds: arrayLiteral(accountIds) })

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

/**
 * The latest instant at which any order changed; null if no order has. Reads every account, without
 * the accounts of a shard that cannot be reached.
 */
export async function latestOrderChange(source: ShardedSource): Promise<Instant | null> {
  const found: Instant[] = []
  await fromEach(source, async (runner) => {
    for (const at of await runner.all(latestEvent, {})) if (at !== null) found.push(at)
  })
  return found.toSorted(Temporal.Instant.compare).at(-1) ?? null
}

/** A lock of an account for placing. [order.account-locked] */
export interface LockChange {
  readonly accountId: string
  /**
   * The time of the lock; an account that is locked already keeps its earlier time. Null unlocks
   * it.
   */
  readonly since: Instant | null
}

export interface NewAccount {
  readonly accountId: string
  /** What its user calls it; null or omitted for no name. */
  readonly label?: string | null
  readonly userId: string
  readonly initialCash: Amount
  readonly createdAt: Instant
  readonly fillProfile: FillProfile
}

/**
 * Makes Citus commit the transaction on the coordinator and on the worker, or on neither: it does
 * so only if a table of the coordinator is written that it knows. No row has this id. Otherwise
 * the worker's part is committed first, and stays if the coordinator is lost before its own.
 */
const commitOnAllOrNone = (drizzle: Drizzle): Promise<unknown> =>
  drizzle.delete(forcedOutcomes).where(eq(forcedOutcomes.outcomeId, ''))

/** Adds an account that has no client yet. */
export async function insertAccount(
  drizzle: Drizzle,
  { initialCash, ...rest }: NewAccount,
): Promise<void> {
  const fresh = { initialCash, cash: initialCash, heldCash: sql`0`, seq: 0 }
  await drizzle.insert(accounts).values({ ...rest, ...fresh })
}

/** Adds an account and gives it to a client: both, or neither of them. */
export async function createAccount(
  drizzle: Drizzle,
  clientId: string,
  account: NewAccount,
): Promise<void> {
  await commitOnAllOrNone(drizzle)
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

export interface AccountOfUser {
  readonly accountId: string
  /** The name of the user who owns the account. */
  readonly userName: string
}

/** Accounts of all users, by user name, then by the account's age. */
export const accountsOfUsers = (drizzle: Drizzle, limit: number): Promise<AccountOfUser[]> =>
  drizzle
    .select({ accountId: accounts.accountId, userName: users.name })
    .from(accounts)
    .innerJoin(users, eq(users.userId, accounts.userId))
    .orderBy(asc(users.name), asc(accounts.createdAt), asc(accounts.accountId))
    .limit(limit)

/** Numbers the new lines of each account from 1 on. */
export const ADJUSTMENTS = insertRows('adjustment', adjustments, {
  computed: {
    number: sql`incoming.number + coalesce((select max(${adjustments.number}) from ${adjustments}
      where ${adjustments.accountId} = incoming.account_id), 0)`,
  },
})

const { number: _, ...lineColumns } = getTableColumns(adjustments)

/** Oldest first; `from` is inclusive and `to` exclusive, and null for no bound. */
export const listAdjustments = (
  drizzle: Drizzle,
  accountId: string,
  { from, to }: { readonly from: Instant | null; readonly to: Instant | null },
): Promise<AdjustmentLine[]> =>
  drizzle
    .select(lineColumns)
    .from(adjustments)
    .where(
      and(
        eq(adjustments.accountId, accountId),
        from === null ? undefined : gte(adjustments.at, from),
        to === null ? undefined : lt(adjustments.at, to),
      ),
    )
    .orderBy(asc(adjustments.number))
