/**
 * The tables of accounts, orders and their events. Their keys begin with the account, so they can
 * be distributed by it.
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
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { ADJUSTMENT_KINDS } from '../../core/account/capital'
import {
  CONDITIONAL_TIMES_IN_FORCE,
  type EndReason,
  LEG_NAMES,
  LEG_STATUSES,
  LEG_TYPES,
  type LegStatus,
  OPEN_LEG_STATUSES,
  TRIGGER_PRICES,
} from '../../core/conditional/leg'
import { NO_QUANTITY } from '../../core/money'
import { FILL_ORIGINS, FILL_PROFILES } from '../../core/order/fill-profile'
import { LIQUIDITY_SOURCES } from '../../core/order/liquidity'
import {
  CANCEL_REASONS,
  OPEN_STATUSES,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  SIDES,
  TIMES_IN_FORCE,
} from '../../core/order/order'
import type { RefusalCode } from '../../core/refusals'
import { SESSIONS } from '../../core/session'
import {
  amountColumn,
  idColumn,
  instantColumn,
  oneOf,
  percentColumn,
  priceColumn,
  quantityColumn,
  seqColumn,
  sessionsColumn,
  sizingColumn,
} from '../statement'
import { clients, users } from './identity'
import { instruments } from './market'

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
    /** The account's version after the event; null for events that are older than this column. */
    version: bigint({ mode: 'number' }),
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
