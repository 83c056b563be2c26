import { and, asc, desc, eq, getTableColumns, gt, gte, lt, type SQL } from 'drizzle-orm'
import { firstFillIdAt } from '../../core/ids'
import type { Price } from '../../core/money'
import type { OrderEvent } from '../../core/order/event'
import type { Fill } from '../../core/order/fill'
import type { Order, TimeInForce } from '../../core/order/order'
import { atMs, type Instant } from '../../core/time'
import type { Drizzle } from '../database'
import { insertMany } from '../pg/bulk'
import { fills, orders } from '../schema'

const insertFillRows = insertMany(fills)

/** The fills among the events. */
export const insertFills = (events: readonly OrderEvent[]) =>
  insertFillRows(events.flatMap(({ accountId, fill }) => (fill ? [{ accountId, ...fill }] : [])))

export interface FillFilter {
  readonly accountId: string
  readonly orderId: string | null
  readonly symbol: string | null
  /** Inclusive. */
  readonly from: Instant | null
  /** Exclusive. */
  readonly to: Instant | null
  /** Only fills older than this one. */
  readonly before: string | null
  readonly limit: number
}

/** Newest first: fill ids sort by time. */
export const listFills = (drizzle: Drizzle, filter: FillFilter): Promise<Fill[]> =>
  readFills(drizzle, desc, filter.limit, [
    eq(fills.accountId, filter.accountId),
    filter.orderId === null ? undefined : eq(fills.orderId, filter.orderId),
    filter.symbol === null ? undefined : eq(fills.symbol, filter.symbol),
    filter.from === null ? undefined : filledFrom(filter.from),
    filter.to === null ? undefined : filledBefore(filter.to),
    filter.before === null ? undefined : lt(fills.fillId, filter.before),
  ])

export interface FillSpan {
  readonly accountId: string
  /** Inclusive. */
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  /** Only fills newer than this one. */
  readonly after: string | null
  readonly limit: number
}

/** Oldest first. */
export const fillsInOrder = (drizzle: Drizzle, span: FillSpan): Promise<Fill[]> =>
  readFills(drizzle, asc, span.limit, [
    eq(fills.accountId, span.accountId),
    filledFrom(span.from),
    filledBefore(span.to),
    span.after === null ? undefined : gt(fills.fillId, span.after),
  ])

/**
 * The page is cut before its orders are looked up, one look at an index for each, whatever the
 * planner believes of the tables: as a plain join it may walk all fills and orders of the account.
 */
function readFills(
  drizzle: Drizzle,
  direction: typeof asc,
  limit: number,
  conditions: readonly (SQL | undefined)[],
): Promise<Fill[]> {
  const page = drizzle
    .select()
    .from(fills)
    .where(and(...conditions))
    .orderBy(direction(fills.fillId))
    .limit(limit)
    .as('page')
  const placed = drizzle
    .select({ clientOrderId: orders.clientOrderId })
    .from(orders)
    .where(and(eq(orders.accountId, page.accountId), eq(orders.orderId, page.orderId)))
    .limit(1)
    .as('placed')
  return drizzle
    .select({
      fillId: page.fillId,
      orderId: page.orderId,
      clientOrderId: placed.clientOrderId,
      symbol: page.symbol,
      side: page.side,
      quantity: page.quantity,
      price: page.price,
      session: page.session,
      filledAt: page.filledAt,
      fillProfile: page.fillProfile,
    })
    .from(page)
    .crossJoinLateral(placed)
    .orderBy(direction(page.fillId))
}

/** The price of the account's last fill of the instrument up to an instant, that included. */
export async function lastFillPrice(
  drizzle: Drizzle,
  accountId: string,
  symbol: string,
  at: Instant,
): Promise<Price> {
  const [last] = await listFills(drizzle, {
    ...{ accountId, symbol, orderId: null, from: null, before: null, limit: 1 },
    to: atMs(at.epochMilliseconds + 1),
  })
  if (last === undefined) throw new Error(`${accountId} holds ${symbol} without a fill`)
  return last.price
}

/** The times select the fills; the ids bound the part of the index that is read. */
const filledFrom = (from: Instant) =>
  and(gte(fills.filledAt, from), gte(fills.fillId, firstFillIdAt(from)))
const filledBefore = (to: Instant) =>
  and(lt(fills.filledAt, to), lt(fills.fillId, firstFillIdAt(to)))

/** A fill with the terms of its order that decide its turn at a tick. */
export interface RankedFill extends Fill {
  readonly accountId: string
  readonly seq: number
  readonly limitPrice: Price | null
  readonly timeInForce: TimeInForce
}

/** The account's fills in the instrument from the instant on, oldest first. */
export function rankedFills(
  drizzle: Drizzle,
  {
    accountId,
    symbol,
    from,
    limit,
  }: Pick<FillFilter, 'accountId' | 'limit'> & {
    readonly symbol: string
    readonly from: Instant
  },
): Promise<RankedFill[]> {
  const { seq, limitPrice, timeInForce, clientOrderId } = orders
  return drizzle
    .select({ ...getTableColumns(fills), seq, limitPrice, timeInForce, clientOrderId })
    .from(fills)
    .innerJoin(
      orders,
      and(eq(orders.accountId, fills.accountId), eq(orders.orderId, fills.orderId)),
    )
    .where(and(eq(fills.accountId, accountId), eq(fills.symbol, symbol), filledFrom(from)))
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
