/** A server of the demo's own, started as a user would: a process, told everything by variables. */
import { VARIABLES } from '../../config/config'

const SERVER = new URL('../../main.ts', import.meta.url).pathname
const LISTENING = /^listening +(http:\S+)/m

let interrupted = false

/** The server is being ended before its time: what fails from now on tells nothing. */
export const isInterrupted = (): boolean => interrupted

export interface OwnServer {
  readonly url: string
  /** Resolves with the exit status when it has ended in good order. */
  stop(): Promise<number>
}

/** Rejects when the process ends before it listens; it has said why on the terminal. */
export async function startServer(settings: Readonly<Record<string, string>>): Promise<OwnServer> {
  // An empty variable is an unset one: what is set for another server does not reach this one.
  const unset = Object.fromEntries(VARIABLES.map((variable) => [variable, '']))
  const server = Bun.spawn([process.execPath, '--no-env-file', SERVER], {
    env: { ...process.env, ...unset, ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const stop = async (): Promise<number> => {
    server.kill('SIGTERM')
    return server.exited
  }
  for (const [signal, number] of [
    ['SIGTERM', 15],
    ['SIGINT', 2],
  ] as const) {
    process.once(signal, () => {
      interrupted = true
      void stop().then(() => process.exit(128 + number))
    })
  }
  return { url: await listeningAt(server.stdout), stop }
}

async function listeningAt(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = output.getReader()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) throw new Error('The server has ended before it listened.')
    text += decoder.decode(value, { stream: true })
    const url = LISTENING.exec(text)?.[1]
    if (url !== undefined) return url
  }
}
