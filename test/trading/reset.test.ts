/** An account is put back to a beginning as one change. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { amount } from '../../src/core/money'
import { isRefused } from '../../src/core/refusals'
import { findPortfolio } from '../../src/ledger/holdings'
import { resetCommand } from '../../src/trading/commands/account'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

async function openAccount() {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00', '6')
  const reset = (cash = '500') => floor.sequencer.submit(resetCommand('acc_A', amount(cash)))
  return { floor, reset }
}

describe('a reset', () => {
  test('a reset cancels resting and part-filled orders in the order of their arrival', async () => {
    const { floor, reset } = await openAccount()
    const part = await floor.order('acc_A', { quantity: '10', limit: '10' })
    await floor.advance('PT1S')
    const selling = await floor.order('acc_A', { side: 'SELL', quantity: '2', limit: '99' })
    const resting = await floor.order('acc_A', { quantity: '1', limit: '1' })
    const outcome = await reset()
    if (isRefused(outcome)) throw new Error(outcome.refused)
    expect(
      outcome.canceled.map(({ orderId, status, filledQuantity }) => [
        orderId,
        status,
        filledQuantity.toFixed(),
      ]),
    ).toEqual([
      [part, 'CANCELED', '6'],
      [selling, 'CANCELED', '0'],
      [resting, 'CANCELED', '0'],
    ])
    expect(await floor.state('acc_A')).toEqual({ cash: '500', heldCash: '0', seq: 7 })
    expect((await findPortfolio(database, 'acc_A'))?.holdings).toEqual([])
  })

  test('a reset touches no other account', async () => {
    const { floor, reset } = await openAccount()
    await floor.account('acc_B')
    const other = await floor.order('acc_B', { quantity: '1', limit: '1' })
    await reset()
    expect(await floor.state('acc_B')).toEqual({ cash: '100000', heldCash: '1', seq: 1 })
    expect(await floor.stateOf('acc_B', other)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('a reset cancels the orders placed before it and leaves those after it', async () => {
    const { floor, reset } = await openAccount()
    const place = () => floor.order('acc_A', { quantity: '1', limit: '5' })
    const before = Array.from({ length: 30 }, place)
    const resetting = reset()
    const after = Array.from({ length: 30 }, place)
    const outcome = await resetting
    if (isRefused(outcome)) throw new Error(outcome.refused)
    expect(outcome.canceled.map(({ orderId }) => orderId)).toEqual(await Promise.all(before))
    for (const orderId of await Promise.all(after)) {
      expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
    }
    expect(await floor.state('acc_A')).toEqual({ cash: '500', heldCash: '150', seq: 90 })
  })
})
