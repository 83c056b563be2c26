/** Arguments as a KeyRequest, in the command and in the server that carries it out. Pure. */
import { type CommandFault, isFault } from '../../core/fault'
import {
  type CommandLine,
  type CommandLineOf,
  chooseSubcommand,
  type Options,
  type Syntax,
} from '../shared/command-line'
import { readOption } from '../shared/options'
import type { KeyCommand, KeyRequest } from './key-command'
import { accountOption, accountsOption, NAME, SCOPE } from './options'

interface KeySubcommand {
  readonly syntax: Syntax
  readonly read: (line: CommandLine) => KeyCommand | CommandFault
}

const JSON_OPTION = { json: 'flag' } as const

const subcommand = <const O extends Options>(
  operands: readonly string[],
  options: O,
  read: (line: CommandLineOf<O>) => KeyCommand | CommandFault,
): KeySubcommand => ({ syntax: { operands, options: { ...options, ...JSON_OPTION } }, read })

const onClient = (command: 'rotate' | 'revoke' | 'disable' | 'enable'): KeySubcommand =>
  subcommand(['CLIENT_ID'], {}, ({ operands: [clientId = ''] }) => ({ command, clientId }))

export const SUBCOMMANDS: Readonly<Record<KeyCommand['command'], KeySubcommand>> = {
  create: subcommand(
    [],
    {
      scope: 'text',
      name: 'text',
      accounts: 'text',
      account: 'texts',
      cash: 'text',
      profile: 'text',
    },
    (line) => {
      const scope = readOption('scope', line.text('scope'), SCOPE, 'TRADE')
      if (isFault(scope)) return scope
      const name = readOption('name', line.text('name'), NAME, null)
      if (isFault(name)) return name
      const accounts = accountsOption(line)
      return isFault(accounts) ? accounts : { command: 'create', scope, name, accounts }
    },
  ),
  list: subcommand([], {}, () => ({ command: 'list' })),
  rotate: onClient('rotate'),
  revoke: onClient('revoke'),
  disable: onClient('disable'),
  enable: onClient('enable'),
  'add-account': subcommand(
    ['CLIENT_ID'],
    { account: 'text', cash: 'text', profile: 'text' },
    (line) => {
      const [clientId = ''] = line.operands
      const account = accountOption(line)
      return isFault(account) ? account : { command: 'add-account', clientId, account }
    },
  ),
  'remove-account': subcommand(
    ['CLIENT_ID', 'ACCOUNT_ID'],
    {},
    ({ operands: [clientId = '', accountId = ''] }) => ({
      command: 'remove-account',
      clientId,
      accountId,
    }),
  ),
}

export function readKeyRequest(args: readonly string[]): KeyRequest | CommandFault {
  const chosen = chooseSubcommand(args, SUBCOMMANDS)
  if (isFault(chosen)) return chosen
  const command = chosen.entry.read(chosen.line)
  return isFault(command) ? command : { command, json: chosen.line.flag('json') }
}
