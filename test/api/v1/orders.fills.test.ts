/** Fills, and the times in force, read over HTTP. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../../src/core/time'
import { type Body, must, rowsIn } from '../../support/answers'
import { type Api, FEED, openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

let api: Api
beforeEach(async () => {
  api = await openApi()
  api.floor.feed.official('AAPL', '10.50', '11.00')
})
const fills = async () => rowsIn(await api.get('/v1/orders/fills'), 'fills')
const shortOf = ({ status, filledQuantity }: Body) => [status, filledQuantity]
const after = async (order: Body) => {
  const orderId = await api.placed(order)
  await api.advance('PT1S')
  return api.order(orderId)
}

test('[fill.price-improvement] a fill of a BUY takes the ask, of a SELL the bid, never a worse price', async () => {
  await after(orderOf({ limitPrice: 12, quantity: 2 }))
  await after(orderOf({ side: 'SELL', limitPrice: 5, quantity: 2 }))
  const found = await fills()
  expect(found.map(({ side, price }) => [side, price])).toEqual([
    ['SELL', 9.99],
    ['BUY', 10],
  ])
})

test('[fill.price-improvement] a fill waits until the quote reaches the limit', async () => {
  const orderId = await api.placed(orderOf({ limitPrice: 9.99 }))
  await api.advance('PT5S')
  expect(shortOf(await api.order(orderId))).toEqual(['SUBMITTED', 0])
  api.show('AAPL', '9.98', '9.99')
  await api.advance('PT1S')
  expect(shortOf(await api.order(orderId))).toEqual(['FILLED', 1])
})

test('[fill.size] [profile.ideal] a fill takes at most the size shown, over all orders of the account', async () => {
  api.show('AAPL', '9.99', '10.00', '5')
  const [first, second] = [marketOrder({ quantity: 3 }), marketOrder({ quantity: 3 })]
  const ids = [await api.placed(first), await api.placed(second)]
  await api.advance('PT1S')
  const records = await Promise.all(ids.map((orderId) => api.order(orderId)))
  expect(records.map(shortOf)).toEqual([
    ['FILLED', 3],
    ['PARTIALLY_FILLED', 2],
  ])
})

test('[fill.accounts] a fill takes nothing of the size from another account', async () => {
  await api.operator.addClient('pk_test_other', { accounts: ['acc_other'] })
  const other = await api.bearerOf('pk_test_other')
  api.show('AAPL', '9.99', '10.00', '5')
  const [mine, theirs] = [
    await api.placed(marketOrder({ quantity: 5 })),
    await api.placed(marketOrder({ quantity: 5 }), other),
  ]
  await api.advance('PT1S')
  expect((await api.order(mine)).status).toBe('FILLED')
  expect((await api.order(theirs, other)).status).toBe('FILLED')
})

test('[fill.priority] a fill goes to the better limit first, then to the earlier order', async () => {
  api.show('AAPL', '9.99', '10.00', '1')
  const early = await api.placed(orderOf({ limitPrice: 10 }))
  const late = await api.placed(orderOf({ limitPrice: 10 }))
  const better = await api.placed(orderOf({ limitPrice: 11 }))
  await api.advance('PT3S')
  const order = (await fills()).map(({ orderId }) => orderId).reverse()
  expect(order).toEqual([better, early, late])
})

test('[fill.average] [record.avgFillPrice] a fill is averaged to 6 decimal places, half to even', async () => {
  api.show('AAPL', '9.98', '9.99', '1')
  const orderId = await api.placed(marketOrder({ quantity: 3 }))
  await api.advance('PT1S')
  api.show('AAPL', '9.99', '10.00', '2')
  await api.advance('PT1S')
  expect((await api.order(orderId)).avgFillPrice).toBe(9.996667)
})

test('[fill.fields] [order.quantity] a fill of a fraction of a share is exact in quantity, amount and cash', async () => {
  api.show('AAPL', '0.9998', '0.9999')
  await after(marketOrder({ quantity: 0.333333 }))
  const [fill] = await fills()
  expect(fill).toMatchObject({ quantity: 0.333333, price: 0.9999, amount: 0.3332996667 })
  const { cashAmount } = must(await api.get('/v1/account'))
  expect(cashAmount).toBe('99999.6667003333')
})

describe('an order', () => {
  test('[fill.ioc] [state.CANCELED] an order with IOC takes what its first tick gives and cancels the rest', async () => {
    api.show('AAPL', '9.99', '10.00', '4')
    const record = await after(marketOrder({ quantity: 10, timeInForce: 'IOC' }))
    expect(shortOf(record)).toEqual(['CANCELED', 4])
  })

  test('[fill.fok] an order with FOK takes all at its first tick, or nothing', async () => {
    api.show('AAPL', '9.99', '10.00', '4')
    expect(shortOf(await after(marketOrder({ quantity: 5, timeInForce: 'FOK' })))).toEqual([
      'CANCELED',
      0,
    ])
    expect(shortOf(await after(marketOrder({ quantity: 4, timeInForce: 'FOK' })))).toEqual([
      'FILLED',
      4,
    ])
  })

  test('[fill.auction] [order.cls-entry] an order with CLS executes in full at the official close, or not at all', async () => {
    api.show('AAPL', '9.99', '10.00', '1')
    const fits = await api.placed(orderOf({ timeInForce: 'CLS', limitPrice: 11, quantity: 30 }))
    const misses = await api.placed(
      orderOf({ timeInForce: 'CLS', limitPrice: 10.99, quantity: 30 }),
    )
    await api.advanceTo('2026-03-02T15:59:59.999-05:00')
    expect(shortOf(await api.order(fits))).toEqual(['SUBMITTED', 0])
    await api.advanceTo('2026-03-02T16:00:00-05:00')
    expect(await api.order(fits)).toMatchObject({ status: 'FILLED', avgFillPrice: 11 })
    expect(shortOf(await api.order(misses))).toEqual(['CANCELED', 0])
  })

  test.each([
    [
      '[order.cls-entry] with CLS up to 15:50 is for that close',
      'CLS',
      '02T15:50:00',
      '02T16:00:00',
      11,
    ],
    [
      '[order.cls-entry] with CLS after 15:50 is for the next close',
      'CLS',
      '02T15:50:00.001',
      '03T16:00:00',
      11,
    ],
    [
      '[order.opg-entry] with OPG up to 09:28 is for that opening',
      'OPG',
      '03T09:28:00',
      '03T09:30:00',
      10.5,
    ],
    [
      '[order.opg-entry] with OPG after 09:28 is for the next opening',
      'OPG',
      '03T09:28:00.001',
      '04T09:30:00',
      10.5,
    ],
  ] as const)('%s', async (_, timeInForce, placedAt, auctionAt, price) => {
    const inNewYork = (text: string) => Temporal.Instant.from(`2026-03-${text}-05:00`)
    await api.floor.matcher.advanceTo(inNewYork(placedAt))
    const orderId = await api.placed(orderOf({ timeInForce, limitPrice: 12 }))
    await api.floor.matcher.advanceTo(inNewYork(auctionAt).subtract({ milliseconds: 1 }))
    expect(shortOf(await api.order(orderId))).toEqual(['SUBMITTED', 0])
    await api.floor.matcher.advanceTo(inNewYork(auctionAt))
    expect(await api.order(orderId)).toMatchObject({ status: 'FILLED', avgFillPrice: price })
  })
})

test(
  '[fill.official-price] [fill.auction] in the simulated market auctions execute at the ' +
    "day's candle's " +
    'open and close',
  async () => {
    api = await openApi({ feed: FEED })
    const cls = await api.placed(marketOrder({ timeInForce: 'CLS' }))
    await api.advanceTo('2026-03-03T09:00:00-05:00')
    const opg = await api.placed(marketOrder({ timeInForce: 'OPG' }))
    await api.advanceTo('2026-03-03T20:00:00-05:00')
    const path = '/v1/market/candles?symbol=AAPL&interval=1d&limit=2'
    const [monday, tuesday] = rowsIn(await api.get(path), 'candles')
    expect((await api.order(cls)).avgFillPrice).toBe(Number(monday?.close))
    expect((await api.order(opg)).avgFillPrice).toBe(Number(tuesday?.open))
  },
)

test('[quote.in-candle] [fill.price-improvement] in the simulated market: a fill is at the quote of its tick', async () => {
  api = await openApi({ feed: FEED })
  await api.placed(marketOrder())
  await api.advance('PT1S')
  const [fill] = await fills()
  const [quote] = rowsIn(await api.get('/v1/market/quotes?symbols=AAPL'), 'quotes')
  expect(fill?.price).toBe(Number(quote?.askPrice))
  expect(fill?.price).toBe(Number(FEED.bidAsk('AAPL', api.floor.clock.now())?.askPrice.toFixed()))
})
