/**
 * Reloads what other processes of the same database change, also while no request reads it:
 * otherwise the first request after an hour would be answered with the state of an hour ago.
 */
import type { Job } from './repeat'

/** Changes are seen within 5 s, which leaves a slow reload half of that. */
const EVERY_MS = 2_500

interface Refreshable {
  refresh(): Promise<void>
}

export const refresh = (what: string, refreshable: Refreshable): Job => ({
  name: `refresh-${what}`,
  everyMs: EVERY_MS,
  run: refreshable.refresh,
})
