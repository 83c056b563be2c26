/** `paper keys`: clients, their secrets and their accounts. */
import { REVOCATION_MS_MAX } from '../../../core/limits'
import { SCOPES } from '../../../core/scope'
import { type Instant, toKst } from '../../../core/time'
import type { ListedClient } from '../../../identity/clients'
import {
  type AccountStart,
  addAccount,
  type ClientAccount,
  removeAccount,
  type WantedAccount,
  type WantedAccounts,
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
import type { Drizzle } from '../../../postgres/database'
import { FILL_PROFILE, INITIAL_CASH } from '../../../server/config/market'
import {
  type CliCommand,
  type CommandLine,
  choiceOf,
  type OptionFormat,
  readOption,
  wholeNumberUpTo,
} from '../shared/command-line'
import {
  type ControlSubcommand,
  type ControlSubcommands,
  controlActions,
  controlCommand,
  type RenderedAnswer,
  subcommand,
} from '../shared/control-command'
import { type Cells, tableLines } from '../shared/format'
import { CELLS_HELP, overCells } from '../shared/on-database'

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

const SCOPE = choiceOf(SCOPES)
const NAME: OptionFormat<string> = { allowed: USER_NAME_RULE, read: userName }
const ACCOUNTS = wholeNumberUpTo(50)

/** The server's settings complete what the arguments say of a new account. */
type With<Wanted> = (settings: AccountStart) => Wanted

type StartLine = CommandLine<'cash' | 'profile', never, never>
type AccountsLine = CommandLine<'accounts' | 'cash' | 'profile', 'account', never>
type AccountLine = CommandLine<'account' | 'cash' | 'profile', never, never>

function startOf(line: StartLine): With<AccountStart> | CommandFault {
  const cash = readOption('cash', line.text('cash'), INITIAL_CASH, null)
  if (isFault(cash)) return cash
  const profile = readOption('profile', line.text('profile'), FILL_PROFILE, null)
  if (isFault(profile)) return profile
  return ({ initialCash, fillProfile }) => ({
    initialCash: cash ?? initialCash,
    fillProfile: profile ?? fillProfile,
  })
}

function accountsOf(line: AccountsLine): With<WantedAccounts> | CommandFault {
  const [first, ...others] = new Set(line.texts('account'))
  if (first !== undefined) {
    return hasStart(line) || line.text('accounts') !== undefined
      ? fault(
          '--account names accounts that exist; --accounts, --cash and --profile are for new ones.',
        )
      : () => ({ kind: 'existing', accountIds: [first, ...others] })
  }
  const count = readOption('accounts', line.text('accounts'), ACCOUNTS, 1)
  if (isFault(count)) return count
  const start = startOf(line)
  return isFault(start) ? start : (settings) => ({ kind: 'new', count, ...start(settings) })
}

function accountOf(line: AccountLine): With<WantedAccount> | CommandFault {
  const accountId = line.text('account')
  if (accountId !== undefined) {
    return hasStart(line)
      ? fault('--account names an account that exists; --cash and --profile are for a new one.')
      : () => ({ kind: 'existing', accountId })
  }
  const start = startOf(line)
  return isFault(start) ? start : (settings) => ({ kind: 'new', ...start(settings) })
}

const hasStart = (line: StartLine): boolean =>
  line.text('cash') !== undefined || line.text('profile') !== undefined

const onClient = (
  change: (drizzle: Drizzle, clientId: string, at: Instant) => Promise<Answer>,
): ControlSubcommand =>
  subcommand(
    ['CLIENT_ID'],
    {},
    ({ operands: [clientId = ''] }) =>
      ({ drizzle, now }) =>
        change(drizzle, clientId, now()),
  )

const SUBCOMMANDS: ControlSubcommands = {
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
      const accounts = accountsOf(line)
      if (isFault(accounts)) return accounts
      return async (deps) => {
        const key = { scope, name, accounts: accounts(deps), at: deps.now() }
        return rendered(await createKey(deps.drizzle, key), render.created)
      }
    },
  ),
  list: subcommand(
    [],
    {},
    () =>
      async ({ drizzle }) =>
        render.listed(await listKeys(drizzle)),
  ),
  rotate: onClient(async (...client) => rendered(await rotateKey(...client), render.rotated)),
  revoke: onClient(async (...client) => rendered(await revokeKey(...client), render.revoked)),
  disable: onClient(async (...client) => rendered(await disableKey(...client), render.disabled)),
  enable: onClient(async (drizzle, clientId) =>
    rendered(await enableKey(drizzle, clientId), render.enabled),
  ),
  'add-account': subcommand(
    ['CLIENT_ID'],
    { account: 'text', cash: 'text', profile: 'text' },
    (line) => {
      const [clientId = ''] = line.operands
      const account = accountOf(line)
      if (isFault(account)) return account
      return async (deps) =>
        rendered(
          await addAccount(deps.drizzle, clientId, account(deps), deps.now()),
          render.accountAdded,
        )
    },
  ),
  'remove-account': subcommand(
    ['CLIENT_ID', 'ACCOUNT_ID'],
    {},
    ({ operands: [clientId = '', accountId = ''] }) =>
      async ({ drizzle }) =>
        rendered(await removeAccount(drizzle, { clientId, accountId }), render.accountRemoved),
  ),
}

type Answer = RenderedAnswer | CommandFault

const rendered = <Done extends object>(
  done: Done | CommandFault,
  render: (done: Done) => RenderedAnswer,
): Answer => (isFault(done) ? done : render(done))

export const CONTROL_KEYS = controlCommand('keys', 'create', SUBCOMMANDS)

export const keysCommand: CliCommand = overCells({
  name: 'keys',
  help: KEYS_HELP,
  action: controlActions(CONTROL_KEYS, SUBCOMMANDS),
})

/** [token.revoked] */
const NOTICED = `a running server notices within ${REVOCATION_MS_MAX / 1_000} s`

const render = {
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
  rotated: (key: RotatedKey): RenderedAnswer => ({
    lines: [
      `client   ${key.clientId}`,
      `secret   ${key.clientSecret}   (shown this once)`,
      `The old secret no longer works; ${revokedLine(key.tokensRevoked)}`,
    ],
    json: { ...key },
  }),
  revoked: (key: RevokedKey): RenderedAnswer => ({
    lines: [`${key.clientId}: ${revokedLine(key.tokensRevoked)}`],
    json: { ...key },
  }),
  disabled: (key: SwitchedKey): RenderedAnswer => ({
    lines: [`${key.clientId} is disabled: 403 client-disabled; ${NOTICED}.`],
    json: switchedJson(key),
  }),
  enabled: (key: SwitchedKey): RenderedAnswer => ({
    lines: [`${key.clientId} is enabled; ${NOTICED}.`],
    json: switchedJson(key),
  }),
  accountAdded: (added: ClientAccount): RenderedAnswer => ({
    lines: [`${added.clientId} has the account ${added.accountId}; ${NOTICED}.`],
    json: { ...added },
  }),
  accountRemoved: (removed: ClientAccount): RenderedAnswer => ({
    lines: [`${removed.clientId} no longer has the account ${removed.accountId}; ${NOTICED}.`],
    json: { ...removed },
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
