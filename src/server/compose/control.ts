/** Listens for requests, watches the data folder, and serves the commands for it. */
import type { App } from '../../api/app'
import type { Database } from '../../postgres/database'
import type { Config } from '../config/config'
import { type AnswerCommand, NO_CONTROL, openControl } from '../control-socket'
import type { Job } from '../jobs/jobs'
import type { Reports } from '../telemetry/log'
import type { DamageWatch } from './watches'

interface Address {
  readonly hostname: string
  readonly port: number
  readonly keepAliveSeconds: number
}

/**
 * Serves the app as the only listener on its port. Elysia would share the port, and a second server
 * would silently take half of the requests. Throws if the port is taken.
 *
 * Removes Elysia's listener for the end of the process, which would keep a closed app in memory,
 * some 3 MB for each broker of a test. The caller must close the app.
 */
export function listenAt(app: App, { hostname, port, keepAliveSeconds }: Address): void {
  const before = process.listeners('beforeExit')
  app.listen({ hostname, port, reusePort: false, idleTimeout: keepAliveSeconds })
  for (const listener of process.listeners('beforeExit')) {
    if (!before.includes(listener)) process.off('beforeExit', listener)
  }
}

const CHECK_EVERY_MS = 2_000

/**
 * Checks whether an embedded database's folder is still this process's [durability.one-process],
 * and reports once if not. Each change of the database checks as well.
 */
export function watchFolderJob({ lost }: Database, reports: Reports): readonly Job[] {
  if (lost === undefined) return []
  let isReported = false
  return [
    {
      name: 'watch-folder',
      everyMs: CHECK_EVERY_MS,
      async run() {
        const why = lost()
        if (why === null || isReported) return
        isReported = true
        reports.lost?.(lostText(why))
      },
    },
  ]
}

/** `why` says what has happened to the folder or its lock. */
export const lostText = (why: string): string =>
  `The database's folder is no longer locked by this server: ${why}. Another server may open it, ` +
  'so this one takes no more orders and ends. All its answered orders are in the folder that it ' +
  'had. Do not move or delete the file `lock`; start one server when the folder is back in place.'

/** The parts that commands of the control socket use. */
export interface ServedParts {
  readonly database: Database
  readonly config: Config
  /** The system clock, in milliseconds since 1970. */
  readonly wallNowMs: () => number
  readonly damage: Pick<DamageWatch, 'known'>
  /** Aborted when the server ends. */
  readonly stopping: AbortSignal
}

/** Makes the function that runs the commands of a server. */
export type ServeCommands = (parts: ServedParts) => AnswerCommand

/** Opens the socket if the data is in a folder, which no other process can open. */
export const openControlOf = (parts: ServedParts, serve: ServeCommands | undefined) =>
  parts.config.database.kind === 'embedded' && serve !== undefined
    ? openControl(parts.config.database.dir, serve(parts))
    : NO_CONTROL
