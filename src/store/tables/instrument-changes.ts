/** How an operator's changes of an instrument followed each other [paper.explanation]. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Tradability } from '../../core/instrument'
import type { Instant } from '../../core/time'
import type { Drizzle } from '../database'
import { instrumentChanges, instruments } from '../schema'

/** Which orders an instrument took until the change. */
export interface TradabilityBefore extends Tradability {
  readonly changedAt: Instant
}

/** Keeps the state that is about to change; of changes at one instant, that before the first. */
export async function keepTradability(
  drizzle: Drizzle,
  symbol: string,
  changedAt: Instant,
): Promise<void> {
  const before = drizzle
    .select({
      symbol: instruments.symbol,
      changedAt: sql`${changedAt.toString()}::timestamptz`.as('changed_at'),
      tradableBefore: instruments.tradable,
      dayMarketTradableBefore: instruments.dayMarketTradable,
    })
    .from(instruments)
    .where(eq(instruments.symbol, symbol))
  await drizzle.insert(instrumentChanges).select(before).onConflictDoNothing()
}

/** The changes after the instant, oldest first. */
export const tradabilityChanges = (
  drizzle: Drizzle,
  symbol: string,
  after: Instant,
  limit: number,
): Promise<TradabilityBefore[]> =>
  drizzle
    .select({
      changedAt: instrumentChanges.changedAt,
      tradable: instrumentChanges.tradableBefore,
      dayMarketTradable: instrumentChanges.dayMarketTradableBefore,
    })
    .from(instrumentChanges)
    .where(and(eq(instrumentChanges.symbol, symbol), gt(instrumentChanges.changedAt, after)))
    .orderBy(asc(instrumentChanges.changedAt))
    .limit(limit)
