/** How the matcher learns of orders that other processes of the database have changed. */
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openEvents } from '../../src/events/publish'
import type { Database } from '../../src/store/database'
import { openRestingBook } from '../../src/trading/matcher/resting'
import { freshDatabase } from '../support/database'
import { anOrder } from '../support/examples'
import { steeredFeed } from '../support/steered-feed'
import { MONDAY_AT_TEN, openFloor } from '../support/trading-floor'

/** A busy machine needs longer than Bun's 5 s. */
setDefaultTimeout(180_000)

const database = await freshDatabase()
let nowMs = 0
let reads = 0
beforeEach(() => {
  nowMs = 0
  reads = 0
})

const counting: Database = {
  ...database,
  all(statement, parameters) {
    reads++
    return database.all(statement, parameters)
  },
}
const STATEMENTS_A_READ = 2

/** What that many ticks of a second read, in which this process changes nothing. */
async function quietTicks(count: number, othersReadEveryMs: number): Promise<number> {
  const book = openRestingBook({
    ...{ database: counting, feed: steeredFeed(), elapsedMs: () => nowMs },
    desk: { batchesBegun: 0 },
    othersReadEveryMs,
  })
  for (let tick = 0; tick < count; tick++) {
    book.rereadIfOld()
    await book.nextExpiryAt()
    nowMs += 1_000
  }
  return reads / STATEMENTS_A_READ
}

describe('the open orders of other processes', () => {
  test('are read every few seconds where hints tell of changes', async () => {
    expect(await quietTicks(12, 4_000)).toBe(3)
  })

  test('are read at each tick where no hint does', async () => {
    expect(await quietTicks(12, 0)).toBe(12)
  })

  test('are read at the next tick after a hint', async () => {
    const book = openRestingBook({
      ...{ database: counting, feed: steeredFeed(), elapsedMs: () => nowMs },
      desk: { batchesBegun: 0 },
      othersReadEveryMs: 2_000,
    })
    await book.nextExpiryAt()
    book.changed()
    book.rereadIfOld()
    await book.nextExpiryAt()
    expect(reads / STATEMENTS_A_READ).toBe(2)
  })

  test('are tried within seconds, however busy this process is and whatever hints are lost', async () => {
    const floor = await openFloor(await freshDatabase())
    floor.feed.show('AAPL', '9.99', '10.00')
    const book = openRestingBook({
      ...{ database, feed: floor.feed, elapsedMs: () => nowMs },
      desk: { batchesBegun: 0 },
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
    // Another process has placed the next one, which nobody has told of.
    await floor.order('acc_A', { quantity: '2' })
    const tried = []
    for (let second = 1; second <= 5; second++) {
      const event = { accountId: 'acc_A', seq: second, order: msft, fill: null }
      book.changed({ events: [event], orders: [], batch: second })
      tried.push(await isTriedAt(second))
    }
    expect(tried).toContain(true)
  })

  test('are hinted at by another process and by a new connection, not by this one', async () => {
    let hear: (payload: string) => void = () => {}
    let connect: () => void = () => {}
    const sent = Promise.withResolvers<readonly string[]>()
    const events = await openEvents({
      database: {
        ...database,
        hints: {
          notify: async (payloads) => sent.resolve(payloads),
          async listen(heard, connected) {
            hear = heard
            connect = connected
          },
          close: async () => {},
        },
      },
      failed: (error) => {
        throw error
      },
    })
    let hints = 0
    events.onHint(() => hints++)
    hear('acc_A 17')
    expect(hints).toBe(1)
    connect()
    expect(hints).toBe(2)
    events.committed([{ accountId: 'acc_B', seq: 18, order: anOrder(), fill: null }])
    for (const payload of await sent.promise) {
      hear(payload)
      expect(hints).toBe(2)
      // Heard once more, it is another's.
      hear(payload)
    }
    expect(hints).toBe(3)
    await events.close()
  })
})
