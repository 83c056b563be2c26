/** Rows that a test writes as the server does, without deciding anything. */
import { sql } from 'drizzle-orm'
import type { WrittenRows } from '../../src/postgres/bulk'
import { type StatementRunner, statement } from '../../src/postgres/statement'

export async function write<Row>(
  runner: StatementRunner,
  kind: WrittenRows<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const size = rows.length === 1 ? 'one' : 'many'
  const expressions = sql.join([...kind.writes(size, sql`true`)], sql`, `)
  const whole = statement([...kind.names, 'version'], sql`with ${expressions} select`, () => null)
  await runner.all(whole, { ...kind.parameters(rows, size), version: '1' })
}
