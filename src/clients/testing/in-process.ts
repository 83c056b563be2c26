/** A brokerage in this process, which must be Bun. */

import { isFault } from '../../lib/fault'
import type { Database } from '../../postgres/database'
import { forkInMemory, openInMemory } from '../../postgres/drivers/in-memory'
import { openBrokerage, US_FURNITURE } from '../../server/compose/brokerage'
import { listenAt } from '../../server/compose/control'
import { keptBy } from '../../server/compose/kept-run'
import { type Config, type Environment, faultLine, readConfig } from '../../server/config/config'
import { loadScenario } from '../../server/config/scenario'
import { reportsBy } from '../../server/telemetry/reports'
import type { RunRecording } from './record/recorder'
import { refuseUnrepeatable, repeatable } from './record/repeatable'
import type { Running } from './running'

/** How a run begins, besides its variables. */
export interface Begun {
  /** Instead of the file that SCENARIO names. */
  readonly scenario?: string | null
  readonly recording?: RunRecording
}

interface Run {
  readonly scenario: string | null
  readonly recording?: RunRecording
  readonly variables: Environment
}
const NO_RUN: Run = { scenario: null, variables: {} }

/** Throws what is wrong with the variables, or why the brokerage cannot be opened. */
export async function serveHere(
  variables: Readonly<Record<string, string>>,
  begun: Begun = {},
): Promise<Running> {
  const loaded = await loadScenario(variables)
  if (isFault(loaded)) throw new Error(loaded.fault)
  const read = readConfig(loaded.env)
  if ('faults' in read) throw new Error(read.faults.map(faultLine).join('\n'))
  const { config } = read
  const { scenario = loaded.text, recording } = begun
  if (recording !== undefined) refuseUnrepeatable(config)
  const run = { scenario, variables: loaded.env, ...(recording && { recording }) }
  return config.database.kind === 'memory'
    ? serveOn(await openInMemory(US_FURNITURE), config, run)
    : serve(config, undefined, run)
}

/** The database is the brokerage's own: it is closed with it. A fork plays no scenario again. */
async function serveOn(database: Database, config: Config, run: Run = NO_RUN): Promise<Running> {
  try {
    const running = await serve(config, database, run)
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

const { stderr } = process
/** Faults alone: what a long start is doing is nothing to a test's output. */
const ON_STANDARD_ERROR = reportsBy({
  info: () => {},
  warning: (text) => stderr.write(`${text}\n`),
  error: (text) => stderr.write(`${text}\n`),
})

async function serve(
  config: Config,
  database: Database | undefined,
  { scenario, recording, variables }: Run,
): Promise<Running> {
  const brokerage = await openBrokerage(config, ON_STANDARD_ERROR, {
    ...(database && { database }),
    ...(recording && keptBy(recording)),
    scenario,
  })
  const { app, stopMarket, closeStreams, close } = brokerage
  const { clock, inside } = brokerage
  recording?.began(
    { version: inside.app.version, variables: repeatable(variables, clock.now()), scenario },
    clock.now,
  )
  const { host: hostname, port, keepAliveSeconds } = config
  listenAt(app, { hostname, port, keepAliveSeconds })
  return {
    url: app.server?.url.origin ?? '',
    accountId: brokerage.firstClient?.accountIds[0] ?? null,
    fork: null,
    async close() {
      await stopMarket()
      closeStreams()
      await app.server?.stop(true)
      await close()
    },
  }
}
