/** The client that a start makes: PAPER_CLIENT_ID's, or the first one. [run.first-start] */
import { assert } from '../core/assert'
import type { Instant } from '../core/time'
import { isFault } from '../lib/fault'
import type { Database, Drizzle } from '../postgres/database'
import { StartError } from '../postgres/errors'
import { findClient, hasNoClient, lockChosenClientIds } from './clients'
import type { AccountStart } from './grants'
import { type CreatedKey, type Credentials, createKey, newCredentials } from './keys'
import { hashOf } from './secrets'

/** What a new client begins with. */
export interface FirstClientSettings extends AccountStart {
  /** Null: credentials are drawn, if the database has no client. */
  readonly client: Credentials | null
}

/** The new client; null where it exists already. Of several starts at once, one makes it. */
export const makeFirstClient = (
  { drizzle }: Database,
  settings: FirstClientSettings,
  at: Instant,
): Promise<CreatedKey | null> =>
  drizzle.transaction(async (tx) => {
    await lockChosenClientIds(tx)
    return makeWhereMissing(tx, settings, at)
  })

async function makeWhereMissing(
  drizzle: Drizzle,
  { client, initialCash, fillProfile }: FirstClientSettings,
  at: Instant,
): Promise<CreatedKey | null> {
  if (client === null && !(await hasNoClient(drizzle))) return null
  const credentials = client ?? newCredentials()
  const { clientId, clientSecret } = credentials
  const known = await findClient(drizzle, clientId)
  if (known !== undefined) {
    if (known.secretHash === hashOf(clientSecret)) return null
    throw new StartError(
      `The client ${clientId} (PAPER_CLIENT_ID) exists with another secret than ` +
        'PAPER_CLIENT_SECRET; set the secret that it has now, or another id.',
    )
  }
  const accounts = { kind: 'new', count: 1, initialCash, fillProfile } as const
  const made = await createKey(drizzle, { scope: 'TRADE', name: null, accounts, at }, credentials)
  assert(!isFault(made), 'a client with a new account of its own can always be made')
  return made
}
