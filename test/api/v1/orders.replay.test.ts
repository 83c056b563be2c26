/** POST /v1/orders with a clientOrderId that the account has used. */
import { expect, test } from 'bun:test'
import { must, refusalIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

const api = await openApi()
const CONFLICT = { status: 409, code: 'idempotency-key-conflict' }

test('[order.replay] [order.clientOrderId] a repeated clientOrderId answers the first order with its status now, and places nothing', async () => {
  const order = marketOrder()
  const first = await api.place(order)
  await api.advance('PT1S')
  const again = await api.place(order)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual({ ...first.body, status: 'FILLED' })
})

test('[order.replay] a repeated clientOrderId replays an order that is written otherwise and means the same', async () => {
  const first = await api.place(orderOf({ clientOrderId: 'as-written', limitPrice: 8 }))
  const body =
    '{"clientOrderId":"as-written","timeInForce":"DAY","market":"US","symbol":"aapl",' +
    '"side":"BUY","orderType":"LIMIT","quantity":1.00,"limitPrice":8e0}'
  const headers = { 'content-type': 'application/json' }
  const again = await api.send('POST', '/v1/orders', { body, headers })
  expect(again.body.orderId).toBe(first.body.orderId)
})

test.each([
  ['quantity', 2],
  ['limitPrice', 8.5],
  ['symbol', 'MSFT'],
  ['timeInForce', 'IOC'],
  ['side', 'SELL'],
])(
  '[order.replay-conflict] a repeated clientOrderId with another %s is 409',
  async (field, value) => {
    const order = orderOf()
    await api.placed(order)
    expect(refusalIn(await api.place({ ...order, [field]: value }))).toMatchObject(CONFLICT)
  },
)

test('[order.replay-at-once] a repeated clientOrderId in fifty requests at once makes one order', async () => {
  const order = orderOf({ quantity: 3 })
  const power = async () => Number(must(await api.get('/v1/account')).buyingPower)
  const before = await power()
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.place(order)))
  expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(49)
  expect(await power()).toBe(before - 27)
})

test('[order.replay] a repeated clientOrderId of another account makes an order of its own', async () => {
  await api.operator.addClient('pk_test_other', { accounts: ['acc_other'] })
  const order = orderOf()
  const mine = await api.placed(order)
  expect(await api.placed(order, await api.bearerOf('pk_test_other'))).not.toBe(mine)
})

test.each([
  ['the account is locked', (on: boolean) => api.operator.lock('acc_1', on)],
  ['trading is halted', (on: boolean) => api.operator.halt(on)],
])(
  '[order.replay-before-lock] [order.replay] a repeated clientOrderId is answered with its order while %s',
  async (_, set) => {
    const order = orderOf()
    const first = must(await api.place(order))
    await set(true)
    const again = await api.place(order)
    const other = await api.place({ ...order, quantity: 7 })
    await set(false)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(must(again)).toEqual(first)
    expect(refusalIn(other)).toMatchObject(CONFLICT)
  },
)
