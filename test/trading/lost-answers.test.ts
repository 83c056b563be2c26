/**
 * The answer to a batch's statement is lost, and another server changes the account before this one
 * looks: the log of the account's events shows what the statement has done.
 */
import { beforeEach, describe, expect, test } from 'bun:test'
import { connect } from '../../src/postgres/connect'
import { Overdue } from '../../src/postgres/connection'
import type { Database } from '../../src/postgres/database'
import { OutcomeUnknown } from '../../src/postgres/errors'
import { lockCommand } from '../../src/trading/commands/account'
import { placeConditionalCommand } from '../../src/trading/commands/conditional'
import { placeCommand } from '../../src/trading/commands/place'
import { openSequencer, type Sequencer } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { openPostgresFloor } from '../support/postgres-floor'
import { administer, hasPostgres } from '../support/storage'
import { REAL_TIME } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf, stopOf } from '../support/trading-floor'
import { until } from '../support/until'

const database = await freshDatabase()
beforeEach(freshDatabase)

const CHEAP = { quantity: '1', limit: '1' }

const serverOn = (over: Database): Sequencer =>
  openSequencer({
    ...REAL_TIME,
    database: over,
    workers: 2,
    now: () => MONDAY_AT_TEN,
    onCommitted: () => {},
    failed: () => {},
  })

/** A lost answer: whether the statement was carried out, and what happens before the look-up. */
interface Loss {
  readonly done: boolean
  readonly overtake: () => Promise<unknown>
  readonly faults: readonly Error[]
}

/** A floor whose next statement can lose its answer, before or after it is carried out. */
async function floorThatLosesAnswers() {
  let next: Loss | null = null
  let faults: readonly Error[] = []
  const steered: Database = {
    ...database,
    all(statement, parameters) {
      const [fault, ...others] = faults
      if (fault === undefined) return database.all(statement, parameters)
      faults = others
      return Promise.reject(fault)
    },
    async commit(bound, claim) {
      const lost = next
      if (lost === null) return database.commit(bound, claim)
      next = null
      if (lost.done) await database.commit(bound, claim)
      else claim()
      await lost.overtake()
      faults = lost.faults
      throw new OutcomeUnknown('no answer')
    },
  }
  const floor = await openFloor(steered)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  const other = serverOn(database)
  return {
    floor,
    /**
     * Another server places this many orders of the account while the answer is lost. The next
     * statements fail with these faults.
     */
    loseNext: (done: boolean, orders = 1, faults: readonly Error[] = []): void => {
      const place = () => other.submit(placeCommand('acc_A', requestOf(CHEAP), floor.feed))
      next = {
        done,
        faults,
        overtake: async () => {
          for (let at = 0; at < orders; at++) await place()
        },
      }
    },
    /** Another server places an order of these terms, and the next statement is not carried out. */
    overtakeNext: (terms: Parameters<typeof requestOf>[0]): void => {
      const overtake = () => other.submit(placeCommand('acc_A', requestOf(terms), floor.feed))
      next = { done: false, overtake, faults: [] }
    },
  }
}

describe.each([
  ['was carried out', true],
  ['was not carried out', false],
])(
  'the answer to a statement is lost that %s, and another server has changed the account:',
  (_, done) => {
    test.each([1, 3])('an order is placed once, and its answer is no replay', async (orders) => {
      const { floor, loseNext } = await floorThatLosesAnswers()
      loseNext(done, orders)
      const mine = await floor.place('acc_A', { ...CHEAP, clientOrderId: 'mine' })
      expect(mine).toMatchObject({ replayed: false, order: { seq: done ? 1 : orders + 1 } })
      const seq = orders + 1
      expect(await floor.state('acc_A')).toEqual({ cash: '100000', heldCash: `${seq}`, seq })
      const again = await floor.place('acc_A', { ...CHEAP, clientOrderId: 'mine' })
      expect(again).toMatchObject({ replayed: true })
      expect(floor.events.map(({ order }) => order.clientOrderId)).toEqual(['mine'])
      expect(floor.failures).toEqual([])
    })

    test('an order is placed once if the look-up is delayed', async () => {
      const { floor, loseNext } = await floorThatLosesAnswers()
      const locked = Object.assign(new Error('a foreign session has the row'), { code: '55P03' })
      loseNext(done, 1, [new Overdue('a move of the shard lets no writes through'), locked])
      const mine = await floor.place('acc_A', { ...CHEAP, clientOrderId: 'mine' })
      expect(mine).toMatchObject({ replayed: false, order: { seq: done ? 1 : 2 } })
      expect(floor.failures).toEqual([])
    })

    test('a cancel is carried out once', async () => {
      const { floor, loseNext } = await floorThatLosesAnswers()
      const orderId = await floor.order('acc_A', CHEAP)
      loseNext(done)
      expect(await floor.cancel('acc_A', orderId)).toBe('PENDING_CANCEL')
      expect(await floor.state('acc_A')).toMatchObject({ seq: 3 })
    })

    test('a conditional order is placed once', async () => {
      const { floor, loseNext } = await floorThatLosesAnswers()
      loseNext(done)
      const terms = stopOf({ side: 'BUY', quantity: '1', stop: '11', clientOrderId: 'stop' })
      const placing = placeConditionalCommand('acc_A', terms, floor.feed)
      expect(await floor.sequencer.submit(placing)).toMatchObject({ replayed: false })
      expect(await floor.state('acc_A')).toMatchObject({ seq: 2 })
    })

    test('a lock for placing, which leaves no event, fails with an unknown outcome', async () => {
      const { floor, loseNext } = await floorThatLosesAnswers()
      loseNext(done)
      const locking = floor.sequencer.submit(lockCommand('acc_A', false))
      await expect(locking).rejects.toThrow(OutcomeUnknown)
    })
  },
)

test('of two servers that place one order at the same time, the one that lost its answer replays', async () => {
  const { floor, overtakeNext } = await floorThatLosesAnswers()
  const terms = { ...CHEAP, clientOrderId: 'both' }
  overtakeNext(terms)
  expect(await floor.place('acc_A', terms)).toMatchObject({ replayed: true, order: { seq: 1 } })
  expect(await floor.state('acc_A')).toMatchObject({ heldCash: '1', seq: 1 })
})

describe.skipIf(!hasPostgres)('a lock timeout on the connection that two batches share', () => {
  test('loses no order of the second batch, whose account another server changes meanwhile', async () => {
    const { database, floor, url, remove } = await openPostgresFloor(['acc_A', 'acc_B'])
    const elsewhere = await connect({ kind: 'server', url })
    const [here, there] = [serverOn(database), serverOn(elsewhere)]
    const place = (server: Sequencer, accountId: string) =>
      server.submit(placeCommand(accountId, requestOf(CHEAP), floor.feed))
    for (const server of [there, here]) {
      for (const accountId of ['acc_A', 'acc_B']) await place(server, accountId)
    }
    const placed: ReturnType<typeof place>[] = []
    await administer(
      (outside) =>
        outside.begin(async (locking) => {
          await locking`select from accounts where account_id = 'acc_A' for update`
          placed.push(place(here, 'acc_A'))
          await until(
            () => locksAwaited(url),
            (count) => count === 1,
          )
          // It is sent on the same connection, behind the statement that waits for the lock.
          placed.push(place(here, 'acc_B'))
          await place(there, 'acc_B')
          await placed[1]
        }),
      url,
    )
    for (const outcome of await Promise.all(placed)) {
      expect(outcome).toMatchObject({ replayed: false })
    }
    expect(await floor.state('acc_A')).toMatchObject({ heldCash: '3', seq: 3 })
    expect(await floor.state('acc_B')).toMatchObject({ heldCash: '4', seq: 4 })
    await elsewhere.close()
    await remove()
  })
})

/** The number of sessions of the database that wait for a lock. */
async function locksAwaited(url: string): Promise<number> {
  let count = 0
  await administer(async (outside) => {
    const [row] = await outside<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    count = row?.waiting ?? 0
  }, url)
  return count
}
