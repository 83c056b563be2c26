/** The processes that are measured, and the one that asks them. */
import { readFile } from 'node:fs/promises'
import type { Counted, Task } from './generator'
import { STARTS_AT } from './market'
import type { Asked, WatchedCounts } from './watched-server'

export interface Serving {
  readonly origin: string
  readonly pid: number
  /** Bytes that it has in memory. */
  residentBytes(): Promise<number>
  /** Asks it to end, as a terminal would, and waits for it. */
  stop(): Promise<void>
}

const MANY = 1_000_000

/** Our server as an operator starts it, on any free port. */
export const startBrokerage = (
  database: DatabaseEnvironment,
  more: Readonly<Record<string, string>> = {},
  onLine: OnLine | null = null,
): Promise<Serving> =>
  serve([`${import.meta.dir}/../src/main.ts`], { ...settingsOf(database), ...more }, onLine)

interface DatabaseEnvironment {
  readonly DATABASE_URL: string
  readonly DATA_DIR: string
}

const settingsOf = (database: DatabaseEnvironment) => ({
  ...database,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG: 'text',
  MARKET_CLOCK: STARTS_AT,
  MARKET_SEED: '1',
  // Counted for each request, and never reached.
  RATE_LIMIT: ['orders', 'other', 'token'].map((group) => `${group}=${MANY}/${MANY}`).join(),
  // Every order is to fill: what is measured is the brokerage, not the market's patience.
  FILL_PROFILE: 'ideal',
})

export interface WatchedServing extends Serving {
  /** Quotes within the process of the server. */
  within(asked: Asked): Promise<WatchedCounts>
}

/** Our server with the log and the metrics of requests, or with neither; two share a database. */
export async function startWatchedServer(
  as: 'watched' | 'unwatched',
  database: DatabaseEnvironment,
): Promise<WatchedServing> {
  const replies: ((counts: WatchedCounts) => void)[] = []
  const serving = await serve(
    [`${import.meta.dir}/watched-server.ts`, as],
    { ...settingsOf(database), MARKET_CLOCK: '' },
    null,
    (counts) => replies.shift()?.(counts),
  )
  return {
    ...serving,
    within: (asked) =>
      new Promise((resolve) => {
        replies.push(resolve)
        serving.send(asked)
      }),
  }
}

export const startBareServer = (bytes: number): Promise<Serving> =>
  serve([`${import.meta.dir}/bare-server.ts`, String(bytes)], {}, null)

interface SingleRead {
  readonly path: string
  readonly token: string
  readonly accountId?: string
}

/** The length of the answer to a connection of the generator. */
export async function bytesOf(
  origin: string,
  { path, token, accountId }: SingleRead,
): Promise<number> {
  const response = await fetch(`${origin}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-service-request-id': 'r1-0',
      ...(accountId !== undefined && { 'x-service-account-id': accountId }),
    },
  })
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`)
  return (await response.arrayBuffer()).byteLength
}

async function serve(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: OnLine | null,
  onMessage?: (message: WatchedCounts) => void,
): Promise<Serving & { readonly send: (asked: Asked) => void }> {
  const child = Bun.spawn([process.execPath, ...command], {
    env: { PATH: process.env.PATH, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
    ...(onMessage && { ipc: onMessage }),
  })
  const origin = await listeningOrigin(child.stdout, onLine)
  return {
    origin,
    pid: child.pid,
    send: (asked) => child.send(asked),
    async residentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024
    },
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

type OnLine = (line: string) => void

/**
 * Both servers say `listening http://…` once they do. All their output is passed on. If nobody
 * reads it, it is drained, since parsing a line of each request would use the same cores.
 */
function listeningOrigin(
  output: ReadableStream<Uint8Array>,
  onLine: OnLine | null,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    let origin: string | undefined
    const read = async (): Promise<void> => {
      for await (const line of linesOf(output, () => onLine === null && origin !== undefined)) {
        onLine?.(line)
        if (origin !== undefined) continue
        said.push(line)
        origin = /^listening\s+(http:\S+)/.exec(line)?.[1]
        if (origin !== undefined) resolve(origin)
      }
      reject(new Error(`a server ended before it listened:\n${said.join('\n')}`))
    }
    read().catch(reject)
  })
}

async function* linesOf(
  output: ReadableStream<Uint8Array>,
  isDone: () => boolean,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of output) {
    if (isDone()) continue
    const lines = (text + decoder.decode(part, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}

/** Runs the generator. Throws if an answer was not 200, since such a number would mean nothing. */
export async function load(task: Task): Promise<Counted> {
  const child = Bun.spawn(
    [process.execPath, `${import.meta.dir}/generator.ts`, JSON.stringify(task)],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('the generator failed')
  // safe: the generator prints one Counted.
  const counted = JSON.parse(text) as Counted
  if (counted.errors > 0) {
    throw new Error(`${counted.errors} answers were not 200, the first: ${counted.firstError}`)
  }
  return counted
}
