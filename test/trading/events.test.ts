import { beforeEach, describe, expect, test } from 'bun:test'
import { encodeOrder } from '../../src/api/wire/orders'
import { isOfOrder } from '../../src/core/conditional/leg'
import type { OrderEvent } from '../../src/core/order/order'
import { isRefused } from '../../src/core/refusals'
import { eventsAfter } from '../../src/ledger/events/log'
import { type Events, openEvents } from '../../src/ledger/events/publish'
import { findOrder } from '../../src/ledger/orders'
import { type Database, NO_NOTIFICATIONS, type Notifications } from '../../src/postgres/database'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const ACCOUNT = 'acc_A'

/** A floor whose commits notify `events`, and one account on it. */
async function trading(over: Database = database) {
  const floor = await openFloor(over)
  const failures: unknown[] = []
  const events = await openEvents({ database: over, failed: (error) => failures.push(error) })
  floor.onCommit(events.committed)
  await floor.account(ACCOUNT)
  floor.feed.show('AAPL', '9.99', '10.00', '40')
  return { floor, events, failures }
}

/** Keeps what it takes; `reads` says whether it has room. */
async function reader(events: Events, since: number | null, reads = () => true) {
  const taken: OrderEvent[] = []
  const gaps: unknown[] = []
  const lost = Promise.withResolvers<void>()
  let look = () => {}
  const subscription = await events.subscribe(ACCOUNT, since, {
    onEvents(changes) {
      taken.push(...changes.filter(isOfOrder))
      look()
    },
    hasRoom: reads,
    lost(gap) {
      gaps.push(gap)
      lost.resolve()
    },
  })
  if (isRefused(subscription)) throw new Error(`refused: ${subscription.refused}`)
  subscription.resume()
  return {
    ...subscription,
    taken,
    gaps,
    lost: lost.promise,
    seqs: () => taken.map(({ seq }) => seq),
    until: (count: number) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (taken.length >= count) resolve()
        }
        look()
      }),
  }
}

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Keeps the account busy: `count` events. */
async function events(floor: Awaited<ReturnType<typeof openFloor>>, count: number): Promise<void> {
  const orders = Array.from({ length: count }, () => floor.order(ACCOUNT, { quantity: '0.01' }))
  await Promise.all(orders)
}

describe('the record in an event', () => {
  test('an event’s record equals the order as it was read at that event', async () => {
    const { floor, events } = await trading()
    const live = await reader(events, 0)
    const shown: unknown[] = []
    const look = async (...orderIds: string[]) => {
      for (const orderId of orderIds) {
        const order = await findOrder(database, { accountId: ACCOUNT, orderId })
        shown.push(order && encodeOrder(order))
      }
    }
    const filled = await floor.order(ACCOUNT, { quantity: '100' })
    await look(filled)
    await floor.advance('PT1S')
    await look(filled)
    await floor.cancel(ACCOUNT, filled)
    await look(filled)
    await floor.advance('PT1S')
    // The last tick fills part of it and then cancels the rest: two events at once.
    shown.push(null)
    await look(filled)
    const whole = await floor.order(ACCOUNT, { quantity: '50' })
    await look(whole)
    await floor.advance('PT1S')
    await look(whole)
    await floor.cancel(ACCOUNT, whole)
    await look(whole)
    await floor.advance('PT1S')
    await look(whole)
    // A Saturday: closed.
    await floor.advance('PT120H')
    const waiting = await floor.order(ACCOUNT, { quantity: '1' })
    await look(waiting)
    const canceled = await floor.order(ACCOUNT, { quantity: '1', limit: '5' })
    await look(canceled)
    await floor.cancel(ACCOUNT, canceled)
    await look(canceled)
    // More than the account has.
    floor.feed.show('AAPL', '199999.99', '200000.00')
    await floor.advance('PT48H')
    await look(waiting)
    // A part of it can be paid, which is two events at once as well.
    floor.feed.show('AAPL', '9.99', '10.00')
    const unpaid = await floor.order(ACCOUNT, { quantity: '9000' })
    await look(unpaid)
    floor.feed.show('AAPL', '99.99', '100.00', '1000')
    await floor.advance('PT1S')
    shown.push(null)
    await look(unpaid)

    await live.until(shown.length)
    const logged = (await eventsAfter(database, ACCOUNT, 0, 100)).filter(isOfOrder)
    for (const changes of [live.taken, logged]) {
      expect(changes.map(({ seq }) => seq)).toEqual(upTo(shown.length))
      for (const [index, { order }] of changes.entries()) {
        if (shown[index] !== null) expect<unknown>(encodeOrder(order)).toEqual(shown[index])
      }
    }
    expect(new Set(logged.map(({ order }) => order.status))).toEqual(
      new Set([
        'SUBMITTED',
        'PARTIALLY_FILLED',
        'PENDING_CANCEL',
        'FILLED',
        'CANCELED',
        'REJECTED',
      ]),
    )
  })
})

describe('a subscriber', () => {
  test('a subscriber gets past and live events without a gap or a repetition', async () => {
    const { floor, events: hub } = await trading()
    await events(floor, 300)
    const busy = events(floor, 300)
    const joined = reader(hub, 17)
    await busy
    const one = await joined
    await events(floor, 5)
    await one.until(588)
    expect(one.seqs()).toEqual(upTo(605, 18))
  })

  test('a subscriber gets as much of the log as it has room for, and the rest later', async () => {
    const { floor, events: hub } = await trading()
    await events(floor, 1_000)
    let room = false
    const one = await reader(hub, 0, () => room)
    await hub.lastSeqs([ACCOUNT])
    expect(one.taken).toHaveLength(0)
    room = true
    one.resume()
    await one.until(1_000)
    expect(one.seqs()).toEqual(upTo(1_000))
  })

  test('a subscriber is notified that the log has lost its next event', async () => {
    const { floor, events: hub } = await trading()
    await events(floor, 400)
    let room = false
    const one = await reader(hub, 0, () => room)
    await database.drizzle.execute('delete from order_events where seq < 50')
    room = true
    one.resume()
    await one.lost
    expect(one.gaps).toEqual([{ since: 0, oldestSeq: 50, lastSeq: 400 }])
  })
})

/** Several processes in one: each with its own hub, and a line between them that can be cut. */
function line() {
  const listeners: ((payload: string) => void)[] = []
  let up = true
  const notifications: Notifications = {
    async notify(payloads) {
      if (up) for (const payload of payloads) for (const listener of listeners) listener(payload)
    },
    async listen(listener) {
      listeners.push(listener)
    },
    close: async () => {},
  }
  return {
    database: { ...database, notifications },
    cut: () => {
      up = false
    },
  }
}

test.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  'a notification passes through PostgreSQL unchanged',
  async () => {
    const received = Promise.withResolvers<string>()
    await database.notifications.listen(received.resolve, () => {})
    await database.notifications.notify([`${ACCOUNT} 17\nacc_B 4`])
    expect(await received.promise).toBe(`${ACCOUNT} 17\nacc_B 4`)
  },
)

describe('another process', () => {
  test.each([['arrive'], ['are lost']])(
    'another process sends events in order if both commit and notifications %s',
    async (notifications) => {
      const wire = line()
      if (notifications === 'are lost') wire.cut()
      const { floor } = await trading(wire.database)
      const hubs = [
        await openEvents({ database: wire.database, failed: () => {} }),
        await openEvents({ database: wire.database, failed: () => {} }),
      ]
      const readers = await Promise.all(hubs.map((hub) => reader(hub, 0)))
      // As if each had committed a part.
      floor.onCommit((posted) => {
        for (const one of posted) hubs[one.seq % 2]?.committed([one])
      })
      await events(floor, 100)
      for (let order = 0; order < 20; order++) await floor.order(ACCOUNT, { quantity: '0.01' })
      for (const hub of hubs) await hub.lastSeqs([ACCOUNT])
      for (const one of readers) {
        await one.until(120)
        expect(one.seqs()).toEqual(upTo(120))
      }
    },
  )

  test('[stream.notifications] a process catches up at the heartbeat when a notification was lost', async () => {
    const wire = line()
    const here = await trading(wire.database)
    const there = await openEvents({ database: wire.database, failed: () => {} })
    const one = await reader(there, 0)
    wire.cut()
    await events(here.floor, 7)
    await here.events.close()
    expect(one.taken).toEqual([])
    expect(await there.lastSeqs([ACCOUNT])).toEqual([{ accountId: ACCOUNT, lastSeq: 7 }])
    expect(one.seqs()).toEqual(upTo(7))
  })

  test('another process ignores a payload that is no notification', async () => {
    const wire = line()
    const { floor, failures } = await trading(wire.database)
    const there = await openEvents({ database: wire.database, failed: (e) => failures.push(e) })
    const one = await reader(there, 0)
    await wire.database.notifications.notify([
      '',
      'hello',
      `${ACCOUNT} x`,
      `${ACCOUNT} 999`,
      'acc_9 1',
    ])
    await events(floor, 2)
    await one.until(2)
    expect([one.seqs(), one.gaps, failures]).toEqual([[1, 2], [], []])
  })

  test('notifications of many accounts are split into payloads that PostgreSQL accepts', async () => {
    const sent: string[] = []
    const notifications: Notifications = {
      notify: async (payloads) => void sent.push(...payloads),
      listen: async () => {},
      close: async () => {},
    }
    const floor = await openFloor({ ...database, notifications })
    const hub = await openEvents({ database: { ...database, notifications }, failed: () => {} })
    floor.onCommit(hub.committed)
    const accountIds = upTo(60).map((index) => `acc_${'X'.repeat(180)}${index}`)
    for (const accountId of accountIds) await floor.account(accountId)
    floor.feed.show('AAPL', '9.99', '10.00')
    await Promise.all(accountIds.map((accountId) => floor.order(accountId, { quantity: '1' })))
    await hub.close()
    const lines = sent.flatMap((payload) => payload.split('\n'))
    expect(lines.toSorted()).toEqual(accountIds.map((accountId) => `${accountId} 1`).toSorted())
    expect(Math.max(...sent.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000)
  })
})

test('a log that could not be read is read again with the next event', async () => {
  let broken = false
  const failing: Database = {
    ...database,
    notifications: NO_NOTIFICATIONS,
    all(statement, parameters) {
      if (broken) throw new Error('no database')
      return database.all(statement, parameters)
    },
  }
  const here = await trading()
  const failures: unknown[] = []
  const hub = await openEvents({ database: failing, failed: (error) => failures.push(error) })
  const one = await reader(hub, 0)
  await events(here.floor, 2)
  broken = true
  hub.committed(here.floor.events.slice(1))
  await hub.close()
  expect(one.taken).toEqual([])
  broken = false
  hub.committed(here.floor.events.slice(1))
  await one.until(2)
  expect(one.seqs()).toEqual([1, 2])
  expect(failures).toHaveLength(1)
})
