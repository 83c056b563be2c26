/** D10: of several processes that share a database only the one with the lock moves the market. */
import { beforeEach, expect, test } from 'bun:test'
import { openDesk } from '../../src/engine/desk'
import { placeCommand } from '../../src/engine/place'
import type { Database } from '../../src/store/database'
import { freshDatabase } from '../support/database'
import { MONDAY_AT_TEN, openFloor, requestOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

/** The database with a lock that fails or is another's, as `state` says. */
function lockable(state: { free: boolean; lost: boolean }): Database {
  return {
    ...database,
    tryMatcherLock: async () =>
      state.free
        ? {
            async check() {
              if (!state.lost) return
              state.lost = false
              throw new Error('lost')
            },
            release: async () => {},
          }
        : null,
  }
}

async function floorWith(state: { free: boolean; lost: boolean }) {
  const floor = await openFloor(lockable(state))
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  return { floor, orderId: await floor.order('acc_A', { quantity: '1' }) }
}

test('without the lock an advance carries nothing out, until the process ends', async () => {
  const { floor, orderId } = await floorWith({ free: false, lost: false })
  const advanced = floor.advance('PT1S')
  await floor.matcher.stop()
  expect(await advanced).toBe('stopped')
  expect(floor.clock.now().toString()).toBe(MONDAY_AT_TEN.toString())
  expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
})

test('an advance does not go on where another process keeps the lock', async () => {
  const { floor, orderId } = await floorWith({ free: false, lost: false })
  await expect(floor.advance('PT1S')).rejects.toThrow('another server moves this market')
  expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
})

test('a lock that was lost is taken again, and the orders are read anew', async () => {
  const state = { free: true, lost: false }
  const { floor, orderId } = await floorWith(state)
  await floor.order('acc_A', { quantity: '1', limit: '1' })
  await floor.advance('PT1S')
  expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'FILLED' })
  // Another process takes an order, which this one does not hear of.
  const other = openDesk({ database, now: floor.clock.now, settled: () => {} })
  const request = requestOf({ quantity: '1', clientOrderId: 'elsewhere' })
  await other.carryOut(placeCommand('acc_A', request, floor.feed))
  state.lost = true
  await floor.advance('PT1S')
  expect(await floor.place('acc_A', { quantity: '1', clientOrderId: 'elsewhere' })).toMatchObject({
    order: { status: 'FILLED' },
  })
})
