/** The server and the key of a command that calls one, by its arguments and environment. */

import { CLIENT_VARIABLES } from '../../../lib/client-variables'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { HOST, PORT } from '../../../server/config/reach'
import { type Environment, quoted, settingText } from '../../../server/config/setting'
import { type CommandLineOf, type OptionFormat, readOption } from './command-line'

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
        '`paper keys create` makes a client, and `paper exec` gives one to what it runs.',
    )
  }
  const accountId = line.text('account') ?? settingText(env, CLIENT_VARIABLES.accountId)
  return { url, clientId, clientSecret, accountId }
}

/** By `--url`, by PAPER_URL, or this machine's own server. */
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

/** What follows the options of a command in its help. */
export const SERVER_HELP_LINES = `\
  --url URL             the server: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --client-id ID        the client: PAPER_CLIENT_ID; paper keys create makes one
  --client-secret TEXT  its secret: PAPER_CLIENT_SECRET, which no list of processes shows
  --account ID          the account, for a client that has several: PAPER_ACCOUNT_ID`
