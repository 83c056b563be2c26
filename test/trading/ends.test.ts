/** Orders whose time is over, and commands that come late: each end is booked once, in its time. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import type { TimeInForce } from '../../src/core/order/order'
import { isRefused } from '../../src/core/refusals'
import { type Instant, Temporal } from '../../src/core/time'
import type { Feed } from '../../src/market/feed'
import type { Fence } from '../../src/postgres/database'
import { cancelCommand } from '../../src/trading/commands/cancel'
import { placeCommand } from '../../src/trading/commands/place'
import { expireCommand, tickCommand } from '../../src/trading/commands/tick'
import { freshDatabase } from '../support/database'
import { openFloor, requestOf } from '../support/trading-floor'

const database = await freshDatabase()
beforeEach(freshDatabase)

const newYork = (time: string): Instant => Temporal.Instant.from(`2026-03-02T${time}-05:00`)
const CLOSE = newYork('16:00:00')

const NO_FENCE: Fence = { term: null }

/** A floor with one order for one share of AAPL, its limit out of reach. */
async function floorWithOrder(startsAt: Instant, timeInForce: TimeInForce = 'DAY', tickMs = 1_000) {
  const floor = await openFloor(database, startsAt, tickMs)
  await floor.account('acc_A')
  floor.feed.show('AAPL', '9.99', '10.00')
  const request = { ...requestOf({ quantity: '1', limit: '5' }), timeInForce }
  const placed = await floor.sequencer.submit(placeCommand('acc_A', request, floor.feed))
  if (isRefused(placed)) throw new Error(`refused: ${placed.refused}`)
  const { orderId } = placed.order
  return {
    ...floor,
    cancel: () =>
      floor.sequencer.submit(cancelCommand('acc_A', orderId, 'AAPL', floor.feed.calendar)),
    end: (at: Instant, feed: Feed = floor.feed) =>
      floor.sequencer.submit(expireCommand('acc_A', [orderId], ['AAPL'], at, feed, NO_FENCE)),
    async tick(at: Instant) {
      const quote = floor.feed.bidAsk('AAPL', at)
      const tick = { at, session: 'REGULAR', symbol: 'AAPL', quote } as const
      const { eventCount } = await floor.sequencer.submit(
        tickCommand('acc_A', [orderId], tick, NO_FENCE, { feed: floor.feed, seed: 0 }),
      )
      return eventCount
    },
    /** Its status, and how late after the close that came. */
    async ended() {
      const { status, order } = await floor.stateOf('acc_A', orderId)
      return { status, lateMs: order.updatedAt.since(CLOSE).total('milliseconds') }
    },
  }
}

describe('the end of an order', () => {
  test('a PENDING_CANCEL order is CANCELED at its end when no tick comes before it', async () => {
    const floor = await floorWithOrder(newYork('15:59:59.500'))
    await floor.cancel()
    await floor.matcher.advanceTo(CLOSE)
    expect(await floor.ended()).toEqual({ status: 'CANCELED', lateMs: 0 })
    expect(floor.failures).toEqual([])
  })

  test('[session.exact-boundary] expires at the close, to the millisecond, however coarse the tick is', async () => {
    const floor = await floorWithOrder(newYork('15:59:30'), 'DAY', 7_000)
    await floor.matcher.advanceTo(newYork('15:59:59.999'))
    expect(await floor.ended()).toMatchObject({ status: 'SUBMITTED' })
    await floor.matcher.advanceTo(CLOSE)
    expect(await floor.ended()).toEqual({ status: 'EXPIRED', lateMs: 0 })
  })

  test('a cancel that is pending when its session closes is final at that close', async () => {
    const closeOfDay = Temporal.Instant.from('2026-03-03T03:50:00-05:00')
    const floor = await floorWithOrder(closeOfDay.subtract({ milliseconds: 500 }))
    await floor.cancel()
    await floor.matcher.advanceTo(closeOfDay)
    expect(await floor.ended()).toMatchObject({ status: 'CANCELED' })
  })

  test('an IOC or FOK is CANCELED when its session closes before a tick', async () => {
    for (const timeInForce of ['IOC', 'FOK'] as const) {
      await freshDatabase()
      const floor = await floorWithOrder(newYork('15:59:59.500'), timeInForce)
      await floor.matcher.advanceTo(CLOSE)
      expect(await floor.ended()).toEqual({ status: 'CANCELED', lateMs: 0 })
    }
  })

  test('[session.exact-boundary] [life.day-expiry] an end is booked at its own instant, however late it is carried out', async () => {
    const floor = await floorWithOrder(newYork('10:00:00'))
    expect(await floor.end(newYork('16:05:00'))).toBe(1)
    expect(await floor.ended()).toEqual({ status: 'EXPIRED', lateMs: 0 })
  })

  test('a cancel does not undo an end that the market has not carried out yet', async () => {
    const floor = await floorWithOrder(newYork('10:00:00'))
    floor.clock.moveTo(newYork('16:00:00.010'))
    expect(await floor.cancel()).toEqual({ refused: 'already-expired' })
    expect(await floor.ended()).toEqual({ status: 'EXPIRED', lateMs: 0 })
    expect(await floor.end(newYork('16:00:00.020'))).toBe(0)
  })

  test('an order canceled before its end is CANCELED, not EXPIRED', async () => {
    const floor = await floorWithOrder(newYork('15:59:59.990'))
    await floor.cancel()
    floor.clock.moveTo(newYork('16:00:00.010'))
    expect(await floor.cancel()).toEqual({ refused: 'already-canceled' })
    expect(await floor.ended()).toEqual({ status: 'CANCELED', lateMs: 0 })
  })

  test('an order does not end before its instant', async () => {
    const floor = await floorWithOrder(newYork('10:00:00'))
    expect(await floor.end(newYork('15:59:59.999'))).toBe(0)
    expect(await floor.ended()).toMatchObject({ status: 'SUBMITTED' })
  })

  test('an auction order fills at that date’s official price, however late', async () => {
    const floor = await floorWithOrder(newYork('18:00:00'), 'OPG')
    const shares = quantity('1000000')
    const tuesday: Feed = {
      ...floor.feed,
      auction: (_, date) =>
        date.toString() === '2026-03-03'
          ? { open: price('4'), close: price('3'), openVolume: shares, closeVolume: shares }
          : undefined,
    }
    expect(await floor.end(Temporal.Instant.from('2026-03-05T12:00:00Z'), tuesday)).toBe(1)
    expect(await floor.ended()).toEqual({ status: 'FILLED', lateMs: 17.5 * 3_600_000 })
    expect(await floor.state('acc_A')).toMatchObject({ cash: '99996' })
  })

  test('an order ends once, however often its end is carried out', async () => {
    const floor = await floorWithOrder(newYork('10:00:00'))
    await floor.end(CLOSE)
    expect(await floor.end(CLOSE)).toBe(0)
  })
})

test('a tick leaves out an order that closed after it was found', async () => {
  const floor = await floorWithOrder(newYork('10:00:00'))
  floor.feed.show('AAPL', '4.99', '5.00')
  expect(await floor.tick(newYork('10:00:01'))).toBe(1)
  expect(await floor.tick(newYork('10:00:02'))).toBe(0)
})
