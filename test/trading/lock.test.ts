/** An account is locked for placing in its turn among its orders. */
import { beforeEach, expect, test } from 'bun:test'
import { isRefused } from '../../src/core/refusals'
import { lockCommand } from '../../src/trading/commands/account'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const order = { quantity: '1', limit: '1' }

test('orders before a lock are placed, and orders after it are refused', async () => {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  await floor.account('acc_B')
  const [before, , after, elsewhere] = await Promise.all([
    floor.place('acc_A', order),
    floor.sequencer.submit(lockCommand('acc_A', true)),
    floor.place('acc_A', order),
    floor.place('acc_B', order),
  ])
  expect(isRefused(before)).toBe(false)
  expect(after).toMatchObject({ refused: 'account-locked' })
  expect(isRefused(elsewhere)).toBe(false)
})
