import { type CommandFault, fault } from '../core/fault'
import type { Drizzle } from '../store/database'
import { lockClient } from './clients'

type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>

/** One transaction over a client that nobody else changes meanwhile; a fault for an unknown one. */
export const withClient = <Done extends object>(
  drizzle: Drizzle,
  clientId: string,
  work: (tx: Drizzle, client: LockedClient) => Promise<Done | CommandFault>,
): Promise<Done | CommandFault> =>
  drizzle.transaction(async (tx) => {
    const client = await lockClient(tx, clientId)
    return client === undefined
      ? fault(`There is no client ${clientId}; \`list\` shows those that there are.`)
      : work(tx, client)
  })
