/** A request that could not be carried out within 5 s is refused, and never carried out. */
import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../src/postgres/database'
import { OutcomeUnknown } from '../../src/postgres/errors'
import { type Command, SequencerBusy } from '../../src/trading/command'
import { placeCommand } from '../../src/trading/commands/place'
import { AccountBusy, openSequencer } from '../../src/trading/sequencer'

import { freshDatabase } from '../support/database'
import { gatedDatabase, holdingAccounts } from '../support/faulty-database'
import { steeredTime } from '../support/time'
import { MONDAY_AT_TEN, openFloor, requestOf } from '../support/trading-floor'
import { until } from '../support/until'

const WAIT_MAX_MS = 5_000

const inner = await freshDatabase()
beforeEach(freshDatabase)

async function openSteered(database: Database) {
  const floor = await openFloor(inner)
  await floor.account('acc_A')
  await floor.account('acc_B')
  floor.feed.show('AAPL', '9.99', '10.00')
  const time = steeredTime()
  const reported: unknown[] = []
  const sequencer = openSequencer({
    ...time,
    database,
    now: () => MONDAY_AT_TEN,
    onCommitted: () => {},
    failed: (error) => reported.push(error),
  })
  const place = (accountId: string, clientOrderId: string, waitedMs?: number) =>
    sequencer.submit(
      placeCommand(accountId, requestOf({ quantity: '1', limit: '1', clientOrderId }), floor.feed),
      waitedMs,
    )
  return { floor, time, sequencer, place, reported }
}

const doing = (accountId: string, decide: () => unknown, ofMarket = false): Command<unknown> => ({
  accountId,
  symbols: [],
  orderIds: [],
  clientOrderIds: [],
  decide,
  ...(ofMarket && { fence: { term: null } }),
})

describe('a command', () => {
  test('[request.deadline] that waits 5 s for a database that stands still is refused for good', async () => {
    const { database, gate } = gatedDatabase(inner, 'before it is sent')
    const { floor, time, place } = await openSteered(database)
    const first = place('acc_A', 'first')
    await gate.reached
    time.pass(WAIT_MAX_MS - 100)
    const second = place('acc_A', 'second')
    time.pass(100)
    await expect(first).rejects.toBeInstanceOf(SequencerBusy)
    gate.open()
    expect(await second).toMatchObject({ order: { clientOrderId: 'second', seq: 1 } })
    expect(await floor.state('acc_A')).toMatchObject({ seq: 1 })
  })

  test('a command whose statement is not answered for 5 s fails as outcome unknown', async () => {
    const { database, gate } = gatedDatabase(inner, 'after commit')
    const { floor, time, place } = await openSteered(database)
    const placed = place('acc_A', 'unknown')
    await gate.reached
    time.pass(WAIT_MAX_MS)
    await expect(placed).rejects.toBeInstanceOf(OutcomeUnknown)
    gate.open()
    expect(await floor.state('acc_A')).toMatchObject({ seq: 1 })
  })

  test('[request.deadline] a command that came late has less time at the sequencer', async () => {
    const { floor, place } = await openSteered(inner)
    await expect(place('acc_A', 'late', WAIT_MAX_MS)).rejects.toBeInstanceOf(SequencerBusy)
    expect(await place('acc_A', 'in time', WAIT_MAX_MS - 1)).toMatchObject({
      order: { seq: 1 },
    })
    expect(await floor.state('acc_A')).toMatchObject({ seq: 1 })
  })

  test('[request.deadline] nothing of a batch is sent with a command that was refused meanwhile', async () => {
    const { database, gate } = gatedDatabase(inner, 'before it is sent')
    const { floor, time, place } = await openSteered(database)
    const late = place('acc_A', 'late', 1)
    const other = place('acc_A', 'other')
    await gate.reached
    time.pass(WAIT_MAX_MS - 1)
    await expect(late).rejects.toBeInstanceOf(SequencerBusy)
    gate.open()
    expect(await other).toMatchObject({ order: { clientOrderId: 'other', seq: 1 } })
    expect(await floor.state('acc_A')).toMatchObject({ seq: 1 })
  })

  test('a command is not decided after its time if its statement was rolled back', async () => {
    const { promise: again, resolve: goOn } = Promise.withResolvers<void>()
    const twice: Database = {
      ...inner,
      async commit(asked, claim) {
        if (!claim()) return null
        goOn()
        await Promise.resolve()
        return inner.commit(asked, claim)
      },
    }
    const { floor, time, place } = await openSteered(twice)
    const placed = place('acc_A', 'twice').catch((error: unknown) => error)
    await again
    time.pass(WAIT_MAX_MS)
    expect(await placed).toBeInstanceOf(Error)
    expect(await floor.state('acc_A')).toMatchObject({ seq: 0 })
  })
})

describe('an account that another session holds', () => {
  test('a held account delays only its own commands, which then run in their order', async () => {
    const held = new Set(['acc_B'])
    const { time, place } = await openSteered(holdingAccounts(inner, held))
    const kept = ['one', 'two', 'three'].map((id) => place('acc_B', id))
    for (let times = 0; times < 3; times++) await place('acc_A', `free-${times}`)
    const later = place('acc_B', 'four')
    held.clear()
    time.pass(1_000)
    const placed = await Promise.all([...kept, later])
    expect(placed).toMatchObject([1, 2, 3, 4].map((seq) => ({ order: { seq } })))
  })

  test('the commands of a held account are given up after 5 s, for good', async () => {
    const held = new Set(['acc_B'])
    const { floor, time, sequencer, place } = await openSteered(holdingAccounts(inner, held))
    const kept = place('acc_B', 'kept')
    await place('acc_A', 'free')
    time.pass(WAIT_MAX_MS)
    await expect(kept).rejects.toBeInstanceOf(SequencerBusy)
    held.clear()
    time.pass(1_000)
    await sequencer.drained()
    expect(await floor.state('acc_B')).toMatchObject({ seq: 0 })
  })

  test('a held account keeps the market waiting for 250 ms, and then not at all', async () => {
    const held = new Set(['acc_B'])
    const { time, sequencer, place } = await openSteered(holdingAccounts(inner, held))
    const ofMarket = () => sequencer.submit(doing('acc_B', () => 'filled', true))
    const first = ofMarket().catch((error: unknown) => error)
    await place('acc_A', 'free')
    const outcome = await until(
      async () => {
        time.pass(100)
        return Promise.race([first, Promise.resolve('waits')])
      },
      (each) => each !== 'waits',
    )
    expect(outcome).toBeInstanceOf(AccountBusy)
    await expect(ofMarket()).rejects.toBeInstanceOf(AccountBusy)
    held.clear()
    expect(await ofMarket()).toBe('filled')
  })
})
