/** The server and the key of a command that calls one, by its arguments and environment. */
import { HOST, PORT } from '../../config/address'
import { PAPER_CLIENT_ID, PAPER_CLIENT_SECRET } from '../../config/client'
import { type Environment, settingText } from '../../config/setting'
import { type CommandFault, fault, isFault } from '../../core/fault'
import type { CommandLineOf } from './command-line'
import { type OptionFormat, readOption } from './options'

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
  const usual = `http://${HOST.unset}:${settingText(env, 'PORT') ?? PORT.unset}`
  const url = readOption('url', line.text('url') ?? usual, URL_OF_SERVER, usual)
  if (isFault(url)) return url
  const clientId = line.text('client-id') ?? settingText(env, PAPER_CLIENT_ID.variable)
  const clientSecret = line.text('client-secret') ?? settingText(env, PAPER_CLIENT_SECRET.variable)
  if (clientId === undefined || clientSecret === undefined) {
    const missing = clientId === undefined ? 'ID' : 'SECRET'
    return fault(
      `Which key? --client-${missing.toLowerCase()} or PAPER_CLIENT_${missing} is missing; ` +
        '`paper keys create` makes a client.',
    )
  }
  return { url, clientId, clientSecret, accountId: line.text('account') }
}
