/** Giving accounts to clients and taking them back. */

import { type CommandFault, fault } from '../core/fault'
import type { Amount } from '../core/money'
import type { FillProfile } from '../core/order/fill-profile'
import type { Instant } from '../core/time'
import type { Drizzle } from '../store/database'
import { accountIdOf } from '../store/secrets'
import { accountExists, createAccount } from '../store/tables/accounts'
import { findOwner, grantAccount, type User, withdrawAccount } from './client-accounts'
import { withClient } from './locked-client'

export type AccountIds = readonly [string, ...string[]]

/** What a new account begins with. */
export interface AccountStart {
  readonly initialCash: Amount
  readonly fillProfile: FillProfile
}

export type AccountsWanted =
  | (AccountStart & { readonly kind: 'new'; readonly count: number })
  | { readonly kind: 'existing'; readonly accountIds: AccountIds }

export type AccountWanted =
  | (AccountStart & { readonly kind: 'new' })
  | { readonly kind: 'existing'; readonly accountId: string }

/** To whom, and when. */
export interface Grant {
  readonly clientId: string
  readonly userId: string
  readonly at: Instant
}

export interface ClientAccount {
  readonly clientId: string
  readonly accountId: string
}

/** The one user whose accounts these are; an account is never shared between users. */
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

/** Makes an account for the client, of the next id that is free. */
export async function makeAccount(
  drizzle: Drizzle,
  { clientId, userId, at }: Grant,
  { initialCash, fillProfile }: AccountStart,
): Promise<string> {
  // An account that was taken from the client exists for ever, and so its id stays taken.
  for (let ordinal = 1; ; ordinal++) {
    const accountId = accountIdOf(clientId, ordinal)
    if (await accountExists(drizzle, accountId)) continue
    const start = { initialCash, fillProfile, createdAt: at }
    await createAccount(drizzle, clientId, { accountId, userId, ...start })
    return accountId
  }
}

export const addAccount = (
  drizzle: Drizzle,
  clientId: string,
  wanted: AccountWanted,
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

/** The account, its orders and its history stay; only this client can no longer use it (D2). */
export const removeAccount = (
  drizzle: Drizzle,
  { clientId, accountId }: ClientAccount,
): Promise<ClientAccount | CommandFault> =>
  withClient(drizzle, clientId, async (tx) => {
    const withdrawn = await withdrawAccount(tx, clientId, accountId)
    return withdrawn ? { clientId, accountId } : fault(`${clientId} has no account ${accountId}.`)
  })

const unknownAccount = (accountId: string): CommandFault =>
  fault(`There is no account ${accountId}.`)
