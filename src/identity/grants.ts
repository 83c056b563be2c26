/** Gives accounts to a client, and takes them back. */
import { and, eq } from 'drizzle-orm'
import type { Amount } from '../core/money'
import type { FillProfile } from '../core/order/fill-profile'
import type { Instant } from '../core/time'
import { accountExists, createAccount } from '../ledger/accounts'
import { type CommandFault, fault } from '../lib/fault'
import type { Drizzle } from '../postgres/database'
import { users } from '../postgres/schema/identity'
import { accounts, clientAccounts } from '../postgres/schema/trading'
import { cellOf } from './cell'
import { withClient } from './clients'
import { accountIdOf } from './secrets'

export interface User {
  readonly userId: string
  readonly name: string
}

export type AccountIds = readonly [string, ...string[]]

/** The initial state of a new account. */
export interface AccountStart {
  readonly initialCash: Amount
  readonly fillProfile: FillProfile
}

export type WantedAccounts =
  | (AccountStart & { readonly kind: 'new'; readonly count: number })
  | { readonly kind: 'existing'; readonly accountIds: AccountIds }

export type WantedAccount =
  | (AccountStart & { readonly kind: 'new' })
  | { readonly kind: 'existing'; readonly accountId: string }

/** The client that gets an account, and when. */
export interface Grantee {
  readonly clientId: string
  readonly userId: string
  readonly at: Instant
}

export interface ClientAccount {
  readonly clientId: string
  readonly accountId: string
}

/** Adds an account to a client: a new one, or one that belongs to the client's user. */
export const addAccount = (
  drizzle: Drizzle,
  clientId: string,
  wanted: WantedAccount,
  at: Instant,
): Promise<ClientAccount | CommandFault> =>
  withClient(drizzle, clientId, async (tx, { userId }) => {
    if (wanted.kind === 'new') {
      return { clientId, accountId: await makeAccount(tx, { clientId, userId, at }, wanted) }
    }
    const { accountId } = wanted
    const owner = await findOwner(tx, accountId)
    if (owner === undefined) return unknownAccount(accountId)
    if (owner.userId !== userId) {
      return fault(`${accountId} belongs to ${owner.name}, and ${clientId} to another user.`)
    }
    const granted = await grantAccount(tx, clientId, accountId)
    return granted ? { clientId, accountId } : fault(`${clientId} has ${accountId} already.`)
  })

/** Takes an account from a client. The account, its orders and its history stay. */
export const removeAccount = (
  drizzle: Drizzle,
  { clientId, accountId }: ClientAccount,
): Promise<ClientAccount | CommandFault> =>
  withClient(drizzle, clientId, async (tx) => {
    const removed = await tx
      .delete(clientAccounts)
      .where(and(eq(clientAccounts.clientId, clientId), eq(clientAccounts.accountId, accountId)))
      .returning({ accountId: clientAccounts.accountId })
    return removed.length > 0
      ? { clientId, accountId }
      : fault(`${clientId} has no account ${accountId}.`)
  })

/** Returns the one user who owns all these accounts, or a fault. */
export async function ownerOf(
  drizzle: Drizzle,
  [first, ...others]: AccountIds,
): Promise<User | CommandFault> {
  const owner = await findOwner(drizzle, first)
  if (owner === undefined) return unknownAccount(first)
  for (const accountId of others) {
    const other = await findOwner(drizzle, accountId)
    if (other === undefined) return unknownAccount(accountId)
    if (other.userId !== owner.userId) {
      return fault(`${first} belongs to ${owner.name}, and ${accountId} to ${other.name}.`)
    }
  }
  return owner
}

/** Makes an account for the client, with its next free id. */
export async function makeAccount(
  drizzle: Drizzle,
  { clientId, userId, at }: Grantee,
  { initialCash, fillProfile }: AccountStart,
): Promise<string> {
  const cell = await cellOf(drizzle)
  // An account that was taken from the client still exists, so its id is not free.
  for (let ordinal = 1; ; ordinal++) {
    const accountId = accountIdOf(clientId, ordinal, cell)
    if (await accountExists(drizzle, accountId)) continue
    const start = { initialCash, fillProfile, createdAt: at }
    await createAccount(drizzle, clientId, { accountId, userId, ...start })
    return accountId
  }
}

/** Returns false if the client already has the account. */
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

async function findOwner(drizzle: Drizzle, accountId: string): Promise<User | undefined> {
  const [owner] = await drizzle
    .select({ userId: users.userId, name: users.name })
    .from(accounts)
    .innerJoin(users, eq(users.userId, accounts.userId))
    .where(eq(accounts.accountId, accountId))
  return owner
}

const unknownAccount = (accountId: string): CommandFault =>
  fault(`There is no account ${accountId}.`)
