/** /sandbox/accounts/{accountId}/reset and /lock, and /sandbox/halt */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import { orderEvents } from '../../../src/postgres/schema/trading'
import { type Body, badParam, refusalIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { orderOf } from '../../support/orders'
import { openSandbox, SANDBOX_CLIENT, type SandboxApi } from '../../support/sandbox-api'

const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
let api: SandboxApi
beforeEach(async () => {
  api = await openSandbox(await freshDatabase())
})
afterEach(async () => {
  await api.close()
  expect(api.failures).toEqual([])
})

const place = (clientOrderId: string, more: Body = {}) =>
  api.post('/v1/orders', orderOf({ clientOrderId, quantity: 10, limitPrice: 10, ...more }))

describe('POST /sandbox/accounts/{accountId}/reset', () => {
  const reset = (cash?: unknown) =>
    api.post(`/sandbox/accounts/${ACCOUNT}/reset`, cash === undefined ? undefined : { cash })

  test('[sandbox.reset] POST /sandbox/accounts/{accountId}/reset cancels open orders, clears holdings and sets the cash; the history stays readable', async () => {
    await api.pin('AAPL', 9.99, 10)
    const bought = await place('bought')
    await api.advance('PT1S')
    const resting = await place('resting', { limitPrice: 5 })
    const selling = await place('selling', { side: 'SELL', limitPrice: 20 })
    expect((await reset(5000.5)).body).toEqual({
      accountId: ACCOUNT,
      cashAmount: '5000.50',
      canceledOrderIds: [resting.body.orderId, selling.body.orderId],
      conditionalOrderIds: [],
      requestedAt: '2026-03-02T23:30:01.000+09:00',
      requestId: 'sandbox-3',
    })
    expect((await api.get('/v1/account')).body).toMatchObject({
      cashAmount: '5000.50',
      totalAssetAmount: '5000.50',
      buyingPower: '5000.50',
    })
    expect((await api.get('/v1/account/holdings')).body.holdings).toEqual([])
    expect((await api.get('/v1/orders')).body.orders).toMatchObject([
      { clientOrderId: 'selling', status: 'CANCELED' },
      { clientOrderId: 'resting', status: 'CANCELED' },
      { clientOrderId: 'bought', status: 'FILLED' },
    ])
    const { fills } = (await api.get('/v1/orders/fills')).body
    expect(fills).toMatchObject([{ orderId: bought.body.orderId }])
    expect(refusalIn(await place('short', { side: 'SELL' }))).toMatchObject({
      status: 422,
      code: 'insufficient-holdings',
    })
  })

  test('[sandbox.reset] POST /sandbox/accounts/{accountId}/reset lists the conditional orders that it ends', async () => {
    const stop = { symbol: 'KO', side: 'BUY', type: 'STOP', quantity: 1, stopPrice: 900 }
    const path = '/paper/conditional-orders'
    const place = async (clientOrderId: string) => {
      const { body } = await api.post(path, { ...stop, clientOrderId })
      return body.conditionalOrderId
    }
    const [first, ended, last] = [await place('z'), await place('ended'), await place('a')]
    await api.delete(`${path}/${ended}`)
    expect((await reset()).body).toMatchObject({
      canceledOrderIds: [],
      conditionalOrderIds: [first, last],
    })
    expect((await reset()).body).toMatchObject({ conditionalOrderIds: [] })
  })

  test('[sandbox.reset] [stream.event] POST /sandbox/accounts/{accountId}/reset writes an event for each order that it cancels', async () => {
    await place('one')
    await place('two')
    await reset()
    const events = await api.database.drizzle
      .select({ seq: orderEvents.seq, status: orderEvents.status })
      .from(orderEvents)
      .orderBy(orderEvents.seq)
    expect(events.map(({ seq, status }) => [seq, status])).toEqual([
      [1, 'SUBMITTED'],
      [2, 'SUBMITTED'],
      [3, 'CANCELED'],
      [4, 'CANCELED'],
    ])
  })

  test('[sandbox.reset] POST /sandbox/accounts/{accountId}/reset without a cash sets that of a new account, also when repeated', async () => {
    await reset(1)
    for (let time = 1; time <= 2; time++) {
      const { body } = await reset()
      expect(body).toMatchObject({ cashAmount: '100000.00', canceledOrderIds: [] })
    }
  })

  test('[sandbox.reset] POST /sandbox/accounts/{accountId}/reset refuses a cash that is negative, too fine, too large or no number', async () => {
    for (const cash of [-1, 0.001, 1_000_000_000_001, '5']) {
      expect(refusalIn(await reset(cash))).toEqual(badParam('cash'))
    }
  })
})

test.each([
  [
    '[sandbox.lock] [order.account-locked] ',
    `/sandbox/accounts/${ACCOUNT}/lock`,
    'account-locked',
    { accountId: ACCOUNT, locked: true },
    { locked: false },
  ],
  [
    '[sandbox.halt] [order.trading-halted] ',
    '/sandbox/halt',
    'trading-halted',
    { halted: true },
    { halted: false },
  ],
])(
  '%sPUT %s makes placing 423 %s until DELETE, repeated or not; reading and cancelling go on',
  async (_, path, code, on, off) => {
    const { orderId } = (await place('before')).body
    for (let time = 1; time <= 2; time++) expect((await api.put(path)).body).toMatchObject(on)
    expect(refusalIn(await place('during'))).toMatchObject({ status: 423, code })
    expect((await api.get(`/v1/orders/${orderId}`)).status).toBe(200)
    const canceled = await api.remove(`/v1/orders/${orderId}`)
    expect(canceled.body).toMatchObject({ status: 'PENDING_CANCEL' })
    for (let time = 1; time <= 2; time++) expect((await api.remove(path)).body).toMatchObject(off)
    expect((await place('after')).status).toBe(200)
  },
)
