import { and, asc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { AdjustmentLine } from '../../core/account/adjustment'
import type { Instant } from '../../core/time'
import type { Drizzle } from '../database'
import { insertRows } from '../pg/bulk'
import { adjustments } from '../schema'

/** Each line's number is its place among the new lines of its account, from 1 on. */
export const ADJUSTMENTS = insertRows('adjustment', adjustments, {
  computed: {
    number: sql`incoming.number + coalesce((select max(${adjustments.number}) from ${adjustments}
      where ${adjustments.accountId} = incoming.account_id), 0)`,
  },
})

const { number: _, ...lineColumns } = getTableColumns(adjustments)

/** Oldest first; `from` is inclusive and `to` exclusive. */
export const listAdjustments = (
  drizzle: Drizzle,
  accountId: string,
  { from, to }: { readonly from: Instant | null; readonly to: Instant },
): Promise<AdjustmentLine[]> =>
  drizzle
    .select(lineColumns)
    .from(adjustments)
    .where(
      and(
        eq(adjustments.accountId, accountId),
        from === null ? undefined : gte(adjustments.at, from),
        lt(adjustments.at, to),
      ),
    )
    .orderBy(asc(adjustments.number))
