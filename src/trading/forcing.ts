/** Whether a test decides any order: if no test does, orders cost no extra query. */

import { isAnyForced } from '../ledger/forced-outcomes'
import type { Feed } from '../market/feed'
import type { Database } from '../postgres/database'
import type { Forcing } from './forced-rows'

export interface ForcingSwitch extends Forcing {
  /** Reads again, after this process has changed what is forced. */
  refresh(): Promise<void>
}

/**
 * `isShared` means that other processes may change the database. Then each batch reads for itself,
 * so that an outcome decides the next order at every server [outcome.stands].
 */
export async function openForcing(
  database: Database,
  isShared: boolean,
  feed: Feed,
): Promise<ForcingSwitch> {
  const found = async (): Promise<boolean> => isShared || (await isAnyForced(database))
  const forcing = {
    feed,
    ...(database.shards && { outcomes: database }),
    mayForce: await found(),
    async refresh() {
      forcing.mayForce = await found()
    },
  }
  return forcing
}
