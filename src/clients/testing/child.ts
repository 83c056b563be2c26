/** A broker in a process of its own, for tests that do not run in Bun. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { reasonOf } from '../../lib/text'
import type { Started } from './apart'
import type { Running } from './running'

/** Beside this file, which is TypeScript in the repository and JavaScript in the package. */
const APART = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './apart.ts' : './apart.js', import.meta.url),
)

const NO_BUN =
  'startBroker needs Bun, which runs the broker beside this test: `npm install --save-dev bun`, ' +
  'or see https://bun.sh. It looked for `bun` on the PATH, in node_modules and in ~/.bun/bin.'

/** Throws what is wrong with the variables, or why the broker cannot be started. */
export async function serveApart(variables: Readonly<Record<string, string>>): Promise<Running> {
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
