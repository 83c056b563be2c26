/** The client that a start makes where there is none (D10), with one account. */
import type { Config } from '../config'
import type { Instant } from '../core/time'
import { createAccount, createUser } from '../store/accounts'
import { createClient, findClient, hasNoClient } from '../store/clients'
import type { Database } from '../store/database'
import { accountIdOf, hashOf, newClientId, newClientSecret, userIdOf } from '../store/secrets'
import { StartError } from '../store/start-error'

export interface FirstClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly accountId: string
}

const USER = { userId: userIdOf('console'), name: 'console' }

/** The client that was made; null where there was nothing to make. */
export async function makeFirstClient(
  database: Database,
  { client, initialCash }: Config,
  createdAt: Instant,
): Promise<FirstClient | null> {
  const { drizzle } = database
  if (client === null && !(await hasNoClient(drizzle))) return null
  const clientId = client?.clientId ?? newClientId()
  const clientSecret = client?.clientSecret ?? newClientSecret()
  const known = await findClient(drizzle, clientId)
  if (known !== undefined) {
    if (known.secretHash === hashOf(clientSecret)) return null
    throw new StartError(
      `The client ${clientId} (PAPER_CLIENT_ID) exists with another secret than ` +
        'PAPER_CLIENT_SECRET; set the secret that it was made with, or another id.',
    )
  }
  const accountId = accountIdOf(clientId, 1)
  const secretHash = hashOf(clientSecret)
  const { userId } = USER
  await createUser(database, { ...USER, createdAt })
  await createClient(drizzle, { clientId, userId, secretHash, scope: 'TRADE', createdAt })
  await createAccount(drizzle, clientId, { accountId, userId, initialCash, createdAt })
  return { clientId, clientSecret, accountId }
}
