import { beforeEach, expect, test } from 'bun:test'
import { previewOf } from '../../src/api/paper/conditional-orders/service'
import { setHalted } from '../../src/ledger/market-state'
import { cancelCommand } from '../../src/trading/commands/cancel'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor, stopOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

test('[order.market-halt] while the market halts an instrument, it takes no order, and others do; cancels go on', async () => {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  for (const symbol of ['AAPL', 'MSFT']) floor.feed.show(symbol, '9.99', '10.00')
  const waiting = await floor.order('acc_A', { quantity: '1', limit: '5' })
  floor.feed.halt('AAPL', MONDAY_AT_TEN.add({ minutes: 5 }))
  const halted = {
    refused: 'trading-halted' as const,
    data: { retryAfterAt: '2026-03-03T00:05:00.000+09:00' },
  }
  expect(await floor.place('acc_A', { quantity: '1' })).toEqual(halted)
  const stop = { quantity: '1', stop: '9', side: 'BUY' } as const
  expect(await floor.conditional('acc_A', stop)).toEqual(halted)
  expect(await previewOf({ ...floor, database }, 'acc_A', stopOf(stop))).toMatchObject({
    rejectReason: 'trading-halted',
  })
  expect(await floor.place('acc_A', { symbol: 'MSFT', quantity: '1' })).toMatchObject({
    replayed: false,
  })
  await floor.sequencer.submit(cancelCommand('acc_A', waiting, 'AAPL', floor.feed.calendar))
  await floor.advance('PT1S')
  expect(await floor.stateOf('acc_A', waiting)).toMatchObject({ status: 'CANCELED' })
  floor.feed.halt('AAPL', null)
  expect(await floor.place('acc_A', { quantity: '1' })).toMatchObject({ replayed: false })
})

test('[order.trading-halted] while trading is halted nothing is placed; cancels and fills go on', async () => {
  const floor = await openFloor(database)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  const canceled = await floor.order('acc_A', { quantity: '1', limit: '5' })
  const filled = await floor.order('acc_A', { quantity: '1' })
  await setHalted(database, MONDAY_AT_TEN)
  expect(await floor.place('acc_A', { quantity: '1' })).toEqual({ refused: 'trading-halted' })
  await floor.sequencer.submit(cancelCommand('acc_A', canceled, 'AAPL', floor.feed.calendar))
  await floor.advance('PT1S')
  expect(await floor.stateOf('acc_A', canceled)).toMatchObject({ status: 'CANCELED' })
  expect(await floor.stateOf('acc_A', filled)).toMatchObject({ status: 'FILLED' })
  await setHalted(database, null)
  expect(await floor.place('acc_A', { quantity: '1' })).toMatchObject({ replayed: false })
})
