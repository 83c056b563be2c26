/**
 * A console user's own clients. A client of another user is refused like an unknown one
 * [console.own].
 */
import { eq } from 'drizzle-orm'
import { assert } from '../core/assert'
import { CLIENTS_PER_USER_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import type { Scope } from '../core/scope'
import type { Instant } from '../core/time'
import { isFault } from '../lib/fault'
import type { Drizzle } from '../postgres/database'
import { clientAccounts } from '../postgres/schema'
import { type ListedClient, listClients, lockClient, updateClient } from './clients'
import { type AccountIds, grantAccount } from './grants'
import {
  type CreatedKey,
  createKey,
  type RevokedKey,
  type RotatedKey,
  revokeKey,
  rotateKey,
} from './keys'
import { foreignAccount, lockUser } from './own-accounts'

type Foreign = Refused<'client-not-found'>
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
): Promise<RotatedKey | Foreign> =>
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
): Promise<RevokedKey | Foreign> =>
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
): Promise<ListedClient | Foreign | ForeignAccount> =>
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

const unknownClient = (clientId: string): Foreign =>
  refused('client-not-found', { clientId: clientId.slice(0, 128) })

async function withOwnClient<Done extends object>(
  drizzle: Drizzle,
  { userId, clientId }: OwnedClient,
  work: (tx: Drizzle, disabledAt: Instant | null) => Promise<Done>,
): Promise<Done | Foreign> {
  if (!CLIENT_ID.test(clientId)) return unknownClient(clientId)
  return drizzle.transaction(async (tx) => {
    const locked = await lockClient(tx, clientId)
    if (locked === undefined || locked.userId !== userId) return unknownClient(clientId)
    return work(tx, locked.disabledAt)
  })
}
