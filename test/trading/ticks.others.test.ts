/** How the matcher finds orders that other processes have changed in the database. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { isRefused } from '../../src/core/refusals'
import { type NotifiedEvents, openEvents } from '../../src/ledger/events/publish'

import type { Database } from '../../src/postgres/database'
import { placeCommand } from '../../src/trading/commands/place'
import { openRestingBook } from '../../src/trading/matcher/resting'
import { openSequencer } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { anOrder } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'
import { REAL_TIME } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf, type Terms } from '../support/trading-floor'

const database = await freshDatabase()
let nowMs = 0
let looks = 0
beforeEach(() => {
  nowMs = 0
  looks = 0
})

/** Counts how often it is asked which accounts have changed. */
const counting: Database = {
  ...database,
  all(statement, parameters) {
    if (statement.text.includes('"accounts"."seq" > 0')) looks++
    return database.all(statement, parameters)
  },
}

const openBook = (othersReadEveryMs: number) =>
  openRestingBook({
    database: counting,
    feed: steeredFeed(),
    elapsedMs: () => nowMs,
    othersReadEveryMs,
  })

/** How often that many ticks of a second look, in which this process changes nothing. */
async function quietTicks(count: number, othersReadEveryMs: number): Promise<number> {
  const book = openBook(othersReadEveryMs)
  await book.nextExpiryAt()
  looks = 0
  for (let tick = 0; tick < count; tick++) {
    nowMs += 1_000
    book.rereadIfOld()
    await book.nextExpiryAt()
  }
  return looks
}

describe('an account that another process has changed, without a notification', () => {
  const REST = { quantity: '10', limit: '10.01' }
  async function twoDesks() {
    const floor = await openFloor(await freshDatabase())
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '11.00', '10')
    const other = openSequencer({
      ...REAL_TIME,
      database,
      now: floor.clock.now,
      onCommitted: () => {},
      failed: (error) => floor.failures.push(error),
    })
    const place = async (terms: Terms): Promise<string> => {
      const placed = await other.submit(placeCommand('acc_A', requestOf(terms), floor.feed))
      if (isRefused(placed)) throw new Error(placed.refused)
      return placed.order.orderId
    }
    const first = await floor.order('acc_A', REST)
    await floor.advance('PT1S')
    return { floor, first, place }
  }

  test('[fill.priority] is tried as it is: a better limit comes first', async () => {
    const { floor, first, place } = await twoDesks()
    const better = await place({ ...REST, limit: '10.02' })
    floor.feed.show('AAPL', '9.99', '10.00', '10')
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', better)).toMatchObject({ status: 'FILLED' })
    expect(await floor.stateOf('acc_A', first)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('has all its orders ended at their end', async () => {
    const { floor, first, place } = await twoDesks()
    const unseen = await place(REST)
    await floor.advance('PT8H')
    for (const orderId of [first, unseen]) {
      expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'EXPIRED' })
    }
    expect(floor.failures).toBeEmpty()
  })
})

describe('the open orders of other processes', () => {
  test('are looked for every few seconds if notifications report changes', async () => {
    expect(await quietTicks(12, 4_000)).toBe(3)
  })

  test('are looked for at each tick if no hint does', async () => {
    expect(await quietTicks(12, 0)).toBe(12)
  })

  test('are looked for at the next tick after a new connection, which may have missed notifications', async () => {
    const book = openBook(60_000)
    await book.nextExpiryAt()
    looks = 0
    book.notified([['acc_A', 1]])
    await book.nextExpiryAt()
    expect(looks).toBe(0)
    book.notified(null)
    await book.nextExpiryAt()
    expect(looks).toBe(1)
  })

  test('are tried within seconds, however busy this process is and whatever notifications are lost', async () => {
    const floor = await openFloor(await freshDatabase())
    floor.feed.show('AAPL', '9.99', '10.00')
    const book = openRestingBook({
      database,
      feed: floor.feed,
      elapsedMs: () => nowMs,
      othersReadEveryMs: 4_000,
    })
    const isTriedAt = async (seconds: number): Promise<boolean> => {
      nowMs = seconds * 1_000
      book.rereadIfOld()
      const quotes = await book.crossedAt(MONDAY_AT_TEN.add({ seconds }))
      // Whatever the tick has reached is done with.
      book.tried(quotes, new Map([...quotes.keys()].map((symbol) => [symbol, []])))
      return quotes.has('AAPL')
    }
    await floor.account('acc_A')
    await floor.order('acc_A', { quantity: '1' })
    expect(await isTriedAt(0)).toBe(true)
    const msft = anOrder({ symbol: 'MSFT' })
    // Another process has placed the next one, without a notification.
    await floor.order('acc_A', { quantity: '2' })
    const tried = []
    for (let second = 1; second <= 5; second++) {
      const event = { accountId: 'acc_B', seq: second, order: msft, fill: null }
      book.committed({ events: [event], orders: [], legs: [] })
      tried.push(await isTriedAt(second))
    }
    expect(tried).toContain(true)
  })

  test('are hinted at by another process and by a new connection, not by this one', async () => {
    let notify: (payload: string) => void = () => {}
    let connect: () => void = () => {}
    const sent = Promise.withResolvers<readonly string[]>()
    const events = await openEvents({
      database: {
        ...database,
        notifications: {
          notify: async (payloads) => sent.resolve(payloads),
          async listen(listener, connected) {
            notify = listener
            connect = connected
          },
          close: async () => {},
        },
      },
      failed: (error) => {
        throw error
      },
    })
    const notifications: (NotifiedEvents | null)[] = []
    events.onNotification((notified) => notifications.push(notified))
    notify('acc_A 17')
    expect(notifications).toEqual([[['acc_A', 17]]])
    connect()
    expect(notifications).toEqual([[['acc_A', 17]], null])
    events.committed([{ accountId: 'acc_B', seq: 18, order: anOrder(), fill: null }])
    for (const payload of await sent.promise) {
      notify(payload)
      expect(notifications).toHaveLength(2)
      // Received once more, it is another's.
      notify(payload)
    }
    expect(notifications).toHaveLength(3)
    await events.close()
  })
})
