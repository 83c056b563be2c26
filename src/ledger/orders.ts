import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { firstOrderIdAt } from '../core/ids'
import type { Order, ShownOrder } from '../core/order/order'
import type { Instant } from '../core/time'
import { byPairs, insertRows, updateRows } from '../postgres/bulk'
import { isClosedRow, isOpenRow, orders } from '../postgres/schema/trading'
import {
  arrayLiteral,
  filteredList,
  parameter,
  type Selection,
  type StatementRunner,
  selection,
  statement,
  timestampText,
} from '../postgres/statement'

const order: Selection<Order> = selection(getTableColumns(orders))

const byOrderId = byPairs(orders, [orders.accountId, orders.orderId], order)
const byClientOrderId = byPairs(orders, [orders.accountId, orders.clientOrderId], order)

export interface OrderKey {
  readonly accountId: string
  readonly orderId: string
}

export interface ClientOrderKey {
  readonly accountId: string
  readonly clientOrderId: string
}

export const ordersByIds = (runner: StatementRunner, keys: readonly OrderKey[]) =>
  byOrderId(
    runner,
    keys.map(({ accountId, orderId }) => [accountId, orderId]),
  )

export const ordersByClientOrderIds = (runner: StatementRunner, keys: readonly ClientOrderKey[]) =>
  byClientOrderId(
    runner,
    keys.map(({ accountId, clientOrderId }) => [accountId, clientOrderId]),
  )

const openOfAccounts = statement(
  ['accountIds'],
  sql`select ${order.list} from ${orders}
    where ${orders.accountId} = any(${parameter('accountIds', 'text[]')})
      and ${isOpenRow(orders.status)}`,
  (row): Order => order.decode(row),
)

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

const closesOf = statement(
  ['accountId', 'from', 'end', 'id'],
  sql`select ${order.list} from ${orders}
    where ${orders.accountId} = ${parameter('accountId', 'text')}
      and ${orders.orderId} >= ${parameter('from', 'text')}
      and ${orders.orderId} < ${parameter('end', 'text')}
      and starts_with(${orders.clientOrderId}, ${parameter('id', 'text')} || '.')
      and ${orders.sizing} is not null
    order by ${orders.orderId}`,
  (row): Order => order.decode(row),
)

/**
 * The other orders of a close of all holdings, found from the order that has its id
 * [close.all-ids].
 */
export const closesBeside = (
  runner: StatementRunner,
  { accountId, requestedAt, clientOrderId }: Order,
): Promise<readonly Order[]> =>
  runner.all(closesOf, {
    accountId,
    from: firstOrderIdAt(requestedAt),
    end: firstOrderIdAt(requestedAt.add({ milliseconds: 1 })),
    id: clientOrderId,
  })

export const ORDER_KEY = ['accountId', 'orderId'] as const
/** The columns that change during an order's life; its terms never change. */
export const ORDER_CHANGES = [
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
] as const

/** The key and the changed columns of an order, for a row that has more columns. */
export const changesOf = (order: Order) => ({
  accountId: order.accountId,
  orderId: order.orderId,
  status: order.status,
  filledQuantity: order.filledQuantity,
  filledAmount: order.filledAmount,
  heldCash: order.heldCash,
  rejectReason: order.rejectReason,
  cancelReason: order.cancelReason,
  updatedAt: order.updatedAt,
  cancelRequestedAt: order.cancelRequestedAt,
  queueAhead: order.queueAhead,
  queueMovedAt: order.queueMovedAt,
})

/** New orders whose events are inserted separately. */
export const INSERTED_ORDERS = insertRows('order', orders)

/** Orders whose queue position has moved without an event. */
export const MOVED_ORDERS = updateRows('moved', orders, ORDER_KEY, ORDER_CHANGES)

/** An order as its own client sees it. */
export type PagedOrder = Omit<ShownOrder, 'accountId'>

/** Selects the shown columns only: a hidden column would cost as much to send and to decode. */
const listed = selection({
  orderId: orders.orderId,
  clientOrderId: orders.clientOrderId,
  symbol: orders.symbol,
  side: orders.side,
  orderType: orders.orderType,
  timeInForce: orders.timeInForce,
  quantity: orders.quantity,
  limitPrice: orders.limitPrice,
  status: orders.status,
  filledQuantity: orders.filledQuantity,
  filledAmount: orders.filledAmount,
  session: orders.session,
  rejectReason: orders.rejectReason,
  cancelReason: orders.cancelReason,
  requestedAt: orders.requestedAt,
  updatedAt: orders.updatedAt,
  cancelRequestedAt: orders.cancelRequestedAt,
  replaces: orders.replaces,
  replacedBy: orders.replacedBy,
  sizing: orders.sizing,
})

export interface OrderFilter {
  readonly accountId: string
  readonly status: 'OPEN' | 'CLOSED' | null
  readonly symbol: string | null
  /** The earliest time of acceptance; inclusive. */
  readonly from: Instant | null
  /** The latest time of acceptance; exclusive. */
  readonly to: Instant | null
  /** Selects orders older than this one; null selects all. */
  readonly before: string | null
  readonly limit: number
}

const ORDER_FILTERS = {
  symbol: sql`${orders.symbol} = ${parameter('symbol', 'text')}`,
  // The times select the orders; the ids limit the part of the index that is read.
  from: sql`${orders.requestedAt} >= ${parameter('from', 'timestamptz')}`,
  firstId: sql`${orders.orderId} >= ${parameter('firstId', 'text')}`,
  to: sql`${orders.requestedAt} < ${parameter('to', 'timestamptz')}`,
  endId: sql`${orders.orderId} < ${parameter('endId', 'text')}`,
  before: sql`${orders.orderId} < ${parameter('before', 'text')}`,
}

const OF_ACCOUNT = sql`${orders.accountId} = ${parameter('accountId', 'text')}`
const IS_OPEN = isOpenRow(orders.status)
const IS_CLOSED = isClosedRow(orders.status)
/** [page.newest-first] */
const NEWEST_FIRST = sql`order by ${sql.identifier(orders.orderId.name)} desc
  limit ${parameter('limit', 'bigint')}`

const pageOf = (which: readonly SQL[], given: readonly SQL[]): SQL =>
  sql`select ${listed.list} from ${orders}
    where ${sql.join([OF_ACCOUNT, ...which, ...given], sql` and `)} ${NEWEST_FIRST}`

const listOf = (page: (given: readonly SQL[]) => SQL) =>
  filteredList(ORDER_FILTERS, (given) =>
    statement(
      ['accountId', 'limit', 'symbol', 'from', 'firstId', 'to', 'endId', 'before'],
      page(given),
      (row): PagedOrder => listed.decode(row),
    ),
  )

const lists = {
  ALL: listOf((given) => pageOf([], given)),
  OPEN: listOf((given) => pageOf([IS_OPEN], given)),
  CLOSED: listOf((given) => pageOf([IS_CLOSED], given)),
  /** No index has both the open and the closed orders of a symbol. */
  ALL_OF_SYMBOL: listOf(
    (given) => sql`select * from ((${pageOf([IS_OPEN], given)})
      union all (${pageOf([IS_CLOSED], given)})) as ${orders} ${NEWEST_FIRST}`,
  ),
}

/** Newest first: order ids sort by time. Each filter has an index that finds its orders. */
export const listOrders = (
  runner: StatementRunner,
  { status, from, to, limit, ...filter }: OrderFilter,
): Promise<readonly PagedOrder[]> =>
  lists[status ?? (filter.symbol === null ? 'ALL' : 'ALL_OF_SYMBOL')](runner, {
    ...filter,
    limit: String(limit),
    from: from && timestampText(from),
    firstId: from && firstOrderIdAt(from),
    to: to && timestampText(to),
    endId: to && firstOrderIdAt(to),
  })
