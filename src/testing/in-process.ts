/** A brokerage in this process, which must be Bun. */
import { openBrokerage } from '../compose/brokerage'
import { type Config, faultLine, readConfig } from '../config/config'
import { reports } from '../main/log'
import type { Database } from '../store/database'
import { forkInMemory, openInMemory } from '../store/drivers/embedded'
import type { Running } from './running'

/** Throws what is wrong with the variables, or why the brokerage cannot be opened. */
export async function serveHere(variables: Readonly<Record<string, string>>): Promise<Running> {
  const read = readConfig(variables)
  if ('faults' in read) throw new Error(read.faults.map(faultLine).join('\n'))
  const { config } = read
  return config.database.kind === 'memory' ? serveOn(await openInMemory(), config) : serve(config)
}

/** The database is the brokerage's own: it is closed with it. */
async function serveOn(database: Database, config: Config): Promise<Running> {
  try {
    const running = await serve(config, database)
    return {
      ...running,
      fork: async () => serveOn(await forkInMemory(database), config),
      async close() {
        await running.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(config: Config, database?: Database): Promise<Running> {
  // What a long start is doing is nothing to a test's output.
  const quiet = { ...reports, progress: () => {} }
  const brokerage = await openBrokerage(config, quiet, database && { database })
  const { app, stopMarket, closeStreams, close } = brokerage
  app.listen({ hostname: config.host, port: config.port, reusePort: false })
  return {
    url: app.server?.url.origin ?? '',
    fork: null,
    async close() {
      await stopMarket()
      closeStreams()
      await app.server?.stop(true)
      await close()
    },
  }
}
