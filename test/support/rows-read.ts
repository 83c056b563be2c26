import { sql } from 'drizzle-orm'
import { type StatementRunner, statement } from '../../src/postgres/statement'

/** How many rows of all tables PostgreSQL has read in this transaction. */
export const rowsReadSoFar = sql<number>`(select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)
  from pg_stat_xact_user_tables)::int`

const soFar = statement([], sql`select ${rowsReadSoFar}`, ([rows]) => Number(rows))

/** How many rows the work reads, which belongs to one transaction. */
export async function rowsReadBy(
  transaction: StatementRunner,
  work: () => Promise<unknown>,
): Promise<number> {
  const [before = 0] = await transaction.all(soFar, {})
  await work()
  const [after = 0] = await transaction.all(soFar, {})
  return after - before
}
