/** What orders of one process need not wait for, on a PostgreSQL server that others use as well. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/store/database'
import { hasPostgres, postgresStorage, type Storage } from '../support/storage'
import { openFloor } from '../support/trading-floor'

describe.skipIf(!hasPostgres)('an order', () => {
  let storage: Storage
  let database: Database
  let floor: Awaited<ReturnType<typeof openFloor>>
  beforeAll(async () => {
    storage = await postgresStorage()
    database = await storage.open()
    floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
  })
  afterAll(async () => {
    await database.close()
    await storage.remove()
  })

  test('does not stand in the queue of the reads that were asked for before it', async () => {
    let read = 0
    const reading = (times: number) =>
      Array.from({ length: times }, async () => {
        await database.drizzle.execute(sql`select pg_sleep(0.05)`)
        read++
      })
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    // So that all connections are there already.
    await Promise.all(reading(20))
    read = 0
    const reads = reading(100)
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    expect(read).toBeLessThan(50)
    await Promise.all(reads)
  })
})
