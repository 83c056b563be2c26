/** An order does not wait for other work, on a PostgreSQL server with other users. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { statement } from '../../src/postgres/statement'
import { openSequencer } from '../../src/trading/sequencer'
import { openPostgresFloor, type PostgresFloor } from '../support/postgres-floor'
import { administer, hasPostgres } from '../support/storage'
import { REAL_TIME } from '../support/time'
import { floorOver } from '../support/trading-floor'

const lockAll = statement([], sql`select account_id from accounts for update`, ([id]) => id)
const standStill = statement(
  [],
  sql`select set_config('idle_in_transaction_session_timeout', '100', true)`,
  ([limit]) => limit,
)

const keepalive = statement(
  [],
  sql`select current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval')`,
  (row) => row,
)

describe.skipIf(!hasPostgres)('an order', () => {
  let opened: PostgresFloor
  beforeAll(async () => {
    opened = await openPostgresFloor(['acc_A'])
  })
  afterAll(() => opened.remove())

  test('leaves no session behind if its network is cut: PostgreSQL asks after it in seconds', async () => {
    const { database } = opened
    // A read, and a change.
    expect(await database.all(keepalive, {})).toEqual([['10', '10']])
    expect(await database.transaction(({ all }) => all(keepalive, {}))).toEqual([['10', '10']])
  })

  test('does not stand in the queue of the reads that were asked for before it', async () => {
    const { database, floor } = opened
    let read = 0
    const reading = (times: number) =>
      Array.from({ length: times }, async () => {
        await database.drizzle.execute(sql`select pg_sleep(0.05)`)
        read++
      })
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    // So that all connections are already open.
    await Promise.all(reading(20))
    read = 0
    const reads = reading(100)
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    expect(read).toBeLessThan(50)
    await Promise.all(reads)
  })

  test('does not wait for an account that another session holds, and that one’s do until it is free', async () => {
    const { database, url } = opened
    const { clock, feed, matcher } = opened.floor
    // Its time stands still: on a busy machine no command waits too long.
    const sequencer = openSequencer({
      ...REAL_TIME,
      elapsedMs: () => 0,
      database,
      now: clock.now,
      onCommitted: () => {},
      failed: () => {},
    })
    const floor = floorOver({ database, sequencer, matcher, clock, feed })
    await floor.account('acc_B')
    const held = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const holding = administer(
      (outside) =>
        outside.begin(async (transaction) => {
          await transaction`select from accounts where account_id = 'acc_B' for update`
          held.resolve()
          await answered.promise
        }),
      url,
    )
    await held.promise
    const order = { quantity: '1', limit: '1' }
    let placed = 0
    const kept = ['one', 'two', 'three'].map(async (clientOrderId) => {
      const orderId = await floor.order('acc_B', { ...order, clientOrderId })
      placed++
      return (await floor.stateOf('acc_B', orderId)).order.seq
    })
    for (let times = 0; times < 20; times++) await floor.order('acc_A', order)
    expect(placed).toBe(0)
    answered.resolve()
    await holding
    expect(await Promise.all(kept)).toEqual([1, 2, 3])
  })
})

describe.skipIf(!hasPostgres)('the market', () => {
  test('fills the others while another session holds an account, and that one afterwards', async () => {
    const { floor, url, remove } = await openPostgresFloor(['acc_A', 'acc_B'])
    const order = { quantity: '1', limit: '10' }
    const orders = [await floor.order('acc_A', order), await floor.order('acc_B', order)] as const
    const statuses = async () => [
      (await floor.stateOf('acc_A', orders[0])).status,
      (await floor.stateOf('acc_B', orders[1])).status,
    ]
    await administer(
      (outside) =>
        outside.begin(async (transaction) => {
          await transaction`select from accounts where account_id = 'acc_B' for update`
          await floor.advance('PT3S')
          expect(await statuses()).toEqual(['FILLED', 'SUBMITTED'])
          // Reported once, for any number of missed ticks.
          expect(floor.failures).toMatchObject([{ code: '55P03' }])
        }),
      url,
    )
    await floor.advance('PT1S')
    expect(await statuses()).toEqual(['FILLED', 'FILLED'])
    await remove()
  })
})

describe.skipIf(!hasPostgres)('a process that stands still in a transaction', () => {
  test('loses what it held to others, and begins again', async () => {
    const { database, url, remove } = await openPostgresFloor(['acc_A'])
    let attempts = 0
    const held = await database.transaction(async (transaction) => {
      attempts++
      await transaction.all(lockAll, {})
      if (attempts === 1) {
        await transaction.all(standStill, {})
        await administer((outside) => outside`select from accounts for update`, url)
      }
      return transaction.all(lockAll, {})
    })
    expect(held).toHaveLength(1)
    expect(attempts).toBe(2)
    await remove()
  })
})
