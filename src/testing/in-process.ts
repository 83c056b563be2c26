/** A brokerage in this process, which must be Bun. */
import { openBrokerage } from '../compose/brokerage'
import { faultLine, readConfig } from '../config/config'
import { reports } from '../main/log'
import type { Running } from './running'

/** Throws what is wrong with the variables, or why the brokerage cannot be opened. */
export async function serveHere(variables: Readonly<Record<string, string>>): Promise<Running> {
  const read = readConfig(variables)
  if ('faults' in read) throw new Error(read.faults.map(faultLine).join('\n'))
  const { host, port } = read.config
  // What a long start is doing is nothing to a test's output.
  const brokerage = await openBrokerage(read.config, { ...reports, progress: () => {} })
  const { app, stopMarket, closeStreams, close } = brokerage
  app.listen({ hostname: host, port, reusePort: false })
  return {
    url: app.server?.url.origin ?? '',
    async close() {
      await stopMarket()
      closeStreams()
      await app.server?.stop(true)
      await close()
    },
  }
}
