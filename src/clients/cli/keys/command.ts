/** `paper keys`: clients, their secrets and their accounts. */
import { REVOCATION_MS_MAX } from '../../../core/limits'
import type { Amount } from '../../../core/money'
import type { FillProfile } from '../../../core/order/fill-profile'
import { SCOPES, type Scope } from '../../../core/scope'
import { toKst } from '../../../core/time'
import type { ListedClient } from '../../../identity/clients'
import {
  type AccountIds,
  type AccountStart,
  addAccount,
  type ClientAccount,
  removeAccount,
} from '../../../identity/grants'
import {
  type CreatedKey,
  createKey,
  disableKey,
  enableKey,
  listKeys,
  type RevokedKey,
  type RotatedKey,
  revokeKey,
  rotateKey,
  type SwitchedKey,
} from '../../../identity/keys'
import { USER_NAME_RULE, userName } from '../../../identity/password'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import { FILL_PROFILE, INITIAL_CASH } from '../../../server/config/market'
import type { CommandAnswer } from '../../../server/control-socket'
import type { Action, CliCommand, CommandContext, Outcome } from '../shared/command-line'
import {
  type CommandLine,
  type CommandLineOf,
  choiceOf,
  chooseSubcommand,
  type OptionFormat,
  type Options,
  readOption,
  type Syntax,
  wholeNumberUpTo,
} from '../shared/command-line'
import { type Cells, tableLines } from '../shared/format'
import {
  CELLS_HELP,
  type ControlCommand,
  type ControlDeps,
  configOf,
  overCells,
  runControlCommand,
} from '../shared/on-database'

export const KEYS_HELP = `\
Makes and changes the keys of the API: clients, their secrets and their accounts.

  paper keys create [--scope TRADE|READ_ONLY] [--name NAME]
                    [--accounts N] [--cash USD] [--profile PROFILE]
                    | [--account ACCOUNT_ID …]
  paper keys list
  paper keys rotate CLIENT_ID
  paper keys revoke CLIENT_ID
  paper keys disable CLIENT_ID
  paper keys enable CLIENT_ID
  paper keys add-account CLIENT_ID [--cash USD] [--profile PROFILE] | [--account ACCOUNT_ID]
  paper keys remove-account CLIENT_ID ACCOUNT_ID

  create             makes a client with one new account, with N new ones (up to 50), or with
                     existing accounts; a READ_ONLY client can neither place nor cancel orders
  list               lists all clients, without their secrets
  rotate             replaces the secret: the old one is refused at once, and the client's tokens
                     end (if PAPER_CLIENT_ID names it, set PAPER_CLIENT_SECRET before the next
                     start)
  revoke             ends the client's tokens; its secret stays and can get new ones
  disable            refuses the client and its tokens with 403 client-disabled, until enable
  enable             undoes disable; tokens that have not expired work again
  add-account        gives the client a new account, or one of another client with the same owner
  remove-account     takes an account from the client; the account, its open orders and its history
                     stay, and add-account --account gives it back

  --name NAME        the client's owner (console), whose clients may share accounts
  --cash USD         the cash of a new account (INITIAL_CASH)
  --profile PROFILE  how its orders fill: ideal, standard or strict (FILL_PROFILE)
  --json             prints the outcome as one line of JSON
${CELLS_HELP}

A secret is shown once, by create and by rotate. A running server notices a change
within ${REVOCATION_MS_MAX / 1_000} s. The database is the server's:
DATABASE_URL, or DATA_DIR (through the server while it runs).`

const ACCOUNTS_MAX = 50

export const SCOPE = choiceOf(SCOPES)
export const NAME: OptionFormat<string> = { allowed: USER_NAME_RULE, read: userName }
const ACCOUNTS = wholeNumberUpTo(ACCOUNTS_MAX)

type StartLine = CommandLine<'cash' | 'profile', never, never>
type AccountsLine = CommandLine<'accounts' | 'cash' | 'profile', 'account', never>
type AccountLine = CommandLine<'account' | 'cash' | 'profile', never, never>

function startOptions(line: StartLine): StartOptions | CommandFault {
  const cash = readOption('cash', line.text('cash'), INITIAL_CASH, null)
  if (isFault(cash)) return cash
  const profile = readOption('profile', line.text('profile'), FILL_PROFILE, null)
  return isFault(profile) ? profile : { cash, profile }
}

export function accountsOption(line: AccountsLine): AccountsOption | CommandFault {
  const [first, ...others] = new Set(line.texts('account'))
  if (first !== undefined) {
    const accountIds: AccountIds = [first, ...others]
    return hasStart(line) || line.text('accounts') !== undefined
      ? fault(
          '--account names accounts that exist; --accounts, --cash and --profile are for new ones.',
        )
      : { kind: 'existing', accountIds }
  }
  const count = readOption('accounts', line.text('accounts'), ACCOUNTS, 1)
  if (isFault(count)) return count
  const start = startOptions(line)
  return isFault(start) ? start : { kind: 'new', count, ...start }
}

export function accountOption(line: AccountLine): AccountOption | CommandFault {
  const accountId = line.text('account')
  if (accountId !== undefined) {
    return hasStart(line)
      ? fault('--account names an account that exists; --cash and --profile are for a new one.')
      : { kind: 'existing', accountId }
  }
  const start = startOptions(line)
  return isFault(start) ? start : { kind: 'new', ...start }
}

const hasStart = (line: StartLine): boolean =>
  line.text('cash') !== undefined || line.text('profile') !== undefined

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

type KeyDeps = Pick<ControlDeps, 'drizzle' | 'initialCash' | 'fillProfile' | 'now'>

export const CONTROL_KEYS: ControlCommand = {
  name: 'keys',
  createsDatabase: ([command]) => command === 'create',
  answer: answerKeys,
}

export async function answerKeys(deps: KeyDeps, args: readonly string[]): Promise<CommandAnswer> {
  const request = readKeyRequest(args)
  if (isFault(request)) return { ok: false, text: request.fault }
  const answer = await execute(deps, request.command)
  if (isFault(answer)) return { ok: false, text: answer.fault }
  return { ok: true, text: request.json ? JSON.stringify(answer.json) : answer.lines.join('\n') }
}

async function execute(deps: KeyDeps, command: KeyCommand): Promise<RenderedAnswer | CommandFault> {
  const { drizzle } = deps
  const at = deps.now()
  switch (command.command) {
    case 'create': {
      const { scope, name } = command
      const accounts =
        command.accounts.kind === 'new'
          ? { ...command.accounts, ...startOf(command.accounts, deps) }
          : command.accounts
      return rendered(await createKey(drizzle, { scope, name, accounts, at }), render.created)
    }
    case 'list':
      return render.listed(await listKeys(drizzle))
    case 'rotate':
      return rendered(await rotateKey(drizzle, command.clientId, at), render.rotated)
    case 'revoke':
      return rendered(await revokeKey(drizzle, command.clientId, at), render.revoked)
    case 'disable':
      return rendered(await disableKey(drizzle, command.clientId, at), render.disabled)
    case 'enable':
      return rendered(await enableKey(drizzle, command.clientId), render.enabled)
    case 'add-account': {
      const account =
        command.account.kind === 'new'
          ? { ...command.account, ...startOf(command.account, deps) }
          : command.account
      const added = await addAccount(drizzle, command.clientId, account, at)
      return rendered(added, render.accountAdded)
    }
    case 'remove-account':
      return rendered(await removeAccount(drizzle, command), render.accountRemoved)
  }
}

const startOf = ({ cash, profile }: StartOptions, deps: KeyDeps): AccountStart => ({
  initialCash: cash ?? deps.initialCash,
  fillProfile: profile ?? deps.fillProfile,
})

const rendered = <Done extends object>(
  done: Done | CommandFault,
  render: (done: Done) => RenderedAnswer,
): RenderedAnswer | CommandFault => (isFault(done) ? done : render(done))

/** The start of a new account; null for the server's INITIAL_CASH or FILL_PROFILE. */
export interface StartOptions {
  readonly cash: Amount | null
  readonly profile: FillProfile | null
}

/** New accounts, or existing ones. */
export type AccountsOption =
  | (StartOptions & { readonly kind: 'new'; readonly count: number })
  | { readonly kind: 'existing'; readonly accountIds: AccountIds }

export type AccountOption =
  | (StartOptions & { readonly kind: 'new' })
  | { readonly kind: 'existing'; readonly accountId: string }

export type KeyCommand =
  | {
      readonly command: 'create'
      readonly scope: Scope
      readonly name: string | null
      readonly accounts: AccountsOption
    }
  | { readonly command: 'list' }
  | { readonly command: 'rotate' | 'revoke' | 'disable' | 'enable'; readonly clientId: string }
  | {
      readonly command: 'add-account'
      readonly clientId: string
      readonly account: AccountOption
    }
  | {
      readonly command: 'remove-account'
      readonly clientId: string
      readonly accountId: string
    }

export interface KeyRequest {
  readonly command: KeyCommand
  /** The answer is one line of JSON instead of text. */
  readonly json: boolean
}

const WAITING = 'waiting for the process that uses the folder …'

export const keysCommand: CliCommand = overCells({
  name: 'keys',
  help: KEYS_HELP,
  action: Object.fromEntries(
    Object.entries(SUBCOMMANDS).map(([name, { syntax, read }]): [string, Action] => [
      name,
      { syntax, run: (line, context) => run(line.args, read(line), context) },
    ]),
  ),
})

/** Sends the arguments, which the server reads again. */
async function run(
  args: readonly string[],
  command: object | CommandFault,
  { env, terminal }: CommandContext,
): Promise<Outcome> {
  if (isFault(command)) return command
  const config = configOf(env)
  if (isFault(config)) return config
  const { ok, text } = await runControlCommand(CONTROL_KEYS, config, args, () =>
    terminal.complain(WAITING),
  )
  if (!ok) return fault(text)
  terminal.say(text)
  return undefined
}

/** An outcome as lines for people, and as JSON for programs. */
export interface RenderedAnswer {
  readonly lines: readonly string[]
  readonly json: Readonly<Record<string, unknown>>
}

/** [token.revoked] */
const NOTICED = `a running server notices within ${REVOCATION_MS_MAX / 1_000} s`

export const render = {
  created: (key: CreatedKey): RenderedAnswer => ({
    lines: [
      `client   ${key.clientId}`,
      `secret   ${key.clientSecret}   (shown this once)`,
      `scope    ${key.scope}`,
      `name     ${key.name}`,
      ...key.accountIds.map((accountId) => `account  ${accountId}`),
    ],
    json: { ...key },
  }),
  listed: (clients: readonly ListedClient[]): RenderedAnswer => ({
    lines:
      clients.length === 0 ? ['There are no clients yet.'] : tableLines(TITLES, clients.map(rowOf)),
    json: {
      clients: clients.map((client) => ({
        ...client,
        ...timesOf(client),
        lastUsedAt: client.lastUsedAt && toKst(client.lastUsedAt),
      })),
    },
  }),
  rotated: ({ clientId, clientSecret, tokensRevoked }: RotatedKey): RenderedAnswer => ({
    lines: [
      `client   ${clientId}`,
      `secret   ${clientSecret}   (shown this once)`,
      `The old secret no longer works; ${revokedLine(tokensRevoked)}`,
    ],
    json: { clientId, clientSecret, tokensRevoked },
  }),
  revoked: ({ clientId, tokensRevoked }: RevokedKey): RenderedAnswer => ({
    lines: [`${clientId}: ${revokedLine(tokensRevoked)}`],
    json: { clientId, tokensRevoked },
  }),
  disabled: (key: SwitchedKey): RenderedAnswer => ({
    lines: [`${key.clientId} is disabled: 403 client-disabled; ${NOTICED}.`],
    json: switchedJson(key),
  }),
  enabled: (key: SwitchedKey): RenderedAnswer => ({
    lines: [`${key.clientId} is enabled; ${NOTICED}.`],
    json: switchedJson(key),
  }),
  accountAdded: ({ clientId, accountId }: ClientAccount): RenderedAnswer => ({
    lines: [`${clientId} has the account ${accountId}; ${NOTICED}.`],
    json: { clientId, accountId },
  }),
  accountRemoved: ({ clientId, accountId }: ClientAccount): RenderedAnswer => ({
    lines: [`${clientId} no longer has the account ${accountId}; ${NOTICED}.`],
    json: { clientId, accountId },
  }),
}

const revokedLine = (count: number): string => `${plural(count, 'token')} revoked, ${NOTICED}.`

const timesOf = ({ createdAt, disabledAt }: Pick<ListedClient, 'createdAt' | 'disabledAt'>) => ({
  createdAt: toKst(createdAt),
  disabledAt: disabledAt === null ? null : toKst(disabledAt),
})

const switchedJson = ({ clientId, disabledAt }: SwitchedKey) => ({
  clientId,
  disabledAt: disabledAt === null ? null : toKst(disabledAt),
})

const TITLES = ['CLIENT', 'NAME', 'SCOPE', 'STATE', 'CREATED (KST)', 'ACCOUNTS']

const rowOf = (client: ListedClient): Cells => [
  client.clientId,
  client.name,
  client.scope,
  client.disabledAt === null ? 'enabled' : 'disabled',
  toKst(client.createdAt).slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' '),
  client.accounts.map(({ accountId, fillProfile }) => `${accountId} ${fillProfile}`).join(', ') ||
    'none',
]
