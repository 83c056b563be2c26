/** Cancelling over HTTP (D5). */
import { beforeEach, describe, expect, test } from 'bun:test'
import { type Contract, marketOrder, must, openContract, orderOf } from '../../support/brokerage'
import { refusalIn } from '../../support/market-api'

let b: Contract
beforeEach(async () => {
  b = await openContract()
})

describe('DELETE /v1/orders/{orderId}', () => {
  test(
    '[order.cancel] [life.cancel] [state.PENDING_CANCEL] is ' + 'PENDING_CANCEL, then CANCELED',
    async () => {
      const orderId = await b.placed()
      expect(must(await b.cancel(orderId))).toEqual({
        orderId,
        status: 'PENDING_CANCEL',
        requestedAt: '2026-03-03T00:00:00.000+09:00',
        requestId: 'test-request',
      })
      expect(await b.order(orderId)).toMatchObject({
        status: 'PENDING_CANCEL',
        cancelRequestedAt: '2026-03-03T00:00:00.000+09:00',
      })
      await b.advance('PT1S')
      expect((await b.order(orderId)).status).toBe('CANCELED')
      expect(must(await b.get('/v1/account')).buyingPower).toBe('100000.00')
    },
  )

  test('[life.cancel] [state.PENDING_CANCEL] lets the order fill once more', async () => {
    const orderId = await b.placed()
    await b.cancel(orderId)
    b.show('AAPL', '8.99', '9.00')
    await b.advance('PT1S')
    expect(await b.order(orderId)).toMatchObject({ status: 'FILLED', filledQuantity: 1 })
  })

  test('[life.cancel] [state.CANCELED] keeps what its last chance filled', async () => {
    const orderId = await b.placed(orderOf({ quantity: 10 }))
    await b.cancel(orderId)
    b.show('AAPL', '8.99', '9.00', '4')
    await b.advance('PT1S')
    expect(await b.order(orderId)).toMatchObject({
      status: 'CANCELED',
      filledQuantity: 4,
      remainingQuantity: 6,
    })
  })

  test('[life.cancel-again] asked for twice answers the same', async () => {
    const orderId = await b.placed()
    const first = await b.cancel(orderId)
    b.floor.clock.moveTo(b.floor.clock.now().add({ milliseconds: 500 }))
    expect((await b.cancel(orderId)).body).toEqual(first.body)
  })

  test('[life.cancel-closed] is final at once while the market is CLOSED', async () => {
    await b.advanceTo('2026-03-03T03:55:00-05:00')
    const orderId = await b.placed()
    expect(must(await b.cancel(orderId))).toMatchObject({
      status: 'CANCELED',
      requestedAt: '2026-03-03T17:55:00.000+09:00',
    })
  })

  test('[life.not-found] of an unknown order, or of another account, is 404', async () => {
    await b.client('pk_test_other', { accounts: ['acc_other'] })
    const orderId = await b.placed(orderOf(), await b.tokenOf('pk_test_other'))
    const [theirs, nobodys] = [await b.cancel(orderId), await b.cancel('ord_nowhere')]
    expect(refusalIn(theirs)).toMatchObject({ status: 404, code: 'order-not-found' })
    expect(theirs.body).toEqual(nobodys.body)
    const reading = await b.get(`/v1/orders/${orderId}`)
    expect(refusalIn(reading)).toMatchObject({ status: 404, code: 'order-not-found' })
  })

  test('[life.cancel-final] of a final order is 409, by what became of it', async () => {
    const filled = await b.placed(marketOrder())
    const canceled = await b.placed()
    await b.cancel(canceled)
    await b.advance('PT1S')
    const rejected = await b.placed(marketOrder())
    b.show('AAPL', '199999.99', '200000.00')
    await b.advance('PT1S')
    const expired = await b.placed()
    await b.advanceTo('2026-03-02T16:00:00-05:00')
    const codes: unknown[] = []
    for (const orderId of [filled, canceled, rejected, expired]) {
      const answer = await b.cancel(orderId)
      codes.push([answer.status, answer.body.code])
    }
    expect(codes).toEqual([
      [409, 'already-filled'],
      [409, 'already-canceled'],
      [409, 'already-rejected'],
      [409, 'already-expired'],
    ])
  })
})
