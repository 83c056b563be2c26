/** If several processes share a database, only the holder of the lease moves the market. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { marketCarriedTo } from '../../src/ledger/market-state'
import type { Database } from '../../src/postgres/database'
import { LeaseLost, takeMatcherLease } from '../../src/postgres/matcher-lease'
import { placeCommand } from '../../src/trading/commands/place'
import { tickCommand } from '../../src/trading/commands/tick'
import { marketLease } from '../../src/trading/matcher/lease'
import { openSequencer } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { REAL_TIME } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** The database as one of several processes sees it. */
const leased = (holder: string): Database => ({
  ...database,
  takeMatcherLease: () => takeMatcherLease(database, holder),
})
const standStill = () =>
  database.drizzle.execute(
    sql`update matcher_lease set renewed_at = renewed_at - interval '1 minute'`,
  )

/** A floor whose process has the lease, with one order that the next tick fills. */
async function holdingFloor() {
  let elapsedMs = 0
  const floor = await openFloor(leased('one'), MONDAY_AT_TEN, 1_000, undefined, () => elapsedMs)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  await floor.advance('PT1S')
  const orderId = await floor.order('acc_A', { quantity: '1' })
  return {
    ...floor,
    orderId,
    pass: (ms: number): void => {
      elapsedMs += ms
    },
  }
}

describe('without the lease', () => {
  const NOBODYS: Database = { ...database, takeMatcherLease: async () => null }
  async function waitingFloor() {
    // Each of its attempts comes at once.
    const lease = marketLease(
      NOBODYS,
      () => 0,
      (_, ring) => {
        queueMicrotask(ring)
        return () => {}
      },
    )
    const floor = await openFloor(NOBODYS, MONDAY_AT_TEN, 1_000, undefined, () => 0, lease)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    return { floor, orderId: await floor.order('acc_A', { quantity: '1' }) }
  }

  test('an advance without the lease does nothing until the other process ends', async () => {
    const { floor, orderId } = await waitingFloor()
    const advanced = floor.advance('PT1S')
    await floor.matcher.stop()
    expect(await advanced).toBe('stopped')
    expect(floor.clock.now().toString()).toBe(MONDAY_AT_TEN.toString())
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('an advance fails if another process keeps the lease', async () => {
    const { floor, orderId } = await waitingFloor()
    await expect(floor.advance('PT1S')).rejects.toThrow('another server moves this market')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
  })
})

describe('[run.lease] a process that stood still while another took the market over', () => {
  test('a stopped process that lost the lease changes nothing when it wakes', async () => {
    const { matcher, advance, stateOf, state, orderId } = await holdingFloor()
    const before = await state('acc_A')
    const progress = await marketCarriedTo(database)
    await standStill()
    expect(await takeMatcherLease(database, 'other')).not.toBeNull()
    // It does not know yet, since its own clock has stood still as well.
    await expect(advance('PT1S')).rejects.toBeInstanceOf(LeaseLost)
    expect(await stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED', filled: '0' })
    expect(await state('acc_A')).toEqual(before)
    await matcher.stop()
    expect(await marketCarriedTo(database)).toEqual(progress)
  })

  test('a lost lease does not fail a client’s command of the same batch', async () => {
    const floor = await holdingFloor()
    const lease = await takeMatcherLease(database, 'late')
    expect(lease).toBeNull()
    await standStill()
    const superseded = await takeMatcherLease(database, 'second')
    await standStill()
    await takeMatcherLease(database, 'third')
    const quote = floor.feed.bidAsk('AAPL', floor.clock.now().add({ seconds: 1 }))
    const tick = { at: floor.clock.now().add({ seconds: 1 }), session: 'REGULAR', quote } as const
    const fence = superseded?.fence ?? { term: null }
    const [ticked, placed] = await Promise.allSettled([
      floor.sequencer.submit(
        tickCommand('acc_A', [floor.orderId], { ...tick, symbol: 'AAPL' }, fence, {
          feed: floor.feed,
          seed: 0,
        }),
      ),
      floor.place('acc_A', { quantity: '2' }),
    ])
    expect(ticked).toMatchObject({ status: 'rejected', reason: { name: 'LeaseLost' } })
    expect(placed).toMatchObject({ value: { order: { status: 'SUBMITTED' } } })
    expect(await floor.stateOf('acc_A', floor.orderId)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('a process continues from the other’s progress when that one ends', async () => {
    const floor = await holdingFloor()
    await standStill()
    const other = await takeMatcherLease(database, 'other')
    await other?.keepProgress(MONDAY_AT_TEN.add({ minutes: 1 }))
    // Another process accepts an order, and this one is not notified.
    const sequencer = openSequencer({
      ...REAL_TIME,
      database,
      now: floor.clock.now,
      onCommitted: () => {},
      failed: () => {},
    })
    const request = requestOf({ quantity: '1', clientOrderId: 'elsewhere' })
    await sequencer.submit(placeCommand('acc_A', request, floor.feed))
    floor.pass(60_000)
    await other?.release()
    await floor.advance('PT1M5S')
    expect(floor.clock.now()).toEqual(MONDAY_AT_TEN.add({ seconds: 66 }))
    const replayed = await floor.place('acc_A', { quantity: '1', clientOrderId: 'elsewhere' })
    expect(replayed).toMatchObject({ order: { status: 'FILLED' } })
  })
})
