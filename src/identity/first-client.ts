/** Makes the client of PAPER_CLIENT_ID [run.client], or the first client [run.first-start]. */
import { assert } from '../core/assert'
import type { Instant } from '../core/time'
import { isFault } from '../lib/fault'
import type { Database, Drizzle } from '../postgres/database'
import { StartError } from '../postgres/errors'
import { cellOf, settleCell } from './cell'
import { findClient, hasNoClient, lockChosenClientIds } from './clients'
import type { AccountStart } from './grants'
import { type CreatedKey, type Credentials, createKey, newCredentials } from './keys'
import { hashOf } from './secrets'

export interface FirstClientSettings extends AccountStart {
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
