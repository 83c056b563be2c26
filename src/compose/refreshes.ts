/** What a process reads anew now and then, since other processes may have changed it. */
import { refreshJob } from '../jobs/refresh'
import type { Job } from '../jobs/repeat'
import type { Parts } from './app-deps'

/** An embedded database has no other process that could change it. */
export function refreshes({ config, market: { listed, pins }, faults }: Parts): readonly Job[] {
  if (config.database.kind !== 'server') return []
  return [
    refreshJob('instruments', listed),
    ...(pins === null ? [] : [refreshJob('pins', pins)]),
    ...(faults === null ? [] : [refreshJob('faults', faults)]),
  ]
}
