/** POST /v1/orders/preview */
import { expect, test } from 'bun:test'
import { type Body, must, refusalIn, rowsIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

const api = await openApi()
const preview = (order: Body) => api.post('/v1/orders/preview', order)

test('[preview.fields] [preview.estimatedPrice] [service.no-fees] POST /v1/orders/preview previews a LIMIT order', async () => {
  expect(must(await preview(orderOf({ quantity: 2.5, limitPrice: 9.98 })))).toEqual({
    valid: true,
    market: 'US',
    currency: 'USD',
    estimatedQuantity: 2.5,
    estimatedPrice: 9.98,
    orderAmount: 24.95,
    estimatedFee: 0,
    estimatedTax: 0,
    estimatedTotal: 24.95,
    holdAmount: 24.95,
    rejectReason: null,
    fillProfile: 'ideal@1',
    availableSize: 1_000_000,
    expectedFillQuantity: 0,
    expectedFillPrice: null,
    requestId: 'test-request',
  })
})

test('[preview.estimatedPrice] [preview.expected-fill] POST /v1/orders/preview previews a MARKET order at what the market shows', async () => {
  const buy = must(await preview(marketOrder({ quantity: 2 })))
  expect(buy).toMatchObject({ estimatedPrice: 10, orderAmount: 20 })
  expect(buy).toMatchObject({ expectedFillQuantity: 2, expectedFillPrice: 10 })
  const sell = must(await preview(marketOrder({ side: 'SELL', quantity: 2 })))
  expect(sell).toMatchObject({ valid: false, estimatedPrice: 9.99, estimatedTotal: 19.98 })
})

test.each([
  ['beyond the buying power', { quantity: 20_000 }, 'insufficient-buying-power'],
  ['that would sell short', { side: 'SELL' }, 'insufficient-holdings'],
  ['for a suspended instrument', { symbol: 'HALT' }, 'instrument-suspended'],
  ['to buy what is SELL_ONLY', { symbol: 'SELLONLY' }, 'side-not-allowed'],
])(
  '[preview.reasons] [preview.fields] POST /v1/orders/preview answers 200 and not valid to an order %s',
  async (_, over, rejectReason) => {
    expect(must(await preview(orderOf(over)))).toMatchObject({ valid: false, rejectReason })
  },
)

test.each([
  ['for an unknown symbol', { symbol: 'NOWHERE' }, 404, 'symbol-not-found'],
  ['of a live-only type', { orderType: 'TWAP' }, 422, 'order-type-live-only'],
  ['with a price off the tick', { limitPrice: 9.001 }, 422, 'price-tick-violation'],
  ['that is too large', { quantity: 2_000_000 }, 422, 'order-size-exceeded'],
])(
  '[preview.reasons] POST /v1/orders/preview refuses an order %s, which can never be valid: %j is %d %s',
  async (_, over, status, code) => {
    expect(refusalIn(await preview(orderOf(over)))).toMatchObject({ status, code })
  },
)

test('[preview.read] POST /v1/orders/preview places nothing and does not use up its clientOrderId', async () => {
  const order = orderOf()
  must(await preview(order))
  expect((await api.place(order)).headers.has('idempotent-replayed')).toBe(false)
  must(await preview({ ...order, quantity: 5 }))
  expect(rowsIn(await api.get('/v1/orders'), 'orders')).toHaveLength(1)
})

test('[preview.hold] POST /v1/orders/preview says what the order would hold of the buying power, which placing it does', async () => {
  const sell = must(await preview(marketOrder({ side: 'SELL', quantity: 2 })))
  expect(sell).toMatchObject({ holdAmount: 0 })
  const powerNow = async () => Number(must(await api.get('/v1/account')).buyingPower)
  const before = await powerNow()
  const { holdAmount } = must(await preview(marketOrder({ quantity: 2 })))
  expect(holdAmount).toBe(20.6)
  must(await api.post('/v1/orders', marketOrder({ quantity: 2, clientOrderId: 'held' })))
  expect(before - (await powerNow())).toBeCloseTo(20.6, 6)
})
