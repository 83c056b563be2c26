/**
 * What is planned while the tables are empty is as good when they are full: the plans of foreign
 * keys, for example, are kept for as long as a connection lives.
 */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { orders } from '../../src/store/schema'
import { statement } from '../../src/store/statement'
import { freshDatabase } from '../support/database'

const planOf = (column: 'order_id' | 'client_order_id') =>
  statement(
    [],
    sql`explain select from ${orders}
      where account_id = 'acc_1' and ${sql.identifier(column)} = 'an id'`,
    ([line]) => String(line),
  )

test.each([
  ['order_id', 'orders_account_id_order_id_pk'],
  ['client_order_id', 'orders_client_order_id'],
] as const)('an order is found by its %s in the index on it', async (column, index) => {
  const database = await freshDatabase()
  const plan = (await database.all(planOf(column), {})).join('\n')
  expect(plan).toContain(`using ${index} on orders`)
  expect(plan).not.toContain('Filter')
})
