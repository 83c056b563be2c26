/** DELETE /v1/orders/{orderId} */
import { beforeEach, expect, test } from 'bun:test'
import { must, refusalIn } from '../../support/answers'
import { type Api, openApi } from '../../support/api'
import { freshDatabase } from '../../support/database'
import { failing, lostConnection } from '../../support/faulty-database'
import { marketOrder, orderOf } from '../../support/orders'

let api: Api
beforeEach(async () => {
  api = await openApi()
})

test('[order.cancel] [life.cancel] [state.PENDING_CANCEL] DELETE /v1/orders/{orderId} makes an order PENDING_CANCEL, and CANCELED at the next tick', async () => {
  const orderId = await api.placed()
  expect(must(await api.cancel(orderId))).toEqual({
    orderId,
    status: 'PENDING_CANCEL',
    requestedAt: '2026-03-03T00:00:00.000+09:00',
    requestId: 'test-request',
  })
  expect(await api.order(orderId)).toMatchObject({
    status: 'PENDING_CANCEL',
    cancelRequestedAt: '2026-03-03T00:00:00.000+09:00',
  })
  await api.advance('PT1S')
  expect((await api.order(orderId)).status).toBe('CANCELED')
  expect(must(await api.get('/v1/account')).buyingPower).toBe('100000.00')
})

test('[life.cancel] [state.PENDING_CANCEL] DELETE /v1/orders/{orderId} lets the order fill once more before it is CANCELED', async () => {
  const orderId = await api.placed()
  await api.cancel(orderId)
  api.show('AAPL', '8.99', '9.00')
  await api.advance('PT1S')
  expect(await api.order(orderId)).toMatchObject({ status: 'FILLED', filledQuantity: 1 })
})

test('[life.cancel] [state.CANCELED] DELETE /v1/orders/{orderId} keeps what the last tick filled', async () => {
  const orderId = await api.placed(orderOf({ quantity: 10 }))
  await api.cancel(orderId)
  api.show('AAPL', '8.99', '9.00', '4')
  await api.advance('PT1S')
  expect(await api.order(orderId)).toMatchObject({
    status: 'CANCELED',
    filledQuantity: 4,
    remainingQuantity: 6,
  })
})

test('[life.cancel-again] DELETE /v1/orders/{orderId} answers a second cancellation like the first', async () => {
  const orderId = await api.placed()
  const first = await api.cancel(orderId)
  api.floor.clock.moveTo(api.floor.clock.now().add({ milliseconds: 500 }))
  expect((await api.cancel(orderId)).body).toEqual(first.body)
})

test('[life.cancel-closed] DELETE /v1/orders/{orderId} is final at once while the market is CLOSED', async () => {
  await api.advanceTo('2026-03-03T03:55:00-05:00')
  const orderId = await api.placed()
  expect(must(await api.cancel(orderId))).toMatchObject({
    status: 'CANCELED',
    requestedAt: '2026-03-03T17:55:00.000+09:00',
  })
})

test('[life.not-found] DELETE /v1/orders/{orderId} is 404 for an unknown order, and alike for one of another account', async () => {
  await api.operator.addClient('pk_test_other', { accounts: ['acc_other'] })
  const orderId = await api.placed(orderOf(), await api.bearerOf('pk_test_other'))
  const [theirs, nobodys] = [await api.cancel(orderId), await api.cancel('ord_nowhere')]
  expect(refusalIn(theirs)).toMatchObject({ status: 404, code: 'order-not-found' })
  expect(theirs.body).toEqual(nobodys.body)
  const reading = await api.get(`/v1/orders/${orderId}`)
  expect(refusalIn(reading)).toMatchObject({ status: 404, code: 'order-not-found' })
})

test('[life.cancel-final] DELETE /v1/orders/{orderId} is 409 for a final order, with a code that says what became of it', async () => {
  const filled = await api.placed(marketOrder())
  const canceled = await api.placed()
  await api.cancel(canceled)
  await api.advance('PT1S')
  const rejected = await api.placed(marketOrder())
  api.show('AAPL', '199999.99', '200000.00')
  await api.advance('PT1S')
  const expired = await api.placed()
  await api.advanceTo('2026-03-02T16:00:00-05:00')
  const codes: unknown[] = []
  for (const orderId of [filled, canceled, rejected, expired]) {
    const answer = await api.cancel(orderId)
    codes.push([answer.status, answer.body.code])
  }
  expect(codes).toEqual([
    [409, 'already-filled'],
    [409, 'already-canceled'],
    [409, 'already-rejected'],
    [409, 'already-expired'],
  ])
})

test('[request.busy] a cancel whose order cannot be read, since the database is lost, is server-busy', async () => {
  const { database, failWith } = failing(await freshDatabase())
  const losing = await openApi({ database })
  const orderId = await losing.placed()
  failWith(lostConnection())
  expect(refusalIn(await losing.cancel(orderId))).toMatchObject({ code: 'server-busy' })
  failWith(null)
  expect((await losing.order(orderId)).status).toBe('SUBMITTED')
})
