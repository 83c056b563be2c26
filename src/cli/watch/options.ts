/** The server, the key and the account that `watch` follows, by its arguments and environment. */
import { HOST, PORT } from '../../config/address'
import { PAPER_CLIENT_ID, PAPER_CLIENT_SECRET } from '../../config/client'
import { type Environment, parseWholeNumber, settingText } from '../../config/setting'
import { type CommandFault, fault, isFault } from '../../core/fault'
import type { CommandLineOf } from '../shared/command-line'
import { type OptionFormat, readOption } from '../shared/options'

export const SYNTAX = {
  operands: [],
  options: {
    url: 'text',
    'client-id': 'text',
    'client-secret': 'text',
    account: 'text',
    since: 'text',
    json: 'flag',
  },
} as const

export interface WatchOptions {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly accountId: string | undefined
  readonly since: number | undefined
  readonly json: boolean
}

const URL_OF_SERVER: OptionFormat<string> = {
  allowed: 'http://… or https://…',
  read: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined,
}
const SEQ_MAX = 2_147_483_647
const SINCE: OptionFormat<number> = {
  allowed: 'the number of an event, or 0',
  read: (text) => parseWholeNumber(text, 0, SEQ_MAX),
}

export function watchOptions(
  line: CommandLineOf<typeof SYNTAX.options>,
  env: Environment,
): WatchOptions | CommandFault {
  const usual = `http://${HOST.unset}:${settingText(env, 'PORT') ?? PORT.unset}`
  const url = readOption('url', line.text('url') ?? usual, URL_OF_SERVER, usual)
  if (isFault(url)) return url
  const clientId = line.text('client-id') ?? settingText(env, PAPER_CLIENT_ID.variable)
  const clientSecret = line.text('client-secret') ?? settingText(env, PAPER_CLIENT_SECRET.variable)
  if (clientId === undefined || clientSecret === undefined) {
    const missing = clientId === undefined ? 'ID' : 'SECRET'
    return fault(
      `Which key? --client-${missing.toLowerCase()} or PAPER_CLIENT_${missing} is missing; ` +
        '`bun run keys create` makes a client.',
    )
  }
  const since = readOption('since', line.text('since'), SINCE, undefined)
  if (isFault(since)) return since
  const accountId = line.text('account')
  return { url, clientId, clientSecret, accountId, since, json: line.flag('json') }
}
