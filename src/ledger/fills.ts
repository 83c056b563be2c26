import { and, asc, eq, getTableColumns, gt, gte, type SQL, sql } from 'drizzle-orm'
import { firstFillIdAt } from '../core/ids'
import type { Price } from '../core/money'
import type { Fill, Order, TimeInForce } from '../core/order/order'
import { atMs, type Instant } from '../core/time'
import { insertRows } from '../postgres/bulk'
import type { Drizzle } from '../postgres/database'
import { type LongRead, PAGE_ROWS } from '../postgres/long-read'
import { fills, orders } from '../postgres/schema/trading'
import {
  filteredList,
  parameter,
  type StatementRunner,
  selection,
  statement,
  timestampText,
} from '../postgres/statement'

export const INSERTED_FILLS = insertRows('fill', fills)

export interface FillFilter {
  readonly accountId: string
  readonly orderId: string | null
  readonly symbol: string | null
  /** Inclusive. */
  readonly from: Instant | null
  /** Exclusive. */
  readonly to: Instant | null
  /** Selects fills older than this one; null selects all. */
  readonly before: string | null
  readonly limit: number
}

const FILTERS = {
  orderId: sql`${fills.orderId} = ${parameter('orderId', 'text')}`,
  symbol: sql`${fills.symbol} = ${parameter('symbol', 'text')}`,
  // The times select the fills; the ids limit the part of the index that is read.
  from: sql`${fills.filledAt} >= ${parameter('from', 'timestamptz')}`,
  firstId: sql`${fills.fillId} >= ${parameter('firstId', 'text')}`,
  to: sql`${fills.filledAt} < ${parameter('to', 'timestamptz')}`,
  endId: sql`${fills.fillId} < ${parameter('endId', 'text')}`,
  before: sql`${fills.fillId} < ${parameter('before', 'text')}`,
  after: sql`${fills.fillId} > ${parameter('after', 'text')}`,
}
const ofAccount = sql`${fills.accountId} = ${parameter('accountId', 'text')}`
const { accountId: _, clientOrderId: __, ...shown } = getTableColumns(fills)
const fill = selection(shown)

/** Old fills have no client order id of their own, so it comes from their order. */
const clientOrderId = sql`coalesce(${fills.clientOrderId}, (select ${orders.clientOrderId}
  from ${orders} where ${orders.accountId} = ${fills.accountId}
    and ${orders.orderId} = ${fills.orderId}))`

const listIn = (direction: SQL) =>
  filteredList(FILTERS, (given) =>
    statement(
      [
        'accountId',
        'limit',
        'orderId',
        'symbol',
        'from',
        'firstId',
        'to',
        'endId',
        'before',
        'after',
      ],
      sql`select ${clientOrderId}, ${fill.list} from ${fills}
        where ${sql.join([ofAccount, ...given], sql` and `)}
        order by ${fills.fillId} ${direction}
        limit ${parameter('limit', 'bigint')}`,
      ([clientOrderId, ...row]): Fill => ({
        ...fill.decode(row),
        clientOrderId: String(clientOrderId),
      }),
    ),
  )

/** [page.newest-first] */
const newestFirst = listIn(sql`desc`)
const oldestFirst = listIn(sql`asc`)

const within = ({ from, to }: Pick<FillFilter, 'from' | 'to'>) => ({
  from: from && timestampText(from),
  firstId: from && firstFillIdAt(from),
  to: to && timestampText(to),
  endId: to && firstFillIdAt(to),
})

/** Newest first: fill ids sort by time. */
export const listFills = (
  runner: StatementRunner,
  { from, to, limit, ...filter }: FillFilter,
): Promise<readonly Fill[]> =>
  newestFirst(runner, { ...filter, ...within({ from, to }), limit: String(limit), after: null })

export interface FillSpan {
  readonly accountId: string
  /** Inclusive. */
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  /** Selects fills newer than this one; null selects all. */
  readonly after: string | null
  readonly limit: number
}

/** Oldest first. */
export const fillsInOrder = (
  runner: StatementRunner,
  { from, to, limit, ...span }: FillSpan,
): Promise<readonly Fill[]> =>
  oldestFirst(runner, {
    ...span,
    ...within({ from, to }),
    limit: String(limit),
    orderId: null,
    symbol: null,
    before: null,
  })

/** Returns the price of the account's last fill of the instrument at the instant or before it. */
export async function lastFillPrice(
  runner: StatementRunner,
  accountId: string,
  symbol: string,
  at: Instant,
): Promise<Price> {
  const [last] = await listFills(runner, {
    accountId,
    symbol,
    orderId: null,
    from: null,
    before: null,
    limit: 1,
    to: atMs(at.epochMilliseconds + 1),
  })
  if (last === undefined) throw new Error(`${accountId} holds ${symbol} without a fill`)
  return last.price
}

/** A fill with the terms of its order that decide its turn at a tick. */
export interface RankedFill extends Fill {
  readonly accountId: string
  readonly seq: number
  readonly limitPrice: Price | null
  readonly timeInForce: TimeInForce
}

/** Selects fills at the instant or later; the id limits the part of the index, as above. */
const filledFrom = (from: Instant) =>
  and(gte(fills.filledAt, from), gte(fills.fillId, firstFillIdAt(from)))

interface RankedSpan {
  readonly accountId: string
  readonly symbol: string
  readonly from: Instant
  readonly limit: number
}

/** Yields the account's fills in the instrument from the instant on, oldest first, page by page. */
export async function rankedFills(
  drizzle: Drizzle,
  { limit, ...span }: RankedSpan,
  pageRead: LongRead,
): Promise<readonly RankedFill[]> {
  const found: RankedFill[] = []
  while (found.length < limit) {
    const rows = Math.min(PAGE_ROWS, limit - found.length)
    const page = await rankedPage(drizzle, span, found.at(-1)?.fillId ?? null, rows)
    found.push(...page)
    await pageRead(page.length)
    if (page.length < rows) break
  }
  return found
}

function rankedPage(
  drizzle: Drizzle,
  { accountId, symbol, from }: Omit<RankedSpan, 'limit'>,
  after: string | null,
  limit: number,
): Promise<RankedFill[]> {
  const { seq, limitPrice, timeInForce, clientOrderId } = orders
  return drizzle
    .select({ ...getTableColumns(fills), seq, limitPrice, timeInForce, clientOrderId })
    .from(fills)
    .innerJoin(
      orders,
      and(eq(orders.accountId, fills.accountId), eq(orders.orderId, fills.orderId)),
    )
    .where(
      and(
        eq(fills.accountId, accountId),
        eq(fills.symbol, symbol),
        filledFrom(from),
        after === null ? undefined : gt(fills.fillId, after),
      ),
    )
    .orderBy(asc(fills.fillId))
    .limit(limit)
}

/** All fills of an order, oldest first. */
export const fillsOfOrder = async (
  drizzle: Drizzle,
  { accountId, orderId, clientOrderId }: Pick<Order, 'accountId' | 'orderId' | 'clientOrderId'>,
): Promise<Fill[]> => {
  const found = await drizzle
    .select()
    .from(fills)
    .where(and(eq(fills.accountId, accountId), eq(fills.orderId, orderId)))
    .orderBy(asc(fills.filledAt))
  return found.map(({ accountId: _, ...fill }) => ({ ...fill, clientOrderId }))
}
