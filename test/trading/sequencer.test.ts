import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { isRefused } from '../../src/core/refusals'
import { ConnectionLost, Overdue } from '../../src/postgres/connection'
import type { Database } from '../../src/postgres/database'
import { DiskFull, OutcomeUnknown } from '../../src/postgres/errors'
import { type Command, SequencerBusy } from '../../src/trading/command'
import { placeCommand } from '../../src/trading/commands/place'
import { openSequencer, QUEUE_MAX, submitOrRefuse } from '../../src/trading/sequencer'
import { freshDatabase } from '../support/database'
import { gatedDatabase } from '../support/faulty-database'
import { REAL_TIME } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** The database, counting the statements that it commits. */
function counting(inner: Database) {
  let commits = 0
  const counted: Database = {
    ...inner,
    commit(...asking) {
      commits++
      return inner.commit(...asking)
    },
  }
  return { database: counted, commits: () => commits }
}

const doing = <T>(accountId: string, decide: () => T): Command<T> => ({
  accountId,
  symbols: [],
  orderIds: [],
  clientOrderIds: [],
  decide,
})

describe('what the sequencer throws is', () => {
  const answer = (failure: Error) =>
    submitOrRefuse(
      { submit: () => Promise.reject(failure) },
      doing('acc_A', () => 'done'),
    )

  test('[error.disk-full] [request.busy] a refusal if the disk is full or there are too many commands', async () => {
    expect(await answer(new DiskFull('full'))).toEqual({ refused: 'storage-full' })
    expect(await answer(new SequencerBusy('full'))).toEqual({ refused: 'server-busy' })
  })

  test('[request.deadline] a refusal if the deadline passed before a statement was sent', async () => {
    expect(await answer(new Overdue('no answer in time'))).toEqual({ refused: 'server-busy' })
  })

  test('[request.busy] a refusal if the database was lost before a statement was sent', async () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03']) {
      const lost = Object.assign(new Error('the database is gone'), { code })
      expect(await answer(lost)).toEqual({ refused: 'server-busy' })
    }
    const cause = new Error('the connection was closed')
    expect(await answer(new ConnectionLost('lost', { cause }))).toEqual({ refused: 'server-busy' })
  })

  test('a failure if it may have been done, or the fault is ours', async () => {
    await expect(answer(new OutcomeUnknown('no answer to COMMIT'))).rejects.toThrow('COMMIT')
    await expect(answer(new Error('ours'))).rejects.toThrow('ours')
  })
})

describe('the sequencer', () => {
  test('the sequencer commits all waiting commands in one statement', async () => {
    const counted = counting(database)
    const floor = await openFloor(counted.database)
    await floor.account('acc_A')
    await floor.account('acc_B')
    floor.feed.show('AAPL', '9.99', '10.00')
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        floor.order(index % 2 ? 'acc_A' : 'acc_B', { quantity: '1' }),
      ),
    )
    expect(counted.commits()).toBe(1)
    expect(await floor.state('acc_A')).toEqual({ cash: '100000', heldCash: '309', seq: 30 })
  })

  test('callers who come while a small batch commits are taken by halves, not all but a few', async () => {
    const { database: gated, gate } = gatedDatabase(database, 'before it is sent')
    const batches: number[] = []
    const sequencer = openSequencer({
      ...REAL_TIME,
      database: gated,
      now: () => MONDAY_AT_TEN,
      onCommitted: () => {},
      batchDone: (commands) => batches.push(commands),
      failed: () => {},
    })
    const come = () => sequencer.submit(doing('acc_A', () => 'done'))
    const first = come()
    await gate.reached
    const others = Array.from({ length: 63 }, come)
    gate.open()
    await Promise.all([first, ...others])
    expect(batches).toEqual([1, 32, 31])
  })

  test('fifty identical orders at once make one order, and the others replay it', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    const placed = await Promise.all(
      Array.from({ length: 50 }, () =>
        floor.place('acc_A', { quantity: '1', clientOrderId: 'same' }),
      ),
    )
    const orders = placed.flatMap((outcome) => (isRefused(outcome) ? [] : [outcome]))
    expect(orders.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(orders.map(({ order }) => order.orderId)).size).toBe(1)
    expect(await floor.state('acc_A')).toMatchObject({ seq: 1, heldCash: '10.3' })
  })

  test('orders of one batch spend the buying power once', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A', '100')
    floor.feed.show('AAPL', '9.99', '10.00')
    const placed = await Promise.all(
      Array.from({ length: 20 }, () => floor.place('acc_A', { quantity: '1', limit: '10' })),
    )
    expect(placed.filter(isRefused)).toHaveLength(10)
    expect(await floor.state('acc_A')).toEqual({ cash: '100', heldCash: '100', seq: 10 })
  })

  test('a command that throws fails alone in its batch', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    const bug = floor.sequencer.submit(
      doing('acc_A', () => {
        throw new Error('a bug')
      }),
    )
    const order = floor.order('acc_A', { quantity: '1' })
    await expect(bug).rejects.toThrow('a bug')
    expect(await floor.stateOf('acc_A', await order)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('a statement that fails leaves nothing of its commands', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    const failing = openSequencer({
      ...REAL_TIME,
      failed: () => {},
      database: { ...database, commit: () => Promise.reject(new Error('lost')) },
      now: () => MONDAY_AT_TEN,
      onCommitted: (committed) => expect(committed).toBeNull(),
    })
    const lost = failing.submit(placeCommand('acc_A', requestOf({ quantity: '1' }), floor.feed))
    await expect(lost).rejects.toThrow('lost')
    expect(await floor.state('acc_A')).toEqual({ cash: '100000', heldCash: '0', seq: 0 })
  })

  test('work between two batches finds none under way, and what came meanwhile is decided after it', async () => {
    const { database: gated, gate } = gatedDatabase(database, 'after commit')
    const floor = await openFloor(gated)
    await floor.account('acc_A', '100')
    floor.feed.show('AAPL', '9.99', '10.00')
    const before = floor.order('acc_A', { quantity: '1', limit: '10' })
    await gate.reached
    const heldCash: string[] = []
    const between = floor.sequencer.betweenBatches(async () => {
      heldCash.push((await floor.state('acc_A')).heldCash)
      await database.drizzle.execute(
        sql`update accounts set cash = 10, version = 7 where account_id = 'acc_A'`,
      )
    })
    const after = floor.place('acc_A', { quantity: '1', limit: '10' })
    gate.open()
    await Promise.all([before, between])
    expect(heldCash).toEqual(['10'])
    expect(await after).toMatchObject({ refused: 'insufficient-buying-power' })
  })

  test('[request.busy] takes no more than its queue holds, and answers all that it took', async () => {
    // Its time stands still: on a busy machine no command waits too long.
    const sequencer = openSequencer({
      ...REAL_TIME,
      elapsedMs: () => 0,
      database,
      now: () => MONDAY_AT_TEN,
      onCommitted: () => {},
      failed: () => {},
    })
    const come = () => sequencer.submit(doing('acc_A', () => 'done'))
    await (await openFloor(database)).account('acc_A')
    const taken = Array.from({ length: QUEUE_MAX }, come)
    await expect(come()).rejects.toBeInstanceOf(SequencerBusy)
    await sequencer.drained()
    expect(new Set(await Promise.all(taken))).toEqual(new Set(['done']))
  })
})
