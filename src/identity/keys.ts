/**
 * API keys [service.keys]: makes a client with its secret and accounts, changes its secret, and
 * disables it. A first start makes a client too [run.client] [run.first-start]. `at` is an instant
 * of the system clock, as for tokens [token.wall-clock].
 */
import { assert } from '../core/assert'
import type { Scope } from '../core/scope'
import type { Instant } from '../core/time'
import { createUser } from '../ledger/accounts'
import { type CommandFault, fault, isFault } from '../lib/fault'
import type { Database, Drizzle } from '../postgres/database'
import { StartError } from '../postgres/errors'
import { cellOf, settleCell } from './cell'
import {
  createClient,
  findClient,
  hasNoClient,
  listClients,
  lockChosenClientIds,
  updateClient,
  withClient,
} from './clients'
import {
  type AccountStart,
  type Grantee,
  grantAccount,
  makeAccount,
  ownerOf,
  type User,
  type WantedAccounts,
} from './grants'
import { hashOf, newClientId, newClientSecret, userIdOf } from './secrets'
import { revokeTokensOf } from './tokens'
import { DEFAULT_OWNER } from './users'

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface NewKey {
  readonly scope: Scope
  /** The user's name; null for the owner of the accounts or, for new ones, DEFAULT_OWNER. */
  readonly name: string | null
  readonly accounts: WantedAccounts
  readonly at: Instant
  /** The user's own name for it. */
  readonly label?: string | null
}

/** A new client. Its secret is shown only here: the database has a hash [key.secret-once]. */
export interface CreatedKey extends Credentials {
  readonly scope: Scope
  readonly name: string
  readonly accountIds: readonly string[]
}

const newCredentials = (cell: string | null): Credentials => ({
  clientId: newClientId(cell),
  clientSecret: newClientSecret(),
})

/** Makes a client. An id that is given must be new. */
export const createKey = (
  drizzle: Drizzle,
  { scope, name, accounts, at, label }: NewKey,
  credentials?: Credentials,
): Promise<CreatedKey | CommandFault> =>
  drizzle.transaction(async (tx) => {
    const { clientId, clientSecret } = credentials ?? newCredentials(await cellOf(tx))
    const user = await userFor(tx, name, accounts)
    if (isFault(user)) return user
    const { userId } = user
    const secretHash = hashOf(clientSecret)
    await createUser(tx, { ...user, createdAt: at })
    await createClient(tx, {
      clientId,
      userId,
      secretHash,
      scope,
      createdAt: at,
      label: label ?? null,
    })
    const accountIds = await grantAll(tx, { clientId, userId, at }, accounts)
    return { clientId, clientSecret, scope, name: user.name, accountIds }
  })

async function grantAll(
  drizzle: Drizzle,
  grantee: Grantee,
  accounts: WantedAccounts,
): Promise<readonly string[]> {
  if (accounts.kind === 'existing') {
    for (const id of accounts.accountIds) await grantAccount(drizzle, grantee.clientId, id)
    return accounts.accountIds
  }
  const made: string[] = []
  while (made.length < accounts.count) made.push(await makeAccount(drizzle, grantee, accounts))
  return made
}

async function userFor(
  drizzle: Drizzle,
  name: string | null,
  accounts: WantedAccounts,
): Promise<User | CommandFault> {
  const named = { userId: userIdOf(name ?? DEFAULT_OWNER), name: name ?? DEFAULT_OWNER }
  if (accounts.kind === 'new') return named
  const owner = await ownerOf(drizzle, accounts.accountIds)
  if (isFault(owner) || name === null || owner.userId === named.userId) return owner
  return fault(`${accounts.accountIds[0]} belongs to ${owner.name}, not to ${name}.`)
}

export const listKeys = listClients

export interface RotatedKey extends Credentials {
  readonly tokensRevoked: number
}

/** Replaces the secret. The old one and all tokens of the client stop working [key.rotation]. */
export const rotateKey = (
  drizzle: Drizzle,
  clientId: string,
  at: Instant,
): Promise<RotatedKey | CommandFault> =>
  withClient(drizzle, clientId, async (tx) => {
    const clientSecret = newClientSecret()
    await updateClient(tx, clientId, { secretHash: hashOf(clientSecret) })
    const tokensRevoked = await revokeTokensOf(tx, clientId, at)
    return { clientId, clientSecret, tokensRevoked }
  })

export interface SwitchedKey {
  readonly clientId: string
  readonly disabledAt: Instant | null
}

/** Disables a client. Until it is enabled, its tokens are refused with 403 [token.disabled]. */
export const disableKey = (
  drizzle: Drizzle,
  clientId: string,
  at: Instant,
): Promise<SwitchedKey | CommandFault> =>
  withClient(drizzle, clientId, async (tx, client) => {
    const disabledAt = client.disabledAt ?? at
    await updateClient(tx, clientId, { disabledAt })
    return { clientId, disabledAt }
  })

export const enableKey = (
  drizzle: Drizzle,
  clientId: string,
): Promise<SwitchedKey | CommandFault> =>
  withClient(drizzle, clientId, async (tx) => {
    await updateClient(tx, clientId, { disabledAt: null })
    return { clientId, disabledAt: null }
  })

export interface RevokedKey {
  readonly clientId: string
  readonly tokensRevoked: number
}

export const revokeKey = (
  drizzle: Drizzle,
  clientId: string,
  at: Instant,
): Promise<RevokedKey | CommandFault> =>
  withClient(drizzle, clientId, async (tx) => {
    return { clientId, tokensRevoked: await revokeTokensOf(tx, clientId, at) }
  })

interface FirstClientSettings extends AccountStart {
  /** If null, random credentials are made, unless the database has a client. */
  readonly client: Credentials | null
  readonly cell: string | null
}

/**
 * Settles the database's cell, and makes the client. Returns it; null if it exists. If several
 * servers start at once, one makes it.
 */
export const makeFirstClient = (
  { drizzle }: Database,
  settings: FirstClientSettings,
  at: Instant,
): Promise<CreatedKey | null> =>
  drizzle.transaction(async (tx) => {
    await lockChosenClientIds(tx)
    await settleCell(tx, settings.cell)
    return makeIfMissing(tx, settings, at)
  })

async function makeIfMissing(
  drizzle: Drizzle,
  { client, initialCash, fillProfile }: FirstClientSettings,
  at: Instant,
): Promise<CreatedKey | null> {
  if (client === null && !(await hasNoClient(drizzle))) return null
  const credentials = client ?? newCredentials(await cellOf(drizzle))
  const { clientId, clientSecret } = credentials
  const existing = await findClient(drizzle, clientId)
  if (existing !== undefined) {
    if (existing.secretHash === hashOf(clientSecret)) return null
    throw new StartError(
      `The client ${clientId} (PAPER_CLIENT_ID) exists with another secret than ` +
        'PAPER_CLIENT_SECRET; set the secret that it has now, or another id.',
    )
  }
  const accounts = { kind: 'new', count: 1, initialCash, fillProfile } as const
  const key = { scope: 'TRADE', name: null, accounts, at } as const
  const created = await createKey(drizzle, key, credentials)
  assert(!isFault(created), 'a client with a new account of its own can always be made')
  return created
}
