/**
 * What is planned while the tables are empty is as good when they are full: the plans of foreign
 * keys, for example, are kept for as long as a connection lives.
 */
import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { orders } from '../../src/postgres/schema'
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
    // A database of its own: the statistics of one that other tests have filled outlive their rows.
    const storage = await newStorage()
    const database = await storage.open()
    const plan = (await database.all(planOf(column), {})).join('\n')
    await database.close()
    await storage.remove()
    expect(plan).toContain(`using ${index} on orders`)
    expect(plan).not.toContain('Filter')
  })
})
