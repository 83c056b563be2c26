/**
 * The one statement of a batch: its text, and the values that `writeIfCurrent` encodes. It writes
 * the accounts that are still as they were seen, with all that belongs to them. It returns these
 * accounts. It also returns the accounts for which only an answer was decided, if they are still as
 * they were seen.
 *
 * Each write takes its accounts from the accounts that the UPDATE of `accounts` returns, so nothing
 * of an account is written without its row. The statement is a transaction of its own. An UPDATE
 * that has waited for another UPDATE compares the version again afterwards.
 *
 * It names its tables in quotes, and only tables of accounts, instruments, the halt and the lease.
 * A distributed database puts a shard's own tables in their place (docs/decisions/shards.md).
 */

import { type SQL, sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Order } from '../core/order/order'
import { ADJUSTMENTS, isPlacingHalted } from '../ledger/accounts'
import { INSERTED_LEG_EVENTS, legEventRow, SAVED_LEGS } from '../ledger/conditional-orders'
import {
  ACCEPTED_ORDERS,
  CHANGED_ORDERS,
  changedRow,
  eventRow,
  INSERTED_EVENTS,
  REPLACED_ORDERS,
  replacedRow,
} from '../ledger/events/log'
import { INSERTED_FILLS } from '../ledger/fills'
import { planRow, SAVED_PLANS } from '../ledger/forced'
import { SAVED_HOLDINGS, SAVED_USES } from '../ledger/holdings'
import { INSERTED_ORDERS, MOVED_ORDERS } from '../ledger/orders'
import {
  partsOf,
  type SentRows,
  type Size,
  sentParts,
  sentRows,
  type WrittenRows,
  withConstants,
} from '../postgres/bulk'
import type { Beside, Fence } from '../postgres/database'
import { RENEWED } from '../postgres/matcher-lease'
import { instruments } from '../postgres/schema/market'
import { forcedOutcomes } from '../postgres/schema/sandbox'
import { accounts, orders } from '../postgres/schema/trading'
import {
  amountColumn,
  type BoundStatement,
  idColumn,
  instantColumn,
  type Parameters,
  parameter,
  type Statement,
  seqColumn,
  statement,
} from '../postgres/statement'
import { VERSION, type Version } from '../postgres/version-id'
import type { Consulted, RowChanges } from './rows'

const versionSeen = () => bigint({ mode: 'number' })

/** The accounts as the commands leave them. */
const decided = pgTable('decided', {
  accountId: idColumn('account_id').notNull(),
  seen: versionSeen(),
  heldCash: amountColumn('held_cash').notNull(),
  seq: seqColumn().notNull(),
  lastEventAt: instantColumn('last_event_at'),
  cash: amountColumn().notNull(),
  /** Null keeps the account's lock for placing; false removes it. */
  locks: boolean(),
  lockedSince: instantColumn('locked_since'),
  isMarkets: boolean('is_markets').notNull(),
  isFirst: boolean('is_first').notNull(),
})
type DecidedAccount = Required<typeof decided.$inferInsert>

/** Accounts that are answered without a write. */
const answeredRows = sentRows(
  'answered',
  pgTable('answered', { accountId: idColumn('account_id').notNull(), seen: versionSeen() }),
)
const traded = sentRows(
  'traded',
  pgTable('traded', {
    symbol: idColumn().notNull(),
    tradable: text(),
    dayMarketTradable: boolean('day_market_tradable'),
  }),
)
const assumed = sentRows(
  'assumed',
  pgTable('assumed', {
    accountId: idColumn('account_id').notNull(),
    clientOrderId: idColumn('client_order_id').notNull(),
  }),
)
const hits = sentRows(
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

/** Rows that belong to accounts: each kind with its changes. */
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
  names,
  writes,
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
  section(REPLACED_ORDERS, ({ replacedOrders }) => replacedOrders.map(replacedRow)),
  section(INSERTED_EVENTS, ({ otherEvents }) => otherEvents.map(eventRow)),
  section(INSERTED_FILLS, ({ otherEvents }) =>
    otherEvents.flatMap(({ accountId, fill }) => (fill ? [{ accountId, ...fill }] : [])),
  ),
  section(SAVED_HOLDINGS, ({ holdings }) => holdings),
  section(ADJUSTMENTS, ({ adjustments }) => numbered(adjustments)),
  section(SAVED_USES, ({ liquidityUses }) => liquidityUses),
  section(SAVED_PLANS, ({ forced }) => (forced?.changedPlans() ?? []).map(planRow)),
  section(SAVED_LEGS, ({ legs }) => legs),
  section(INSERTED_LEG_EVENTS, ({ legEvents }) => legEvents.map(legEventRow)),
]
const ACCEPTED = 0
const INSERTED = 1

function numbered<Line extends { readonly accountId: string }>(lines: readonly Line[]) {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const number = (counts.get(line.accountId) ?? 0) + 1
    counts.set(line.accountId, number)
    return { ...line, number }
  })
}

/** What differs between the statements: each server needs some dozens of them. */
export interface StatementShape {
  readonly size: Size
  readonly sections: readonly number[]
  readonly decides: boolean
  readonly answers: boolean
  readonly spends: boolean
  readonly locks: boolean
  /** True if some account places its first conditional order. */
  readonly isFirst: boolean
  readonly trades: boolean
  readonly asksHalt: boolean
  readonly assumes: boolean
  readonly hits: boolean
  readonly isFenced: boolean
}

const decidedRows = ({
  spends,
  locks,
  isFirst,
  isFenced,
}: StatementShape): SentRows<DecidedAccount> =>
  sentParts(
    withConstants(
      partsOf(decided, [
        'accountId',
        'seen',
        'heldCash',
        'seq',
        'lastEventAt',
        ...(spends ? ['cash'] : []),
        ...(locks ? ['locks', 'lockedSince'] : []),
        ...(isFirst ? ['isFirst'] : []),
        ...(isFenced ? ['isMarkets'] : []),
      ]),
      ['lastEventAt'],
    ),
  )

/** Each look-up is one index scan, whatever the planner estimates (`offset 0`). */
const tradesAreCurrent = (size: Size): SQL => sql`not exists (
  select from ${traded.from(size, 'traded')} left join lateral (
    select ${instruments.tradable}, ${instruments.dayMarketTradable} from ${instruments}
    where ${instruments.symbol} = traded.symbol offset 0) as stored on true
  where (stored.tradable, stored.day_market_tradable)
    is distinct from (traded.tradable, traded.day_market_tradable))`

const known = (rows: SQL): SQL => sql`select taken.account_id from ${rows}
  cross join lateral (select from ${orders}
    where ${orders.accountId} = taken.account_id
      and ${orders.clientOrderId} = taken.client_order_id offset 0) as ${orders}`

/**
 * Finds accounts with an order that exists already: a replay, which is answered with that order.
 */
function replaying({ size, sections, assumes }: StatementShape): SQL | null {
  const keys = ['accountId', 'clientOrderId'] as const
  const sources = [
    ...(sections.includes(ACCEPTED) ? [ACCEPTED_ORDERS.from(size, 'taken', keys)] : []),
    ...(sections.includes(INSERTED) ? [INSERTED_ORDERS.from(size, 'taken', keys)] : []),
    ...(assumes ? [assumed.from(size, 'taken')] : []),
  ]
  return sources.length === 0 ? null : sql.join(sources.map(known), sql` union all `)
}

/**
 * The conditions, in addition to the version, for anything to be written or answered for the
 * account.
 */
function stillSo(shape: StatementShape, accountId: SQL): SQL {
  const replays = replaying(shape)
  const conditions = [
    ...(shape.asksHalt ? [sql`${isPlacingHalted} = ${parameter('halted', 'boolean')}`] : []),
    ...(shape.trades ? [tradesAreCurrent(shape.size)] : []),
    ...(replays === null ? [] : [sql`${accountId} not in (${replays})`]),
  ]
  return sql.join([sql`true`, ...conditions], sql` and `)
}

const isSeen = sql`${accounts.accountId} = decided.account_id
  and ${accounts.version} = decided.seen`

const hit = (size: Size): SQL => sql`update ${forcedOutcomes}
  set hits = incoming.hits, misses = incoming.misses, last_miss = incoming.last_miss
  from ${hits.from(size, 'incoming')}
  where ${forcedOutcomes.outcomeId} = incoming.outcome_id
    and ${forcedOutcomes.ordinal} = incoming.ordinal
    and ${forcedOutcomes.hits} = incoming.hits_before
    and ${forcedOutcomes.misses} = incoming.misses_before`

/**
 * Accounts share a test's outcomes: the account and the outcome are both locked before either is
 * written.
 */
const hitting = (shape: StatementShape, rows: SentRows<DecidedAccount>): readonly SQL[] => [
  sql`locked as (select ${accounts.accountId} from ${accounts}, ${rows.from(shape.size, 'decided')}
    where ${isSeen} and ${stillSo(shape, sql`decided.account_id`)} for update of ${accounts})`,
  sql`hit as (${hit(shape.size)} and exists (select from locked) returning true)`,
]
const ALL_HIT = sql`(select count(*) from hit) = ${parameter('hits', 'bigint')}
  and ${accounts.accountId} in (select account_id from locked)`

const hittingAlone = (size: Size): Statement<string, true> =>
  statement(hits.names, sql`${hit(size)} returning true`, (): true => true)

/** A statement of its own, since a shard of a distributed database does not have the outcomes. */
export const HITTING = { one: hittingAlone('one'), many: hittingAlone('many') } as const

function changing(shape: StatementShape, rows: SentRows<DecidedAccount>): readonly SQL[] {
  const { size, sections, spends, locks, isFirst, isFenced } = shape
  const lock = sql`, locked_at = case when decided.locks is null then ${accounts.lockedAt}
    when decided.locks then coalesce(${accounts.lockedAt}, decided.locked_since) end`
  const first = sql`, has_conditional_orders = ${accounts.hasConditionalOrders} or decided.is_first`
  const only = sql`incoming.account_id in (select account_id from changed)`
  return [
    ...(shape.hits ? hitting(shape, rows) : []),
    sql`changed as (update ${accounts}
      set version = ${VERSION}, held_cash = decided.held_cash,
        seq = decided.seq, last_event_at = decided.last_event_at
        ${spends ? sql`, cash = decided.cash` : sql``}${locks ? lock : sql``}
        ${isFirst ? first : sql``}
      from ${rows.from(size, 'decided')}
      where ${isSeen} and ${stillSo(shape, sql`decided.account_id`)}
        ${isFenced ? sql`and (not decided.is_markets or exists (select from fenced))` : sql``}
        ${shape.hits ? sql`and ${ALL_HIT}` : sql``}
      returning ${accounts.accountId})`,
    ...sections.flatMap((at) => SECTIONS[at]?.writes(size, only) ?? []),
  ]
}

function textOf(shape: StatementShape, rows: SentRows<DecidedAccount>): SQL {
  const { size, decides, answers, isFenced } = shape
  const expressions = [
    ...(isFenced ? [sql`fenced as (${RENEWED})`] : []),
    ...(decides ? changing(shape, rows) : []),
  ]
  const results = [
    ...(isFenced ? [sql`select '' from fenced`] : []),
    ...(decides ? [sql`select account_id from changed`] : []),
    ...(answers
      ? [
          sql`select answered.account_id from ${answeredRows.from(size, 'answered')}
            left join lateral (select ${accounts.version} from ${accounts}
              where ${accounts.accountId} = answered.account_id offset 0) as stored on true
            where stored.version is not distinct from answered.seen
              and ${stillSo(shape, sql`answered.account_id`)}`,
        ]
      : []),
  ]
  const all = sql.join(results, sql` union all `)
  return expressions.length === 0 ? all : sql`with ${sql.join(expressions, sql`, `)} ${all}`
}

/** The id of the lease's own row among the results. */
export const HELD = ''

interface Compiled {
  readonly statement: Statement<string, string>
  readonly rows: SentRows<DecidedAccount>
}

function compile(shape: StatementShape): Compiled {
  const rows = decidedRows(shape)
  const sent = [rows, answeredRows, traded, assumed, hits, ...SECTIONS].flatMap(
    ({ names }) => names,
  )
  const names = [...sent, 'version', 'halted', 'hits', 'term']
  return { rows, statement: statement(names, textOf(shape, rows), ([id]) => String(id)) }
}

const compiled = new Map<string, Compiled>()

export function compiledFor(shape: StatementShape): Compiled {
  const { size, sections, ...flags } = shape
  const key = `${size} ${sections.join()} ${Object.values(flags).map(Number).join('')}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const made = compile(shape)
  compiled.set(key, made)
  return made
}

/** What a batch proposes to write, or to answer. */
export interface Proposal {
  /** Drawn for this statement: it marks what the statement writes. */
  readonly version: Version
  /** The accounts that were decided on, with the version seen of each; null if it did not exist. */
  readonly seen: ReadonlyMap<string, Version | null>
  readonly changes: RowChanges
  readonly consulted: Consulted
  /** Ids assumed to be new, of commands that have made no order. */
  readonly assumedNew: readonly ClientOrderId[]
  /** Null if no command is the market's, or if no other process could move it. */
  readonly lease: Lease | null
}

type ClientOrderId = Pick<Order, 'accountId' | 'clientOrderId'>

export interface Lease {
  readonly term: NonNullable<Fence['term']>
  /** Decisions on these accounts are written only while the term stands. */
  readonly accountIds: ReadonlySet<string>
}

interface CommitResult {
  /** The accounts that were still as they were seen. */
  readonly current: ReadonlySet<string>
  /** False if another process moves the market now. */
  readonly isLeaseHeld: boolean
}

const changedHits = ({ changes }: Proposal) =>
  (changes.forced?.changedOutcomes() ?? []).map(({ before, after }) => ({
    outcomeId: before.outcomeId,
    ordinal: before.ordinal,
    hitsBefore: before.hits,
    missesBefore: before.misses,
    hits: after.hits,
    misses: after.misses,
    lastMiss: after.lastMiss,
  }))

/** The hits of a test's outcomes, apart from the rest; null if there are none. */
export function hitsBeside(proposal: Proposal): Beside | null {
  const changed = changedHits(proposal)
  const [accountId] = proposal.seen.keys()
  if (changed.length === 0 || accountId === undefined) return null
  const size = changed.length === 1 ? 'one' : 'many'
  const parameters = hits.parameters(changed, size)
  return { accountId, rows: changed.length, statement: HITTING[size], parameters }
}

/**
 * Leaves the hits of a test's outcomes out if they are `apart`. Throws if a value cannot be
 * encoded; then nothing was sent.
 */
export function writeIfCurrent(
  proposal: Proposal,
  hitsAre: 'within' | 'apart' = 'within',
): BoundStatement<string> {
  const { changes, consulted, assumedNew, lease, version } = proposal
  const written = decidedAccounts(proposal)
  const unwritten = unwrittenAccounts(proposal)
  const trades = [...consulted.instruments].map(([symbol, found]) => ({
    symbol,
    tradable: found?.tradable ?? null,
    dayMarketTradable: found?.dayMarketTradable ?? null,
  }))
  const hit = hitsAre === 'within' ? changedHits(proposal) : []
  const sections = SECTIONS.map(({ rows }) => rows(changes))
  const counts = [written, unwritten, trades, assumedNew, hit].map(({ length }) => length)
  const areOne = [...counts, ...sections.map(({ count }) => count)].every((count) => count <= 1)
  const size = areOne ? 'one' : 'many'
  const { statement, rows } = compiledFor({
    size,
    sections: [...sections.entries()].flatMap(([at, { count }]) => (count > 0 ? [at] : [])),
    decides: written.length > 0,
    answers: unwritten.length > 0,
    spends: isAnySpent(changes),
    locks: changes.locks.length > 0,
    isFirst: changes.firstConditionals.length > 0,
    trades: trades.length > 0,
    asksHalt: consulted.halted !== null,
    assumes: assumedNew.length > 0,
    hits: hit.length > 0,
    isFenced: lease !== null,
  })
  return {
    statement,
    parameters: {
      ...(written.length > 0 && rows.parameters(written, size)),
      ...(unwritten.length > 0 && answeredRows.parameters(unwritten, size)),
      ...(trades.length > 0 && traded.parameters(trades, size)),
      ...(assumedNew.length > 0 && assumed.parameters(assumedNew, size)),
      ...(hit.length > 0 && hits.parameters(hit, size)),
      ...Object.assign(
        {},
        ...sections.map(({ count, parameters }) => count > 0 && parameters(size)),
      ),
      version: String(version),
      halted: String(consulted.halted),
      hits: String(hit.length),
      term: lease?.term ?? null,
    },
  }
}

function decidedAccounts({ seen, changes, lease }: Proposal): readonly DecidedAccount[] {
  const locks = new Map(changes.locks.map((lock) => [lock.accountId, lock]))
  // Every server sorts by id, so that two servers cannot deadlock.
  return changes.accounts
    .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
    .map((account): DecidedAccount => {
      const { accountId, heldCash, seq, lastEventAt, cash } = account
      const lock = locks.get(accountId)
      return {
        accountId,
        heldCash,
        seq,
        lastEventAt,
        cash,
        seen: seen.get(accountId) ?? null,
        locks: lock === undefined ? null : lock.since !== null,
        lockedSince: lock?.since ?? null,
        isMarkets: lease?.accountIds.has(accountId) === true,
        isFirst: changes.firstConditionals.includes(accountId),
      }
    })
}

/** The accounts whose commands have changed nothing. */
function unwrittenAccounts({ seen, changes }: Proposal) {
  if (changes.accounts.length === seen.size) return []
  const written = new Set(changes.accounts.map(({ accountId }) => accountId))
  return [...seen].flatMap(([accountId, seen]) =>
    written.has(accountId) ? [] : [{ accountId, seen }],
  )
}

/** Returns whether any cash changes: an acceptance holds cash, and spends none. */
const isAnySpent = ({ changedOrders, otherEvents, adjustments }: RowChanges): boolean =>
  changedOrders.length + otherEvents.length + adjustments.length > 0

/** Decodes what the statement has returned. */
export const writtenBy = (ids: readonly string[], lease: Lease | null): CommitResult => {
  const current = new Set(ids)
  const isHeld = current.delete(HELD)
  return { current, isLeaseHeld: lease === null || isHeld }
}
