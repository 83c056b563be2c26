/** What the matcher does when a part of a step fails, or nobody knows whether it has. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { price, quantity } from '../../src/core/money'
import { type Instant, Temporal } from '../../src/core/time'
import type { Feed } from '../../src/market/feed'
import type { Database } from '../../src/postgres/database'
import { OutcomeUnknown } from '../../src/postgres/errors'
import { openMatcher } from '../../src/trading/matcher/matcher'
import { QUEUE_MAX } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { aQuote } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const newYork = (time: string): Instant => Temporal.Instant.from(`2026-03-02T${time}-05:00`)

/** The answer to the next statement after `lose` is lost, and the look-up of its outcome fails. */
function losingAnswers() {
  let losing: 'no' | 'the next' | 'all' = 'no'
  const losesOne: Database = {
    ...database,
    async commit(asked, claim) {
      const rows = await database.commit(asked, claim)
      if (losing === 'no') return rows
      losing = 'all'
      throw new OutcomeUnknown('its answer was lost')
    },
    async all(statement, parameters) {
      if (losing !== 'all') return database.all(statement, parameters)
      losing = 'no'
      throw new Error('the log cannot be read')
    },
  }
  return {
    database: losesOne,
    lose: () => {
      losing = 'the next'
    },
  }
}

describe('if the answer to a statement is lost, and its outcome cannot be looked up', () => {
  async function floorWithRestingOrder() {
    const { database: losesOne, lose } = losingAnswers()
    const floor = await openFloor(losesOne)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    const resting = await floor.order('acc_A', { quantity: '1', limit: '1' })
    // The matcher has seen the book, with this order in it.
    await floor.advance('PT5S')
    return { floor, lose, resting }
  }

  test('an order accepted by a statement with a lost answer fills at the next tick', async () => {
    const { floor, lose } = await floorWithRestingOrder()
    lose()
    const terms = { quantity: '10', clientOrderId: 'mine' }
    await expect(floor.place('acc_A', terms)).rejects.toThrow('lost')
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', await floor.order('acc_A', terms))).toMatchObject({
      status: 'FILLED',
    })
  })

  test('an order canceled by a statement with a lost answer ends at the next tick', async () => {
    const { floor, lose, resting } = await floorWithRestingOrder()
    lose()
    await expect(floor.cancel('acc_A', resting)).rejects.toThrow('lost')
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', resting)).toMatchObject({ status: 'CANCELED' })
  })
})

describe('an account whose rows break an invariant', () => {
  async function floorWithFaultyAccount() {
    const floor = await openFloor(database, newYork('15:59:58'))
    await floor.account('acc_A')
    await floor.account('acc_B')
    floor.feed.show('AAPL', '9.99', '10.00')
    const faulty = await floor.order('acc_A', { quantity: '1', limit: '5' })
    await database.drizzle.execute(
      sql`update accounts set held_cash = 0, version = 1 where account_id = 'acc_A'`,
    )
    return { floor, faulty }
  }

  test('a broken invariant of one account holds up nobody, and is reported once', async () => {
    const { floor } = await floorWithFaultyAccount()
    await floor.advance('PT3S')
    const other = await floor.order('acc_B', { quantity: '1' })
    await floor.advance('PT10S')
    expect(await floor.stateOf('acc_B', other)).toMatchObject({ status: 'FILLED' })
    expect(floor.failures).toHaveLength(1)
  })

  test('an account with a broken invariant trades again once it is repaired', async () => {
    const { floor, faulty } = await floorWithFaultyAccount()
    await floor.advance('PT3S')
    await database.drizzle.execute(
      sql`update accounts set held_cash = 5, version = 2 where account_id = 'acc_A'`,
    )
    await floor.advance('PT1S')
    const { status, order } = await floor.stateOf('acc_A', faulty)
    expect([status, order.updatedAt]).toEqual(['EXPIRED', newYork('16:00:00')])
  })
})

test('a sequencer full of clients’ commands still takes the market’s commands', async () => {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  const order = await floor.order('acc_A', { quantity: '1' })
  const flood = Array.from({ length: QUEUE_MAX }, () =>
    floor.sequencer.submit({
      accountId: 'acc_A',
      symbols: [],
      orderIds: [],
      clientOrderIds: [],
      decide: () => 'done',
    }),
  )
  await floor.advance('PT1S')
  expect(await floor.stateOf('acc_A', order)).toMatchObject({ status: 'FILLED' })
  await Promise.all(flood)
})

test('a process that takes over does not trade an opening that is long past', async () => {
  const early = newYork('09:00:00')
  const floor = await openFloor(database, early)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '11.99', '12.00')
  const order = await floor.order('acc_A', { quantity: '100', limit: '10.00' })
  const size = quantity('100')
  const cheapAtTheOpening: Feed = {
    ...steeredFeed(),
    bidAsk(symbol, at) {
      const shown = price(at.equals(newYork('09:30:00')) ? '10.00' : '12.00')
      return aQuote({ symbol, bidPrice: shown, bidSize: size, askPrice: shown, askSize: size })
    },
  }
  const standstill = Promise.withResolvers<void>()
  let now = early
  const clock = {
    now: () => now,
    wallMsUntil() {
      standstill.resolve()
      return null
    },
  }
  const matcher = openMatcher({
    database,
    sequencer: floor.sequencer,
    feed: cheapAtTheOpening,
    clock,
    simulated: null,
    tickMs: 1_000,
    elapsedMs: () => 0,
    failed: (error) => {
      throw error
    },
  })
  now = newYork('15:00:00')
  matcher.start()
  await standstill.promise
  await matcher.stop()
  expect(await floor.stateOf('acc_A', order)).toMatchObject({ status: 'SUBMITTED' })
  expect(matcher.ticksSkipped).toBe(0)
})
