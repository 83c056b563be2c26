/** A simulated clock that runs waits for the market, however long a step takes. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { isOfOrder } from '../../src/core/conditional/leg'
import type { OrderEvent } from '../../src/core/order/order'
import { isRefused } from '../../src/core/refusals'
import type { Pace } from '../../src/market/pace'
import { simulatedClock } from '../../src/market/simulated-clock'
import type { Database } from '../../src/postgres/database'
import { placeCommand } from '../../src/trading/commands/place'
import { type Matcher, openMatcher } from '../../src/trading/matcher/matcher'
import { openSequencer } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { REAL_TIME } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const TICK_MS = 1_000
let running: Matcher | null = null
afterEach(async () => {
  await running?.stop()
  running = null
})

/** A market at 600 times its pace, on wall time that the test passes; it stops the sequencer. */
async function fastMarket() {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  let elapsedMs = 0
  let stuck: PromiseWithResolvers<void> | null = null
  let slowCommit: PromiseWithResolvers<void> | null = null
  let committing = Promise.withResolvers<void>()
  let reachedDesk = Promise.withResolvers<void>()
  const slowDatabase: Database = {
    ...database,
    async commit(asked, claim) {
      reachedDesk.resolve()
      await stuck?.promise
      const rows = await database.commit(asked, claim)
      committing.resolve()
      await slowCommit?.promise
      return rows
    },
  }
  const clock = simulatedClock(MONDAY_AT_TEN, 600, () => elapsedMs)
  const events: OrderEvent[] = []
  let committed = Promise.withResolvers<void>()
  const failed = (error: unknown): never => {
    throw error
  }
  const sequencer = openSequencer({
    ...REAL_TIME,
    failed,
    database: slowDatabase,
    now: clock.now,
    onCommitted: (made) => {
      matcher.orders.committed(made)
      events.push(...(made?.events ?? []).filter(isOfOrder))
      if (made !== null) committed.resolve()
    },
  })
  const slow: Pace[] = []
  const matcher = openMatcher({
    database: slowDatabase,
    sequencer,
    feed: floor.feed,
    clock,
    simulated: clock,
    tickMs: TICK_MS,
    elapsedMs: () => elapsedMs,
    failed,
    slow: (pace) => slow.push(pace),
  })
  running = matcher
  return {
    clock,
    matcher,
    events,
    slow,
    pass: (ms: number): void => {
      elapsedMs += ms
    },
    async order(): Promise<void> {
      const placed = await sequencer.submit(
        placeCommand('acc_A', requestOf({ quantity: '1' }), floor.feed),
      )
      if (isRefused(placed)) throw new Error(placed.refused)
      committed = Promise.withResolvers()
    },
    /** The next batch is not sent before `letGo`. */
    hold(): void {
      stuck = Promise.withResolvers()
      reachedDesk = Promise.withResolvers()
    },
    /** The answer to the next batch comes only after `letGo`. */
    holdCommit() {
      const { promise, resolve } = Promise.withResolvers<void>()
      slowCommit = { promise, resolve, reject: () => {} }
      committing = Promise.withResolvers()
      const letGo = (): void => {
        slowCommit = null
        resolve()
      }
      return { reached: committing.promise, letGo }
    },
    letGo(): void {
      stuck?.resolve()
      stuck = null
    },
    untilHeld: () => reachedDesk.promise,
    untilCommitted: () => committed.promise,
    sinceStart: () => clock.now().since(MONDAY_AT_TEN).total('milliseconds'),
  }
}

describe('while a fill is held up', () => {
  test('[clock.one-tick-ahead] the clock is at most one tick ahead of it, however much time passes', async () => {
    const market = await fastMarket()
    await market.order()
    market.hold()
    market.pass(2)
    market.matcher.start()
    await market.untilHeld()
    market.pass(60_000)
    expect(market.sinceStart()).toBe(TICK_MS)
    market.letGo()
    await market.untilCommitted()
    expect(market.sinceStart()).toBeLessThanOrEqual(2 * TICK_MS)
    const [, fill] = market.events
    expect(fill?.order).toMatchObject({
      status: 'FILLED',
      updatedAt: MONDAY_AT_TEN.add({ milliseconds: TICK_MS }),
    })
  })

  test('a clock that was held up does not make up for the lost wall time', async () => {
    const market = await fastMarket()
    await market.order()
    market.hold()
    market.pass(2)
    market.matcher.start()
    await market.untilHeld()
    market.pass(60_000)
    market.letGo()
    await market.matcher.betweenSteps(async () => {})
    expect(market.sinceStart()).toBeLessThanOrEqual(2 * TICK_MS)
    market.pass(1)
    expect(market.sinceStart()).toBeLessThanOrEqual(3 * TICK_MS)
  })

  test('[clock.pace] the matcher reports the speed that a slow market reaches', async () => {
    const market = await fastMarket()
    await market.order()
    market.hold()
    market.pass(2)
    market.matcher.start()
    await market.untilHeld()
    market.pass(10_000)
    expect(market.clock.pace.speedReached).toBeCloseTo(0.1, 2)
    market.letGo()
    while (market.slow.length === 0) await new Promise((next) => setImmediate(next))
    expect(market.slow).toEqual([{ speed: 600, speedReached: expect.closeTo(0.1, 1) }])
  })
})

test('a simulated clock without a matcher stops one tick after its start', async () => {
  const market = await fastMarket()
  market.pass(60_000)
  expect(market.sinceStart()).toBe(TICK_MS)
})

test('[clock.one-tick-ahead] a clock that was advanced to between two ticks stops at the next one', async () => {
  const market = await fastMarket()
  await market.matcher.advanceTo(MONDAY_AT_TEN.add({ milliseconds: 1.35 * TICK_MS }))
  market.pass(60_000)
  expect(market.sinceStart()).toBe(2 * TICK_MS)
})

test('an order is tried at the first tick after its acceptance, however late', async () => {
  const market = await fastMarket()
  // The clock is at its hold: the tick of that instant is before the order's acceptance.
  market.pass(60_000)
  await market.order()
  market.matcher.start()
  while (market.events.length < 2) {
    market.pass(1)
    await new Promise((next) => setImmediate(next))
  }
  const [accepted, fill] = market.events
  expect(accepted?.order.updatedAt).toEqual(MONDAY_AT_TEN.add({ milliseconds: TICK_MS }))
  expect(fill?.order.updatedAt).toEqual(MONDAY_AT_TEN.add({ milliseconds: 2 * TICK_MS }))
})

test('[clock.tick-first] an order whose commit takes long is tried at its first tick all the same', async () => {
  const market = await fastMarket()
  market.matcher.start()
  // The matcher has seen that no order is open.
  while (market.sinceStart() < TICK_MS) {
    market.pass(1)
    await new Promise((next) => setImmediate(next))
  }
  await market.matcher.betweenSteps(async () => {})
  const begunAt = market.sinceStart()
  const commit = market.holdCommit()
  const placed = market.order()
  await commit.reached
  // Twenty ticks pass by the wall, and at each the matcher is woken.
  for (let tick = 0; tick < 20; tick++) {
    market.pass(2)
    market.matcher.setSpeed(600)
    for (let turn = 0; turn < 10; turn++) await new Promise((next) => setImmediate(next))
  }
  expect(market.sinceStart() - begunAt).toBeLessThanOrEqual(2 * TICK_MS)
  commit.letGo()
  await placed
  while (market.events.length < 2) {
    market.pass(1)
    await new Promise((next) => setImmediate(next))
  }
  const [accepted, fill] = market.events
  const lateMs = fill?.order.updatedAt
    .since(accepted?.order.updatedAt ?? MONDAY_AT_TEN)
    .total('milliseconds')
  expect(lateMs).toBeLessThanOrEqual(TICK_MS)
})
