import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const newYork = (time: string) => Temporal.Instant.from(`${time}-05:00`)

/** A floor with one account, on which AAPL shows 9.99 / 10.00 and `size` shares at each. */
async function floorShowing(size: string, startsAt = newYork('2026-03-02T10:00:00')) {
  const floor = await openFloor(database, startsAt)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00', size)
  floor.feed.official('AAPL', '10.50', '11.00')
  return floor
}

describe('IOC', () => {
  test('an IOC fills at its first tick, and the rest is canceled at that tick', async () => {
    const floor = await floorShowing('40')
    const orderId = await floor.order('acc_A', { quantity: '100', timeInForce: 'IOC' })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({
      status: 'CANCELED',
      filled: '40',
    })
    expect(await floor.state('acc_A')).toEqual({ cash: '99600', heldCash: '0', seq: 3 })
  })

  test('an IOC whose limit is not reached is canceled whole', async () => {
    const floor = await floorShowing('40')
    const terms = { quantity: '10', limit: '9.50', timeInForce: 'IOC' } as const
    const orderId = await floor.order('acc_A', terms)
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'CANCELED', filled: '0' })
    expect(await floor.state('acc_A')).toMatchObject({ cash: '100000', heldCash: '0' })
  })

  test('an IOC is refused while CLOSED', async () => {
    const floor = await floorShowing('40', newYork('2026-03-07T12:00:00'))
    expect(await floor.place('acc_A', { quantity: '1', timeInForce: 'IOC' })).toMatchObject({
      refused: 'order-hours-closed',
      data: { retryAfterAt: '2026-03-09T09:00:00.000+09:00' },
    })
  })
})

describe('FOK', () => {
  test('a FOK takes nothing when its first tick does not offer all', async () => {
    const floor = await floorShowing('40')
    const orderId = await floor.order('acc_A', { quantity: '41', timeInForce: 'FOK' })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'CANCELED', filled: '0' })
  })

  test('a FOK takes all when its first tick offers all', async () => {
    const floor = await floorShowing('40')
    const orderId = await floor.order('acc_A', { quantity: '40', timeInForce: 'FOK' })
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'FILLED', filled: '40' })
  })
})

describe('OPG and CLS', () => {
  test('OPG and CLS execute in full at the official price, whatever size is shown', async () => {
    const floor = await floorShowing('1', newYork('2026-03-02T09:00:00'))
    const opening = await floor.order('acc_A', { quantity: '50', timeInForce: 'OPG' })
    const closing = await floor.order('acc_A', { quantity: '50', limit: '11', timeInForce: 'CLS' })
    await floor.matcher.advanceTo(newYork('2026-03-02T09:29:59'))
    expect(await floor.stateOf('acc_A', opening)).toMatchObject({ status: 'SUBMITTED' })
    await floor.matcher.advanceTo(newYork('2026-03-02T09:30:00'))
    const opened = await floor.stateOf('acc_A', opening)
    // What 50 shares cost at 10.50 beyond its hold of 50 × 10.00 × 1.03 was free. [life.paid]
    expect(opened).toMatchObject({ status: 'FILLED', filled: '50' })
    expect(opened.order.updatedAt.equals(newYork('2026-03-02T09:30:00'))).toBe(true)
    await floor.matcher.advanceTo(newYork('2026-03-02T16:00:00'))
    const closed = await floor.stateOf('acc_A', closing)
    expect(closed).toMatchObject({ status: 'FILLED', filled: '50' })
    expect(closed.order.filledAmount.toFixed()).toBe('550')
  })

  test('OPG and CLS end CANCELED at the auction when their limit is not reached', async () => {
    const floor = await floorShowing('1', newYork('2026-03-02T09:00:00'))
    const terms = { quantity: '1', limit: '10.49', timeInForce: 'OPG' } as const
    const orderId = await floor.order('acc_A', terms)
    await floor.matcher.advanceTo(newYork('2026-03-02T09:30:00'))
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'CANCELED', filled: '0' })
  })

  test('OPG and CLS after the last moment of entry wait for the next trading date', async () => {
    const floor = await floorShowing('1', newYork('2026-03-02T09:28:00.001'))
    const orderId = await floor.order('acc_A', { quantity: '1', timeInForce: 'OPG' })
    const { order } = await floor.stateOf('acc_A', orderId)
    expect(order.validUntil.equals(newYork('2026-03-03T09:30:00'))).toBe(true)
  })
})

describe('a cancel', () => {
  test('a canceled order has one more tick, at which it may fill', async () => {
    const floor = await floorShowing('40')
    const orderId = await floor.order('acc_A', { quantity: '100' })
    await floor.advance('PT1S')
    expect(await floor.cancel('acc_A', orderId)).toBe('PENDING_CANCEL')
    expect(await floor.cancel('acc_A', orderId)).toBe('PENDING_CANCEL')
    await floor.advance('PT1S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({
      status: 'CANCELED',
      filled: '80',
    })
    expect(await floor.cancel('acc_A', orderId)).toBe('already-canceled')
    expect(floor.events.map(({ order }) => order.status)).toEqual([
      'SUBMITTED',
      'PARTIALLY_FILLED',
      'PENDING_CANCEL',
      'PENDING_CANCEL',
      'CANCELED',
    ])
  })

  test('a cancel is final at once while the market is CLOSED', async () => {
    const floor = await floorShowing('40', newYork('2026-03-07T12:00:00'))
    const orderId = await floor.order('acc_A', { quantity: '1' })
    expect(await floor.cancel('acc_A', orderId)).toBe('CANCELED')
    expect(await floor.state('acc_A')).toMatchObject({ heldCash: '0' })
  })

  test('a cancel that is pending when its session closes is final at the close', async () => {
    const floor = await floorShowing('40', newYork('2026-03-03T03:49:59.500'))
    const orderId = await floor.order('acc_A', { quantity: '1', limit: '5' })
    expect(await floor.cancel('acc_A', orderId)).toBe('PENDING_CANCEL')
    await floor.matcher.advanceTo(newYork('2026-03-03T03:50:00'))
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'CANCELED' })
  })

  test('a cancel of a filled or an expired order is refused', async () => {
    const floor = await floorShowing('40')
    const filled = await floor.order('acc_A', { quantity: '1' })
    const expired = await floor.order('acc_A', { quantity: '1', limit: '5' })
    await floor.matcher.advanceTo(newYork('2026-03-02T16:00:00'))
    expect(await floor.cancel('acc_A', filled)).toBe('already-filled')
    expect(await floor.cancel('acc_A', expired)).toBe('already-expired')
  })
})
