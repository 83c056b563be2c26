import { sql } from 'drizzle-orm'
import { type StatementRunner, statement } from './statement'

const read = statement(
  [],
  sql`select extract(epoch from clock_timestamp()) * 1000`,
  ([ms]): number => Number(ms),
)

/** The time of the database's clock, in milliseconds since 1970. */
export async function databaseNowMs(runner: StatementRunner): Promise<number> {
  const [now = 0] = await runner.all(read, {})
  return now
}
