/** Where a brokerage is reached. */
import type { App } from '../api/app'

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
