/** The server, the key and the account that `watch` follows. */
import { type CommandFault, isFault } from '../../../lib/fault'
import { type Environment, parseWholeNumber } from '../../../server/config/setting'
import type { CommandLineOf } from '../shared/command-line'
import { type OptionFormat, readOption } from '../shared/command-line'
import { SERVER_OPTIONS, type ServerOptions, serverOptions } from '../shared/on-server'

export const SYNTAX = {
  operands: [],
  options: { ...SERVER_OPTIONS, since: 'text', json: 'flag' },
} as const

export interface WatchOptions extends ServerOptions {
  readonly since: number | undefined
  readonly json: boolean
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
  const server = serverOptions(line, env)
  if (isFault(server)) return server
  const since = readOption('since', line.text('since'), SINCE, undefined)
  if (isFault(since)) return since
  return { ...server, since, json: line.flag('json') }
}
