import { and, desc, eq, getTableColumns, gte, lt, not, type SQL, sql } from 'drizzle-orm'
import { firstOrderIdAt } from '../../core/ids'
import type { Order } from '../../core/order/order'
import { type Instant, Temporal } from '../../core/time'
import type { Drizzle } from '../database'
import { insertMany, updateMany } from '../pg/bulk'
import {
  arrayLiteral,
  parameter,
  type StatementRunner,
  selection,
  statement,
} from '../pg/statement'
import { isOpenRow, orders } from '../schema'

const order = selection(getTableColumns(orders))

/** Selects orders by pairs of account and a second column, whose index leads with the account. */
const byPairs = (second: SQL) =>
  statement(
    ['accountIds', 'ids'],
    sql`select ${order.list} from ${orders}
      join unnest(${parameter('accountIds', 'text[]')}, ${parameter('ids', 'text[]')})
        as wanted (account_id, id)
      on ${orders.accountId} = wanted.account_id and ${second} = wanted.id`,
    (row): Order => order.decode(row),
  )

const byOrderId = byPairs(sql`${orders.orderId}`)
const byClientOrderId = byPairs(sql`${orders.clientOrderId}`)

export interface OrderKey {
  readonly accountId: string
  readonly orderId: string
}

export interface ClientOrderKey {
  readonly accountId: string
  readonly clientOrderId: string
}

export const ordersByIds = (runner: StatementRunner, keys: readonly OrderKey[]) =>
  runner.all(byOrderId, {
    accountIds: arrayLiteral(keys.map(({ accountId }) => accountId)),
    ids: arrayLiteral(keys.map(({ orderId }) => orderId)),
  })

export const ordersByClientOrderIds = (runner: StatementRunner, keys: readonly ClientOrderKey[]) =>
  runner.all(byClientOrderId, {
    accountIds: arrayLiteral(keys.map(({ accountId }) => accountId)),
    ids: arrayLiteral(keys.map(({ clientOrderId }) => clientOrderId)),
  })

const openOfAccounts = statement(
  ['accountIds'],
  sql`select ${order.list} from ${orders}
    where ${orders.accountId} = any(${parameter('accountIds', 'text[]')})
      and ${isOpenRow(orders.status)}`,
  (row): Order => order.decode(row),
)

/** All open orders of the accounts. */
export const openOrdersOf = (runner: StatementRunner, accountIds: readonly string[]) =>
  runner.all(openOfAccounts, { accountIds: arrayLiteral(accountIds) })

const oneById = statement(
  ['accountId', 'orderId'],
  sql`select ${order.list} from ${orders}
    where ${orders.accountId} = ${parameter('accountId', 'text')}
      and ${orders.orderId} = ${parameter('orderId', 'text')}`,
  (row): Order => order.decode(row),
)

export async function findOrder(
  runner: StatementRunner,
  key: OrderKey,
): Promise<Order | undefined> {
  const [found] = await runner.all(oneById, { accountId: key.accountId, orderId: key.orderId })
  return found
}

const insertOrderRows = insertMany(orders)
const updateOrderRows = updateMany(
  orders,
  ['accountId', 'orderId'],
  [
    'status',
    'filledQuantity',
    'filledAmount',
    'heldCash',
    'rejectReason',
    'cancelReason',
    'updatedAt',
    'cancelRequestedAt',
    'queueAhead',
    'queueMovedAt',
  ],
)

export const insertOrders = (made: readonly Order[]) => insertOrderRows(made)

/** Updates the columns that an order's life changes; its terms never do. */
export const updateOrders = (changed: readonly Order[]) => updateOrderRows(changed)

const latestChange = statement(
  [],
  sql`select max(${orders.updatedAt}) from ${orders}`,
  ([latest]): Instant | null => (latest === null ? null : Temporal.Instant.from(String(latest))),
  'long',
)

/** The latest instant at which any order changed; null while there is none. Reads every order. */
export async function latestOrderChange(runner: StatementRunner): Promise<Instant | null> {
  const [latest] = await runner.all(latestChange, {})
  return latest ?? null
}

export interface OrderFilter {
  readonly accountId: string
  readonly status: 'OPEN' | 'CLOSED' | null
  readonly symbol: string | null
  /** Of the acceptance; inclusive. */
  readonly from: Instant | null
  /** Exclusive. */
  readonly to: Instant | null
  /** Only orders older than this one. */
  readonly before: string | null
  readonly limit: number
}

/**
 * Newest first: order ids sort by time. Open orders have an index of their own; closed ones are
 * found on the way back through all.
 */
export const listOrders = (drizzle: Drizzle, filter: OrderFilter): Promise<Order[]> =>
  drizzle
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.accountId, filter.accountId),
        statusIs(filter.status),
        filter.symbol === null ? undefined : eq(orders.symbol, filter.symbol),
        filter.from === null ? undefined : acceptedFrom(filter.from),
        filter.to === null ? undefined : acceptedBefore(filter.to),
        filter.before === null ? undefined : lt(orders.orderId, filter.before),
      ),
    )
    .orderBy(desc(orders.orderId))
    .limit(filter.limit)

/** The times select the orders; the ids bound the part of the index that is read. */
const acceptedFrom = (from: Instant) =>
  and(gte(orders.requestedAt, from), gte(orders.orderId, firstOrderIdAt(from)))
const acceptedBefore = (to: Instant) =>
  and(lt(orders.requestedAt, to), lt(orders.orderId, firstOrderIdAt(to)))

function statusIs(status: OrderFilter['status']): SQL | undefined {
  if (status === null) return undefined
  const isOpen = isOpenRow(orders.status)
  return status === 'OPEN' ? isOpen : not(isOpen)
}
