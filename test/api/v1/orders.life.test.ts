/** D5: an order's life, read over HTTP. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../../src/core/time'
import { type Contract, marketOrder, must, openContract, orderOf } from '../../support/brokerage'
import { rowsIn } from '../../support/market-api'

/** Monday 2026-03-02 in New York. */
const MIDNIGHT = Temporal.Instant.from('2026-03-02T00:00:00-05:00')
/** `28:30` is half past four on Tuesday. */
const onMonday = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return MIDNIGHT.add({ hours, minutes })
}
const justBefore = (at: Temporal.Instant) => at.subtract({ milliseconds: 1 })

let b: Contract
beforeEach(async () => {
  b = await openContract()
})
const statusOf = async (orderId: string) => (await b.order(orderId)).status

describe('an order', () => {
  test(
    '[life.fill] [state.SUBMITTED] [state.PARTIALLY_FILLED] [state.FILLED] ' + 'fills in parts',
    async () => {
      b.show('AAPL', '9.99', '10.00', '4')
      const orderId = await b.placed(marketOrder({ quantity: 10 }))
      const life = [await b.order(orderId)]
      for (let tick = 0; tick < 3; tick++) {
        await b.advance('PT1S')
        life.push(await b.order(orderId))
      }
      expect(life.map(({ status, filledQuantity }) => [status, filledQuantity])).toEqual([
        ['SUBMITTED', 0],
        ['PARTIALLY_FILLED', 4],
        ['PARTIALLY_FILLED', 8],
        ['FILLED', 10],
      ])
      expect(rowsIn(await b.get('/v1/orders/fills'), 'fills')).toHaveLength(3)
    },
  )

  test(
    '[life.first-tick] is tried on the first tick after its acceptance, ' + 'not before',
    async () => {
      const orderId = await b.placed(marketOrder())
      expect(await statusOf(orderId)).toBe('SUBMITTED')
      await b.advanceTo('2026-03-02T10:00:00.999-05:00')
      expect(await statusOf(orderId)).toBe('SUBMITTED')
      await b.advanceTo('2026-03-02T10:00:01-05:00')
      expect(await statusOf(orderId)).toBe('FILLED')
    },
  )

  test(
    '[life.unpaid-rejected] [state.REJECTED] [record.rejectReason] of which nothing ' +
      'can be paid is REJECTED',
    async () => {
      await b.advanceTo('2026-03-03T03:55:00-05:00')
      const orderId = await b.placed(marketOrder())
      b.show('AAPL', '99999.99', '100000.01')
      await b.advanceTo('2026-03-03T04:00:00-05:00')
      expect(await b.order(orderId)).toMatchObject({
        status: 'REJECTED',
        rejectReason: 'insufficient-buying-power',
        filledQuantity: 0,
      })
      expect(must(await b.get('/v1/account')).buyingPower).toBe('100000.00')
    },
  )

  test('[life.paid] draws on free buying power where its hold no longer pays for it', async () => {
    b.show('AAPL', '99.99', '100.00')
    b.show('MSFT', '1.99', '2.00')
    await b.placed(orderOf({ symbol: 'MSFT', quantity: 1_030, limitPrice: 1 }))
    const orderId = await b.placed(marketOrder({ quantity: 10 }))
    expect(must(await b.get('/v1/account')).buyingPower).toBe('97940.00')
    b.show('AAPL', '103.99', '104.00')
    await b.advance('PT1S')
    expect(await b.order(orderId)).toMatchObject({ status: 'FILLED', avgFillPrice: 104 })
    expect(must(await b.get('/v1/account'))).toMatchObject({
      cashAmount: '98960.00',
      buyingPower: '97930.00',
    })
  })

  test('[life.paid] placed while CLOSED it is paid at the opening', async () => {
    await b.advanceTo('2026-03-03T03:55:00-05:00')
    const orderId = await b.placed(marketOrder())
    b.show('AAPL', '10.30', '10.31')
    await b.advanceTo('2026-03-03T04:00:00-05:00')
    expect(await b.order(orderId)).toMatchObject({ status: 'FILLED', avgFillPrice: 10.31 })
  })

  test(
    '[life.unpaid-rest] [record.cancelReason] takes what is free, never ' + 'what others hold',
    async () => {
      b.show('MSFT', '9.99', '10.00')
      const waiting = await b.placed(orderOf({ symbol: 'MSFT', quantity: 9_000, limitPrice: 9.5 }))
      const orderId = await b.placed(marketOrder({ quantity: 1_000 }))
      b.show('AAPL', '149.99', '150.00')
      await b.advance('PT1S')
      // Of 100,000 USD the other order holds 85,500: 14,500 pay for 96 shares.
      expect(await b.order(orderId)).toMatchObject({
        status: 'CANCELED',
        cancelReason: 'insufficient-buying-power',
        filledQuantity: 96,
      })
      expect(must(await b.get('/v1/account'))).toMatchObject({
        cashAmount: '85600.00',
        buyingPower: '100.00',
      })
      expect(await statusOf(waiting)).toBe('SUBMITTED')
    },
  )

  test('[life.suspended] [state.SUBMITTED] waits while its instrument is suspended', async () => {
    const orderId = await b.placed(marketOrder())
    await b.operator.setTradable('AAPL', 'SUSPENDED')
    await b.advance('PT5S')
    expect(await statusOf(orderId)).toBe('SUBMITTED')
    await b.operator.setTradable('AAPL', 'TRADABLE')
    b.floor.matcher.bookChanged()
    await b.advance('PT1S')
    expect(await statusOf(orderId)).toBe('FILLED')
  })

  test('[life.open-closed] is OPEN or CLOSED, never both', async () => {
    b.show('AAPL', '9.99', '10.00', '1')
    const partial = await b.placed(marketOrder({ quantity: 2 }))
    const filled = await b.placed(marketOrder({ symbol: 'MSFT' }))
    await b.advance('PT1S')
    const pending = await b.placed()
    await b.cancel(pending)
    const waiting = await b.placed()
    const listed = async (status: string) =>
      rowsIn(await b.get(`/v1/orders?status=${status}`), 'orders').map(({ orderId }) => orderId)
    expect(await listed('OPEN')).toEqual([waiting, pending, partial])
    expect(await listed('CLOSED')).toEqual([filled])
  })
})

describe('validity', () => {
  test(
    '[life.day-expiry] [state.EXPIRED] of a DAY order ends at the REGULAR ' + 'close, exactly',
    async () => {
      b.show('AAPL', '9.99', '10.00', '4')
      const orderId = await b.placed(orderOf({ limitPrice: 10, quantity: 10 }))
      await b.advance('PT1S')
      b.show('AAPL', '19.99', '20.00')
      await b.advanceTo('2026-03-02T15:59:59.999-05:00')
      expect(await statusOf(orderId)).toBe('PARTIALLY_FILLED')
      await b.advanceTo('2026-03-02T16:00:00-05:00')
      expect(await b.order(orderId)).toMatchObject({
        status: 'EXPIRED',
        filledQuantity: 4,
        updatedAt: '2026-03-03T06:00:00.000+09:00',
      })
      expect(must(await b.get('/v1/account')).buyingPower).toBe('99960.00')
    },
  )

  test.each([
    [
      '[life.after-expiry] accepted in AFTER ends at its close',
      '16:30',
      '20:00',
      '2026-03-03T10:00:00.000+09:00',
    ],
    [
      '[life.day-expiry] accepted in DAY ends at the next REGULAR close',
      '20:30',
      '40:00',
      '2026-03-04T06:00:00.000+09:00',
    ],
    [
      '[life.day-expiry] accepted in PRE ends at the REGULAR close',
      '28:30',
      '40:00',
      '2026-03-04T06:00:00.000+09:00',
    ],
  ])('%s', async (_, placedAt, endsAt, updatedAt) => {
    await b.floor.matcher.advanceTo(onMonday(placedAt))
    const orderId = await b.placed()
    await b.floor.matcher.advanceTo(justBefore(onMonday(endsAt)))
    expect(await statusOf(orderId)).toBe('SUBMITTED')
    await b.floor.matcher.advanceTo(onMonday(endsAt))
    expect(await b.order(orderId)).toMatchObject({ status: 'EXPIRED', updatedAt })
  })

  test(
    '[life.after-expiry] accepted while CLOSED after AFTER belongs to the next ' + 'trading date',
    async () => {
      await b.advanceTo('2026-03-06T21:00:00-05:00')
      const orderId = await b.placed()
      await b.advanceTo('2026-03-09T15:59:59.999-04:00')
      expect(await statusOf(orderId)).toBe('SUBMITTED')
      await b.advanceTo('2026-03-09T16:00:00-04:00')
      expect(await statusOf(orderId)).toBe('EXPIRED')
    },
  )

  test('[life.day-expiry] ends at 13:00 on an early close', async () => {
    await b.advanceTo('2026-11-27T10:00:00-05:00')
    const orderId = await b.placed()
    await b.advanceTo('2026-11-27T12:59:59.999-05:00')
    expect(await statusOf(orderId)).toBe('SUBMITTED')
    await b.advanceTo('2026-11-27T13:00:00-05:00')
    expect(await statusOf(orderId)).toBe('EXPIRED')
  })
})
