/** A command's work as a client of a server, and what to do where the server refuses or is away. */
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { reasonOf } from '../../../lib/text'
import { type Client, openClient, RefusalError } from '../../sdk'
import type { CommandContext, Outcome } from './command'
import type { CommandLineOf } from './command-line'
import { type SERVER_OPTIONS, type ServerOptions, serverOptions } from './server-options'

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

/** Every cause in one line, and what to do in another. */
export function serverFault(error: unknown, server: ServerOptions): CommandFault {
  if (!(error instanceof RefusalError)) return fault(awayText(error, server.url))
  const told = `${error.message} (${error.code})`
  const advice = adviceOn(error.code, server)
  return fault(advice === undefined ? told : `${told}\n${advice}`)
}

function adviceOn(code: string, { url, clientId }: ServerOptions): string | undefined {
  switch (code) {
    case 'invalid-client':
      return (
        `The server at ${url} was asked as ${clientId}. Check PAPER_CLIENT_ID and ` +
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

/** What Bun says of a port where nobody listens. */
const REFUSED = ['ConnectionRefused', 'ECONNREFUSED', 'FailedToOpenSocket']

function awayText(error: unknown, url: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = REFUSED.includes(code) ? `No server answers at ${url}` : `${url}: ${reasonOf(error)}`
  return `${why}. \`paper server\` starts one; --url or PAPER_URL names another.`
}
