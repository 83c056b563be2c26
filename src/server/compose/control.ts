/** How a running server is reached: where it listens, and the commands for its own folder. */

import type { App } from '../../api/app'
import type { Database } from '../../postgres/database'
import type { Config } from '../config/config'
import { type AnswerCommand, NO_CONTROL, openControl } from '../control-socket'
import type { Job } from '../jobs/jobs'
import type { Reports } from '../telemetry/reports'
import type { DamageWatch } from './damage'

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

/** What the commands of the control socket work with. */
export interface ServedParts {
  readonly database: Database
  readonly config: Config
  /** The system clock, in milliseconds since 1970. */
  readonly wallNowMs: () => number
  readonly damage: Pick<DamageWatch, 'known'>
  /** Aborted when the server ends. */
  readonly stopping: AbortSignal
}

/** Makes what carries out the commands of a running server. */
export type ServeCommands = (parts: ServedParts) => AnswerCommand

/** Where the data is in a folder, only this process can read it, or change its keys and users. */
export const openControlOf = (parts: ServedParts, serve: ServeCommands | undefined) =>
  parts.config.database.kind === 'embedded' && serve !== undefined
    ? openControl(parts.config.database.dir, serve(parts))
    : NO_CONTROL
