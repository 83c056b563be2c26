/**
 * The control socket [key.running-server]. While a server has an embedded database open, no other
 * process can open it, so commands are sent to the server. Only the folder's owner may connect.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage } from '../lib/text'
import { StartError } from '../postgres/errors'

export interface CommandAnswer {
  readonly ok: boolean
  /** One line if it is not ok. */
  readonly text: string
}

export const controlSocketOf = (folder: string): string => join(folder, 'control.sock')

export interface Control {
  /** Why there is no socket; null if there is one, or none is needed. */
  readonly fault: string | null
  /** Answers the open requests, and removes the socket. */
  close(): Promise<void>
}

export const NO_CONTROL: Control = { fault: null, close: async () => {} }

/** Runs a command, for example `keys`. */
export type AnswerCommand = (args: readonly string[], command: string) => Promise<CommandAnswer>

/** A caller that does not read its answer must not hold up the shutdown. [run.stop] */
const CLOSE_MAX_MS = 1_000

/**
 * Opens the socket. The caller must hold the folder's lock, so an existing socket is a dead
 * server's. Some shared folders do not support sockets; then the server runs without one.
 */
export async function openControl(folder: string, answer: AnswerCommand): Promise<Control> {
  const unix = controlSocketOf(folder)
  const running = new Set<Promise<CommandAnswer>>()
  const tracked: AnswerCommand = (args, command) => {
    const promise = answer(args, command)
    running.add(promise)
    const done = () => running.delete(promise)
    promise.then(done, done)
    return promise
  }
  try {
    await rm(unix, { force: true })
    const server = listenPrivately(unix, (request) => respond(request, tracked))
    return {
      fault: null,
      async close() {
        const stopped = server.stop()
        await Promise.allSettled(running)
        await Promise.race([stopped, Bun.sleep(CLOSE_MAX_MS)])
        await server.stop(true)
        await rm(unix, { force: true })
      },
    }
  } catch (error) {
    return { ...NO_CONTROL, fault: `${unix} cannot be made: ${errorMessage(error)}` }
  }
}

/** Read and write for the owner, nothing for others. */
const UMASK = 0o177
const BODY_MAX_BYTES = 64 * 1024
/** An audit may take long. Bun's types have this option only for servers on a port. */
const NEVER_IDLE: Readonly<Record<string, number>> = { idleTimeout: 0 }

function listenPrivately(unix: string, fetch: (request: Request) => Promise<Response>) {
  // The socket must never be open to others, not even for the moment before a chmod.
  const umask = process.umask(UMASK)
  try {
    return Bun.serve({ unix, fetch, maxRequestBodySize: BODY_MAX_BYTES, ...NEVER_IDLE })
  } finally {
    process.umask(umask)
  }
}

async function respond(request: Request, answer: AnswerCommand): Promise<Response> {
  const args: unknown = await request.json().catch(() => undefined)
  if (request.method !== 'POST' || !isTexts(args)) return Response.json(MISUSE, { status: 400 })
  const command = new URL(request.url).pathname.slice(1)
  const result = await answer(args, command).catch((error: unknown) => ({
    ok: false,
    text: `The server failed: ${errorMessage(error)}`,
  }))
  // A connection that stays open would delay the shutdown.
  return Response.json(result, { headers: { connection: 'close' } })
}

const MISUSE: CommandAnswer = {
  ok: false,
  text: 'The server takes arguments as a JSON array of strings.',
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** The file does not exist, or no process listens to it. */
const NO_LISTENER = ['ENOENT', 'ENOTDIR', 'ECONNREFUSED']

/** Sends a command to the server that has the folder open; null if there is none. */
export async function askRunningServer(
  folder: string,
  name: string,
  args: readonly string[] = [],
): Promise<CommandAnswer | null> {
  const unix = controlSocketOf(folder)
  let answer: unknown
  try {
    const body = JSON.stringify(args)
    answer = await (await fetch(`http://localhost/${name}`, { unix, method: 'POST', body })).json()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (NO_LISTENER.some((each) => each === code)) return null
    throw new StartError(
      `The server did not answer at ${unix}: ${errorMessage(error)}; \`list\` shows whether it ` +
        'did it.',
    )
  }
  if (!isAnswer(answer)) throw new StartError(`Another program than the server answers at ${unix}.`)
  return answer
}

const isAnswer = (value: unknown): value is CommandAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'ok' in value &&
  typeof value.ok === 'boolean' &&
  'text' in value &&
  typeof value.text === 'string'
