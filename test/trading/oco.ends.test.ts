/** The ends of exits at the edges of a session: each leg has one end, and nothing goes on alone. */
import { expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { changeInstrument } from '../../src/ledger/instruments'
import { openOrdersOf } from '../../src/ledger/orders'
import { cancelAllCommand } from '../../src/trading/commands/cancel'
import { freshDatabase } from '../support/database'
import { ACCOUNT, type ExitsFloor, exitsFloors } from '../support/exits-floor'

const database = await freshDatabase()
const { withShares } = exitsFloors(database)

const MONDAY = '2026-03-02'
const at = (clock: string) => Temporal.Instant.from(`${MONDAY}T${clock}-05:00`)

const ends = ({ legEvents }: ExitsFloor): readonly string[] =>
  legEvents
    .filter(({ leg }) => leg.status === 'CANCELED')
    .map(({ leg }) => `${leg.leg} ${leg.reason ?? ''}`.trim())
    .sort()

test('[conditional.cancel] a cancel while the market is closed ends each exit once', async () => {
  const floor = await withShares(at('03:49:50'))
  const sells = await floor.oco({ quantity: '10', stop: '95', takeProfit: '110' })
  const buys = { side: 'BUY', quantity: '10', stop: '110', takeProfit: '90' } as const
  const id = await floor.oco({ ...buys, timeInForce: 'GTC' })
  await floor.order({ clientOrderId: 'waits', quantity: '5', limit: '50' })
  await floor.advance('PT20S')
  await floor.cancelStop(id)
  await floor.cancelStop(sells)
  expect(ends(floor)).toEqual(['STOP_LOSS', 'STOP_LOSS', 'TAKE_PROFIT', 'TAKE_PROFIT'])
})

test('[cancel-all.conditional] a cancel of all at the close leaves no exit alone', async () => {
  const floor = await withShares(at('15:59:50'))
  await floor.oco({
    quantity: '10',
    stop: '95',
    takeProfit: '110',
    timeInForce: 'GTC',
  })
  // The market has not ended the orders of the day.
  floor.clock.moveTo(at('16:00:00.5'))
  const all = { symbol: null, side: null }
  await floor.sequencer.submit(cancelAllCommand(ACCOUNT, all, floor.feed.calendar))
  await floor.advance('PT2S')
  expect((await openOrdersOf(database, [ACCOUNT])).map(({ orderId }) => orderId)).toEqual([])
})

test('[conditional.live] a suspension that the market has not seen triggers nothing', async () => {
  const floor = await withShares(at('10:00:00'))
  const id = await floor.oco({ quantity: '10', stop: '95', takeProfit: '110' })
  await changeInstrument(database.drizzle, 'AAPL', { tradable: 'SUSPENDED' })
  floor.feed.show('AAPL', '94.00', '94.01')
  await floor.advance('PT1S')
  expect((await floor.legsOf(id)).map(({ status }) => status).sort()).toEqual([
    'ARMED',
    'TRIGGERED',
  ])
})

test('[conditional.survives] a lost COMMIT in the middle of a tick loses no trigger of it', async () => {
  const floor = await withShares(at('10:00:00'))
  const id = await floor.stop({ quantity: '10', trail: '2' })
  await floor.order({ clientOrderId: 'fills', quantity: '1' })
  // Marks of trails may have moved in it, so the market reads all legs again.
  floor.onCommit(() => floor.matcher.orders.committed(null))
  floor.feed.show('AAPL', '97.00', '97.01')
  await floor.advance('PT1S')
  floor.feed.show('AAPL', '99.99', '100.00')
  await floor.advance('PT3S')
  expect((await floor.legsOf(id)).map(({ status }) => status)).toEqual(['FILLED'])
})
