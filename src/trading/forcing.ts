/** Whether a test decides any order: where none does, orders cost no query more. */

import { isAnyForced } from '../ledger/forced-outcomes'
import type { Database } from '../postgres/database'
import type { Forcing } from './forced-rows'

export interface ForcingSwitch extends Forcing {
  /** Looks again, after this process has changed what is forced. */
  refresh(): Promise<void>
}

/**
 * `isShared`: other processes may change the database. Then each batch looks for itself, so that an
 * outcome decides the next order at every server [outcome.stands].
 */
export async function openForcing(database: Database, isShared: boolean): Promise<ForcingSwitch> {
  const found = async (): Promise<boolean> => isShared || (await isAnyForced(database))
  const forcing = {
    mayForce: await found(),
    async refresh() {
      forcing.mayForce = await found()
    },
  }
  return forcing
}
