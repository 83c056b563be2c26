/** Commands that are clients of a server, which some of them start for themselves. */
import { CLIENT_VARIABLES } from '../../../lib/client-variables'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import { VARIABLES } from '../../../server/config/config'
import { HOST, PORT } from '../../../server/config/reach'
import { type Environment, quoted, settingText } from '../../../server/config/setting'
import { type Client, openClient, RefusalError } from '../../sdk'
import {
  type CommandContext,
  type CommandLineOf,
  type OptionFormat,
  type Outcome,
  readOption,
} from './command-line'

type ServerLine = Pick<CommandLineOf<typeof SERVER_OPTIONS>, 'text'>

export async function onServer(
  line: ServerLine,
  { env }: Pick<CommandContext, 'env'>,
  work: (client: Client) => Promise<Outcome>,
): Promise<Outcome> {
  const server = serverOptions(line, env)
  if (isFault(server)) return server
  return work(openClient(server)).catch((error: unknown) => serverFault(error, server))
}

/** Says in one line what failed, and in another what to do. */
export function serverFault(error: unknown, server: ServerOptions): CommandFault {
  if (!(error instanceof RefusalError)) return fault(connectionText(error, server.url))
  const refusal = `${error.message} (${error.code})`
  const advice = adviceOn(error.code, server)
  return fault(advice === undefined ? refusal : `${refusal}\n${advice}`)
}

function adviceOn(code: string, { url, clientId }: ServerOptions): string | undefined {
  switch (code) {
    case 'invalid-client':
      return (
        `The client ${clientId} called the server at ${url}. Check PAPER_CLIENT_ID and ` +
        'PAPER_CLIENT_SECRET; `paper keys list` shows its clients, `paper keys rotate ' +
        `${clientId}\` gives one a new secret, and \`paper keys create\` makes another.`
      )
    case 'client-disabled':
      return `\`paper keys enable ${clientId}\` undoes it.`
    case 'insufficient-scope':
      return 'This key only reads; `paper keys create` makes one that trades.'
    case 'account-header-required':
    case 'account-mismatch':
      return (
        '`paper keys list` shows the accounts of a client; --account or PAPER_ACCOUNT_ID ' +
        'names one.'
      )
    default:
      return undefined
  }
}

/** Bun's codes for a port on which no program listens. */
const REFUSED = ['ConnectionRefused', 'ECONNREFUSED', 'FailedToOpenSocket']

function connectionText(error: unknown, url: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = REFUSED.includes(code)
    ? `No server answers at ${url}`
    : `${url}: ${errorMessage(error)}`
  return `${why}. \`paper server\` starts one; --url or PAPER_URL names another.`
}

export const SERVER_OPTIONS = {
  url: 'text',
  'client-id': 'text',
  'client-secret': 'text',
  account: 'text',
} as const

export interface ServerOptions {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly accountId: string | undefined
}

const URL_OF_SERVER: OptionFormat<string> = {
  allowed: 'http://… or https://…',
  read: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined,
}

export function serverOptions(
  line: Pick<CommandLineOf<typeof SERVER_OPTIONS>, 'text'>,
  env: Environment,
): ServerOptions | CommandFault {
  const url = serverUrl(line.text('url'), env)
  if (isFault(url)) return url
  const clientId = line.text('client-id') ?? settingText(env, CLIENT_VARIABLES.clientId)
  const clientSecret = line.text('client-secret') ?? settingText(env, CLIENT_VARIABLES.clientSecret)
  if (clientId === undefined || clientSecret === undefined) {
    const missing = clientId === undefined ? 'ID' : 'SECRET'
    return fault(
      `Which key? --client-${missing.toLowerCase()} or PAPER_CLIENT_${missing} is missing; ` +
        '`paper keys create` makes a client, and `paper exec` gives one to its command.',
    )
  }
  const accountId = line.text('account') ?? settingText(env, CLIENT_VARIABLES.accountId)
  return { url, clientId, clientSecret, accountId }
}

/** The URL of `--url`, of PAPER_URL, or of a server on this machine. */
export function serverUrl(given: string | undefined, env: Environment): string | CommandFault {
  if (given !== undefined) return readOption('url', given, URL_OF_SERVER, given)
  const named = settingText(env, CLIENT_VARIABLES.url)
  if (named === undefined) return `http://${HOST.unset}:${settingText(env, 'PORT') ?? PORT.unset}`
  const url = URL_OF_SERVER.read(named)
  return (
    url ??
    fault(
      `${CLIENT_VARIABLES.url}: ${quoted(named)} is not allowed; allowed: ${URL_OF_SERVER.allowed}`,
    )
  )
}

/** The last options in the help of a command. */
export const SERVER_HELP_LINES = `\
  --url URL             the server: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --client-id ID        the client: PAPER_CLIENT_ID; paper keys create makes one
  --client-secret TEXT  its secret: PAPER_CLIENT_SECRET, which no list of processes shows
  --account ID          the account, for a client that has several: PAPER_ACCOUNT_ID`

const LISTENING = /^listening +(http:\S+)/m

interface OwnServer {
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
