/**
 * The tables. The keys of trading tables begin with the account, so they can be distributed by it.
 *
 * Orders, their events and their fills have no foreign keys. A batch has already read the account,
 * the instrument and the order, and PostgreSQL would look each of them up again for every row, a
 * quarter of its work for an order. Rows that they refer to are never deleted, and `paper audit`
 * finds rows that refer to nothing. The check constraints stay: they protect the books, and cost
 * next to nothing (bench/NOTES.md).
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { ADJUSTMENT_KINDS } from '../core/account/capital'
import {
  CONDITIONAL_TIMES_IN_FORCE,
  type EndReason,
  LEG_NAMES,
  LEG_STATUSES,
  LEG_TYPES,
  type LegStatus,
  OPEN_LEG_STATUSES,
  TRIGGER_PRICES,
} from '../core/conditional/leg'
import { FAULT_KINDS, FAULT_MOMENTS, FAULTY_MESSAGES, TOKEN_ENDS } from '../core/fault-rule'
import { INSTRUMENT_TYPES, TRADABLE_STATES } from '../core/instrument'
import { NO_QUANTITY } from '../core/money'
import { FILL_ORIGINS, FILL_PROFILES } from '../core/order/fill-profile'
import { CANCEL_RACES, FORCED_ENDS, FORCED_KINDS, REST_OF_FORCED } from '../core/order/forced'
import { LIQUIDITY_SOURCES } from '../core/order/liquidity'
import {
  CANCEL_REASONS,
  OPEN_STATUSES,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  SIDES,
  TIMES_IN_FORCE,
} from '../core/order/order'
import type { RefusalCode } from '../core/refusals'
import { SCOPES } from '../core/scope'
import { SESSIONS } from '../core/session'
import {
  amountColumn,
  exactInstantColumn,
  idColumn,
  instantColumn,
  percentColumn,
  priceColumn,
  quantityColumn,
  seqColumn,
  sessionsColumn,
  sizingColumn,
  transactionColumn,
} from './statement'

/** The length of an imported bar: a minute, or the REGULAR session of a trading date. */
export const BAR_INTERVALS = ['1m', '1d'] as const
export type BarInterval = (typeof BAR_INTERVALS)[number]

/** API clients are users' programs; a CONSOLE client belongs to a user's sessions. */
const CLIENT_KINDS = ['API', 'CONSOLE'] as const

/** `column IN ('A', 'B')` as literals: a constraint takes no parameters. */
const oneOf = (column: Column, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

export const users = pgTable('users', {
  userId: idColumn('user_id').primaryKey(),
  name: text().notNull(),
  createdAt: instantColumn('created_at').notNull(),
  /** argon2id in PHC form; null if only a link signs the user in [console.password]. */
  passwordHash: text('password_hash'),
  /** An operator may see and make the users of the server [console.operator]. */
  operator: boolean().notNull().default(false),
})

export const clients = pgTable(
  'clients',
  {
    clientId: idColumn('client_id').primaryKey(),
    userId: idColumn('user_id')
      .notNull()
      .references(() => users.userId),
    /** SHA-256 of the secret, hexadecimal. The secret itself is shown once [key.secret-once]. */
    secretHash: text('secret_hash').notNull(),
    scope: text({ enum: SCOPES }).notNull(),
    createdAt: instantColumn('created_at').notNull(),
    disabledAt: instantColumn('disabled_at'),
    /** `CONSOLE` is a user's internal client, which has the tokens of sessions [console.token]. */
    kind: text({ enum: CLIENT_KINDS }).notNull().default('API'),
    /** The user's own name for it. */
    label: text(),
    /** Accurate to half a minute; null before the first request. */
    lastUsedAt: instantColumn('last_used_at'),
  },
  (table) => [
    check('clients_scope', oneOf(table.scope, SCOPES)),
    check('clients_kind', oneOf(table.kind, CLIENT_KINDS)),
    index('clients_of_user').on(table.userId),
  ],
)

/** Sessions of browsers in the console. [console.session] */
export const consoleSessions = pgTable(
  'console_sessions',
  {
    /** SHA-256 of the cookie's value, hexadecimal. */
    sessionHash: text('session_hash').primaryKey(),
    userId: idColumn('user_id')
      .notNull()
      .references(() => users.userId),
    createdAt: instantColumn('created_at').notNull(),
    /** Accurate to the hour. */
    lastUsedAt: instantColumn('last_used_at').notNull(),
  },
  (table) => [index('console_sessions_of_user').on(table.userId)],
)

/** One-time links to the console. [console.first-link] */
export const signInCodes = pgTable('sign_in_codes', {
  /** SHA-256 of the code, hexadecimal. */
  codeHash: text('code_hash').primaryKey(),
  userId: idColumn('user_id')
    .notNull()
    .references(() => users.userId),
  expiresAt: instantColumn('expires_at').notNull(),
})

export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    clientId: idColumn('client_id')
      .notNull()
      .references(() => clients.clientId),
    issuedAt: instantColumn('issued_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    /** The session with which it ends; null for a token of an API client [console.token]. */
    sessionHash: text('session_hash').references(() => consoleSessions.sessionHash, {
      onDelete: 'cascade',
    }),
  },
  (table) => [
    index('tokens_expiry').on(table.expiresAt),
    index('tokens_of_client').on(table.clientId, table.expiresAt),
    index('tokens_of_session').on(table.sessionHash).where(sql`${table.sessionHash} is not null`),
  ],
)

export const accounts = pgTable(
  'accounts',
  {
    accountId: idColumn('account_id').primaryKey(),
    userId: idColumn('user_id')
      .notNull()
      .references(() => users.userId),
    /** What the user calls it [console.account-name]; null if it has no name. */
    label: text(),
    initialCash: amountColumn('initial_cash').notNull(),
    cash: amountColumn().notNull(),
    heldCash: amountColumn('held_cash').notNull(),
    seq: seqColumn().notNull(),
    /** The time of the last order event; null before the first. It never decreases. */
    lastEventAt: instantColumn('last_event_at'),
    createdAt: instantColumn('created_at').notNull(),
    lockedAt: instantColumn('locked_at'),
    /** [profile.account] The default is for accounts that are older than profiles. */
    fillProfile: text('fill_profile', { enum: FILL_PROFILES }).notNull().default('ideal@1'),
    /** Its commands read conditional orders only if this is set [conditional.cost]. */
    hasConditionalOrders: boolean('has_conditional_orders').notNull().default(false),
    /** Changes with everything that belongs to the account (version-id.ts). */
    version: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check(
      'accounts_cash_covers_holds',
      sql`0 <= ${table.heldCash} and ${table.heldCash} <= ${table.cash}`,
    ),
    check('accounts_seq', sql`${table.seq} >= 0`),
    index('accounts_of_user').on(table.userId),
    check('accounts_fill_profile', oneOf(table.fillProfile, FILL_PROFILES)),
  ],
)

/** The accounts that each client may use. */
export const clientAccounts = pgTable(
  'client_accounts',
  {
    clientId: idColumn('client_id')
      .notNull()
      .references(() => clients.clientId),
    accountId: idColumn('account_id')
      .notNull()
      .references(() => accounts.accountId),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.accountId] })],
)

export const instruments = pgTable(
  'instruments',
  {
    symbol: idColumn().primaryKey(),
    name: text().notNull(),
    type: text({ enum: INSTRUMENT_TYPES }).notNull(),
    exchange: text().notNull(),
    nameKo: text('name_ko'),
    sector: text(),
    tradable: text({ enum: TRADABLE_STATES }).notNull(),
    dayMarketTradable: boolean('day_market_tradable').notNull(),
  },
  (table) => [
    check('instruments_type', oneOf(table.type, INSTRUMENT_TYPES)),
    check('instruments_tradable', oneOf(table.tradable, TRADABLE_STATES)),
  ],
)

/**
 * An operator's changes of the orders that an instrument takes, with the state before each change,
 * which explains past ticks. [paper.explanation]
 */
export const instrumentChanges = pgTable(
  'instrument_changes',
  {
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    /** Market time, just after the tick of its instant. */
    changedAt: exactInstantColumn('changed_at').notNull(),
    tradableBefore: text('tradable_before', { enum: TRADABLE_STATES }).notNull(),
    dayMarketTradableBefore: boolean('day_market_tradable_before').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.changedAt] }),
    check('instrument_changes_tradable', oneOf(table.tradableBefore, TRADABLE_STATES)),
  ],
)

/** The parameters of the simulated prices of an imported instrument. */
export const instrumentModels = pgTable(
  'instrument_models',
  {
    symbol: idColumn()
      .primaryKey()
      .references(() => instruments.symbol),
    referencePrice: priceColumn('reference_price').notNull(),
    annualVolatility: doublePrecision('annual_volatility').notNull(),
    dailyVolume: doublePrecision('daily_volume').notNull(),
    beta: doublePrecision().notNull(),
    /** As in a file of instruments: `OIL:0.4 ENERGY:0.7`. Null if it was imported without. */
    groups: text(),
    /** As in a file of instruments: `QQQ*3`; blank if there is none. */
    follows: text(),
  },
  (table) => [
    check(
      'instrument_models_positive',
      sql`${table.referencePrice} > 0 and ${table.annualVolatility} > 0
        and ${table.dailyVolume} > 0`,
    ),
  ],
)

/** Imported bars. Prices are multiples of the tick size [order.tick-size]. */
export const bars = pgTable(
  'bars',
  {
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    interval: text({ enum: BAR_INTERVALS }).notNull(),
    startsAt: instantColumn('starts_at').notNull(),
    open: priceColumn().notNull(),
    high: priceColumn().notNull(),
    low: priceColumn().notNull(),
    close: priceColumn().notNull(),
    volume: quantityColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.interval, table.startsAt] }),
    check('bars_interval', oneOf(table.interval, BAR_INTERVALS)),
    check(
      'bars_prices',
      sql`0 < ${table.low} and ${table.low} <= ${table.open} and ${table.low} <= ${table.close}
        and ${table.open} <= ${table.high} and ${table.close} <= ${table.high}`,
    ),
    check('bars_volume', sql`${table.volume} >= 0`),
  ],
)

/**
 * Recent live prices that servers have accepted, for other servers [live.shared]. Its migration
 * makes it unlogged: after a crash old prices are useless.
 */
export const livePrices = pgTable(
  'live_prices',
  {
    /** The server's name, which is random at each start. */
    server: idColumn().notNull(),
    /** 1, 2, 3 … for each server. */
    ordinal: integer().notNull(),
    takenAt: instantColumn('taken_at').notNull(),
    /** Lines of a recording. */
    lines: text().notNull(),
    changedIn: transactionColumn('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.server, table.ordinal] }),
    index('live_prices_changes').on(table.changedIn),
  ],
)

/** Facts that survive a restart: halts, official prices, the exchange rate [live.shared]. */
export const liveFacts = pgTable('live_facts', {
  /** Kind, symbol and date. A later fact replaces an earlier one with the same key. */
  key: idColumn().primaryKey(),
  takenAt: instantColumn('taken_at').notNull(),
  /** A line of a recording. */
  line: text().notNull(),
})

/** The last request for each symbol's price, on any server [live.wanted]. */
export const askedSymbols = pgTable('asked_symbols', {
  symbol: idColumn()
    .primaryKey()
    .references(() => instruments.symbol),
  askedAt: instantColumn('asked_at').notNull(),
})

export const holdings = pgTable(
  'holdings',
  {
    accountId: idColumn('account_id')
      .notNull()
      .references(() => accounts.accountId),
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    quantity: quantityColumn().notNull(),
    heldQuantity: quantityColumn('held_quantity').notNull(),
    purchaseAmount: amountColumn('purchase_amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.symbol] }),
    check(
      'holdings_quantity_covers_holds',
      sql`0 <= ${table.heldQuantity} and ${table.heldQuantity} <= ${table.quantity}`,
    ),
    check('holdings_purchase_amount', sql`${table.purchaseAmount} >= 0`),
  ],
)

/** Shares of an instrument's shown size that an account has used (core/order/liquidity.ts). */
export const liquidityUses = pgTable(
  'liquidity_uses',
  {
    accountId: idColumn('account_id')
      .notNull()
      .references(() => accounts.accountId),
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    side: text({ enum: SIDES }).notNull(),
    source: text({ enum: LIQUIDITY_SOURCES }).notNull(),
    asOf: instantColumn('as_of').notNull(),
    quantity: quantityColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.symbol, table.side, table.source] }),
    check('liquidity_uses_side', oneOf(table.side, SIDES)),
    check('liquidity_uses_source', oneOf(table.source, LIQUIDITY_SOURCES)),
    check('liquidity_uses_quantity', sql`${table.quantity} >= 0`),
  ],
)

/** Literals: PostgreSQL uses a partial index only for a condition equal to its own. */
export const isOpenRow = (status: Column): SQL => oneOf(status, OPEN_STATUSES)
export const isClosedRow = (status: Column): SQL => sql`not (${isOpenRow(status)})`

export const orders = pgTable(
  'orders',
  {
    accountId: idColumn('account_id').notNull(),
    orderId: idColumn('order_id').notNull(),
    seq: seqColumn().notNull(),
    clientOrderId: idColumn('client_order_id').notNull(),
    symbol: idColumn().notNull(),
    side: text({ enum: SIDES }).notNull(),
    orderType: text('order_type', { enum: ORDER_TYPES }).notNull(),
    timeInForce: text('time_in_force', { enum: TIMES_IN_FORCE }).notNull(),
    quantity: quantityColumn().notNull(),
    limitPrice: priceColumn('limit_price'),
    status: text().$type<OrderStatus>().notNull(),
    filledQuantity: quantityColumn('filled_quantity').notNull(),
    filledAmount: amountColumn('filled_amount').notNull(),
    holdPrice: priceColumn('hold_price'),
    heldCash: amountColumn('held_cash').notNull(),
    session: text({ enum: SESSIONS }).notNull(),
    rejectReason: text('reject_reason').$type<RefusalCode>(),
    cancelReason: text('cancel_reason', { enum: CANCEL_REASONS }),
    requestedAt: instantColumn('requested_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
    cancelRequestedAt: instantColumn('cancel_requested_at'),
    validUntil: instantColumn('valid_until').notNull(),
    /** Shares before it in the queue of its price. [profile.strict-queue] */
    queueAhead: quantityColumn('queue_ahead').notNull().default(NO_QUANTITY),
    /** The last tick at which the queue moved; null before the first. */
    queueMovedAt: instantColumn('queue_moved_at'),
    /** The order whose place it took, and the one that took its own. [amend.replace] */
    replaces: idColumn(),
    replacedBy: idColumn('replaced_by'),
    /** What its quantity was computed from. [order.amount] [close.quantity] */
    sizing: sizingColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.orderId] }),
    // The account is not the first column. While the table is empty, an index that begins with the
    // account looks to the planner as good as the primary key. The planner would keep a plan that
    // reads every order of the account. [order.replay-at-once]
    unique('orders_client_order_id').on(table.clientOrderId, table.accountId),
    // Includes the symbol, by which open orders are filtered in the index alone. A separate index
    // would be one more entry for each new order, and most orders close soon.
    index('orders_open_by_account')
      .on(table.accountId, table.orderId, table.symbol)
      .where(isOpenRow(table.status)),
    // Partial: while the table is empty, a complete index that begins with the account looks to the
    // planner as good as the primary key, and it would keep a plan that reads every order.
    index('orders_closed_by_account')
      .on(table.accountId, table.orderId)
      .where(isClosedRow(table.status)),
    index('orders_closed_by_symbol')
      .on(table.symbol, table.accountId, table.orderId)
      .where(isClosedRow(table.status)),
    check('orders_side', oneOf(table.side, SIDES)),
    check('orders_order_type', oneOf(table.orderType, ORDER_TYPES)),
    check('orders_time_in_force', oneOf(table.timeInForce, TIMES_IN_FORCE)),
    check('orders_status', oneOf(table.status, ORDER_STATUSES)),
    check('orders_session', oneOf(table.session, SESSIONS)),
    check('orders_quantity', sql`${table.quantity} > 0`),
    check(
      'orders_filled',
      sql`${table.filledQuantity} between 0 and ${table.quantity}
        and (${table.filledQuantity} = ${table.quantity}) = (${table.status} = 'FILLED')`,
    ),
    check(
      'orders_limit_price',
      sql`(${table.limitPrice} is not null) = (${table.orderType} = 'LIMIT')
        and (${table.limitPrice} is null or ${table.limitPrice} > 0)`,
    ),
    check(
      'orders_hold',
      sql`${table.heldCash} >= 0 and (${table.heldCash} = 0 or (${isOpenRow(table.status)}))`,
    ),
    check(
      'orders_reject_reason',
      sql`(${table.rejectReason} is not null) = (${table.status} = 'REJECTED')`,
    ),
    check(
      'orders_cancel_reason',
      sql`${table.cancelReason} is null
        or (${table.status} = 'CANCELED' and ${oneOf(table.cancelReason, CANCEL_REASONS)})`,
    ),
    check(
      'orders_replaced_by',
      sql`(${table.replacedBy} is not null) = coalesce(${table.cancelReason} = 'amended', false)`,
    ),
  ],
)

export const fills = pgTable(
  'fills',
  {
    accountId: idColumn('account_id').notNull(),
    fillId: idColumn('fill_id').notNull(),
    orderId: idColumn('order_id').notNull(),
    symbol: idColumn().notNull(),
    side: text({ enum: SIDES }).notNull(),
    quantity: quantityColumn().notNull(),
    price: priceColumn().notNull(),
    session: text({ enum: SESSIONS }).notNull(),
    filledAt: instantColumn('filled_at').notNull(),
    fillProfile: text('fill_profile', { enum: FILL_ORIGINS }).notNull().default('ideal@1'),
    /** Copied from the order, for lists; null for fills that are older than this column. */
    clientOrderId: idColumn('client_order_id'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.fillId] }),
    /** An order executes at most once at an instant, even if a tick runs twice. */
    unique('fills_one_per_execution').on(table.accountId, table.orderId, table.filledAt),
    index('fills_by_symbol').on(table.symbol, table.accountId, table.fillId),
    check('fills_fill_profile', oneOf(table.fillProfile, FILL_ORIGINS)),
    check('fills_positive', sql`${table.quantity} > 0 and ${table.price} > 0`),
  ],
)

/** Each change of an order's status or filled quantity, with the order after it. [stream.event] */
export const orderEvents = pgTable(
  'order_events',
  {
    accountId: idColumn('account_id').notNull(),
    seq: seqColumn().notNull(),
    orderId: idColumn('order_id').notNull(),
    status: text().$type<OrderStatus | LegStatus>().notNull(),
    filledQuantity: quantityColumn('filled_quantity').notNull(),
    filledAmount: amountColumn('filled_amount').notNull(),
    fillId: idColumn('fill_id'),
    occurredAt: instantColumn('occurred_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.seq] }),
    check(
      'order_events_status',
      oneOf(table.status, [...new Set<string>([...ORDER_STATUSES, ...LEG_STATUSES])]),
    ),
  ],
)

const legTerms = () => ({
  clientId: idColumn('client_id'),
  groupId: idColumn('group_id').notNull(),
  leg: text({ enum: LEG_NAMES }).notNull(),
  clientOrderId: idColumn('client_order_id').notNull(),
  symbol: idColumn().notNull(),
  type: text({ enum: LEG_TYPES }).notNull(),
  side: text({ enum: SIDES }).notNull(),
  quantity: quantityColumn().notNull(),
  stopPrice: priceColumn('stop_price'),
  limitPrice: priceColumn('limit_price'),
  trailAmount: priceColumn('trail_amount'),
  trailPercent: percentColumn('trail_percent'),
  limitOffset: priceColumn('limit_offset'),
  timeInForce: text('time_in_force', { enum: CONDITIONAL_TIMES_IN_FORCE }).notNull(),
  triggerBy: text('trigger_by', { enum: TRIGGER_PRICES }).notNull(),
  sessions: sessionsColumn().notNull(),
  requestedAt: instantColumn('requested_at').notNull(),
  validUntil: instantColumn('valid_until').notNull(),
})

const legState = () => ({
  status: text({ enum: LEG_STATUSES }).notNull(),
  filledQuantity: quantityColumn('filled_quantity').notNull(),
  holdPrice: priceColumn('hold_price'),
  heldPrice: priceColumn('held_price'),
  heldCash: amountColumn('held_cash').notNull(),
  heldQuantity: quantityColumn('held_quantity').notNull(),
  orderId: idColumn('order_id'),
  children: integer().notNull(),
  mark: priceColumn(),
  watchedAfter: instantColumn('watched_after').notNull(),
  triggeredAt: instantColumn('triggered_at'),
  triggerPrice: priceColumn('trigger_price'),
  reason: text().$type<EndReason>(),
  updatedAt: instantColumn('updated_at').notNull(),
})

/** Literals, as of an order. */
export const isOpenLegRow = (status: Column): SQL => oneOf(status, OPEN_LEG_STATUSES)

/**
 * The legs of conditional orders in their present state. All legs of a group have its `groupId`.
 */
export const conditionalLegs = pgTable(
  'conditional_legs',
  {
    accountId: idColumn('account_id').notNull(),
    seq: seqColumn().notNull(),
    ...legTerms(),
    ...legState(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.groupId, table.leg] }),
    unique('conditional_legs_client_order_id').on(table.clientOrderId, table.accountId, table.leg),
    index('conditional_legs_open')
      .on(table.accountId, table.groupId)
      .where(isOpenLegRow(table.status)),
    check('conditional_legs_leg', oneOf(table.leg, LEG_NAMES)),
    check('conditional_legs_type', oneOf(table.type, LEG_TYPES)),
    check('conditional_legs_side', oneOf(table.side, SIDES)),
    check('conditional_legs_status', oneOf(table.status, LEG_STATUSES)),
    check('conditional_legs_time_in_force', oneOf(table.timeInForce, CONDITIONAL_TIMES_IN_FORCE)),
    check('conditional_legs_trigger_by', oneOf(table.triggerBy, TRIGGER_PRICES)),
    check(
      'conditional_legs_filled',
      sql`${table.quantity} > 0 and ${table.filledQuantity} between 0 and ${table.quantity}
        and (${table.filledQuantity} = ${table.quantity}) = (${table.status} = 'FILLED')`,
    ),
    check(
      'conditional_legs_trail',
      sql`(${table.mark} is null or ${table.type} = 'TRAILING_STOP')
        and (${table.type} = 'TRAILING_STOP')
          = (num_nonnulls(${table.trailAmount}, ${table.trailPercent}) = 1)
        and (${table.limitOffset} is null or ${table.type} = 'TRAILING_STOP')
        and (${table.stopPrice} is null)
          = (${table.type} in ('LIMIT', 'MARKET')
            or (${table.type} = 'TRAILING_STOP' and ${table.mark} is null))
        and (${table.mark} is not null or ${table.type} <> 'TRAILING_STOP'
          or ${table.status} in ('PENDING', 'CANCELED'))`,
    ),
    check(
      'conditional_legs_hold',
      sql`(${table.heldCash} = 0 and ${table.heldQuantity} = 0) or ${table.status} = 'ARMED'`,
    ),
  ],
)

/** A leg as each of its events has left it; the event's number is in `order_events` too. */
export const conditionalEvents = pgTable(
  'conditional_events',
  {
    accountId: idColumn('account_id').notNull(),
    /** The event's number. */
    seq: seqColumn().notNull(),
    /** The number of the event that accepted the group. */
    groupSeq: seqColumn('group_seq').notNull(),
    ...legTerms(),
    ...legState(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.seq] })],
)

/**
 * Triggers that a tick reached while their accounts failed, with the prices of that tick. The
 * matcher tries them again, after a restart too [conditional.survives].
 */
export const missedTriggers = pgTable(
  'missed_triggers',
  {
    accountId: idColumn('account_id').notNull(),
    groupId: idColumn('group_id').notNull(),
    leg: text({ enum: LEG_NAMES }).notNull(),
    symbol: idColumn().notNull(),
    /** The time of the tick. */
    at: instantColumn().notNull(),
    lastPrice: priceColumn('last_price'),
    bidPrice: priceColumn('bid_price'),
    askPrice: priceColumn('ask_price'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.groupId, table.leg, table.at] })],
)

/** Changes of cash and shares without an order (core/account/capital.ts). */
export const adjustments = pgTable(
  'adjustments',
  {
    accountId: idColumn('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** 1, 2, 3 … for each account; 0 and less for resets that a migration has booked. */
    number: seqColumn().notNull(),
    kind: text({ enum: ADJUSTMENT_KINDS }).notNull(),
    at: instantColumn().notNull(),
    seq: seqColumn().notNull(),
    symbol: idColumn().references(() => instruments.symbol),
    quantity: quantityColumn().notNull(),
    amount: amountColumn().notNull(),
    cash: amountColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.number] }),
    check('adjustments_kind', oneOf(table.kind, ADJUSTMENT_KINDS)),
    check('adjustments_cash_or_shares', sql`(${table.symbol} is null) = (${table.quantity} = 0)`),
  ],
)

/** One row: the instant up to which the market has been played. */
export const marketProgress = pgTable(
  'market_progress',
  {
    only: boolean().primaryKey().default(true),
    carriedTo: instantColumn('carried_to').notNull(),
  },
  (table) => [check('market_progress_only', sql`${table.only}`)],
)

/**
 * One row: the process that moves the market [run.lease]. Its changes are bound to its term, so
 * they have no effect after another process has taken the lease.
 */
export const matcherLease = pgTable(
  'matcher_lease',
  {
    only: boolean().primaryKey().default(true),
    /** Increases with every new holder. */
    term: integer().notNull(),
    /** Machine and process, for people; null while the lease is free. */
    holder: text(),
    /** The time of the database's clock. */
    renewedAt: instantColumn('renewed_at').notNull(),
    /** Market time at the last renewal, for other processes. */
    carriedTo: instantColumn('carried_to'),
  },
  (table) => [check('matcher_lease_only', sql`${table.only}`)],
)

/** One row: the settings on which all servers of this database must agree. [run.one-market] */
export const marketSettings = pgTable(
  'market_settings',
  {
    only: boolean().primaryKey().default(true),
    /** A number of up to 128 bits. */
    seed: numeric({ precision: 39, scale: 0, mode: 'bigint' }).notNull(),
    /** A random seed is shown only by `paper market seed`. [run.seed-random] */
    seedDrawn: boolean('seed_drawn').notNull(),
    feed: text().notNull(),
    tickMs: integer('tick_ms').notNull(),
  },
  (table) => [check('market_settings_only', sql`${table.only}`)],
)

/** One row in a database that is one of several cells: which one [run.cell-database]. */
export const cell = pgTable(
  'cell',
  {
    only: boolean().primaryKey().default(true),
    name: text().notNull(),
  },
  (table) => [check('cell_only', sql`${table.only}`)],
)

/** One row, which health checks write to find out whether the database takes changes. */
export const healthProbe = pgTable(
  'health_probe',
  {
    only: boolean().primaryKey().default(true),
    /** The time of the database's clock. */
    probedAt: instantColumn('probed_at').notNull(),
  },
  (table) => [check('health_probe_only', sql`${table.only}`)],
)

/** One row: the operator's settings for all accounts. */
export const marketControls = pgTable(
  'market_controls',
  {
    only: boolean().primaryKey().default(true),
    /** While this is set, no account can place orders. [order.trading-halted] */
    haltedAt: instantColumn('halted_at'),
  },
  (table) => [check('market_controls_only', sql`${table.only}`)],
)

/** Quotes that replace the feed's from one instant to another. */
export const pinnedQuotes = pgTable(
  'pinned_quotes',
  {
    symbol: idColumn()
      .notNull()
      .references(() => instruments.symbol),
    pinnedAt: exactInstantColumn('pinned_at').notNull(),
    /** Null while the quote is in force. */
    releasedAt: exactInstantColumn('released_at'),
    bidPrice: priceColumn('bid_price').notNull(),
    bidSize: quantityColumn('bid_size').notNull(),
    askPrice: priceColumn('ask_price').notNull(),
    askSize: quantityColumn('ask_size').notNull(),
    /** The last transaction to write the row, so that a process finds rows that it has not read. */
    changedIn: transactionColumn('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.symbol, table.pinnedAt] }),
    index('pinned_quotes_changes').on(table.changedIn),
    index('pinned_quotes_standing').on(table.symbol).where(sql`${table.releasedAt} is null`),
    check(
      'pinned_quotes_prices',
      sql`0 < ${table.bidPrice} and ${table.bidPrice} <= ${table.askPrice}`,
    ),
    check('pinned_quotes_sizes', sql`${table.bidSize} >= 0 and ${table.askSize} >= 0`),
  ],
)

/** Outcomes that a test forces on matching orders [outcome.force]. */
export const forcedOutcomes = pgTable(
  'forced_outcomes',
  {
    outcomeId: idColumn('outcome_id').primaryKey(),
    /** The first outcome that matches an order decides it. */
    ordinal: integer().notNull(),
    clientId: idColumn('client_id'),
    accountId: idColumn('account_id'),
    symbol: idColumn(),
    side: text({ enum: SIDES }),
    /** Matches orders whose clientOrderId begins with it. */
    clientOrderId: idColumn('client_order_id'),
    /** Matches orders that this leg of a conditional order has placed. */
    leg: text({ enum: LEG_NAMES }),
    /** Null for no limit. */
    times: integer(),
    hits: integer().notNull().default(0),
    /** Orders that it could not decide, and the reason of the last one. */
    misses: integer().notNull().default(0),
    lastMiss: text('last_miss'),
    kind: text({ enum: FORCED_KINDS }).notNull(),
    price: priceColumn(),
    /** Separated by commas; null for the whole remaining quantity. */
    parts: text(),
    rest: text({ enum: REST_OF_FORCED }),
    code: text().$type<RefusalCode>(),
    status: text({ enum: FORCED_ENDS }),
    race: text({ enum: CANCEL_RACES }),
  },
  (table) => [
    check('forced_outcomes_kind', oneOf(table.kind, FORCED_KINDS)),
    check('forced_outcomes_hits', sql`${table.hits} >= 0 and ${table.misses} >= 0`),
  ],
)

/** Orders that a test has decided. The rows stay without the outcome, to explain the order. */
export const forcedOrders = pgTable(
  'forced_orders',
  {
    accountId: idColumn('account_id').notNull(),
    orderId: idColumn('order_id').notNull(),
    outcomeId: idColumn('outcome_id').notNull(),
    price: priceColumn(),
    /** The remaining fills, separated by commas. */
    parts: text().notNull(),
    rest: text({ enum: REST_OF_FORCED }).notNull(),
    /** While the order is open, the market does not fill it. */
    stands: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.orderId] }),
    index('forced_orders_standing').on(table.accountId).where(sql`${table.stands}`),
  ],
)

/** Faults that a test forces on matching requests and messages [fault.force]. */
export const forcedFaults = pgTable(
  'forced_faults',
  {
    faultId: idColumn('fault_id').primaryKey(),
    /** The first fault that matches a request applies. */
    ordinal: integer().notNull(),
    clientId: idColumn('client_id'),
    /** The operationId of a route. */
    route: text(),
    /** Null for no limit. */
    times: integer(),
    /** The share of the matching requests, chosen by the seed; null for all. */
    share: doublePrecision(),
    seed: bigint({ mode: 'number' }).notNull().default(0),
    /** Requests that matched, with or without a fault. */
    seen: integer().notNull().default(0),
    hits: integer().notNull().default(0),
    kind: text({ enum: FAULT_KINDS }).notNull(),
    moment: text({ enum: FAULT_MOMENTS }),
    code: text().$type<RefusalCode>(),
    status: integer(),
    retryAfterSeconds: integer('retry_after_seconds'),
    delayMs: integer('delay_ms'),
    messages: text({ enum: FAULTY_MESSAGES }),
    tokenEnd: text('token_end', { enum: TOKEN_ENDS }),
  },
  (table) => [
    check('forced_faults_kind', oneOf(table.kind, FAULT_KINDS)),
    check('forced_faults_hits', sql`0 <= ${table.hits} and ${table.hits} <= ${table.seen}`),
  ],
)
