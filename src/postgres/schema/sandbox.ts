/** The tables of what tests force on orders, requests and messages. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { LEG_NAMES } from '../../core/conditional/leg'
import { FAULT_KINDS, FAULT_MOMENTS, FAULTY_MESSAGES, TOKEN_ENDS } from '../../core/fault-rule'
import { CANCEL_RACES, FORCED_ENDS, FORCED_KINDS, REST_OF_FORCED } from '../../core/order/forced'
import { SIDES } from '../../core/order/order'
import type { RefusalCode } from '../../core/refusals'
import { idColumn, oneOf, priceColumn } from '../statement'

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
