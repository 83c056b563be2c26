/** A server that a command starts for itself, in another process, as a user would start it. */
import { VARIABLES } from '../../../server/config/config'
import type { CommandContext } from './command-line'

const LISTENING = /^listening +(http:\S+)/m

export interface OwnServer {
  /** Resolves with the URL. Rejects if the process ends first; it has printed the reason. */
  readonly listening: Promise<string>
  /** Ends the process. Resolves with its exit status. */
  stop(): Promise<number>
}

export function startServer(
  { env, program }: Pick<CommandContext, 'env' | 'program'>,
  stopped: AbortSignal,
  settings: Readonly<Record<string, string>>,
): OwnServer {
  // Empty variables count as unset, so settings of another server do not reach this one.
  const unset = Object.fromEntries(VARIABLES.map((variable) => [variable, '']))
  const server = Bun.spawn([...program, 'server'], {
    env: { ...env, ...unset, LOG: 'text', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const stop = async (): Promise<number> => {
    server.kill('SIGTERM')
    return server.exited
  }
  stopped.addEventListener('abort', () => void stop())
  return { listening: urlIn(server.stdout), stop }
}

async function urlIn(output: ReadableStream<Uint8Array>): Promise<string> {
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
