/**
 * Requests and answers of the console's own API, which only its pages call, with the leaderboard.
 */
import { type TSchema, t } from 'elysia'
import { PASSWORD_LENGTH_MAX } from '../../../core/limits'
import { decimalString } from '../../../core/money'
import { FILL_PROFILE_NAMES, FILL_PROFILES } from '../../../core/order/fill-profile'
import { invalidParam, type Malformed, refusedParam } from '../../../core/refusals'
import { SCOPES } from '../../../core/scope'
import { toKst } from '../../../core/time'
import {
  answer,
  body,
  decimalText,
  instantText,
  oneOf,
  optional,
  wholeNumber,
} from '../../../http/wire/schemas'
import type { ListedClient } from '../../../identity/clients'
import type { AccountStart } from '../../../identity/grants'
import type { OwnAccount } from '../../../identity/own'
import {
  isPasswordAllowed,
  PASSWORD_RULE,
  USER_NAME_RULE,
  userName,
} from '../../../identity/password'
import type { ConsoleUser, ListedUser } from '../../../identity/users'
import { RESET_ANSWER } from '../../wire/reset'
import type { RankedAccount } from './service'

const NAME_LENGTH_MAX = 64
const LABEL_LENGTH_MAX = 64
/** A letter can be several code units; the service counts letters. */
const PASSWORD_UNITS_MAX = PASSWORD_LENGTH_MAX * 4
const CODE_LENGTH_MAX = 128
const ACCOUNTS_OF_CLIENT_MAX = 100

const nullable = <const S extends TSchema>(schema: S, description: string) =>
  t.Union([schema, t.Null()], { description })

/** Controls, spaces without a width, and characters that turn the direction of a text. */
const HIDDEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff'
const ONE_LINE = {
  pattern: `^(?:(?=.*\\S)[^${HIDDEN}]*)?$`,
  'x-expects': `one line of at most ${LABEL_LENGTH_MAX} characters that show`,
} as const
const nameText = () => t.String({ minLength: 1, maxLength: NAME_LENGTH_MAX })
const password = () => t.String({ minLength: 1, maxLength: PASSWORD_UNITS_MAX })
const label = () => t.String({ minLength: 1, maxLength: LABEL_LENGTH_MAX, ...ONE_LINE })
/** Empty to remove the label. */
const labelOrNone = () => t.String({ maxLength: LABEL_LENGTH_MAX, ...ONE_LINE })
const scope = () => oneOf(SCOPES, 'Whether it may place and cancel orders.')
/** Read exactly, digit by digit. */
const cash = () =>
  t.Union([t.Number({ minimum: 0 }), t.String({ pattern: '^\\d{1,16}(?:\\.\\d{1,16})?$' })], {
    description: 'USD.',
    'x-expects': 'US dollars, as a number or as a plain decimal text such as "50000.00"',
  })
const accountIds = () =>
  t.Array(t.String({ maxLength: 128 }), { minItems: 1, maxItems: ACCOUNTS_OF_CLIENT_MAX })
const clientId = t.String({ description: 'The client.' })
const accountId = t.String({ description: 'The account.' })
const secret = t.String({ description: 'Shown once.' })
const fillProfile = oneOf(FILL_PROFILES, 'How its orders fill.')

const user = t.Object(
  { name: t.String(), operator: t.Boolean({ description: 'May see the users of the server.' }) },
  { additionalProperties: false },
)

const client = t.Object(
  {
    clientId,
    label: nullable(t.String(), 'What the user calls it.'),
    scope: scope(),
    enabled: t.Boolean(),
    createdAt: instantText('When it was made.'),
    lastUsedAt: nullable(instantText('To half a minute.'), 'Null before its first request.'),
    accountIds: t.Array(t.String()),
    fromSettings: t.Boolean({
      description: 'PAPER_CLIENT_ID names it: a start expects the secret of PAPER_CLIENT_SECRET.',
    }),
  },
  { additionalProperties: false },
)

const accountLabel = nullable(t.String(), 'What the user calls it.')

const account = t.Object(
  {
    accountId,
    label: accountLabel,
    fillProfile,
    initialCash: decimalText('USD.', '100000.00'),
    cash: decimalText('USD.', '20280.95'),
    createdAt: instantText('When it was made.'),
    locked: t.Boolean(),
    clientIds: t.Array(t.String()),
  },
  { additionalProperties: false },
)

const listedUser = t.Object(
  {
    name: t.String(),
    operator: t.Boolean(),
    hasPassword: t.Boolean(),
    createdAt: instantText('When it was made.'),
    accounts: wholeNumber(0, 'How many.', 1),
    clients: wholeNumber(0, 'How many.', 1),
  },
  { additionalProperties: false },
)

export const ConsoleSchema = {
  signIn: body({
    name: optional(nameText()),
    password: optional(password()),
    code: optional(t.String({ minLength: 1, maxLength: CODE_LENGTH_MAX })),
  }),
  session: answer({
    user,
    csrf: t.String({ description: 'Sent as X-CSRF-Token with every change.' }),
    sandbox: t.Boolean({ description: 'Whether the server has /sandbox.' }),
    canStartOpen: t.Boolean({
      description: 'Whether a restart with MARKET_CLOCK=open lets a closed market trade.',
    }),
    expiresAt: instantText('When the session ends if it is not used.'),
  }),
  signedOut: answer({ signedOut: t.Boolean() }),
  token: answer({
    accessToken: t.String(),
    expiresIn: wholeNumber(0, 'Seconds.', 3600),
    accounts: t.Array(
      t.Object({ accountId, label: accountLabel, fillProfile }, { additionalProperties: false }),
    ),
  }),
  changePassword: body({ current: optional(password()), password: password() }),

  clientParams: t.Object({ clientId: t.String() }),
  newClient: body({
    label: optional(label()),
    scope: optional(scope()),
    accountIds: accountIds(),
  }),
  changeClient: body({
    label: optional(labelOrNone()),
    scope: optional(scope()),
    enabled: optional(t.Boolean()),
    accountIds: optional(accountIds()),
  }),
  clients: answer({ clients: t.Array(client) }),
  client: answer({ client }),
  createdClient: answer({
    clientId,
    clientSecret: secret,
    scope: scope(),
    accountIds: t.Array(t.String()),
  }),
  rotatedClient: answer({
    clientId,
    clientSecret: secret,
    tokensRevoked: wholeNumber(0, 'Ended.', 0),
  }),
  revokedClient: answer({ clientId, tokensRevoked: wholeNumber(0, 'Ended.', 0) }),

  accountParams: t.Object({ accountId: t.String() }),
  newAccount: body({
    label: optional(label()),
    cash: optional(cash()),
    fillProfile: optional(oneOf(FILL_PROFILE_NAMES, 'How its orders fill.')),
  }),
  changeAccount: body({
    label: optional(labelOrNone()),
    fillProfile: optional(oneOf(FILL_PROFILE_NAMES, 'How its orders fill.')),
  }),
  resetAccount: body({ cash: optional(cash()) }),
  accounts: answer({
    accounts: t.Array(account),
    /** The defaults of a new account. */
    usual: t.Object(
      { cash: decimalText('USD.', '100000.00'), fillProfile },
      { additionalProperties: false },
    ),
  }),
  account: answer({ account }),
  reset: RESET_ANSWER,

  userParams: t.Object({ name: t.String() }),
  newUser: body({ name: nameText(), password: password(), operator: optional(t.Boolean()) }),
  changeUser: body({ operator: optional(t.Boolean()), password: optional(password()) }),
  users: answer({ users: t.Array(listedUser) }),
  user: answer({ user }),
  link: answer({ path: t.String({ description: 'Opens the console, once.' }) }),
} as const

interface SignInBody {
  readonly name?: string
  readonly password?: string
  readonly code?: string
}

type SignInRequest =
  | { readonly code: string }
  | { readonly name: string; readonly password: string }

/** Takes a link's code alone, or a name and a password. */
export function decodeSignIn({ name, password, code }: SignInBody): SignInRequest | Malformed {
  if (code !== undefined) {
    return name === undefined && password === undefined
      ? { code }
      : invalidParam('code', 'it goes without a name and a password')
  }
  if (name === undefined) return refusedParam('missing-parameter', 'name')
  return password === undefined ? refusedParam('missing-parameter', 'password') : { name, password }
}

export const decodePassword = (sent: string): { readonly password: string } | Malformed =>
  isPasswordAllowed(sent)
    ? { password: sent }
    : invalidParam('password', `it must have ${PASSWORD_RULE}`)

export function decodeName(sent: string): { readonly name: string } | Malformed {
  const name = userName(sent)
  return name === undefined ? invalidParam('name', `it must have ${USER_NAME_RULE}`) : { name }
}

export const encodeUser = ({ name, operator }: ConsoleUser) => ({ name, operator })

export const encodeClient = (client: ListedClient, fromSettings: string | null) => {
  const { clientId, label, scope, accountIds, createdAt, disabledAt, lastUsedAt } = client
  return {
    clientId,
    label,
    scope,
    enabled: disabledAt === null,
    createdAt: toKst(createdAt),
    lastUsedAt: lastUsedAt && toKst(lastUsedAt),
    accountIds: [...accountIds],
    fromSettings: clientId === fromSettings,
  }
}

export const encodeOwnAccount = (account: OwnAccount) => ({
  accountId: account.accountId,
  label: account.label,
  fillProfile: account.fillProfile,
  initialCash: decimalString(account.initialCash),
  cash: decimalString(account.cash),
  createdAt: toKst(account.createdAt),
  locked: account.locked,
  clientIds: [...account.clientIds],
})

export const encodeListedUser = ({ userId: _, createdAt, ...user }: ListedUser) => ({
  ...user,
  createdAt: toKst(createdAt),
})

export const encodeStart = ({ initialCash, fillProfile }: AccountStart) => ({
  cash: decimalString(initialCash),
  fillProfile,
})

export const LeaderboardSchema = {
  accountParams: t.Object({ accountId: t.String() }),
  accounts: answer({
    accounts: t.Array(
      t.Object(
        {
          accountId: t.String(),
          userName: t.String({ description: 'Whose it is.' }),
          totalAssetAmount: decimalText('USD: the cash and the holdings.', '104218.55'),
          cashAmount: decimalText('USD.', '20280.95'),
          capitalAmount: decimalText('USD: the initial cash, or that of the last reset.'),
          profitAmount: decimalText('USD: what it is worth beyond its capital.', '4218.55'),
          profitRate: decimalText('Percent of the capital.', '4.22'),
          line: t.Array(t.String(), { description: 'USD: the total at the last closes, and now.' }),
        },
        { additionalProperties: false },
      ),
    ),
    more: t.Boolean({ description: 'There are more accounts than this.' }),
  }),
  statement: t.String({ description: 'CSV, as GET /paper/account/statement.csv has it.' }),
}

export const encodeRankedAccount = ({ accountId, userName, now, line }: RankedAccount) => ({
  accountId,
  userName,
  totalAssetAmount: decimalString(now.total),
  cashAmount: decimalString(now.cash),
  capitalAmount: decimalString(now.capital.amount),
  profitAmount: decimalString(now.profit),
  profitRate: decimalString(now.rate),
  line: line.map((total) => decimalString(total)),
})
