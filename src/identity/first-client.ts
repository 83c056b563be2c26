/** The client that a start makes: PAPER_CLIENT_ID's, or the first one. [run.first-start] */
import type { Config } from '../config/config'
import { assert } from '../core/assert'
import { isFault } from '../core/fault'
import type { Instant } from '../core/time'
import type { Database, Drizzle } from '../store/database'
import { StartError } from '../store/start-error'
import { findClient, hasNoClient, lockChosenClientIds } from './clients'
import { type CreatedKey, createKey, newCredentials } from './keys'
import { hashOf } from './secrets'

/** The new client; null where it exists already. Of several starts at once, one makes it. */
export const makeFirstClient = (
  { drizzle }: Database,
  config: Config,
  at: Instant,
): Promise<CreatedKey | null> =>
  drizzle.transaction(async (tx) => {
    await lockChosenClientIds(tx)
    return makeWhereMissing(tx, config, at)
  })

async function makeWhereMissing(
  drizzle: Drizzle,
  { client, initialCash, fillProfile }: Config,
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
