/** `paper-brokerage/testing`: a whole brokerage for a bot's own tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../../lib/text'
import type { Started } from './apart'
import { type Broker, type BrokerOptions, brokerAt, type Running, settingsOf } from './broker'

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
 * Starts a whole broker [testkit.start], with its own database in memory, its own market and its
 * own port; nothing of it is shared with another [testkit.apart].
 * `await using broker = await startBroker()` ends it with the test. In Bun it runs in this process;
 * elsewhere in a process of its own, for which Bun must be installed. Throws what is wrong with the
 * options.
 */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
  const { variables, bot, sandboxKey } = settingsOf(options)
  const isBun = process.versions.bun !== undefined
  const { process: place = isBun ? 'own' : 'child' } = options
  if (place === 'own' && !isBun) throw new Error("startBroker: process 'own' needs Bun")
  const running = place === 'own' ? await serveInProcess(variables) : await serveApart(variables)
  try {
    return await brokerAt({ running, bot, sandboxKey })
  } catch (error) {
    await running.close()
    throw error
  }
}

/** What a broker is made of runs nowhere else, so it is loaded here. */
async function serveInProcess(variables: Readonly<Record<string, string>>): Promise<Running> {
  // Other threads compile the database's code while this one loads the rest.
  if (variables.DATA_DIR === 'memory')
    (await import('../../postgres/drivers/pglite-code')).pgliteCode()
  return (await import('./in-process')).serveHere(variables)
}

/** Beside this file, which is TypeScript in the repository and JavaScript in the package. */
const APART = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './apart.ts' : './apart.js', import.meta.url),
)

const NO_BUN =
  'startBroker needs Bun, which runs the broker beside this test: `npm install --save-dev bun`, ' +
  'or see https://bun.sh. It looked for `bun` on the PATH, in node_modules and in ~/.bun/bin.'

/**
 * A broker in a process of its own, for tests that do not run in Bun. Throws what is wrong with the
 * variables, or why the broker cannot be started.
 */
async function serveApart(variables: Readonly<Record<string, string>>): Promise<Running> {
  const child = await spawned()
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
  const started = line === null ? { fault: 'its process has ended' } : startedIn(line)
  if ('fault' in started) throw new Error(started.fault)
  // The broker is closed by the test, or ends with its process: it need not keep that one alive.
  child.unref()
  return {
    url: started.url,
    accountId: null,
    fork: null,
    async close() {
      child.ref()
      stdin.end()
      await ended
    },
  }
}

function startedIn(line: string): Started {
  const told: unknown = JSON.parse(line)
  const { url, fault }: { readonly url?: unknown; readonly fault?: unknown } = Object(told)
  return typeof url === 'string' ? { url } : { fault: String(fault) }
}

/** The first Bun that there is. */
async function spawned(): Promise<ChildProcess> {
  for (const bun of buns()) {
    const child = spawn(bun, ['--no-env-file', APART], { stdio: ['pipe', 'pipe', 'inherit'] })
    const failure = await new Promise<unknown>((resolve) => {
      child.once('spawn', () => resolve(null))
      child.once('error', resolve)
    })
    if (failure === null) return child
    if (!isMissing(failure)) throw new Error(`${bun} cannot be started: ${reasonOf(failure)}`)
  }
  throw new Error(NO_BUN)
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

function* buns(): Generator<string> {
  if (process.versions.bun !== undefined) yield process.execPath
  yield 'bun'
  // As npm installs it.
  const installed = resolved(join(process.cwd(), 'package.json'))
  if (installed !== undefined) yield join(installed, '../bin/bun.exe')
  yield join(homedir(), '.bun/bin/bun')
}

function resolved(from: string): string | undefined {
  try {
    return createRequire(from).resolve('bun/package.json')
  } catch {
    return undefined
  }
}
