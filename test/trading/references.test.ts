/** The tables of an order's life have no foreign keys: the batch proves what they would. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { amount } from '../../src/core/money'
import { resetCommand } from '../../src/trading/commands/account'
import { placeCommand } from '../../src/trading/commands/place'
import { findingsIn } from '../support/audited'
import { freshDatabase } from '../support/database'
import { openFloor, requestOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

async function floorWithOrders() {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  await floor.account('acc_B')
  floor.feed.show('AAPL', '9.99', '10.00')
  return floor
}

describe('after every command', () => {
  test('each order, event and fill refers to rows that exist and say the same', async () => {
    const floor = await floorWithOrders()
    const bought = await floor.order('acc_A', { quantity: '5', limit: '10' })
    await floor.advance('PT2S')
    expect(await floor.stateOf('acc_A', bought)).toMatchObject({ status: 'FILLED' })
    await floor.order('acc_A', { side: 'SELL', quantity: '5', limit: '50' })
    const canceled = await floor.order('acc_B', { quantity: '1', limit: '1' })
    await floor.cancel('acc_B', canceled)
    await floor.order('acc_B', { quantity: '1', limit: '1' })
    await floor.advance('PT2S')
    await floor.sequencer.submit(resetCommand('acc_A', amount('500')))
    await floor.order('acc_A', { quantity: '1', limit: '1' })
    await floor.advance('PT12H')
    expect(await findingsIn(database)).toEqual([])
  })

  test('an order that is placed and canceled in one batch has both events', async () => {
    const floor = await floorWithOrders()
    const place = (accountId: string) =>
      floor.sequencer.submit(
        placeCommand(accountId, requestOf({ quantity: '1', limit: '1' }), floor.feed),
      )
    // One batch: they arrive together.
    const reset = () => floor.sequencer.submit(resetCommand('acc_A', amount('500')))
    await Promise.all([place('acc_A'), place('acc_B'), reset(), place('acc_A')])
    expect(floor.events.map(({ accountId, seq, order }) => [accountId, seq, order.status])).toEqual(
      [
        ['acc_A', 1, 'SUBMITTED'],
        ['acc_B', 1, 'SUBMITTED'],
        ['acc_A', 2, 'CANCELED'],
        ['acc_A', 3, 'SUBMITTED'],
      ],
    )
    expect(await findingsIn(database)).toEqual([])
  })
})

test('a holding that no command has asked for is not written over unseen', async () => {
  const floor = await floorWithOrders()
  await floor.order('acc_A', { quantity: '5', limit: '10' })
  await floor.advance('PT2S')
  const selling = await floor.order('acc_A', { side: 'SELL', quantity: '5', limit: '50' })
  const { order } = await floor.stateOf('acc_A', selling)
  const unseen = floor.sequencer.submit({
    accountId: 'acc_A',
    orderIds: [selling],
    decide: (batch, now) => batch.apply(order, { type: 'Canceled' }, now),
  })
  await expect(unseen).rejects.toThrow()
  expect(await floor.cancel('acc_A', selling)).toBe('PENDING_CANCEL')
})
