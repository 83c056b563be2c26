/** Command-line arguments as a KeyCommand. Pure. */
import { parseArgs } from 'node:util'
import { quoted } from '../../config/setting'
import { fault, isFault, type KeyFault } from '../../core/fault'
import type { KeyCommand } from './command'
import { type Given, nameOf, newAccountOf, type Option, scopeOf, someAccountsOf } from './options'

export interface KeyRequest {
  readonly command: KeyCommand
  /** For machines. */
  readonly json: boolean
}

interface Shape {
  readonly operands: readonly ('CLIENT_ID' | 'ACCOUNT_ID')[]
  /** Beside --json and --help. */
  readonly options: readonly Option[]
  /** The option that may be given several times. */
  readonly several?: Option
  readonly read: (given: Given, clientId: string, accountId: string) => KeyCommand | KeyFault
}

const onClient = (command: 'rotate' | 'revoke' | 'disable' | 'enable'): Shape => ({
  operands: ['CLIENT_ID'],
  options: [],
  read: (_, clientId) => ({ command, clientId }),
})

const COMMANDS: ReadonlyMap<string, Shape> = new Map<KeyCommand['command'], Shape>([
  [
    'create',
    {
      operands: [],
      options: ['scope', 'name', 'accounts', 'account', 'cash', 'profile'],
      several: 'account',
      read(given) {
        const scope = scopeOf(given)
        if (isFault(scope)) return scope
        const name = nameOf(given)
        if (isFault(name)) return name
        const accounts = someAccountsOf(given)
        return isFault(accounts) ? accounts : { command: 'create', scope, name, accounts }
      },
    },
  ],
  ['list', { operands: [], options: [], read: () => ({ command: 'list' }) }],
  ['rotate', onClient('rotate')],
  ['revoke', onClient('revoke')],
  ['disable', onClient('disable')],
  ['enable', onClient('enable')],
  [
    'add-account',
    {
      operands: ['CLIENT_ID'],
      options: ['account', 'cash', 'profile'],
      read(given, clientId) {
        const account = newAccountOf(given)
        return isFault(account) ? account : { command: 'add-account', clientId, account }
      },
    },
  ],
  [
    'remove-account',
    {
      operands: ['CLIENT_ID', 'ACCOUNT_ID'],
      options: [],
      read: (_, clientId, accountId) => ({ command: 'remove-account', clientId, accountId }),
    },
  ],
])

/** Text options are lists, so that one given twice is seen, and not the last one taken. */
const TEXT = { type: 'string', multiple: true } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = {
  ...{ scope: TEXT, name: TEXT, accounts: TEXT, account: TEXT, cash: TEXT, profile: TEXT },
  ...{ json: FLAG, help: { ...FLAG, short: 'h' } },
} as const
const TEXT_OPTIONS = ['scope', 'name', 'accounts', 'account', 'cash', 'profile'] as const

export function parseArguments(args: readonly string[]): KeyRequest | 'help' | KeyFault {
  const parsed = parsedOf(args)
  if (isFault(parsed)) return parsed
  const { help = false, json = false, ...given } = parsed.values
  if (help) return 'help'
  const [name, ...operands] = parsed.positionals
  const known = [...COMMANDS.keys()].join(', ')
  if (name === undefined) return fault(`Which command? ${known}; --help explains them.`)
  const shape = COMMANDS.get(name)
  if (shape === undefined) return fault(`There is no command ${quoted(name)}; allowed: ${known}.`)
  const wrong = operandFault(name, shape, operands) ?? optionFault(name, shape, given)
  if (wrong !== undefined) return wrong
  const [clientId = '', accountId = ''] = operands
  const command = shape.read(given, clientId, accountId)
  return isFault(command) ? command : { command, json }
}

function parsedOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return fault(`${said.split(/\.\s|\n/)[0]}; --help shows what is allowed.`)
  }
}

function operandFault(name: string, { operands }: Shape, given: readonly string[]) {
  const missing = operands.slice(given.length)
  if (missing.length > 0) return fault(`${name} needs ${missing.join(' and ')}.`)
  const [extra] = given.slice(operands.length)
  return extra === undefined ? undefined : fault(`${name} does not take ${quoted(extra)}.`)
}

function optionFault(name: string, { options, several }: Shape, given: Given) {
  for (const option of TEXT_OPTIONS) {
    const texts = given[option]
    if (texts === undefined) continue
    if (!options.includes(option)) return fault(`${name} does not take --${option}.`)
    if (texts.length > 1 && option !== several) {
      return fault(`${name} takes --${option} only once.`)
    }
  }
  return undefined
}
