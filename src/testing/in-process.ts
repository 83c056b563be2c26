/** A brokerage in this process, which must be Bun. */
import { openBrokerage } from '../compose/brokerage'
import { type Config, faultLine, readConfig } from '../config/config'
import { loadScenario } from '../config/scenario'
import { isFault } from '../core/fault'
import { reports } from '../main/log'
import type { Database } from '../store/database'
import { forkInMemory, openInMemory } from '../store/drivers/in-memory'
import type { Running } from './running'

/** Throws what is wrong with the variables, or why the brokerage cannot be opened. */
export async function serveHere(variables: Readonly<Record<string, string>>): Promise<Running> {
  const loaded = await loadScenario(variables)
  if (isFault(loaded)) throw new Error(loaded.fault)
  const read = readConfig(loaded.env)
  if ('faults' in read) throw new Error(read.faults.map(faultLine).join('\n'))
  const { config } = read
  const { text } = loaded
  return config.database.kind === 'memory'
    ? serveOn(await openInMemory(), config, text)
    : serve(config, undefined, text)
}

/** The database is the brokerage's own: it is closed with it. A fork plays no scenario again. */
async function serveOn(
  database: Database,
  config: Config,
  scenario: string | null = null,
): Promise<Running> {
  try {
    const running = await serve(config, database, scenario)
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

async function serve(
  config: Config,
  database?: Database,
  scenario: string | null = null,
): Promise<Running> {
  // What a long start is doing is nothing to a test's output.
  const quiet = { ...reports, progress: () => {}, scenario: () => {} }
  const brokerage = await openBrokerage(config, quiet, { ...(database && { database }), scenario })
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
