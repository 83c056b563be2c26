/** Very many orders that end at one close end a piece at a time. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listOrders } from '../../src/ledger/orders'
import { openMatcher } from '../../src/trading/matcher/matcher'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const CLOSE = MONDAY_AT_TEN.add({ hours: 6 })
const ACCOUNTS = ['acc_A', 'acc_B', 'acc_C']
const ORDERS_OF_EACH = 250
const ALL = ACCOUNTS.length * ORDERS_OF_EACH

/** A minute before the close, with orders of three accounts that it ends. */
async function floorAtClose() {
  const floor = await openFloor(database, CLOSE.subtract({ minutes: 1 }))
  floor.feed.show('AAPL', '9.99', '10.00')
  for (const accountId of ACCOUNTS) {
    await floor.account(accountId)
    const orders = Array.from({ length: ORDERS_OF_EACH }, () =>
      floor.order(accountId, { quantity: '1', limit: '5' }),
    )
    await Promise.all(orders)
  }
  const endedSoFar = (): number =>
    floor.events.filter(({ order }) => order.status === 'EXPIRED').length
  return {
    ...floor,
    endedSoFar,
    /** Resolves after the commit with which the first orders end. */
    firstEnd: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      floor.onCommit((posted) => {
        if (posted.some(({ order }) => order.status === 'EXPIRED')) resolve()
      })
      return promise
    },
  }
}

const ordersOf = (accountId: string) =>
  listOrders(database, {
    accountId,
    status: null,
    symbol: null,
    from: null,
    to: null,
    before: null,
    limit: 1_000,
  })

/** How many orders are in each state, by when they came to it. */
async function states(): Promise<Readonly<Record<string, number>>> {
  const orders = (await Promise.all(ACCOUNTS.map(ordersOf))).flat()
  const groups = Map.groupBy(orders, ({ status, updatedAt }) =>
    status === 'EXPIRED' ? `EXPIRED ${updatedAt}` : status,
  )
  return Object.fromEntries([...groups].map(([state, found]) => [state, found.length]))
}

test('very many orders all end at their close, each once', async () => {
  const floor = await floorAtClose()
  await floor.matcher.advanceTo(CLOSE)
  expect(await states()).toEqual({ [`EXPIRED ${CLOSE}`]: ALL })
  expect(floor.endedSoFar()).toBe(ALL)
})

test('a client’s order is answered between two rounds of very many ends', async () => {
  const floor = await floorAtClose()
  const first = floor.firstEnd()
  const advanced = floor.matcher.advanceTo(CLOSE)
  await first
  await floor.order('acc_A', { quantity: '1', limit: '5' })
  const endedBefore = floor.endedSoFar()
  expect(endedBefore).toBeGreaterThan(0)
  expect(endedBefore).toBeLessThan(ALL)
  await advanced
  expect(await states()).toEqual({ [`EXPIRED ${CLOSE}`]: ALL, SUBMITTED: 1 })
})

test('the market’s time stays at the close until all orders have ended', async () => {
  const floor = await floorAtClose()
  const seen = new Set<string>()
  floor.onCommit(() => seen.add(floor.clock.now().toString()))
  await floor.matcher.advanceTo(CLOSE.add({ minutes: 1 }))
  expect([...seen]).toEqual([CLOSE.toString()])
})

test('a cancel that comes while others end does not undo an order’s end', async () => {
  const floor = await floorAtClose()
  const [last] = await ordersOf('acc_C')
  if (last === undefined) throw new Error('no order')
  const first = floor.firstEnd()
  const advanced = floor.matcher.advanceTo(CLOSE)
  await first
  expect(await floor.cancel('acc_C', last.orderId)).toBe('already-expired')
  await advanced
  expect(await states()).toEqual({ [`EXPIRED ${CLOSE}`]: ALL })
})

describe('a process that stops while many orders are ending', () => {
  test('a process that stops among many ends leaves the rest to the next process', async () => {
    const floor = await floorAtClose()
    const first = floor.firstEnd()
    const advanced = floor.matcher.advanceTo(CLOSE)
    await first
    await floor.matcher.stop()
    expect(await advanced).toBe('stopped')
    const { SUBMITTED: left = 0 } = await states()
    expect(left).toBeGreaterThan(0)
    // Nothing of what is over is reached any more.
    floor.feed.show('AAPL', '1.99', '2.00')
    const next = openMatcher({
      database,
      sequencer: floor.sequencer,
      feed: floor.feed,
      clock: floor.clock,
      simulated: floor.clock,
      tickMs: 1_000,
      elapsedMs: () => 0,
      failed: (error) => {
        throw error
      },
    })
    await next.advanceTo(CLOSE.add({ seconds: 1 }))
    expect(await states()).toEqual({ [`EXPIRED ${CLOSE}`]: ALL })
    expect(floor.endedSoFar()).toBe(ALL)
  })
})

test('a broken invariant of one account does not stop other accounts’ ends', async () => {
  const floor = await floorAtClose()
  await database.drizzle.execute(
    sql`update accounts set held_cash = 0, version = 1 where account_id = 'acc_A'`,
  )
  await floor.matcher.advanceTo(CLOSE)
  expect(await states()).toEqual({
    [`EXPIRED ${CLOSE}`]: ALL - ORDERS_OF_EACH,
    SUBMITTED: ORDERS_OF_EACH,
  })
  expect(floor.failures).toHaveLength(1)
})
