/** A brokerage in this process, which must be Bun, and the recording of its run. */
import type { Instant } from '../../core/time'
import { type CommandFault, isFault } from '../../lib/fault'
import type { Database } from '../../postgres/database'
import { forkInMemory, openInMemory } from '../../postgres/drivers/in-memory'
import {
  openBrokerage,
  type RunRecorder,
  recordingOverrides,
  US_INITIAL_DATA,
} from '../../server/compose/brokerage'
import { listenAt } from '../../server/compose/control'
import {
  type Config,
  type Environment,
  faultLine,
  readConfig,
  VARIABLES,
} from '../../server/config/config'
import { loadScenario } from '../../server/config/market'
import { reportsBy } from '../../server/telemetry/log'
import type { RunningBroker } from './broker'

/** The start of a run, from which it can be played again. */
export interface RunStart {
  readonly version: string
  /** The variables of the broker without secrets and addresses. */
  readonly variables: Readonly<Record<string, string>>
  /** The text of the scenario. */
  readonly scenario: string | null
}

/** Records a run [exec.record]. */
export interface RunRecording extends RunRecorder {
  /** Called once, when the broker listens. */
  began(start: RunStart, now: () => Instant): void
  /** Returns the lines of the run without hashes, or why it cannot be played again. */
  end(): Promise<readonly string[] | CommandFault>
}

export interface ServeOptions {
  /** The text of a scenario, instead of the file that SCENARIO names. */
  readonly scenario?: string | null
  readonly recording?: RunRecording
}

interface Run {
  readonly scenario: string | null
  readonly recording?: RunRecording
  readonly variables: Environment
}
const NO_RUN: Run = { scenario: null, variables: {} }

/** Starts a brokerage. Throws if a variable is wrong, or if the brokerage cannot be opened. */
export async function serveInProcess(
  variables: Readonly<Record<string, string>>,
  options: ServeOptions = {},
): Promise<RunningBroker> {
  const loaded = await loadScenario(variables)
  if (isFault(loaded)) throw new Error(loaded.fault)
  const read = readConfig(loaded.env)
  if ('faults' in read) throw new Error(read.faults.map(faultLine).join('\n'))
  const { config } = read
  const { scenario = loaded.text, recording } = options
  if (recording !== undefined) refuseUnrepeatable(config)
  const run = { scenario, variables: loaded.env, ...(recording && { recording }) }
  return config.database.kind === 'memory'
    ? serveOn(await openInMemory(US_INITIAL_DATA), config, run)
    : serve(config, undefined, run)
}

/** Closes the database with the brokerage. A fork does not play the scenario again. */
async function serveOn(
  database: Database,
  config: Config,
  run: Run = NO_RUN,
): Promise<RunningBroker> {
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
/** Reports warnings and errors alone, to keep the progress of a start out of a test's output. */
const ON_STANDARD_ERROR = reportsBy({
  info: () => {},
  warning: (text) => stderr.write(`${text}\n`),
  error: (text) => stderr.write(`${text}\n`),
})

async function serve(
  config: Config,
  database: Database | undefined,
  { scenario, recording, variables }: Run,
): Promise<RunningBroker> {
  const brokerage = await openBrokerage(config, ON_STANDARD_ERROR, {
    ...(database && { database }),
    ...(recording && recordingOverrides(recording)),
    scenario,
  })
  const { app, stopMarket, closeStreams, close } = brokerage
  const { clock, inside } = brokerage
  recording?.began(
    { version: inside.app.version, variables: recordedVariables(variables, clock.now()), scenario },
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

/** Throws if a run with these settings could not be played again. */
export function refuseUnrepeatable({ database, clock, seed }: Config): void {
  if (database.kind !== 'memory') throw new Error('a run is recorded in memory, without DATA_DIR')
  if (seed === 'random') throw new Error('a run is recorded with a seed that is a number')
  if (clock.kind !== 'simulated' || clock.speed !== 0) {
    throw new Error('a run is recorded with a clock that stands still until it is moved: --speed 0')
  }
}

/** Addresses and secrets. */
const NOT_RECORDED = /^(?:HOST|PORT|SCENARIO)$|(?:SECRET|KEY)$/

/** The variables without secrets and addresses, and with the time at which the market began. */
export function recordedVariables(
  env: Environment,
  began: Instant,
): Readonly<Record<string, string>> {
  const recorded = Object.entries(env).flatMap(([name, value]) =>
    VARIABLES.includes(name) && !NOT_RECORDED.test(name) && value !== undefined
      ? [[name, value]]
      : [],
  )
  return { ...Object.fromEntries(recorded), MARKET_CLOCK: began.toString() }
}
