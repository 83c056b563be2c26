/** The sandbox's requests and answers. Its times are those of the API [sandbox.times]. */
import { t } from 'elysia'
import { TRADABLE_STATES } from '../../core/instrument'
import { SANDBOX_ACCOUNTS_MAX } from '../../core/limits'
import { FILL_PROFILE_NAMES, FILL_PROFILES } from '../../core/order/fill-profile'
import { SCOPES } from '../../core/scope'
import {
  answer,
  body,
  bodyInstant,
  decimalText,
  instantText,
  jsonInteger,
  moneyNumber,
  named,
  oneOf,
  optional,
  symbolText,
} from '../wire/schemas'

const optionalPrice = (what: string, example: string) =>
  t.Optional(decimalText(`${what}, USD per share.`, example))
const optionalSize = (what: string) =>
  t.Optional(decimalText(`Shares shown at the ${what}.`, '1000000'))
const ACCOUNT = { examples: ['acc_37D32AC6199BF55B'] }
const CLIENT = { examples: ['pk_test_6b1c1f0de2a94d07'] }
const ACCOUNT_START = {
  cash: optional(moneyNumber('USD; INITIAL_CASH when left out.', { examples: [50_000] })),
  profile: optional(oneOf(FILL_PROFILE_NAMES, 'FILL_PROFILE when left out.', 'ideal')),
}
const accountId = t.String({ description: 'The account.', ...ACCOUNT })
const symbol = t.String({ description: 'The symbol, upper case.', examples: ['AAPL'] })

const PIN = {
  symbol,
  pinned: t.Boolean({ description: 'Whether a quote is pinned.' }),
  bidPrice: optionalPrice('The bid', '187.49'),
  bidSize: optionalSize('bid'),
  askPrice: optionalPrice('The ask', '187.50'),
  askSize: optionalSize('ask'),
  pinnedAt: t.Optional(instantText('The time from which it is the quote.')),
}

/** Of the controls that change something [sandbox.rights]. */
export const STEER = { tag: 'Sandbox', auth: 'sandbox', scope: 'TRADE' } as const
/** Of the others. */
export const LOOK = { tag: 'Sandbox', auth: 'sandbox' } as const

export const SandboxSchema = {
  symbolParams: t.Object({ symbol: symbolText() }),
  accountParams: t.Object({
    accountId: t.String({ description: 'An account of the client.', ...ACCOUNT }),
  }),

  pinQuote: body({
    bidPrice: moneyNumber('USD per share, on the tick.', {
      exclusiveMinimum: 0,
      examples: [187.49],
    }),
    askPrice: moneyNumber('USD per share, on the tick; not below the bid.', {
      exclusiveMinimum: 0,
      examples: [187.5],
    }),
    bidSize: optional(moneyNumber('Shares; enough for any order when left out.')),
    askSize: optional(moneyNumber('Shares; enough for any order when left out.')),
  }),
  pin: named('PinnedQuote', answer(PIN)),
  pins: answer({
    quotes: t.Array(t.Object(PIN, { additionalProperties: false }), {
      description: 'Those that are pinned now, by their symbols.',
    }),
  }),

  changeInstrument: body({
    tradable: optional(oneOf(TRADABLE_STATES, 'Which orders are taken.', 'SELL_ONLY')),
    dayMarketTradable: optional(
      t.Boolean({ description: 'When false, no orders in the DAY session.' }),
    ),
  }),
  instrument: answer({
    symbol,
    tradable: oneOf(TRADABLE_STATES, 'Which orders are taken.'),
    dayMarketTradable: t.Boolean({ description: 'When false, no orders in the DAY session.' }),
  }),

  resetAccount: body({
    cash: optional(
      moneyNumber('USD; that of a new account when left out.', { examples: [50_000] }),
    ),
  }),
  reset: answer({
    accountId,
    cashAmount: decimalText('USD, all of it free.', '50000.00'),
    canceledOrderIds: t.Array(t.String({ examples: ['ord_01KJQ4Z6N8000000A199BF55B'] }), {
      description: 'In the order of their arrival.',
    }),
    requestedAt: instantText('When it was reset, in market time.'),
  }),

  snapshotParams: t.Object({
    snapshotId: t.String({ description: 'The snapshot.', examples: ['snap_1'] }),
  }),
  snapshot: answer({
    snapshotId: t.String({ description: 'For restoring it.', examples: ['snap_1'] }),
    now: instantText("The market's time in it."),
  }),
  rewind: body({
    to: optional(bodyInstant('The time to go back to; where the server began if left out.')),
  }),

  newAccount: body({
    ...ACCOUNT_START,
    clientId: optional(
      t.String({
        description:
          'The client that gets it: with X-Sandbox-Key, where it must be sent, any; with a token ' +
          'its own client only.',
      }),
    ),
  }),
  madeAccount: answer({
    accountId,
    clientId: t.String({ description: 'The client that may use it.', ...CLIENT }),
    cashAmount: decimalText('USD.', '100000.00'),
    fillProfile: oneOf(FILL_PROFILES, 'How its orders fill, with the version.', 'standard@2'),
  }),

  newClient: body({
    scope: optional(oneOf(SCOPES, 'TRADE when left out.', 'TRADE')),
    name: optional(
      t.String({
        description:
          'The user who owns it: clients of one user can share accounts. When left out, who owns ' +
          'the `accountIds`, or `sandbox`.',
        pattern: '^[!-~](?:[ -~]{0,62}[!-~])?$',
        'x-expects': '1 to 64 visible ASCII characters',
      }),
    ),
    accounts: optional(
      jsonInteger(0, SANDBOX_ACCOUNTS_MAX, 'How many new accounts; 1 when left out.'),
    ),
    accountIds: optional(
      t.Array(t.String(), {
        description: 'Accounts that exist, in place of new ones: a client that watches a bot, say.',
        minItems: 1,
        maxItems: SANDBOX_ACCOUNTS_MAX,
        'x-expects': `a list of 1 to ${SANDBOX_ACCOUNTS_MAX} account ids`,
      }),
    ),
    ...ACCOUNT_START,
    clientId: optional(
      t.String({
        description:
          'An id of your own, so that runs repeat: account ids and order ids follow from it.',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        'x-expects': '1 to 64 letters, digits, _ or -',
      }),
    ),
    clientSecret: optional(
      t.String({
        description: 'Required with `clientId`.',
        pattern: '^[!-~]{16,256}$',
        'x-expects': '16 to 256 visible ASCII characters',
      }),
    ),
  }),
  madeClient: answer({
    clientId: t.String({ description: 'For POST /v1/oauth/token.', ...CLIENT }),
    clientSecret: t.String({
      description: 'Shown this once.',
      examples: ['sk_test_Jq2cE8yV0n4Xw7Zt1Rb5Lm9Kp3Hs6Da'],
    }),
    scope: oneOf(SCOPES, 'Whether it may place and cancel orders.'),
    name: t.String({ description: 'Its user.', examples: ['sandbox'] }),
    accountIds: t.Array(t.String(ACCOUNT), { description: 'Its accounts.' }),
  }),

  lock: named(
    'AccountLock',
    answer({
      accountId,
      locked: t.Boolean({ description: 'Placing answers 423 while true.' }),
    }),
  ),
  halt: named(
    'TradingHalt',
    answer({ halted: t.Boolean({ description: 'Placing answers 423 while true.' }) }),
  ),
}
