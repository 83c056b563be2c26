/** A tick that was under way while its process slept, by the machine's clock. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { isOfOrder } from '../../src/core/conditional/leg'
import { TICK_LATE_MS_MAX } from '../../src/core/limits'
import { quantity } from '../../src/core/money'
import type { OrderEvent } from '../../src/core/order/order'
import { type Instant, Temporal } from '../../src/core/time'
import { createAccount } from '../../src/ledger/accounts'
import { setOutcome } from '../../src/ledger/forced'
import { type Alarm, systemClock } from '../../src/market/clock'
import { openTrading } from '../../src/server/compose/parts'
import { placeCommand } from '../../src/trading/commands/place'
import type { Matcher } from '../../src/trading/matcher/matcher'
import { freshDatabase } from '../support/database'
import { steeredFeed } from '../support/steered-feed'
import { steeredTime } from '../support/time'
import {
  CLIENT_ID,
  furnish,
  MONDAY_AT_TEN,
  newAccount,
  requestOf,
  type Terms,
} from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const TICK_MS = 1_000
const THREE_HOURS_MS = 3 * 3_600_000

let running: Matcher | null = null
afterEach(async () => {
  await running?.stop()
  running = null
})

/** A market that follows the machine's clock, which stands still until the test moves it. */
async function systemMarket(startsAt = MONDAY_AT_TEN) {
  const feed = steeredFeed()
  const time = steeredTime()
  const { elapsedMs } = time
  const clock = systemClock(() => startsAt.epochMilliseconds + elapsedMs())
  const events: OrderEvent[] = []
  const failed = (error: unknown): never => {
    throw error
  }
  let atRest = Promise.withResolvers<void>()
  const after: Alarm = (ms, ring) => {
    atRest.resolve()
    return time.after(ms, ring)
  }
  let gate: { readonly reached: () => void; readonly opened: Promise<void> } | null = null
  const held = {
    ...database,
    async read<T>(work: Parameters<typeof database.read<T>>[0]): Promise<T> {
      gate?.reached()
      await gate?.opened
      return database.read(work)
    },
  }
  const { sequencer, matcher } = openTrading({
    sequencer: {
      database: held,
      failed,
      now: clock.now,
      forcing: { mayForce: true, feed },
      elapsedMs,
      after: time.after,
    },
    matcher: {
      database: held,
      feed,
      clock,
      simulated: null,
      tickMs: TICK_MS,
      elapsedMs,
      after,
      failed,
      forcing: { mayForce: true },
    },
    onCommitted: (committed) => void events.push(...committed.filter(isOfOrder)),
  })
  running = matcher
  await furnish(database, startsAt)
  await createAccount(database.drizzle, CLIENT_ID, newAccount('acc_A', startsAt))

  /** The matcher has done its turn, and the time passes to the next tick. */
  async function toNextTick(): Promise<void> {
    await atRest.promise
    atRest = Promise.withResolvers()
    time.pass(TICK_MS - (clock.now().epochMilliseconds % TICK_MS))
  }

  return {
    feed,
    toNextTick,
    /** Places an order, and begins. */
    async order(terms: Terms): Promise<void> {
      await sequencer.submit(placeCommand('acc_A', requestOf(terms), feed, CLIENT_ID))
      matcher.start()
    },
    /** The next tick is under way, its quotes are read, and its decision waits meanwhile. */
    async sleepDuringTick(ms: number, meanwhile = () => {}): Promise<void> {
      const reached = Promise.withResolvers<void>()
      const opened = Promise.withResolvers<void>()
      gate = { reached: reached.resolve, opened: opened.promise }
      await toNextTick()
      await reached.promise
      gate = null
      time.pass(ms)
      meanwhile()
      opened.resolve()
    },
    async play(ticks: number): Promise<void> {
      for (let played = 0; played < ticks; played++) await toNextTick()
      await atRest.promise
    },
    /** What has happened since the start, each as its time, the order's status and its price. */
    happened: () =>
      events.map(({ order, fill }) => [
        sinceStart(startsAt, order.updatedAt),
        order.status,
        ...(fill === null ? [] : [fill.price.toFixed()]),
      ]),
  }
}

/** `PT3H2S` */
const sinceStart = (startsAt: Instant, at: Instant): string =>
  startsAt.until(at, { largestUnit: 'hours' }).toString()

describe('[clock.tick-late] a tick that was under way when the machine fell asleep', () => {
  test('fills nothing when it wakes: the next tick does, at its own price', async () => {
    const market = await systemMarket()
    market.feed.show('AAPL', '9.99', '10.00')
    await market.order({ quantity: '1', limit: '10.00' })
    await market.sleepDuringTick(THREE_HOURS_MS, () => market.feed.show('AAPL', '7.99', '8.00'))
    await market.play(1)
    expect(market.happened()).toEqual([
      ['PT0S', 'SUBMITTED'],
      ['PT3H2S', 'FILLED', '8'],
    ])
  })

  test('leaves an order open that the price has left meanwhile', async () => {
    const market = await systemMarket()
    market.feed.show('AAPL', '9.99', '10.00')
    await market.order({ quantity: '1', limit: '10.00' })
    await market.sleepDuringTick(THREE_HOURS_MS, () => market.feed.show('AAPL', '11.99', '12.00'))
    await market.play(2)
    expect(market.happened()).toEqual([['PT0S', 'SUBMITTED']])
  })

  test('does not end an IOC order, whose first tick is the next', async () => {
    const market = await systemMarket()
    market.feed.show('AAPL', '11.99', '12.00')
    await market.order({ quantity: '1', limit: '10.00', timeInForce: 'IOC' })
    await market.sleepDuringTick(THREE_HOURS_MS, () => market.feed.show('AAPL', '7.99', '8.00'))
    await market.play(1)
    expect(market.happened()).toEqual([
      ['PT0S', 'SUBMITTED'],
      ['PT3H2S', 'FILLED', '8'],
    ])
  })

  test('fills no part of an order in a test’s hand: it comes with the next tick', async () => {
    const market = await systemMarket()
    market.feed.show('AAPL', '9.99', '10.00')
    const parts = [quantity('1'), quantity('1')]
    await setOutcome(database.drizzle, {
      outcomeId: null,
      match: {},
      times: null,
      result: { kind: 'fill', price: null, parts, rest: 'hold' },
    })
    await market.order({ quantity: '2', limit: '10.00' })
    await market.sleepDuringTick(THREE_HOURS_MS, () => market.feed.show('AAPL', '7.99', '8.00'))
    await market.play(1)
    expect(market.happened()).toEqual([
      ['PT0S', 'SUBMITTED'],
      ['PT0S', 'PARTIALLY_FILLED', '10'],
      ['PT3H2S', 'FILLED', '8'],
    ])
  })

  test('ends an order whose time was over, at that time', async () => {
    const market = await systemMarket(Temporal.Instant.from('2026-03-02T15:59:59-05:00'))
    market.feed.show('AAPL', '11.99', '12.00')
    await market.order({ quantity: '1', limit: '10.00' })
    await market.sleepDuringTick(THREE_HOURS_MS)
    await market.play(1)
    expect(market.happened()).toEqual([
      ['PT0S', 'SUBMITTED'],
      ['PT1S', 'EXPIRED'],
    ])
  })
})

test.each([
  ['at the limit of its lateness is decided', TICK_MS + TICK_LATE_MS_MAX, 'PT1S'],
  ['beyond it is left to the next', TICK_MS + TICK_LATE_MS_MAX + 1, 'PT13S'],
])('[clock.tick-late] a tick %s', async (_, lateMs, filledAt) => {
  const market = await systemMarket()
  market.feed.show('AAPL', '9.99', '10.00')
  await market.order({ quantity: '1', limit: '10.00' })
  await market.sleepDuringTick(lateMs)
  await market.play(1)
  expect(market.happened()).toEqual([
    ['PT0S', 'SUBMITTED'],
    [filledAt, 'FILLED', '10'],
  ])
})
