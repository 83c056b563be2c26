/** `paper-brokerage/testing`: a whole brokerage for a bot's own tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { errorMessage } from '../../lib/text'
import { type Broker, type BrokerOptions, brokerAt, type RunningBroker, settingsOf } from './broker'
import type { StartMessage } from './child-entry'

export type {
  AddedAccount,
  AddedClient,
  Broker,
  BrokerClock,
  BrokerOptions,
  EventsSince,
  OfAccount,
  OfInstrument,
  SavedBroker,
  TestClient,
} from './broker'
export type {
  ForcedHandle,
  PinnedSides,
  PlayedScenario,
  Tradable,
  WantedFault,
  WantedOutcome,
} from './steer'

/**
 * Starts a whole broker [testkit.start] with a database in memory, a market and a port of its own.
 * It shares nothing with other brokers [testkit.apart].
 * `await using broker = await startBroker()` ends it with the test. In Bun it runs in this process;
 * other runtimes start another process, for which Bun must be installed. Throws if an option is
 * wrong.
 */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
  const { variables, bot, sandboxKey } = settingsOf(options)
  const isBun = process.versions.bun !== undefined
  const { process: place = isBun ? 'own' : 'child' } = options
  if (place === 'own' && !isBun) throw new Error("startBroker: process 'own' needs Bun")
  const running = place === 'own' ? await loadAndServe(variables) : await serveInChild(variables)
  try {
    return await brokerAt({ running, bot, sandboxKey })
  } catch (error) {
    await running.close()
    throw error
  }
}

/** Loads the broker's code only here, since it runs in Bun alone. */
async function loadAndServe(variables: Readonly<Record<string, string>>): Promise<RunningBroker> {
  // Other threads compile the database's code while this one loads the rest.
  if (variables.DATA_DIR === 'memory')
    (await import('../../postgres/drivers/pglite-code')).pgliteCode()
  return (await import('./in-process')).serveInProcess(variables)
}

/** TypeScript in the repository, JavaScript in the package. */
const CHILD_ENTRY = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './child-entry.ts' : './child-entry.js',
    import.meta.url,
  ),
)

const NO_BUN =
  'startBroker needs Bun, which runs the broker of this test: `npm install --save-dev bun`, ' +
  'or see https://bun.sh. It looked for `bun` on the PATH, in node_modules and in ~/.bun/bin.'

/** Starts the broker in another process. Throws if the variables are wrong, or if it fails. */
async function serveInChild(variables: Readonly<Record<string, string>>): Promise<RunningBroker> {
  const child = await spawnBun()
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('the broker has no pipes')
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: stdout })
  const first = new Promise<string | null>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(null))
  })
  stdin.write(`${JSON.stringify(variables)}\n`)
  const line = await first
  const message = line === null ? { fault: 'its process has ended' } : parseMessage(line)
  if ('fault' in message) throw new Error(message.fault)
  // The broker ends with the test's process, and must not keep it alive.
  child.unref()
  return {
    url: message.url,
    accountId: null,
    fork: null,
    async close() {
      child.ref()
      stdin.end()
      await ended
    },
  }
}

function parseMessage(line: string): StartMessage {
  const { url, fault }: { readonly url?: unknown; readonly fault?: unknown } = Object(
    JSON.parse(line),
  )
  return typeof url === 'string' ? { url } : { fault: String(fault) }
}

/** Starts the first Bun that exists. */
async function spawnBun(): Promise<ChildProcess> {
  for (const bun of bunPaths()) {
    const child = spawn(bun, ['--no-env-file', CHILD_ENTRY], { stdio: ['pipe', 'pipe', 'inherit'] })
    const failure = await new Promise<unknown>((resolve) => {
      child.once('spawn', () => resolve(null))
      child.once('error', resolve)
    })
    if (failure === null) return child
    if (!isMissing(failure)) throw new Error(`${bun} cannot be started: ${errorMessage(failure)}`)
  }
  throw new Error(NO_BUN)
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

function* bunPaths(): Generator<string> {
  if (process.versions.bun !== undefined) yield process.execPath
  yield 'bun'
  // As npm installs it.
  const installed = bunPackage(join(process.cwd(), 'package.json'))
  if (installed !== undefined) yield join(installed, '../bin/bun.exe')
  yield join(homedir(), '.bun/bin/bun')
}

function bunPackage(from: string): string | undefined {
  try {
    return createRequire(from).resolve('bun/package.json')
  } catch {
    return undefined
  }
}
