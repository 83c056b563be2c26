/** An order's life: its fills, its payment and the end of its validity, read over HTTP. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../../src/core/time'
import { must, rowsIn } from '../../support/answers'
import { type Api, openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

/** Monday 2026-03-02 in New York. */
const MIDNIGHT = Temporal.Instant.from('2026-03-02T00:00:00-05:00')
/** `28:30` is half past four on Tuesday. */
const onMonday = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return MIDNIGHT.add({ hours, minutes })
}
const justBefore = (at: Temporal.Instant) => at.subtract({ milliseconds: 1 })

let api: Api
beforeEach(async () => {
  api = await openApi()
})
const statusOf = async (orderId: string) => (await api.order(orderId)).status

test('[life.fill] [state.SUBMITTED] [state.PARTIALLY_FILLED] [state.FILLED] an open order fills tick by tick, in parts', async () => {
  api.show('AAPL', '9.99', '10.00', '4')
  const orderId = await api.placed(marketOrder({ quantity: 10 }))
  const life = [await api.order(orderId)]
  for (let tick = 0; tick < 3; tick++) {
    await api.advance('PT1S')
    life.push(await api.order(orderId))
  }
  expect(life.map(({ status, filledQuantity }) => [status, filledQuantity])).toEqual([
    ['SUBMITTED', 0],
    ['PARTIALLY_FILLED', 4],
    ['PARTIALLY_FILLED', 8],
    ['FILLED', 10],
  ])
  expect(rowsIn(await api.get('/v1/orders/fills'), 'fills')).toHaveLength(3)
})

test('[life.first-tick] an open order is tried on the first tick after its acceptance, not before', async () => {
  const orderId = await api.placed(marketOrder())
  expect(await statusOf(orderId)).toBe('SUBMITTED')
  await api.advanceTo('2026-03-02T10:00:00.999-05:00')
  expect(await statusOf(orderId)).toBe('SUBMITTED')
  await api.advanceTo('2026-03-02T10:00:01-05:00')
  expect(await statusOf(orderId)).toBe('FILLED')
})

test('[life.unpaid-rejected] [state.REJECTED] [record.rejectReason] an open order is REJECTED if not one share can be paid', async () => {
  await api.advanceTo('2026-03-03T03:55:00-05:00')
  const orderId = await api.placed(marketOrder())
  api.show('AAPL', '99999.99', '100000.01')
  await api.advanceTo('2026-03-03T04:00:00-05:00')
  expect(await api.order(orderId)).toMatchObject({
    status: 'REJECTED',
    rejectReason: 'insufficient-buying-power',
    filledQuantity: 0,
  })
  expect(must(await api.get('/v1/account')).buyingPower).toBe('100000.00')
})

test('[life.paid] an open order draws on free buying power if its hold no longer pays', async () => {
  api.show('AAPL', '99.99', '100.00')
  api.show('MSFT', '1.99', '2.00')
  await api.placed(orderOf({ symbol: 'MSFT', quantity: 1_030, limitPrice: 1 }))
  const orderId = await api.placed(marketOrder({ quantity: 10 }))
  expect(must(await api.get('/v1/account')).buyingPower).toBe('97940.00')
  api.show('AAPL', '103.99', '104.00')
  await api.advance('PT1S')
  expect(await api.order(orderId)).toMatchObject({ status: 'FILLED', avgFillPrice: 104 })
  expect(must(await api.get('/v1/account'))).toMatchObject({
    cashAmount: '98960.00',
    buyingPower: '97930.00',
  })
})

test('[life.paid] an open order that was placed while CLOSED is paid at the opening, whatever the price', async () => {
  await api.advanceTo('2026-03-03T03:55:00-05:00')
  const orderId = await api.placed(marketOrder())
  api.show('AAPL', '10.30', '10.31')
  await api.advanceTo('2026-03-03T04:00:00-05:00')
  expect(await api.order(orderId)).toMatchObject({ status: 'FILLED', avgFillPrice: 10.31 })
})

test('[life.unpaid-rest] [record.cancelReason] an open order takes what is free and never what other orders hold, and is CANCELED', async () => {
  api.show('MSFT', '9.99', '10.00')
  const waiting = await api.placed(orderOf({ symbol: 'MSFT', quantity: 9_000, limitPrice: 9.5 }))
  const orderId = await api.placed(marketOrder({ quantity: 1_000 }))
  api.show('AAPL', '149.99', '150.00')
  await api.advance('PT1S')
  // The other order holds 85,500 of 100,000 USD; 14,500 pay for 96 shares.
  expect(await api.order(orderId)).toMatchObject({
    status: 'CANCELED',
    cancelReason: 'insufficient-buying-power',
    filledQuantity: 96,
  })
  expect(must(await api.get('/v1/account'))).toMatchObject({
    cashAmount: '85600.00',
    buyingPower: '100.00',
  })
  expect(await statusOf(waiting)).toBe('SUBMITTED')
})

test('[life.suspended] [state.SUBMITTED] an open order waits while its instrument is suspended', async () => {
  const orderId = await api.placed(marketOrder())
  await api.operator.setTradable('AAPL', 'SUSPENDED')
  await api.advance('PT5S')
  expect(await statusOf(orderId)).toBe('SUBMITTED')
  await api.operator.setTradable('AAPL', 'TRADABLE')
  api.floor.matcher.orders.termsChanged()
  await api.advance('PT1S')
  expect(await statusOf(orderId)).toBe('FILLED')
})

test('[life.open-closed] an open order is listed as OPEN or as CLOSED, never as both', async () => {
  api.show('AAPL', '9.99', '10.00', '1')
  const partial = await api.placed(marketOrder({ quantity: 2 }))
  const filled = await api.placed(marketOrder({ symbol: 'MSFT' }))
  await api.advance('PT1S')
  const pending = await api.placed()
  await api.cancel(pending)
  const waiting = await api.placed()
  const listed = async (status: string) =>
    rowsIn(await api.get(`/v1/orders?status=${status}`), 'orders').map(({ orderId }) => orderId)
  expect(await listed('OPEN')).toEqual([waiting, pending, partial])
  expect(await listed('CLOSED')).toEqual([filled])
})

describe('the validity of a DAY order', () => {
  test('[life.day-expiry] [state.EXPIRED] the validity of a DAY order ends exactly at the REGULAR close', async () => {
    api.show('AAPL', '9.99', '10.00', '4')
    const orderId = await api.placed(orderOf({ limitPrice: 10, quantity: 10 }))
    await api.advance('PT1S')
    api.show('AAPL', '19.99', '20.00')
    await api.advanceTo('2026-03-02T15:59:59.999-05:00')
    expect(await statusOf(orderId)).toBe('PARTIALLY_FILLED')
    await api.advanceTo('2026-03-02T16:00:00-05:00')
    expect(await api.order(orderId)).toMatchObject({
      status: 'EXPIRED',
      filledQuantity: 4,
      updatedAt: '2026-03-03T06:00:00.000+09:00',
    })
    expect(must(await api.get('/v1/account')).buyingPower).toBe('99960.00')
  })

  test.each([
    [
      '[life.after-expiry] that was accepted in AFTER ends at its close',
      '16:30',
      '20:00',
      '2026-03-03T10:00:00.000+09:00',
    ],
    [
      '[life.day-expiry] that was accepted in DAY ends at the next REGULAR close',
      '20:30',
      '40:00',
      '2026-03-04T06:00:00.000+09:00',
    ],
    [
      '[life.day-expiry] that was accepted in PRE ends at the REGULAR close',
      '28:30',
      '40:00',
      '2026-03-04T06:00:00.000+09:00',
    ],
  ])('%s', async (_, placedAt, endsAt, updatedAt) => {
    await api.floor.matcher.advanceTo(onMonday(placedAt))
    const orderId = await api.placed()
    await api.floor.matcher.advanceTo(justBefore(onMonday(endsAt)))
    expect(await statusOf(orderId)).toBe('SUBMITTED')
    await api.floor.matcher.advanceTo(onMonday(endsAt))
    expect(await api.order(orderId)).toMatchObject({ status: 'EXPIRED', updatedAt })
  })

  test('[life.after-expiry] the validity of a DAY order that was accepted on a Friday night ends at Monday’s REGULAR close', async () => {
    await api.advanceTo('2026-03-06T21:00:00-05:00')
    const orderId = await api.placed()
    await api.advanceTo('2026-03-09T15:59:59.999-04:00')
    expect(await statusOf(orderId)).toBe('SUBMITTED')
    await api.advanceTo('2026-03-09T16:00:00-04:00')
    expect(await statusOf(orderId)).toBe('EXPIRED')
  })

  test('[life.day-expiry] the validity of a DAY order ends at 13:00 on a day with an early close', async () => {
    await api.advanceTo('2026-11-27T10:00:00-05:00')
    const orderId = await api.placed()
    await api.advanceTo('2026-11-27T12:59:59.999-05:00')
    expect(await statusOf(orderId)).toBe('SUBMITTED')
    await api.advanceTo('2026-11-27T13:00:00-05:00')
    expect(await statusOf(orderId)).toBe('EXPIRED')
  })
})
