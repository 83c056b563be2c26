/** Whether an embedded database's folder is still this process's [durability.one-process]. */
import type { Job } from '../jobs/repeat'
import type { Database } from '../store/database'
import type { Reports } from './reports'

const LOOK_EVERY_MS = 2_000

/** Tells once. Beside it each statement looks for itself. */
export function watchFolderJob({ lost }: Database, reports: Reports): readonly Job[] {
  if (lost === undefined) return []
  let isTold = false
  return [
    {
      name: 'watch-folder',
      everyMs: LOOK_EVERY_MS,
      async run() {
        const why = lost()
        if (why === null || isTold) return
        isTold = true
        reports.lost?.(lostText(why))
      },
    },
  ]
}

/** `why`: what has become of the folder or its lock. */
export const lostText = (why: string): string =>
  `The database's folder is no longer locked by this server: ${why}. Another server may open it, ` +
  'so this one takes no more orders and ends. All that it has answered is in the folder that it ' +
  'had. Leave the file `lock` where it is; start one server when the folder is in its place.'
