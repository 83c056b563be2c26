import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { Fill } from '../core/fill'
import { firstFillIdAt } from '../core/ids'
import type { Posted } from '../core/post'
import type { Instant } from '../core/time'
import { insertMany } from './bulk'
import type { Drizzle } from './database'
import { fills, orders } from './schema'
import type { StatementRunner } from './statement'

const insertFillRows = insertMany(fills)

/** Writes the fills among what was posted. */
export const insertFills = (runner: StatementRunner, posted: readonly Posted[]) =>
  insertFillRows(
    runner,
    posted.flatMap(({ entry, standing: { order } }) => {
      if (entry.fill === null) return []
      const { accountId, orderId, at: filledAt } = entry
      return [
        { ...entry.fill, accountId, orderId, symbol: order.symbol, side: order.side, filledAt },
      ]
    }),
  )

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
  drizzle
    .select({
      fillId: fills.fillId,
      orderId: fills.orderId,
      clientOrderId: orders.clientOrderId,
      symbol: fills.symbol,
      side: fills.side,
      quantity: fills.quantity,
      price: fills.price,
      session: fills.session,
      filledAt: fills.filledAt,
    })
    .from(fills)
    .innerJoin(
      orders,
      and(eq(orders.accountId, fills.accountId), eq(orders.orderId, fills.orderId)),
    )
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

/** The times say which fills, the ids where they are: only those are read. */
const filledFrom = (from: Instant) =>
  and(gte(fills.filledAt, from), gte(fills.fillId, firstFillIdAt(from)))
const filledBefore = (to: Instant) =>
  and(lt(fills.filledAt, to), lt(fills.fillId, firstFillIdAt(to)))
