/** The accounts' event logs: one row for each change of an order [stream.event]. */
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AccountEvent } from '../../core/conditional/leg'
import {
  type Fill,
  JUST_ACCEPTED,
  type Order,
  type OrderEvent,
  type OrderStatus,
  orderAfter,
} from '../../core/order/order'
import type { Instant } from '../../core/time'
import { columnNames, insertRows, updateRows } from '../../postgres/bulk'
import { accounts, fills, orderEvents, orders } from '../../postgres/schema/trading'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../../postgres/statement'
import { VERSION, type Version } from '../../postgres/version-id'
import { legEventsOf } from '../conditional-orders'
import { changesOf, ORDER_CHANGES, ORDER_KEY } from '../orders'

/** The columns of every event of an order, each with the order's column that it copies. */
const CHANGE = [
  [orderEvents.accountId, orders.accountId],
  [orderEvents.orderId, orders.orderId],
  [orderEvents.status, orders.status],
  [orderEvents.filledQuantity, orders.filledQuantity],
  [orderEvents.filledAmount, orders.filledAmount],
  [orderEvents.occurredAt, orders.updatedAt],
] as const

/** A new order has the number of its acceptance. */
const ACCEPTANCE = [...CHANGE, [orderEvents.seq, orders.seq]] as const

/** A column to write, and the column whose value it copies. */
type Repeated = readonly [Column, Column]

/** Pairs each column with the column of the same name. */
const asSent = (columns: readonly Column[]) => columns.map((column): Repeated => [column, column])

/** Inserts one event for each row of `made`, whose values it copies. */
const insertEvents = (made: SQL, pairs: readonly Repeated[]) =>
  sql`insert into ${orderEvents}
      (${columnNames([...pairs.map(([to]) => to), orderEvents.version])})
    select ${columnNames(pairs.map(([, from]) => from))}, ${VERSION} from ${made}`

/** Inserts one fill for each row of `made` that has one, whose values it copies. */
const insertFills = (made: SQL, pairs: readonly Repeated[]) =>
  sql`insert into ${fills} (${columnNames(pairs.map(([to]) => to))})
    select ${columnNames(pairs.map(([, from]) => from))} from ${made}
    where ${sql.identifier(fills.fillId.name)} is not null`

/** Written in the transaction of the change that they record [stream.transaction]. */
export const INSERTED_EVENTS = insertRows('event', orderEvents, { unsent: { version: VERSION } })

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
 * Inserts new orders that have no event but their acceptance, with that event, whose values come
 * from the order [stream.transaction]. Leaves out a third of the columns, which need not be sent or
 * read.
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
    write: (made) => [insertEvents(made, ACCEPTANCE)],
  },
})

/** The columns of a fill that copy its order's columns. */
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

/**
 * The columns of a later event, and of a fill, each with the column of the changed row that it
 * copies.
 */
const LATER_EVENT = [...CHANGE, ...asSent([orderEvents.seq, fills.fillId])]
const FILL = [...OF_ORDER, ...asSent([fills.fillId, ...Object.values(execution)])]

/** An order after an event, with that event. */
export interface ChangedOrder {
  readonly order: Order
  readonly event: OrderEvent
}

/** What a changed order has in addition to its own columns. */
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
    write: (made: SQL) => [insertEvents(made, LATER_EVENT), insertFills(made, FILL)],
  },
} as const

/**
 * Updates changed orders, each with its last event and that event's fill, if it has one. Both copy
 * their values from the order [stream.transaction].
 */
export const CHANGED_ORDERS = updateRows(
  'changed order',
  orders,
  ORDER_KEY,
  ORDER_CHANGES,
  LAST_EVENT,
)

/** Updates orders that another order has replaced: no other change of an order sets that column. */
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
/** Omits an order's holds and its queue position, which clients do not see. */
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

/** The index in a row at which the order's columns begin. */
const ORDER_AT = Object.keys(eventColumns).length
const EXECUTION_AT = ORDER_AT + Object.keys(orderColumns).length

/** An event of a leg: no order has its order id, so the order's columns are null. */
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
 * One index look-up for each event, whatever the planner estimates: with plain joins it may read
 * all orders of the account for each event. Each part is named after its table.
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
 * Returns the events of an account after `seq`, oldest first, at most `limit` of them. Reads leg
 * events separately, so that an account without conditional orders pays nothing for them.
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
    // The log has lost the event: the page ends here, as at any other gap.
    if (known === undefined) break
    events.push(known)
  }
  return events
}

const loggedIn = statement(
  ['accountIds', 'seqs', 'version'],
  sql`select tried.account_id
    from unnest(${parameter('accountIds', 'text[]')}, ${parameter('seqs', 'integer[]')})
      as tried (account_id, seq)
    cross join lateral (select from ${orderEvents}
      where ${orderEvents.accountId} = tried.account_id and ${orderEvents.seq} = tried.seq
        and ${orderEvents.version} = ${VERSION} offset 0) as ${orderEvents}`,
  ([accountId]) => String(accountId),
)

/** Returns the accounts whose event of this number was written with the version. */
export const loggedWith = (
  runner: StatementRunner,
  version: Version,
  events: readonly Pick<AccountEvent, 'accountId' | 'seq'>[],
): Promise<readonly string[]> =>
  runner.all(loggedIn, {
    accountIds: arrayLiteral(events.map(({ accountId }) => accountId)),
    seqs: arrayLiteral(events.map(({ seq }) => String(seq))),
    version: String(version),
  })

export interface AccountSeq {
  readonly accountId: string
  /** The number of its last event; 0 if it has none. */
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
  /** The number of the oldest event in the log; `lastSeq + 1` if the log has none. */
  readonly oldestSeq: number
}

const rangeOf = statement(
  ['accountId'],
  sql`select ${accounts.seq}, coalesce((select min(${orderEvents.seq}) from ${orderEvents}
      where ${orderEvents.accountId} = ${accounts.accountId}), ${accounts.seq} + 1)
    from ${accounts} where ${accounts.accountId} = ${parameter('accountId', 'text')}`,
  ([lastSeq, oldestSeq]): LogRange => ({ lastSeq: Number(lastSeq), oldestSeq: Number(oldestSeq) }),
)

/** Returns undefined for an unknown account. */
export async function logRange(
  runner: StatementRunner,
  accountId: string,
): Promise<LogRange | undefined> {
  const [found] = await runner.all(rangeOf, { accountId })
  return found
}

/** The most accounts in one answer. */
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
 * Finds accounts, among these or all, whose last event was at that time or later, by the market's
 * clock. Returns at most RECENT_MAX, the latest first.
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
