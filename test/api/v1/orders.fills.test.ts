/** D6: fills, and the times in force, read over HTTP. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { Temporal } from '../../../src/core/time'
import {
  type Body,
  type Contract,
  marketOrder,
  must,
  openContract,
  orderOf,
} from '../../support/brokerage'
import { FEED, rowsIn } from '../../support/market-api'

let b: Contract
beforeEach(async () => {
  b = await openContract()
  b.floor.feed.official('AAPL', '10.50', '11.00')
})
const fills = async (query = '') => rowsIn(await b.get(`/v1/orders/fills${query}`), 'fills')
const shortOf = ({ status, filledQuantity }: Body) => [status, filledQuantity]
const after = async (order: Body, duration = 'PT1S') => {
  const orderId = await b.placed(order)
  await b.advance(duration)
  return b.order(orderId)
}

describe('a fill', () => {
  test(
    '[fill.price-improvement] takes the ask for a BUY, the bid for a SELL, never a ' +
      'worse price',
    async () => {
      await after(orderOf({ limitPrice: 12, quantity: 2 }))
      await after(orderOf({ side: 'SELL', limitPrice: 5, quantity: 2 }))
      const found = await fills()
      expect(found.map(({ side, price }) => [side, price])).toEqual([
        ['SELL', 9.99],
        ['BUY', 10],
      ])
    },
  )

  test('[fill.price-improvement] waits for its limit', async () => {
    const orderId = await b.placed(orderOf({ limitPrice: 9.99 }))
    await b.advance('PT5S')
    expect(shortOf(await b.order(orderId))).toEqual(['SUBMITTED', 0])
    b.show('AAPL', '9.98', '9.99')
    await b.advance('PT1S')
    expect(shortOf(await b.order(orderId))).toEqual(['FILLED', 1])
  })

  test('[fill.size] takes at most the size shown, of all orders of the account', async () => {
    b.show('AAPL', '9.99', '10.00', '5')
    const [first, second] = [marketOrder({ quantity: 3 }), marketOrder({ quantity: 3 })]
    const ids = [await b.placed(first), await b.placed(second)]
    await b.advance('PT1S')
    const records = await Promise.all(ids.map((orderId) => b.order(orderId)))
    expect(records.map(shortOf)).toEqual([
      ['FILLED', 3],
      ['PARTIALLY_FILLED', 2],
    ])
  })

  test('[fill.accounts] takes nothing from another account', async () => {
    await b.client('pk_test_other', { accounts: ['acc_other'] })
    const other = await b.tokenOf('pk_test_other')
    b.show('AAPL', '9.99', '10.00', '5')
    const [mine, theirs] = [
      await b.placed(marketOrder({ quantity: 5 })),
      await b.placed(marketOrder({ quantity: 5 }), other),
    ]
    await b.advance('PT1S')
    expect((await b.order(mine)).status).toBe('FILLED')
    expect((await b.order(theirs, other)).status).toBe('FILLED')
  })

  test('[fill.priority] goes by price, then by time', async () => {
    b.show('AAPL', '9.99', '10.00', '1')
    const early = await b.placed(orderOf({ limitPrice: 10 }))
    const late = await b.placed(orderOf({ limitPrice: 10 }))
    const better = await b.placed(orderOf({ limitPrice: 11 }))
    await b.advance('PT3S')
    const order = (await fills()).map(({ orderId }) => orderId).reverse()
    expect(order).toEqual([better, early, late])
  })

  test('[fill.average] [record.avgFillPrice] has an average of half-even 6 places', async () => {
    b.show('AAPL', '9.98', '9.99', '1')
    const orderId = await b.placed(marketOrder({ quantity: 3 }))
    await b.advance('PT1S')
    b.show('AAPL', '9.99', '10.00', '2')
    await b.advance('PT1S')
    expect((await b.order(orderId)).avgFillPrice).toBe(9.996667)
  })

  test('[fill.fields] [order.quantity] of a fraction of a share is exact', async () => {
    b.show('AAPL', '0.9998', '0.9999')
    await after(marketOrder({ quantity: 0.333333 }))
    const [fill] = await fills()
    expect(fill).toMatchObject({ quantity: 0.333333, price: 0.9999, amount: 0.3332996667 })
    const { cashAmount } = must(await b.get('/v1/account'))
    expect(cashAmount).toBe('99999.6667003333')
  })
})

describe('a time in force', () => {
  test('[fill.ioc] [state.CANCELED] IOC takes what its first tick gives', async () => {
    b.show('AAPL', '9.99', '10.00', '4')
    const record = await after(marketOrder({ quantity: 10, timeInForce: 'IOC' }))
    expect(shortOf(record)).toEqual(['CANCELED', 4])
  })

  test('[fill.fok] FOK takes all at its first tick, or nothing', async () => {
    b.show('AAPL', '9.99', '10.00', '4')
    expect(shortOf(await after(marketOrder({ quantity: 5, timeInForce: 'FOK' })))).toEqual([
      'CANCELED',
      0,
    ])
    expect(shortOf(await after(marketOrder({ quantity: 4, timeInForce: 'FOK' })))).toEqual([
      'FILLED',
      4,
    ])
  })

  test('[fill.auction] [order.cls-entry] CLS executes in full at the official close', async () => {
    b.show('AAPL', '9.99', '10.00', '1')
    const fits = await b.placed(orderOf({ timeInForce: 'CLS', limitPrice: 11, quantity: 30 }))
    const misses = await b.placed(orderOf({ timeInForce: 'CLS', limitPrice: 10.99, quantity: 30 }))
    await b.advanceTo('2026-03-02T15:59:59.999-05:00')
    expect(shortOf(await b.order(fits))).toEqual(['SUBMITTED', 0])
    await b.advanceTo('2026-03-02T16:00:00-05:00')
    expect(await b.order(fits)).toMatchObject({ status: 'FILLED', avgFillPrice: 11 })
    expect(shortOf(await b.order(misses))).toEqual(['CANCELED', 0])
  })

  test.each([
    [
      '[order.cls-entry] CLS up to 15:50 is for that close',
      'CLS',
      '02T15:50:00',
      '02T16:00:00',
      11,
    ],
    ['[order.cls-entry] CLS after it is for the next', 'CLS', '02T15:50:00.001', '03T16:00:00', 11],
    [
      '[order.opg-entry] OPG up to 09:28 is for that opening',
      'OPG',
      '03T09:28:00',
      '03T09:30:00',
      10.5,
    ],
    [
      '[order.opg-entry] OPG after it is for the next',
      'OPG',
      '03T09:28:00.001',
      '04T09:30:00',
      10.5,
    ],
  ] as const)('%s', async (_, timeInForce, placedAt, auctionAt, price) => {
    const inNewYork = (text: string) => Temporal.Instant.from(`2026-03-${text}-05:00`)
    await b.floor.matcher.advanceTo(inNewYork(placedAt))
    const orderId = await b.placed(orderOf({ timeInForce, limitPrice: 12 }))
    await b.floor.matcher.advanceTo(inNewYork(auctionAt).subtract({ milliseconds: 1 }))
    expect(shortOf(await b.order(orderId))).toEqual(['SUBMITTED', 0])
    await b.floor.matcher.advanceTo(inNewYork(auctionAt))
    expect(await b.order(orderId)).toMatchObject({ status: 'FILLED', avgFillPrice: price })
  })
})

describe('over the simulated market', () => {
  test(
    "[fill.official-price] [fill.auction] auctions execute at the day's candle's " +
      'open and close',
    async () => {
      b = await openContract({ simulated: 'few' })
      const cls = await b.placed(marketOrder({ timeInForce: 'CLS' }))
      await b.advanceTo('2026-03-03T09:00:00-05:00')
      const opg = await b.placed(marketOrder({ timeInForce: 'OPG' }))
      await b.advanceTo('2026-03-03T20:00:00-05:00')
      const path = '/v1/market/candles?symbol=AAPL&interval=1d&limit=2'
      const [monday, tuesday] = rowsIn(await b.get(path), 'candles')
      expect((await b.order(cls)).avgFillPrice).toBe(Number(monday?.close))
      expect((await b.order(opg)).avgFillPrice).toBe(Number(tuesday?.open))
    },
  )

  test(
    '[quote.in-candle] [fill.price-improvement] a fill is at the quote of ' + 'its tick',
    async () => {
      b = await openContract({ simulated: 'few' })
      await b.placed(marketOrder())
      await b.advance('PT1S')
      const [fill] = await fills()
      const [quote] = rowsIn(await b.get('/v1/market/quotes?symbols=AAPL'), 'quotes')
      expect(fill?.price).toBe(Number(quote?.askPrice))
      expect(fill?.price).toBe(Number(FEED.bidAsk('AAPL', b.floor.clock.now())?.askPrice.toFixed()))
    },
  )
})
