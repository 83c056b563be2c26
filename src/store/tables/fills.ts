import { and, desc, eq, gte, lt } from 'drizzle-orm'
import { firstFillIdAt } from '../../core/ids'
import type { OrderEvent } from '../../core/order/event'
import type { Fill } from '../../core/order/fill'
import type { Instant } from '../../core/time'
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

/**
 * Newest first: fill ids sort by time. The page is cut before its orders are looked up, one look at
 * an index for each, whatever the planner believes of the tables: as a plain join it may walk all
 * fills and orders of the account.
 */
export async function listFills(drizzle: Drizzle, filter: FillFilter): Promise<Fill[]> {
  const page = drizzle
    .select()
    .from(fills)
    .where(
      and(
        eq(fills.accountId, filter.accountId),
        filter.orderId === null ? undefined : eq(fills.orderId, filter.orderId),
        filter.symbol === null ? undefined : eq(fills.symbol, filter.symbol),
        filter.from === null ? undefined : filledFrom(filter.from),
        filter.to === null ? undefined : filledBefore(filter.to),
        filter.before === null ? undefined : lt(fills.fillId, filter.before),
      ),
    )
    .orderBy(desc(fills.fillId))
    .limit(filter.limit)
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
    .orderBy(desc(page.fillId))
}

/** The times select the fills; the ids bound the part of the index that is read. */
const filledFrom = (from: Instant) =>
  and(gte(fills.filledAt, from), gte(fills.fillId, firstFillIdAt(from)))
const filledBefore = (to: Instant) =>
  and(lt(fills.filledAt, to), lt(fills.fillId, firstFillIdAt(to)))
