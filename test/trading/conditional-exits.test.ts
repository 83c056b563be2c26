/** Cancel all, close and amend, if conditional orders hold the shares. */
import { expect, test } from 'bun:test'
import { percent, price } from '../../src/core/money'
import { isRefused, type Refused } from '../../src/core/refusals'
import { Temporal } from '../../src/core/time'
import { openOrdersOf } from '../../src/ledger/orders'
import { amendCommand } from '../../src/trading/commands/amend'
import { cancelAllCommand } from '../../src/trading/commands/cancel'
import { closeCommand } from '../../src/trading/commands/close'
import { freshDatabase } from '../support/database'
import { ACCOUNT, exitsFloors } from '../support/exits-floor'

const database = await freshDatabase()
const { open, withShares } = exitsFloors(database)

function accepted<T extends object>(outcome: T | Refused): T {
  if (isRefused(outcome)) throw new Error(outcome.refused)
  return outcome
}

/** An account with 10 AAPL, which a stop at 95 protects. */
async function protectedShares() {
  const floor = await withShares()
  const id = await floor.stop({ quantity: '10', stop: '95' })
  const statusOfStop = async () => (await floor.legsOf(id))[0]?.status
  const close = (clientOrderId = 'close') =>
    floor.sequencer.submit(
      closeCommand(ACCOUNT, { clientOrderId, symbol: 'AAPL', percent: percent('100') }, floor.feed),
    )
  return { floor, id, statusOfStop, close }
}

test('[cancel-all.conditional] a cancel of all ends the stop that waits, and names it', async () => {
  const { floor, id, statusOfStop } = await protectedShares()
  const all = { symbol: null, side: null }
  const canceled = await floor.sequencer.submit(cancelAllCommand(ACCOUNT, all, floor.feed.calendar))
  expect(canceled).toEqual({ orders: [], conditionalOrderIds: [id] })
  expect(await statusOfStop()).toBe('CANCELED')
})

test('[cancel-all.conditional] a cancel of all names a pair of exits only if its order has ended', async () => {
  const floor = await open(Temporal.Instant.from('2026-03-06T15:00:00Z'))
  await floor.order({ quantity: '20' })
  await floor.advance('PT1S')
  const exits = { quantity: '10', stop: '95', takeProfit: '110', timeInForce: 'GTC' } as const
  const cancelAll = async () => {
    const filter = { symbol: null, side: null }
    const command = cancelAllCommand(ACCOUNT, filter, floor.feed.calendar)
    const { orders, conditionalOrderIds } = accepted(await floor.sequencer.submit(command))
    return [orders.map(({ status }) => status), conditionalOrderIds]
  }
  await floor.oco(exits)
  expect(await cancelAll()).toEqual([['PENDING_CANCEL'], []])
  const id = await floor.oco(exits)
  await floor.advance('PT30H') // The market is CLOSED on Saturday.
  expect(await cancelAll()).toEqual([['CANCELED'], [id]])
})

test('[cancel-all.conditional] a cancel of the other side leaves it', async () => {
  const { floor, statusOfStop } = await protectedShares()
  const buys = { symbol: null, side: 'BUY' } as const
  await floor.sequencer.submit(cancelAllCommand(ACCOUNT, buys, floor.feed.calendar))
  expect(await statusOfStop()).toBe('ARMED')
})

test('[close.conditional] a close ends the stop that holds the shares, and sells them', async () => {
  const { floor, statusOfStop, close } = await protectedShares()
  const closed = await close()
  expect(isRefused(closed) ? closed.refused : closed.order.quantity.toFixed()).toBe('10')
  expect(await statusOfStop()).toBe('CANCELED')
  await floor.advance('PT1S')
  expect(await openOrdersOf(database, [ACCOUNT])).toEqual([])
})

test('[close.conditional] a close that is refused leaves the stop', async () => {
  const { floor, statusOfStop, close } = await protectedShares()
  await floor.order({ clientOrderId: 'taken', symbol: 'MSFT', quantity: '1', limit: '1' })
  const refusal = await close('taken')
  expect(isRefused(refusal) && refusal.refused).toBe('idempotency-key-conflict')
  expect(await statusOfStop()).toBe('ARMED')
})

test('[close.conditional] a close ends an order that a stop has placed, and its leg', async () => {
  const { floor, statusOfStop, close } = await protectedShares()
  floor.feed.show('AAPL', '94.00', '94.01')
  await floor.advance('PT1S')
  expect(await statusOfStop()).toBe('TRIGGERED')
  const closed = await close()
  expect(isRefused(closed) ? closed.refused : closed.canceled.length).toBe(1)
  expect(await statusOfStop()).toBe('CANCELED')
})

test('[amend.conditional] an order that a stop has placed is not amended', async () => {
  const { floor, statusOfStop } = await protectedShares()
  floor.feed.show('AAPL', '94.00', '94.01')
  await floor.advance('PT1S')
  const [child] = await openOrdersOf(database, [ACCOUNT])
  if (child === undefined) throw new Error('the stop has placed no order')
  const amendment = { clientOrderId: 'amend', quantity: null, limitPrice: price('90') }
  const outcome = await floor.sequencer.submit(
    amendCommand(ACCOUNT, child, { ...amendment, timeInForce: null }, floor.feed),
  )
  expect(isRefused(outcome)).toBe(true)
  expect(await statusOfStop()).toBe('TRIGGERED')
})
