/** The accounts' event logs: one row for each change of an order [stream.event]. */
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { AccountEvent } from '../../core/conditional/leg'
import { type OrderEvent, orderAfter } from '../../core/order/event'
import type { Fill } from '../../core/order/fill'
import { JUST_ACCEPTED, type Order, type OrderStatus } from '../../core/order/order'
import type { Instant } from '../../core/time'
import { insertRows, updateRows } from '../../postgres/bulk'
import { accounts, fills, orderEvents, orders } from '../../postgres/schema'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../../postgres/statement'
import { columnNames } from '../../postgres/unnest'
import { legEventsOf } from '../conditional-orders'
import { changesOf, ORDER_CHANGES, ORDER_KEY } from '../orders'

/** The columns of every event of an order, each with the order's column that it repeats. */
const CHANGE = [
  [orderEvents.accountId, orders.accountId],
  [orderEvents.orderId, orders.orderId],
  [orderEvents.status, orders.status],
  [orderEvents.filledQuantity, orders.filledQuantity],
  [orderEvents.filledAmount, orders.filledAmount],
  [orderEvents.occurredAt, orders.updatedAt],
] as const

/** A new order's number is that of its acceptance. */
const ACCEPTANCE = [...CHANGE, [orderEvents.seq, orders.seq]] as const

/** A column to be written, and the one whose value it repeats. */
type Repeated = readonly [Column, Column]

/** Columns that repeat one of their own name. */
const asSent = (columns: readonly Column[]) => columns.map((column): Repeated => [column, column])

/** A row of a table for each of the rows made, which it repeats. */
const insertFrom = (made: SQL, table: PgTable, pairs: readonly Repeated[]) =>
  sql`insert into ${table} (${columnNames(pairs.map(([to]) => to))})
    select ${columnNames(pairs.map(([, from]) => from))} from ${made}`

/** Written in the transaction of their change [stream.transaction]. */
export const INSERTED_EVENTS = insertRows('event', orderEvents)

export const eventRow = ({ accountId, seq, order, fill }: OrderEvent) => ({
  accountId,
  seq,
  orderId: order.orderId,
  status: order.status,
  filledQuantity: order.filledQuantity,
  filledAmount: order.filledAmount,
  fillId: fill?.fillId ?? null,
  occurredAt: order.updatedAt,
})

/**
 * New orders to which nothing has happened yet, each with the event of its acceptance, which
 * repeats what the order says [stream.transaction]. A third of the columns need not be sent with
 * each, nor read.
 */
export const ACCEPTED_ORDERS = insertRows('accepted', orders, {
  unsent: { ...JUST_ACCEPTED, updatedAt: sql`incoming.${columnNames([orders.requestedAt])}` },
  constant: [
    'side',
    'orderType',
    'timeInForce',
    'session',
    'requestedAt',
    'validUntil',
    'queueAhead',
  ],
  derived: {
    columns: ACCEPTANCE.map(([, order]) => order),
    write: (made) => [insertFrom(made, orderEvents, ACCEPTANCE)],
  },
})

/** The columns of a fill that repeat its order's. */
const OF_ORDER = [
  [fills.accountId, orders.accountId],
  [fills.orderId, orders.orderId],
  [fills.clientOrderId, orders.clientOrderId],
  [fills.symbol, orders.symbol],
  [fills.side, orders.side],
  [fills.filledAt, orders.updatedAt],
] as const

const execution = {
  quantity: fills.quantity,
  price: fills.price,
  session: fills.session,
  fillProfile: fills.fillProfile,
}

/** The columns of a later event, and of a fill, each with the changed row's that it repeats. */
const LATER_EVENT = [...CHANGE, ...asSent([orderEvents.seq, fills.fillId])]
const FILL = [...OF_ORDER, ...asSent([fills.fillId, ...Object.values(execution)])]

/** An order as an event has left it, with that event. */
export interface ChangedOrder {
  readonly order: Order
  readonly event: OrderEvent
}

/** What a changed order brings beside its own columns. */
const LAST_EVENT = {
  sent: { seq: orderEvents.seq, fillId: fills.fillId, ...execution },
  constant: [
    'rejectReason',
    'cancelReason',
    'updatedAt',
    'cancelRequestedAt',
    'queueAhead',
    'queueMovedAt',
    'session',
    'fillProfile',
  ],
  derived: {
    columns: [...new Set([...CHANGE, ...OF_ORDER].map(([, order]) => order))],
    write: (made: SQL) => [
      insertFrom(made, orderEvents, LATER_EVENT),
      sql`${insertFrom(made, fills, FILL)} where ${sql.identifier(fills.fillId.name)} is not null`,
    ],
  },
} as const

/**
 * Changed orders, each with its last event, and the fill of that one if it has one: both repeat
 * what the order says [stream.transaction].
 */
export const CHANGED_ORDERS = updateRows(
  'changed order',
  orders,
  ORDER_KEY,
  ORDER_CHANGES,
  LAST_EVENT,
)

/** Those whose place another order has taken: no other change of an order brings that column. */
export const REPLACED_ORDERS = updateRows(
  'replaced order',
  orders,
  ORDER_KEY,
  [...ORDER_CHANGES, 'replacedBy'],
  LAST_EVENT,
)

export const replacedRow = (changed: ChangedOrder) => ({
  ...changedRow(changed),
  replacedBy: changed.order.replacedBy,
})

export const changedRow = ({ order, event: { seq, fill } }: ChangedOrder) => ({
  ...changesOf(order),
  seq,
  fillId: fill?.fillId ?? null,
  quantity: fill?.quantity ?? null,
  price: fill?.price ?? null,
  session: fill?.session ?? null,
  fillProfile: fill?.fillProfile ?? null,
})

const eventColumns = {
  accountId: orderEvents.accountId,
  seq: orderEvents.seq,
  status: orderEvents.status,
  filledQuantity: orderEvents.filledQuantity,
  filledAmount: orderEvents.filledAmount,
  fillId: orderEvents.fillId,
  occurredAt: orderEvents.occurredAt,
}
/** All but an order's holds and its place in a queue, which clients do not see. */
const {
  seq: _,
  holdPrice: __,
  heldCash: ___,
  validUntil: ____,
  queueAhead: _____,
  queueMovedAt: ______,
  ...orderColumns
} = getTableColumns(orders)
const event = selection(eventColumns)
const order = selection(orderColumns)
const filled = selection(execution)

/** Where the columns of a row begin. */
const ORDER_AT = Object.keys(eventColumns).length
const EXECUTION_AT = ORDER_AT + Object.keys(orderColumns).length

/** An event of a leg is told apart by its order: there is none of its id. */
interface OtherEvent {
  readonly accountId: string
  readonly seq: number
  readonly order: null
}

function decode(row: readonly unknown[]): OrderEvent | OtherEvent {
  const { accountId, seq, fillId, ...decoded } = event.decode(row)
  if (row[ORDER_AT] === null) return { accountId, seq, order: null }
  // safe: an order's event has an order's status.
  const state = { ...decoded, status: decoded.status as OrderStatus }
  const now = order.decode(row.slice(ORDER_AT))
  const { orderId, clientOrderId, symbol, side } = now
  const fill: Fill | null =
    fillId === null
      ? null
      : {
          fillId,
          orderId,
          clientOrderId,
          symbol,
          side,
          ...filled.decode(row.slice(EXECUTION_AT)),
          filledAt: state.occurredAt,
        }
  return { accountId, seq, order: orderAfter(now, state), fill }
}

/**
 * One look at an index for each event, whatever the planner believes of the tables: with plain
 * joins it may walk all orders of the account for each event. Each part has its table's name.
 */
const after = statement(
  ['accountId', 'seq', 'limit'],
  sql`select ${event.list}, ${order.list}, ${filled.list}
    from (select * from ${orderEvents}
      where ${orderEvents.accountId} = ${parameter('accountId', 'text')}
        and ${orderEvents.seq} > ${parameter('seq', 'integer')}
      order by ${orderEvents.seq} limit ${parameter('limit', 'integer')}) as ${orderEvents}
    left join lateral (select * from ${orders}
      where ${orders.accountId} = ${orderEvents.accountId}
        and ${orders.orderId} = ${orderEvents.orderId} limit 1) as ${orders} on true
    left join lateral (select * from ${fills}
      where ${fills.accountId} = ${orderEvents.accountId}
        and ${fills.orderId} = ${orderEvents.orderId}
        and ${fills.fillId} = ${orderEvents.fillId} limit 1) as ${fills} on true
    order by ${orderEvents.seq}`,
  decode,
)

/**
 * The events of an account after `seq`, oldest first, at most `limit` of them. Those of legs are
 * read apart, so that an account without conditional orders pays nothing for them.
 */
export async function eventsAfter(
  runner: StatementRunner,
  accountId: string,
  seq: number,
  limit: number,
): Promise<readonly AccountEvent[]> {
  const found = await runner.all(after, { accountId, seq: String(seq), limit: String(limit) })
  const others = found.flatMap((one) => (one.order === null ? [one.seq] : []))
  const legs = others.length === 0 ? [] : await legEventsOf(runner, accountId, others)
  const bySeq = new Map(legs.map((one) => [one.seq, one]))
  const events: AccountEvent[] = []
  for (const one of found) {
    const known = one.order === null ? bySeq.get(one.seq) : one
    // The log has lost it: the page ends here, as at any other gap.
    if (known === undefined) break
    events.push(known)
  }
  return events
}

export interface AccountSeq {
  readonly accountId: string
  /** Of its last event; 0 while it has none. */
  readonly lastSeq: number
}

const lastOf = statement(
  ['accountIds'],
  sql`select ${accounts.accountId}, ${accounts.seq} from ${accounts}
    where ${accounts.accountId} = any(${parameter('accountIds', 'text[]')})
    order by ${accounts.accountId}`,
  ([accountId, seq]): AccountSeq => ({ accountId: String(accountId), lastSeq: Number(seq) }),
)

export const lastSeqs = (
  runner: StatementRunner,
  accountIds: readonly string[],
): Promise<readonly AccountSeq[]> => runner.all(lastOf, { accountIds: arrayLiteral(accountIds) })

export interface LogRange {
  readonly lastSeq: number
  /** Of the oldest event that is kept; one more than `lastSeq` where none is. */
  readonly oldestSeq: number
}

const rangeOf = statement(
  ['accountId'],
  sql`select ${accounts.seq}, coalesce((select min(${orderEvents.seq}) from ${orderEvents}
      where ${orderEvents.accountId} = ${accounts.accountId}), ${accounts.seq} + 1)
    from ${accounts} where ${accounts.accountId} = ${parameter('accountId', 'text')}`,
  ([lastSeq, oldestSeq]): LogRange => ({ lastSeq: Number(lastSeq), oldestSeq: Number(oldestSeq) }),
)

/** Undefined for an unknown account. */
export async function logRange(
  runner: StatementRunner,
  accountId: string,
): Promise<LogRange | undefined> {
  const [found] = await runner.all(rangeOf, { accountId })
  return found
}

/** An answer stays small however many accounts there are. */
export const RECENT_MAX = 1_000

const recent = statement(
  ['since', 'accountIds'],
  sql`select ${accounts.accountId}, ${accounts.seq} from ${accounts}
    where ${accounts.lastEventAt} >= ${parameter('since', 'timestamptz')}
      and coalesce(${accounts.accountId} = any(${parameter('accountIds', 'text[]')}), true)
    order by ${accounts.lastEventAt} desc, ${accounts.accountId}
    limit ${sql.raw(String(RECENT_MAX))}`,
  ([accountId, seq]): AccountSeq => ({ accountId: String(accountId), lastSeq: Number(seq) }),
)

/**
 * Finds, among these accounts or all, those whose last event was then or later, by the market's
 * time: at most RECENT_MAX, the latest first.
 */
export const recentSeqs = (
  runner: StatementRunner,
  since: Instant,
  accountIds: readonly string[] | 'all',
): Promise<readonly AccountSeq[]> =>
  runner.all(recent, {
    since: since.toString(),
    accountIds: accountIds === 'all' ? null : arrayLiteral(accountIds),
  })
