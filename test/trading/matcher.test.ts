import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { listFills } from '../../src/ledger/fills'
import { freshDatabase } from '../support/database'
import { openFloor } from '../support/trading-floor'

const database = await freshDatabase()
const allFills = (accountId: string) =>
  listFills(database, {
    accountId,
    orderId: null,
    symbol: null,
    from: null,
    to: null,
    before: null,
    limit: 100,
  })

const newYork = (time: string) => Temporal.Instant.from(`${time}-05:00`)

beforeEach(freshDatabase)

describe('an order', () => {
  test('an order is tried at the first tick after its acceptance, never before', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '99.99', '100.00')
    const orderId = await floor.order('acc_A', { quantity: '10' })
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
    await floor.advance('PT0.999S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
    await floor.advance('PT0.001S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'FILLED', filled: '10' })
    expect(await floor.state('acc_A')).toEqual({ cash: '99000', heldCash: '0', seq: 2 })
  })

  test('an order waits for its limit, and then fills at the better price', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '99.99', '100.00')
    const orderId = await floor.order('acc_A', { quantity: '10', limit: '99.50' })
    await floor.advance('PT10S')
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
    expect(await floor.state('acc_A')).toEqual({ cash: '100000', heldCash: '995', seq: 1 })
    floor.feed.show('AAPL', '99.00', '99.01')
    await floor.advance('PT1S')
    const [fill] = await allFills('acc_A')
    expect(fill?.price.toFixed()).toBe('99.01')
    expect(await floor.state('acc_A')).toEqual({ cash: '99009.9', heldCash: '0', seq: 2 })
  })

  test('[profile.ideal] an order takes at most the size shown at each tick', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00', '40')
    const orderId = await floor.order('acc_A', { quantity: '100' })
    const seen: unknown[] = []
    for (let tick = 1; tick <= 3; tick++) {
      await floor.advance('PT1S')
      const { status, filled } = await floor.stateOf('acc_A', orderId)
      seen.push([status, filled])
    }
    expect(seen).toEqual([
      ['PARTIALLY_FILLED', '40'],
      ['PARTIALLY_FILLED', '80'],
      ['FILLED', '100'],
    ])
  })

  test('accounts do not compete for the size shown at a tick', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    await floor.account('acc_B')
    floor.feed.show('AAPL', '9.99', '10.00', '40')
    const ids = [
      ['acc_A', await floor.order('acc_A', { quantity: '40' })],
      ['acc_B', await floor.order('acc_B', { quantity: '40' })],
    ] as const
    await floor.advance('PT1S')
    for (const [accountId, orderId] of ids) {
      expect(await floor.stateOf(accountId, orderId)).toMatchObject({ status: 'FILLED' })
    }
  })

  test('cash is exact to the last place after buying and selling', async () => {
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '33.33', '33.34')
    await floor.order('acc_A', { quantity: '0.333333' })
    await floor.advance('PT1S')
    await floor.order('acc_A', { side: 'SELL', quantity: '0.333333' })
    await floor.advance('PT1S')
    // 100000 − 0.333333 × 33.34 + 0.333333 × 33.33 = 100000 − 0.00333333
    expect(await floor.state('acc_A')).toMatchObject({ cash: '99999.99666667', heldCash: '0' })
  })
})

describe('a DAY order', () => {
  test('[session.exact-boundary] expires at the close, to the millisecond, however coarse the tick is', async () => {
    const floor = await openFloor(database, newYork('2026-03-02T15:59:30'), 7_000)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    const orderId = await floor.order('acc_A', { quantity: '1', limit: '5' })
    await floor.matcher.advanceTo(newYork('2026-03-02T15:59:59.999'))
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
    await floor.matcher.advanceTo(newYork('2026-03-02T16:00:00'))
    const { status, order } = await floor.stateOf('acc_A', orderId)
    expect(status).toBe('EXPIRED')
    expect(order.updatedAt.equals(newYork('2026-03-02T16:00:00'))).toBe(true)
    expect(await floor.state('acc_A')).toEqual({ cash: '100000', heldCash: '0', seq: 2 })
  })

  test('a DAY order placed while CLOSED waits for the opening', async () => {
    const floor = await openFloor(database, newYork('2026-03-07T12:00:00'), 60_000)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00')
    const orderId = await floor.order('acc_A', { quantity: '1' })
    await floor.matcher.advanceTo(Temporal.Instant.from('2026-03-08T19:59:59-04:00'))
    expect(await floor.stateOf('acc_A', orderId)).toMatchObject({ status: 'SUBMITTED' })
    await floor.matcher.advanceTo(Temporal.Instant.from('2026-03-08T20:00:00-04:00'))
    const [fill] = await allFills('acc_A')
    expect(fill).toMatchObject({ session: 'DAY', orderId })
  })
})

test('[profile.repeats] the same orders on the same clock give the same ids, fills and events', async () => {
  const run = async () => {
    await freshDatabase()
    const floor = await openFloor(database)
    await floor.account('acc_A')
    floor.feed.show('AAPL', '9.99', '10.00', '5')
    await floor.order('acc_A', { quantity: '12', clientOrderId: 'first' })
    await floor.order('acc_A', { quantity: '3', limit: '10.00', clientOrderId: 'second' })
    await floor.advance('PT10S')
    return JSON.stringify(floor.events)
  }
  expect(await run()).toBe(await run())
})

test('a year without orders is played without a step', async () => {
  const floor = await openFloor(database)
  await floor.advance('PT8760H')
  expect(floor.clock.now().toString()).toBe('2027-03-02T15:00:00Z')
})
