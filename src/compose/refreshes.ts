/** What a process reads anew now and then, and what it says anew. */
import type { AppDeps } from '../api/app'
import { WANTED_EVERY_MS } from '../api/feed/service'
import type { Job } from '../jobs/jobs'
import { refreshJob } from '../jobs/jobs'
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

/** Sources are told what the server needs [live.wanted]. */
export const wantedJob = ({ door }: AppDeps): readonly Job[] =>
  door === null
    ? []
    : [{ name: 'tell-wanted', everyMs: WANTED_EVERY_MS, run: door.service.tellWanted }]
