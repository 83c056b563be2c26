/**
 * Plans that are made while the tables are empty are as good when they are full. A connection keeps
 * the plans of foreign keys, for example.
 */
import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { orders } from '../../src/postgres/schema/trading'
import { statement } from '../../src/postgres/statement'
import { STORAGES } from '../support/storage'

const planOf = (column: 'order_id' | 'client_order_id') =>
  statement(
    [],
    sql`explain select from ${orders}
      where account_id = 'acc_1' and ${sql.identifier(column)} = 'an id'`,
    ([line]) => String(line),
  )

describe.each(STORAGES)('in a new database: %s', (_, newStorage) => {
  test.each([
    ['order_id', 'orders_account_id_order_id_pk'],
    ['client_order_id', 'orders_client_order_id'],
  ] as const)('an order is found by its %s in the index on it', async (column, index) => {
    // A separate database, since the statistics of a shared one outlive the rows of other tests.
    const storage = await newStorage()
    const database = await storage.open()
    const plan = (await database.all(planOf(column), {})).join('\n')
    await database.close()
    await storage.remove()
    expect(plan).toContain(`using ${index} on orders`)
    expect(plan).not.toContain('Filter')
  })
})
