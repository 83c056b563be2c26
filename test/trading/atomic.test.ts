/** A batch is committed as a whole or not at all, on either store. */
import { beforeEach, expect, test } from 'bun:test'
import { amount } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import { findAccount } from '../../src/ledger/accounts'
import type { Feed } from '../../src/market/feed'
import type { Command } from '../../src/trading/command'
import { type PlaceOutcome, placeCommand } from '../../src/trading/commands/place'
import { freshDatabase } from '../support/database'
import { openFloor, requestOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const untouched = { cash: '100000', heldCash: '0', seq: 0 }

async function floorWithAccount() {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  return floor
}

/** Places an order whose event, which is written last, cannot be. */
function unwritable(feed: Feed): Command<PlaceOutcome> {
  const placing = placeCommand('acc_A', requestOf({ quantity: '1', limit: '1' }), feed)
  return {
    ...placing,
    decide(rows, now) {
      const record = rows.record.bind(rows)
      rows.record = (applied) => {
        const { order } = applied.event
        const at = Temporal.Instant.from(order.updatedAt.toString())
        Object.defineProperty(at, 'epochMilliseconds', {
          get: () => {
            throw new Error('cannot be encoded')
          },
        })
        record({ ...applied, event: { ...applied.event, order: { ...order, updatedAt: at } } })
      }
      try {
        return placing.decide(rows, now)
      } finally {
        rows.record = record
      }
    },
  }
}

test('a row that cannot be encoded fails its command as a whole, and no other', async () => {
  const floor = await floorWithAccount()
  await floor.account('acc_B')
  const placed = floor.sequencer.submit(unwritable(floor.feed))
  const other = floor.order('acc_B', { quantity: '1', limit: '1' })
  await expect(placed).rejects.toThrow('cannot be encoded')
  expect(await floor.state('acc_A')).toEqual(untouched)
  expect(await floor.stateOf('acc_B', await other)).toMatchObject({ status: 'SUBMITTED' })
})

test('a row that the database refuses leaves nothing of its command, and fails no other', async () => {
  const floor = await floorWithAccount()
  await floor.account('acc_B')
  const overdrawn: Command<string> = {
    accountId: 'acc_A',
    decide(rows, now) {
      const account = rows.account('acc_A')
      if (account === undefined) throw new Error('no account')
      rows.lock(account, now)
      rows.adjust('RESET', { ...account, heldCash: amount('100001') }, [], now)
      return 'written'
    },
  }
  const failing = floor.sequencer.submit(overdrawn)
  const others = Array.from({ length: 5 }, () =>
    floor.order('acc_B', { quantity: '1', limit: '1' }),
  )
  await expect(failing).rejects.toMatchObject({ code: '23514' })
  expect(await floor.state('acc_A')).toEqual(untouched)
  expect(await findAccount(database, 'acc_A')).toMatchObject({ locked: false })
  await Promise.all(others)
  expect(await floor.state('acc_B')).toMatchObject({ heldCash: '5', seq: 5 })
})
