/** The real server as a process of its own, to be started, ended and killed. */
import { VARIABLES } from '../../src/server/config/config'
import { SERVER } from './programs'

const ROOT = new URL('../..', import.meta.url).pathname
const LISTENING = /^listening +(http:\S+)/m

/** Says something of the machine, which other tests may keep busy, and nothing of the server. */
const SLOW_MACHINE = /^this machine is too slow for .*\n/gm

export type Settings = Readonly<Record<string, string>>

export const CLIENT = { id: 'pk_test_life', secret: 'sk_test_0123456789' } as const

const SETTINGS: Settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  // What it would set itself, by starting a second time [run.memory].
  BUN_JSC_forceRAMSize: String(300 * 2 ** 20),
  PAPER_CLIENT_ID: CLIENT.id,
  PAPER_CLIENT_SECRET: CLIENT.secret,
  // A Monday in New York, in REGULAR; a tick every 100 ms.
  MARKET_CLOCK: '2026-03-02T10:00:00-05:00',
  MARKET_SPEED: '10',
  MARKET_SEED: '1',
  LOG: 'text',
  RATE_LIMIT: 'off',
}

export interface Ended {
  /** Null when a signal has ended it. */
  readonly status: number | null
  readonly output: string
  readonly errors: string
}

export interface ServerProcess {
  /** The URL, once it listens; rejects with what it said when it ends before. */
  readonly listening: Promise<string>
  /** Resolves when it has said this on its output. */
  said(words: string): Promise<void>
  /** What it has printed on its output once it listens. */
  printed(): Promise<string>
  /** What it has reported on its standard error so far. */
  reported(): string
  readonly ended: Promise<Ended>
  readonly pid: number
  /** The process goes on living: SIGSTOP makes it stand still until SIGCONT. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Resolves when the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<Ended>
}

const running = new Set<ServerProcess>()

/** Another program that is this server, and the folder in which it starts. */
interface Program {
  readonly command: readonly string[]
  readonly cwd: string
}

/** `preload`: a module that the process loads before the server. */
export function startServer(
  settings: Settings,
  preload: string | null = null,
  program: Program | null = null,
): ServerProcess {
  const unset = Object.fromEntries(VARIABLES.map((variable) => [variable, '']))
  const usual = [process.execPath, '--no-env-file', ...(preload ? ['--preload', preload] : [])]
  const child = Bun.spawn([...(program?.command ?? [...usual, SERVER])], {
    cwd: program?.cwd ?? ROOT,
    env: { PATH: process.env.PATH ?? '', ...unset, ...SETTINGS, ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const listening = Promise.withResolvers<string>()
  // Who does not wait for it may not care.
  listening.promise.catch(() => {})
  const awaited = new Map<string, () => void>()
  let printed = ''
  const look = (): void => {
    const url = LISTENING.exec(printed)?.[1]
    if (url !== undefined) listening.resolve(url)
    for (const [words, resolve] of awaited) if (printed.includes(words)) resolve()
  }
  const output = textOf(child.stdout, (text) => {
    printed = text
    look()
  })
  let reported = ''
  const errors = textOf(child.stderr, (text) => {
    reported = text
  })
  const ended = Promise.all([child.exited, output, errors]).then(([, out, err]): Ended => {
    running.delete(server)
    listening.reject(new Error(`The server has ended (${child.exitCode}): ${out}${err}`))
    return { status: child.exitCode, output: out, errors: err.replace(SLOW_MACHINE, '') }
  })
  const server: ServerProcess = {
    listening: listening.promise,
    said: (words) =>
      new Promise((resolve) => {
        awaited.set(words, resolve)
        look()
      }),
    printed: () => listening.promise.then(() => printed),
    reported: () => reported,
    ended,
    pid: child.pid,
    signal: (signal) => child.kill(signal),
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
  running.add(server)
  return server
}

/** For afterEach: nothing that a test has started outlives it. */
export const killServers = (): Promise<unknown> =>
  Promise.all([...running].map((server) => server.kill('SIGKILL')))

async function textOf(
  stream: ReadableStream<Uint8Array>,
  onText: (text: string) => void = () => {},
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    onText(text)
  }
  return text
}
