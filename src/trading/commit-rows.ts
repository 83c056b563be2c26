import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import {
  ACCEPTED_ORDERS,
  CHANGED_ORDERS,
  changedRow,
  eventRow,
  INSERTED_EVENTS,
} from '../events/log'
import type { WrittenRows } from '../store/pg/bulk'
import { amountColumn, idColumn, instantColumn, seqColumn } from '../store/pg/columns'
import { type Size, sentRows } from '../store/pg/sent-rows'
import type { Parameters } from '../store/pg/statement'
import { ADJUSTMENTS } from '../store/tables/adjustments'
import { INSERTED_FILLS } from '../store/tables/fills'
import { planRow, SAVED_PLANS } from '../store/tables/forced-outcomes'
import { SAVED_HOLDINGS } from '../store/tables/holdings'
import { SAVED_USES } from '../store/tables/liquidity-uses'
import { INSERTED_ORDERS, MOVED_ORDERS } from '../store/tables/orders'
import type { RowChanges } from './rows'

const versionSeen = () => bigint({ mode: 'number' })

/** The accounts as the commands leave them. */
export const decided = pgTable('decided', {
  accountId: idColumn('account_id').notNull(),
  seen: versionSeen(),
  heldCash: amountColumn('held_cash').notNull(),
  seq: seqColumn().notNull(),
  lastEventAt: instantColumn('last_event_at'),
  cash: amountColumn().notNull(),
  /** Null: the account's lock for placing stays as it is. */
  locks: boolean(),
  lockedSince: instantColumn('locked_since'),
  isMarkets: boolean('is_markets').notNull(),
})
export type DecidedAccount = Required<typeof decided.$inferInsert>

/** Accounts of which nothing is written. */
export const answeredRows = sentRows(
  'answered',
  pgTable('answered', { accountId: idColumn('account_id').notNull(), seen: versionSeen() }),
)
export const traded = sentRows(
  'traded',
  pgTable('traded', {
    symbol: idColumn().notNull(),
    tradable: text(),
    dayMarketTradable: boolean('day_market_tradable'),
  }),
)
export const assumed = sentRows(
  'assumed',
  pgTable('assumed', {
    accountId: idColumn('account_id').notNull(),
    clientOrderId: idColumn('client_order_id').notNull(),
  }),
)
export const hits = sentRows(
  'hit',
  pgTable('hit', {
    outcomeId: idColumn('outcome_id').notNull(),
    ordinal: integer().notNull(),
    hitsBefore: integer('hits_before').notNull(),
    missesBefore: integer('misses_before').notNull(),
    hits: integer().notNull(),
    misses: integer().notNull(),
    lastMiss: text('last_miss'),
  }),
)

/** Rows that belong to accounts, each kind with the changes that it is made of. */
interface Section {
  readonly names: readonly string[]
  readonly writes: WrittenRows<never>['writes']
  rows(changes: RowChanges): {
    readonly count: number
    readonly parameters: (size: Size) => Parameters<string>
  }
}
const section = <Row>(
  { names, writes, parameters }: WrittenRows<Row>,
  rowsOf: (changes: RowChanges) => readonly Row[],
): Section => ({
  ...{ names, writes },
  rows(changes) {
    const rows = rowsOf(changes)
    return { count: rows.length, parameters: (size) => parameters(rows, size) }
  },
})

export const SECTIONS: readonly Section[] = [
  section(ACCEPTED_ORDERS, ({ acceptedOrders }) => acceptedOrders),
  section(INSERTED_ORDERS, ({ newOrders }) => newOrders),
  section(CHANGED_ORDERS, ({ changedOrders }) => changedOrders.map(changedRow)),
  section(MOVED_ORDERS, ({ movedOrders }) => movedOrders),
  section(INSERTED_EVENTS, ({ otherEvents }) => otherEvents.map(eventRow)),
  section(INSERTED_FILLS, ({ otherEvents }) =>
    otherEvents.flatMap(({ accountId, fill }) => (fill ? [{ accountId, ...fill }] : [])),
  ),
  section(SAVED_HOLDINGS, ({ holdings }) => holdings),
  section(ADJUSTMENTS, ({ adjustments }) => numbered(adjustments)),
  section(SAVED_USES, ({ liquidityUses }) => liquidityUses),
  section(SAVED_PLANS, ({ forced }) => (forced?.changedPlans() ?? []).map(planRow)),
]
export const ACCEPTED = 0
export const INSERTED = 1

function numbered<Line extends { readonly accountId: string }>(lines: readonly Line[]) {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const number = (counts.get(line.accountId) ?? 0) + 1
    counts.set(line.accountId, number)
    return { ...line, number }
  })
}
