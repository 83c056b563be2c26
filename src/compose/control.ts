/** How a running server is reached: where it listens, and the commands for its own folder. */
import type { App } from '../api/app'
import { answerAudit, SERVED_AUDIT } from '../cli/audit/served'
import { answerBars, SERVED_BARS } from '../cli/bars/served'
import { SERVED_DAMAGE } from '../cli/doctor/checks'
import { SERVED_KEYS } from '../cli/keys/command'
import { NO_CONTROL, openControl } from '../cli/shared/control-socket'
import { servedDeps } from '../cli/shared/served'
import { SERVED_USERS } from '../cli/users/command'
import type { Job } from '../jobs/jobs'
import type { Database } from '../store/database'
import type { Parts } from './app-deps'
import type { DamageWatch } from './damage'
import type { Reports } from './reports'

interface Address {
  readonly hostname: string
  readonly port: number
  readonly keepAliveSeconds: number
}

/**
 * Serves the app, alone on its port: Elysia would share it, and a second server would silently take
 * half of the requests. Throws where the port is taken.
 *
 * Elysia leaves a listener for the end of the process, which would keep a closed app, and all that
 * belongs to it, in memory: some 3 MB for each broker of a test. Whoever serves an app closes it.
 */
export function listenAt(app: App, { hostname, port, keepAliveSeconds }: Address): void {
  const before = process.listeners('beforeExit')
  app.listen({ hostname, port, reusePort: false, idleTimeout: keepAliveSeconds })
  for (const listener of process.listeners('beforeExit')) {
    if (!before.includes(listener)) process.off('beforeExit', listener)
  }
}

const LOOK_EVERY_MS = 2_000

/**
 * Whether an embedded database's folder is still this process's [durability.one-process].
 *
 * Tells once. Beside it each statement looks for itself.
 */
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

interface ControlParts extends Pick<Parts, 'database' | 'config' | 'market'> {
  readonly damage: DamageWatch
  readonly stopping: AbortSignal
}

/** Where the data is in a folder, only this process can read it, or change its keys and users. */
export function openControlOf({ database, config, market, damage, stopping }: ControlParts) {
  if (config.database.kind !== 'embedded') return NO_CONTROL
  const deps = servedDeps(database.drizzle, config, market.wall.nowMs)
  return openControl(config.database.dir, async (args, command) => {
    switch (command) {
      case SERVED_AUDIT:
        return answerAudit(database, stopping)
      case SERVED_DAMAGE:
        return { ok: true, text: JSON.stringify(damage.known()) }
      case SERVED_BARS:
        return answerBars(database, args)
      default:
        return (command === SERVED_USERS.name ? SERVED_USERS : SERVED_KEYS).answer(deps, args)
    }
  })
}
