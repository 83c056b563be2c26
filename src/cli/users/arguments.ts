/** Arguments as a UserCommand, in the command and in the server that carries it out. Pure. */
import { type CommandFault, fault, isFault } from '../../core/fault'
import { USER_NAME_RULE, userName } from '../../core/password'
import { isPasswordHash } from '../../identity/passwords'
import { type CommandLine, chooseSubcommand, type Syntax } from '../shared/command-line'
import { readOption } from '../shared/options'

export type UserCommand =
  | {
      readonly command: 'add'
      readonly name: string
      readonly operator: boolean
      readonly passwordHash: string | null
    }
  | { readonly command: 'password'; readonly name: string; readonly passwordHash: string | null }
  | { readonly command: 'operator'; readonly name: string; readonly operator: boolean }
  | { readonly command: 'remove'; readonly name: string }
  | { readonly command: 'link'; readonly name: string | null }
  | { readonly command: 'list' }

interface UserSubcommand {
  readonly syntax: Syntax
  readonly read: (line: CommandLine) => UserCommand | CommandFault
}

/** The command asks for the password itself, and sends its hash. */
const HASH = {
  allowed: 'a hash that this command has made',
  read: (text: string) => (isPasswordHash(text) ? text : undefined),
}

const JSON_OPTION = { json: 'flag' } as const
const NAMED = { operands: ['NAME'], options: JSON_OPTION } as const
const SECRET = { ...JSON_OPTION, 'password-hash': 'text' } as const

const named = <Made>(line: CommandLine, make: (name: string) => Made): Made | CommandFault => {
  const name = userName(line.operands[0] ?? '')
  return name === undefined ? fault(`NAME must have ${USER_NAME_RULE}.`) : make(name)
}

function withHash<Made>(
  line: CommandLine,
  make: (name: string, passwordHash: string | null) => Made,
): Made | CommandFault {
  const hash = readOption('password-hash', line.text('password-hash'), HASH, null)
  return isFault(hash) ? hash : named(line, (name) => make(name, hash))
}

export const USER_SUBCOMMANDS: Readonly<Record<UserCommand['command'], UserSubcommand>> = {
  add: {
    syntax: { operands: ['NAME'], options: { ...SECRET, operator: 'flag' } },
    read: (line) =>
      withHash(line, (name, passwordHash) => ({
        ...{ command: 'add', name, passwordHash, operator: line.flag('operator') },
      })),
  },
  list: { syntax: { operands: [], options: JSON_OPTION }, read: () => ({ command: 'list' }) },
  password: {
    syntax: { operands: ['NAME'], options: SECRET },
    read: (line) =>
      withHash(line, (name, passwordHash) => ({ command: 'password', name, passwordHash })),
  },
  operator: {
    syntax: { operands: ['NAME'], options: { ...JSON_OPTION, off: 'flag' } },
    read: (line) =>
      named(line, (name) => ({ command: 'operator', name, operator: !line.flag('off') })),
  },
  remove: { syntax: NAMED, read: (line) => named(line, (name) => ({ command: 'remove', name })) },
  link: {
    syntax: { operands: ['[NAME]'], options: JSON_OPTION },
    read: (line) =>
      line.operands.length === 0
        ? { command: 'link', name: null }
        : named(line, (name) => ({ command: 'link', name })),
  },
}

export interface UserRequest {
  readonly command: UserCommand
  /** The answer is one line of JSON instead of text. */
  readonly json: boolean
}

export function readUserRequest(args: readonly string[]): UserRequest | CommandFault {
  const chosen = chooseSubcommand(args, USER_SUBCOMMANDS)
  if (isFault(chosen)) return chosen
  const command = chosen.entry.read(chosen.line)
  return isFault(command) ? command : { command, json: chosen.line.flag('json') }
}
