/**
 * Reloads what other processes of the same database change, on a timer. Without it, the first
 * request after an idle hour would get data of an hour ago.
 */
import type { Job } from './repeat'

/** Changes are seen within 5 s, which leaves a slow reload half of that. */
const EVERY_MS = 2_500

interface Refreshable {
  refresh(): Promise<void>
}

export const refreshJob = (what: string, refreshable: Refreshable): Job => ({
  name: `refresh-${what}`,
  everyMs: EVERY_MS,
  run: refreshable.refresh,
})
