/** The sandbox's requests and answers, with times as in the rest of the API [sandbox.times]. */
import { type TSchema, t } from 'elysia'
import { type Instrument, TRADABLE_STATES } from '../../core/instrument'
import { FORCED_TIMES_MAX, MARKET_SPEED_MAX, SANDBOX_ACCOUNTS_MAX } from '../../core/limits'
import { decimalString } from '../../core/money'
import { FILL_PROFILE_NAMES, FILL_PROFILES } from '../../core/order/fill-profile'
import { REFUSALS, type RefusalCode } from '../../core/refusals'
import { SCOPES } from '../../core/scope'
import { SESSIONS } from '../../core/session'
import { toKst } from '../../core/time'
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
  wholeNumber,
} from '../../http/wire/schemas'
import type { CreatedKey } from '../../identity/keys'
import { encodePace, PACE_FIELDS } from '../wire/market'
import { RESET_ANSWER } from '../wire/reset'
import type { MadeAccount } from './clients'
import type { MovedClock } from './clock'
import {
  type ReportedRow,
  ROW_STATES,
  type RowReport,
  type ScenarioReport,
} from './scenario/report'
import type { ClockReading, StandingPin } from './service'
import type { Snapshot } from './snapshots'

const optionalPrice = (what: string, example: string) =>
  t.Optional(decimalText(`${what}, USD per share.`, example))
const optionalSize = (what: string) =>
  t.Optional(decimalText(`Shares shown at the ${what}.`, '1000000'))
const ACCOUNT = { examples: ['acc_37D32AC6199BF55B'] }
const CLIENT = { examples: ['pk_test_6b1c1f0de2a94d07'] }
const ACCOUNT_START = {
  cash: optional(moneyNumber('USD; INITIAL_CASH by default.', { examples: [50_000] })),
  profile: optional(oneOf(FILL_PROFILE_NAMES, 'FILL_PROFILE by default.', 'ideal')),
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
    bidSize: optional(moneyNumber('Shares; enough for any order by default.')),
    askSize: optional(moneyNumber('Shares; enough for any order by default.')),
  }),
  pin: named('PinnedQuote', answer(PIN)),
  pins: answer({
    quotes: t.Array(t.Object(PIN, { additionalProperties: false }), {
      description: 'The pinned quotes, sorted by symbol.',
    }),
  }),

  changeInstrument: body({
    tradable: optional(oneOf(TRADABLE_STATES, 'Which orders are taken.', 'SELL_ONLY')),
    dayMarketTradable: optional(
      t.Boolean({ description: 'If false, no orders in the DAY session.' }),
    ),
  }),
  instrument: answer({
    symbol,
    tradable: oneOf(TRADABLE_STATES, 'Which orders are taken.'),
    dayMarketTradable: t.Boolean({ description: 'If false, no orders in the DAY session.' }),
  }),

  resetAccount: body({
    cash: optional(
      moneyNumber('USD; the cash of a new account by default.', { examples: [50_000] }),
    ),
  }),
  reset: RESET_ANSWER,

  snapshotParams: t.Object({
    snapshotId: t.String({ description: 'The snapshot.', examples: ['snap_1'] }),
  }),
  snapshot: answer({
    snapshotId: t.String({ description: 'Its id, for restoring it.', examples: ['snap_1'] }),
    now: instantText("The market's time in it."),
  }),
  rewind: body({
    to: optional(
      bodyInstant("The time to go back to; by default the market's time when the server began."),
    ),
  }),

  newAccount: body({
    ...ACCOUNT_START,
    clientId: optional(
      t.String({
        description:
          'The client that gets the account: any with X-Sandbox-Key, which requires it; with a ' +
          'token only its own client.',
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
    scope: optional(oneOf(SCOPES, 'TRADE by default.', 'TRADE')),
    name: optional(
      t.String({
        description:
          'The user who owns it: clients of one user can share accounts. By default the owner ' +
          'of the `accountIds`, or `sandbox`.',
        pattern: '^[!-~](?:[ -~]{0,62}[!-~])?$',
        'x-expects': '1 to 64 visible ASCII characters',
      }),
    ),
    accounts: optional(
      jsonInteger(0, SANDBOX_ACCOUNTS_MAX, 'How many new accounts; 1 by default.'),
    ),
    accountIds: optional(
      t.Array(t.String(), {
        description: 'Accounts that exist, in place of new ones, to watch a bot for example.',
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
      description: 'Shown once.',
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

// safe: Object.keys of a literal returns its own keys.
export const CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]
const HANDLE = { pattern: '^[\\w.-]{1,64}$', 'x-expects': '1 to 64 letters, digits, . _ or -' }

export const handle = (example: string) =>
  t.String({ description: 'The handle.', ...HANDLE, examples: [example] })

/** A handle that a request chooses. */
export const ownHandle = (what: 'fault' | 'outcome') =>
  optional(
    t.String({
      description: `A handle of your own; it replaces the ${what} that has it already.`,
      ...HANDLE,
    }),
  )
export const ANY_ID = {
  pattern: '^\\w[\\w-]{0,63}$',
  'x-expects': 'an id of letters, digits, _ or -',
}

export const times = (what: string) =>
  optional(
    jsonInteger(1, FORCED_TIMES_MAX, `How many ${what}; by default all, until it is removed.`),
  )

export const optionalText = (what: string) => t.Optional(t.String({ description: what }))

/** A body with a whole example, since some of its fields exclude others. */
export const exampledBody = <const P extends Record<string, TSchema>>(
  shown: object,
  fields: P,
): ReturnType<typeof body<P>> => ({ ...body(fields), examples: [shown] })

const CLOCK = {
  now: instantText("The market's time."),
  ...PACE_FIELDS,
  advancingTo: t.Union([instantText('The target.'), t.Null()], {
    description: 'The target of an advance in progress; null without one.',
    examples: ['2026-03-02T23:35:00.000+09:00'],
  }),
  session: oneOf(SESSIONS, "The market's session."),
  tradingDate: t.Union([t.String(), t.Null()], {
    description:
      'The date of the session, in New York; while CLOSED, of the session that opens next. Null ' +
      'after the last imported bar, when no session opens any more.',
    examples: ['2026-03-02'],
  }),
}

export const ClockSchema = {
  moveClock: body({
    advance: optional(
      t.String({
        description:
          'How far forward: an ISO 8601 duration, counted on the calendar and clock of New York, ' +
          'so that P1D leads to the same time of the next day even when daylight saving changes.',
        examples: ['PT90S'],
      }),
    ),
    to: optional(bodyInstant('The target.')),
    speed: optional(
      t.Number({
        minimum: 0,
        maximum: MARKET_SPEED_MAX,
        description: 'Market seconds per second; 0 stands still until it is advanced.',
        'x-expects': `a JSON number from 0 to ${MARKET_SPEED_MAX}`,
      }),
    ),
  }),
  clock: named('SandboxClock', answer(CLOCK)),
  movedClock: named(
    'SandboxMovedClock',
    answer({
      ...CLOCK,
      accounts: t.Array(
        t.Object({
          accountId: t.String({
            description: 'The account.',
            examples: ['acc_37D32AC6199BF55B'],
          }),
          lastSeq: wholeNumber(0, 'How many events it has: the number of its last one.', 17),
        }),
        {
          description:
            'The accounts with order events at or after the instant that the clock stood at, the ' +
            "latest first and at most 1,000: the client's own, or all with the sandbox's key. " +
            'A reader of the stream that has the event of this number has seen everything up to ' +
            'the new time.',
        },
      ),
    }),
  ),
}

const row = named(
  'ScenarioRow',
  t.Object(
    {
      line: wholeNumber(1, 'How many lines down the text it is, from 1.', 5),
      text: t.String({
        description: 'The line, without its comment.',
        examples: ['09:28:00 bot next placeOrder: cut after commit'],
      }),
      at: t.Union([instantText('Its time.'), t.Null()], {
        description: 'Null for an expectation at the end.',
        examples: ['2026-03-02T23:28:00.000+09:00'],
      }),
      state: oneOf(
        ROW_STATES,
        'WAITING: its time has not come. FAILED: its control was refused, or something else was ' +
          'found than was expected.',
        'DONE',
      ),
      happenedAt: t.Union([instantText('When it happened, in market time.'), t.Null()], {
        description: 'Null while it waits.',
        examples: ['2026-03-02T23:28:00.000+09:00'],
      }),
      happened: t.String({
        description: 'What was found, or why it failed; may be empty.',
        examples: ['1 such, 0 others'],
      }),
    },
    { additionalProperties: false },
  ),
)

export const ScenarioSchema = {
  begin: body({
    text: t.String({
      description: 'The table; docs/testing.md has its grammar.',
      maxLength: 65_536,
      examples: ['clock 2026-03-02T09:25-05:00\n09:30 market halt\nexpect orders 0\n'],
    }),
  }),
  report: named(
    'ScenarioReport',
    answer({
      rows: t.Array(row, { description: 'Sorted by time; rows without a time come last.' }),
      failed: wholeNumber(0, 'How many rows failed.', 0),
      waiting: wholeNumber(0, 'How many rows wait for their time.', 0),
    }),
  ),
}

export const encodeClock = ({ now, advancingTo, session, tradingDate, ...pace }: ClockReading) => ({
  now: toKst(now),
  ...encodePace(pace),
  advancingTo: advancingTo && toKst(advancingTo),
  session,
  tradingDate: tradingDate?.toString() ?? null,
})

export const encodeMovedClock = ({ accounts, ...reading }: MovedClock) => ({
  ...encodeClock(reading),
  accounts: accounts.map(({ accountId, lastSeq }) => ({ accountId, lastSeq })),
})

export const encodePin = ({
  symbol,
  bidPrice,
  bidSize,
  askPrice,
  askSize,
  pinnedAt,
}: StandingPin) => ({
  symbol,
  pinned: true,
  bidPrice: decimalString(bidPrice),
  bidSize: bidSize.toFixed(),
  askPrice: decimalString(askPrice),
  askSize: askSize.toFixed(),
  pinnedAt: toKst(pinnedAt),
})

export const encodeControls = ({ symbol, tradable, dayMarketTradable }: Instrument) => ({
  symbol,
  tradable,
  dayMarketTradable,
})

export const encodeMadeAccount = ({
  accountId,
  clientId,
  initialCash,
  fillProfile,
}: MadeAccount) => ({
  accountId,
  clientId,
  cashAmount: decimalString(initialCash),
  fillProfile,
})

export const encodeMadeClient = ({
  clientId,
  clientSecret,
  scope,
  name,
  accountIds,
}: CreatedKey) => ({ clientId, clientSecret, scope, name, accountIds: [...accountIds] })

export const encodeSnapshot = ({ snapshotId, now }: Snapshot) => ({ snapshotId, now: toKst(now) })

export const encodeRow = ({ row, state, happenedAt, happened }: RowReport): ReportedRow => ({
  line: row.line,
  text: row.text,
  state,
  happenedAt: happenedAt && toKst(happenedAt),
  happened,
})

export const encodeReport = ({ rows, failed, waiting }: ScenarioReport) => ({
  rows: rows.map((each) => ({ ...encodeRow(each), at: each.row.at && toKst(each.row.at) })),
  failed,
  waiting,
})
