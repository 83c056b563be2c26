/** A long advance does not hold up the end of the process, and leaves no step half done. */
import { beforeEach, expect, test } from 'bun:test'
import { marketCarriedTo } from '../../src/ledger/market-state'
import type { Database } from '../../src/postgres/database'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const CLOSE = MONDAY_AT_TEN.add({ hours: 6 })

/** A floor with one order that no price reaches, and what happens at the given tick of it. */
async function floorThat(atTick: number, act: () => void) {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '99.99', '100.00')
  await floor.order('acc_A', { quantity: '1', limit: '1' })
  const { bidAsk } = floor.feed
  let ticks = 0
  Object.assign(floor.feed, {
    bidAsk: (...asked: Parameters<typeof bidAsk>) => {
      ticks++
      if (ticks === atTick) act()
      return bidAsk(...asked)
    },
  })
  return floor
}

test('[sandbox.stopping] an advance ends at the step at which the matcher is stopped', async () => {
  let stopping: Promise<void> | undefined
  const floor = await floorThat(300, () => {
    stopping = floor.matcher.stop()
  })
  expect(await floor.matcher.advanceTo(CLOSE)).toBe('stopped')
  await stopping
  const stoodAt = MONDAY_AT_TEN.add({ seconds: 300 })
  expect(floor.clock.now().toString()).toBe(stoodAt.toString())
  expect(String(await marketCarriedTo(database))).toBe(stoodAt.toString())
})

test('an advance ends at the step at which its client has gone', async () => {
  const client = new AbortController()
  const floor = await floorThat(300, () => client.abort())
  expect(await floor.matcher.advanceTo(CLOSE, client.signal)).toBe('stopped')
  expect(floor.clock.now().toString()).toBe(MONDAY_AT_TEN.add({ seconds: 300 }).toString())
  expect(await floor.matcher.advanceTo(CLOSE)).toBe('reached')
})

test('an advance whose client has gone before its turn does nothing', async () => {
  const floor = await floorThat(1, () => {})
  const [first] = await Promise.all([
    floor.advance('PT1S'),
    floor.matcher.advanceTo(CLOSE, AbortSignal.abort()),
  ])
  expect(first).toBe('reached')
  expect(floor.clock.now().toString()).toBe(MONDAY_AT_TEN.add({ seconds: 1 }).toString())
})

test('during an advance the matcher shows its target, and the clock its progress', async () => {
  const seen: unknown[] = []
  const floor = await floorThat(300, () => {
    seen.push(floor.clock.now().toString(), floor.matcher.advancingTo?.toString())
  })
  expect(floor.matcher.advancingTo).toBeNull()
  await floor.matcher.advanceTo(CLOSE)
  expect(seen).toEqual([MONDAY_AT_TEN.add({ seconds: 300 }).toString(), CLOSE.toString()])
  expect(floor.matcher.advancingTo).toBeNull()
})

test('a stopped matcher does not advance the clock', async () => {
  const floor = await openFloor(database)
  await floor.matcher.stop()
  expect(await floor.matcher.advanceTo(CLOSE)).toBe('stopped')
  expect(floor.clock.now().toString()).toBe(MONDAY_AT_TEN.toString())
})

test('no step of the market runs during work between steps', async () => {
  const floor = await openFloor(database)
  const seen: string[] = []
  const work = floor.matcher.betweenSteps(async () => {
    for (let reading = 1; reading <= 3; reading++) {
      await marketCarriedTo(database)
      seen.push(floor.clock.now().toString())
    }
  })
  await Promise.all([work, floor.advance('PT1S')])
  expect(seen).toEqual(Array.from({ length: 3 }, () => MONDAY_AT_TEN.toString()))
  expect(floor.clock.now().toString()).toBe(MONDAY_AT_TEN.add({ seconds: 1 }).toString())
})

test('an order placed while the open orders are read is tried at the next tick', async () => {
  const floor = await openFloor(holdingBack(database))
  await floor.account('acc_A')
  floor.feed.show('AAPL', '99.99', '100.00')
  const resting = await floor.order('acc_A', { quantity: '1', limit: '1' })
  let late: Promise<string> | undefined
  whileReading = async () => {
    late ??= floor.order('acc_A', { quantity: '1', limit: '200' })
    await late
  }
  await floor.advance('PT5S')
  whileReading = async () => {}
  expect(await floor.stateOf('acc_A', resting)).toMatchObject({ status: 'SUBMITTED' })
  expect(await floor.stateOf('acc_A', (await late) ?? '')).toMatchObject({ status: 'FILLED' })
})

let whileReading = async (): Promise<void> => {}

/** The database; what it answers about the open orders is handed over only after `whileReading`. */
const holdingBack = (inner: Database): Database => ({
  ...inner,
  async all(statement, parameters) {
    const rows = await inner.all(statement, parameters)
    if (statement.text.includes('order by "orders"."account_id"')) await whileReading()
    return rows
  },
})

test('the matcher stops even when the database is gone', async () => {
  const gone: Database = {
    ...database,
    async takeMatcherLease() {
      const lease = await database.takeMatcherLease()
      const lost = () => Promise.reject(new Error('the database is gone'))
      return lease && { ...lease, keepProgress: lost, release: lost }
    },
  }
  const floor = await openFloor(gone)
  await floor.account('acc_A')
  const advanced = floor.advance('PT1S')
  await expect(advanced).rejects.toThrow('the database is gone')
  await floor.matcher.stop()
})
