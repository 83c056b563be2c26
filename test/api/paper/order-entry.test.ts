/** Amendments, cancels of all orders, closes of holdings, and amount orders. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Body, must, refusalIn } from '../../support/answers'
import { type Api, openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

let api: Api
beforeAll(async () => {
  api = await openApi({ env: { SANDBOX: 'on' } })
})
beforeEach(async () => {
  await api.signInTrader()
  for (const symbol of ['AAPL', 'MSFT']) api.show(symbol, '9.99', '10.00')
})
afterAll(() => api.close())

let ids = 0
const newId = (): string => `entry-${++ids}`

const amend = (orderId: string, changes: Body) =>
  api.post(`/paper/orders/${orderId}/replacement`, { clientOrderId: newId(), ...changes })
const close = (symbol: string, changes: Body = {}) =>
  api.post(`/paper/holdings/${symbol}/close`, { clientOrderId: newId(), ...changes })
const closeAll = (changes: Body = {}) =>
  api.post('/paper/holdings/close', { clientOrderId: newId(), ...changes })
const forAmount = (changes: Body = {}) =>
  api.post('/paper/orders', {
    symbol: 'AAPL',
    side: 'BUY',
    amount: 100,
    clientOrderId: newId(),
    ...changes,
  })

const buyingPower = async (): Promise<unknown> => must(await api.get('/v1/account')).buyingPower
const holdings = async (): Promise<readonly Body[]> => {
  const { holdings } = must(await api.get('/v1/account/holdings'))
  return Array.isArray(holdings) ? holdings : []
}
const bodies = (value: unknown): readonly Body[] => (Array.isArray(value) ? value : [])
const bodyOf = (value: unknown): Body => bodies([value])[0] ?? {}

/** Holds so many shares of the symbol. */
async function held(symbol: string, quantity: number): Promise<void> {
  api.show(symbol, '9.99', '10.00')
  must(await api.place(marketOrder({ symbol, quantity })))
  await api.advance('PT1S')
}

describe('POST /paper/orders/{orderId}/replacement', () => {
  test('[amend.replace] [record.replaces] [record.cancelReason] another order takes the place, and both records say so', async () => {
    const orderId = await api.placed(orderOf({ quantity: 10 }))
    const answer = must(await amend(orderId, { limitPrice: 8.5, quantity: 12 }))
    const order = bodyOf(answer.order)
    expect(order).toMatchObject({
      status: 'SUBMITTED',
      replaces: orderId,
      limitPrice: 8.5,
      quantity: 12,
      symbol: 'AAPL',
    })
    expect(answer.replaced).toMatchObject({
      orderId,
      status: 'CANCELED',
      cancelReason: 'amended',
      replacedBy: order.orderId,
    })
    expect(await api.order(orderId)).toEqual(bodyOf(answer.replaced))
    expect(await api.order(String(order.orderId))).toEqual(order)
    expect(await buyingPower()).toBe('99898.00')
  })

  test('[amend.replace] the list of orders has them too', async () => {
    const orderId = await api.placed()
    must(await amend(orderId, { limitPrice: 8 }))
    const { orders } = must(await api.get('/v1/orders'))
    const [newest, first] = bodies(orders)
    expect([newest?.replaces, first?.replacedBy]).toEqual([orderId, newest?.orderId])
    expect(bodies(must(await api.get('/v1/orders?status=OPEN')).orders)).toHaveLength(1)
  })

  test('[amend.quantity] [amend.fill-first] the quantity counts what is filled, which the answer says', async () => {
    api.show('AAPL', '9.99', '10.00', '4')
    const orderId = await api.placed(orderOf({ quantity: 10, limitPrice: 10 }))
    await api.advance('PT1S')
    const answer = must(await amend(orderId, { quantity: 7 }))
    expect(answer.order).toMatchObject({ quantity: 3, filledQuantity: 0 })
    expect(answer.replaced).toMatchObject({ quantity: 10, filledQuantity: 4 })
  })

  test('[amend.fill-first] of an order that was filled first it is 409', async () => {
    const orderId = await api.placed(marketOrder())
    await api.advance('PT1S')
    expect(refusalIn(await amend(orderId, { quantity: 7 }))).toMatchObject({
      status: 409,
      code: 'already-filled',
    })
  })

  test('[amend.pending] of an order that is being canceled it is 409', async () => {
    const orderId = await api.placed()
    await api.cancel(orderId)
    expect(refusalIn(await amend(orderId, { quantity: 7 }))).toMatchObject({
      status: 409,
      code: 'cancel-pending',
    })
  })

  test('[amend.hold] [amend.refused] what cannot be held is refused, and the order stays', async () => {
    const orderId = await api.placed(orderOf({ quantity: 10_000 }))
    const before = await api.order(orderId)
    expect(refusalIn(await amend(orderId, { limitPrice: 9.99, quantity: 11_000 }))).toMatchObject({
      status: 422,
      code: 'insufficient-buying-power',
    })
    expect(await api.order(orderId)).toEqual(before)
    must(await amend(orderId, { quantity: 11_000 }))
    expect(await buyingPower()).toBe('1000.00')
  })

  const REFUSED: Readonly<Record<string, readonly [Body, number, string]>> = {
    'that names nothing': [{}, 400, 'missing-parameter'],
    'with too many places of a share': [{ quantity: 1.0000001 }, 400, 'invalid-parameter'],
    'with a limit off the tick': [{ limitPrice: 8.001 }, 422, 'price-tick-violation'],
    'with an unknown field': [{ stopPrice: 8 }, 400, 'unknown-parameter'],
    'without an id': [{ quantity: 5, clientOrderId: undefined }, 400, 'missing-parameter'],
  }
  for (const [what, [changes, status, code]] of Object.entries(REFUSED)) {
    test(`[amend.refused] an amendment ${what} is ${status} ${code}`, async () => {
      const orderId = await api.placed()
      expect(refusalIn(await amend(orderId, changes))).toMatchObject({ status, code })
    })
  }

  test('[amend.refused] a limit for a MARKET order is 400', async () => {
    const orderId = await api.placed(marketOrder())
    expect(refusalIn(await amend(orderId, { limitPrice: 8 }))).toMatchObject({
      status: 400,
      code: 'limit-price-not-allowed',
    })
  })

  test('[amend.refused] an unknown order is 404', async () => {
    for (const orderId of ['ord_nowhere', 'no%20order']) {
      expect(refusalIn(await amend(orderId, { quantity: 2 }))).toMatchObject({
        status: 404,
        code: 'order-not-found',
      })
    }
  })

  test('[amend.replay] the same amendment again answers the same, with the order as it is now', async () => {
    const orderId = await api.placed(orderOf({ quantity: 10 }))
    const same = { limitPrice: 10, clientOrderId: newId() }
    const first = must(await amend(orderId, same))
    await api.advance('PT1S')
    const again = await amend(orderId, same)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(must(again)).toMatchObject({
      order: { orderId: bodyOf(first.order).orderId, status: 'FILLED' },
      replaced: { orderId, status: 'CANCELED' },
    })
    expect(refusalIn(await amend(orderId, { ...same, limitPrice: 9 }))).toMatchObject({
      status: 409,
      code: 'idempotency-key-conflict',
    })
    const asPlaced = orderOf({ quantity: 10, ...same })
    expect(refusalIn(await api.place(asPlaced))).toMatchObject({ code: 'idempotency-key-conflict' })
  })

  test('[outcome.force] a cancel that loses its race to a fill loses an amendment too', async () => {
    const orderId = await api.placed(orderOf({ quantity: 10 }))
    const lost = { result: 'lose-cancel', race: 'at-once', price: 9, times: 1 }
    must(await api.put('/sandbox/outcomes', lost))
    expect(refusalIn(await amend(orderId, { quantity: 20 }))).toMatchObject({
      code: 'already-filled',
    })
  })

  test('[outcome.force] an outcome decides the order that takes the place', async () => {
    const orderId = await api.placed(orderOf({ quantity: 10 }))
    must(await api.put('/sandbox/outcomes', { result: 'fill', price: 8, times: 1 }))
    expect(must(await amend(orderId, { limitPrice: 8.5 }))).toMatchObject({
      order: { status: 'FILLED', avgFillPrice: 8 },
    })
  })

  test('[paper.explanation] the explanation of an order that was amended says so', async () => {
    const orderId = await api.placed()
    const { order } = must(await amend(orderId, { limitPrice: 8 }))
    const { latest } = must(await api.get(`/paper/orders/${orderId}/explanation`))
    expect(latest).toMatchObject({ kind: 'ENDED', rule: 'amended' })
    expect(bodyOf(latest).text).toContain(String(bodyOf(order).orderId))
  })

  test('[auth.read-only] a read-only client may change nothing', async () => {
    const orderId = await api.placed()
    await api.operator.addClient('pk_test_reader', { accounts: ['acc_read'], scope: 'READ_ONLY' })
    const headers = await api.bearerOf('pk_test_reader')
    const path = `/paper/orders/${orderId}/replacement`
    for (const answer of [
      await api.post(path, { quantity: 2, clientOrderId: newId() }, headers),
      await api.delete('/paper/orders', headers),
      await api.post('/paper/holdings/close', { clientOrderId: newId() }, headers),
    ]) {
      expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'insufficient-scope' })
    }
  })
})

describe('DELETE /paper/orders', () => {
  test('[cancel-all.orders] every open order is canceled, and the answer says what became of each', async () => {
    await held('AAPL', 5)
    const placed = [
      await api.placed(),
      await api.placed(orderOf({ side: 'SELL', limitPrice: 99 })),
      await api.placed(orderOf({ symbol: 'MSFT' })),
    ]
    const { orders } = must(await api.delete('/paper/orders'))
    expect(bodies(orders).map(({ orderId, status }) => [orderId, status])).toEqual(
      placed.map((orderId) => [orderId, 'PENDING_CANCEL']),
    )
    await api.advance('PT1S')
    expect(bodies(must(await api.get('/v1/orders?status=OPEN')).orders)).toEqual([])
    expect(must(await api.delete('/paper/orders')).orders).toEqual([])
  })

  test('[cancel-all.filter] a symbol and a side keep the others', async () => {
    await held('AAPL', 5)
    const buy = await api.placed()
    const sell = await api.placed(orderOf({ side: 'SELL', limitPrice: 99 }))
    const other = await api.placed(orderOf({ symbol: 'MSFT' }))
    const canceled = async (query: string) =>
      bodies(must(await api.delete(`/paper/orders?${query}`)).orders).map(({ orderId }) => orderId)
    expect(await canceled('symbol=msft')).toEqual([other])
    expect(await canceled('symbol=AAPL&side=SELL')).toEqual([sell])
    expect(await canceled('side=SELL')).toEqual([sell])
    expect(await canceled('symbol=AAPL')).toEqual([buy, sell])
  })

  test('[cancel-all.filter] an unknown symbol is 404, and an unknown parameter 400', async () => {
    expect(refusalIn(await api.delete('/paper/orders?symbol=ZZZZ'))).toMatchObject({
      status: 404,
      code: 'symbol-not-found',
    })
    expect(refusalIn(await api.delete('/paper/orders?smybol=AAPL'))).toMatchObject({
      status: 400,
      code: 'unknown-parameter',
    })
  })

  test('[outcome.force] a cancel that loses its race to a fill is answered as FILLED', async () => {
    await api.placed(orderOf({ quantity: 10 }))
    const kept = await api.placed(orderOf({ quantity: 10 }))
    const lost = { result: 'lose-cancel', race: 'at-once', price: 9, times: 1 }
    must(await api.put('/sandbox/outcomes', lost))
    expect(must(await api.delete('/paper/orders')).orders).toMatchObject([
      { status: 'FILLED' },
      { status: 'PENDING_CANCEL', orderId: kept },
    ])
  })
})

describe('POST /paper/holdings/{symbol}/close', () => {
  test('[close.cancels] [record.cancelReason] the orders that hold the shares end, and the shares are sold', async () => {
    await held('AAPL', 5)
    const selling = await api.placed(orderOf({ side: 'SELL', quantity: 5, limitPrice: 99 }))
    const buying = await api.placed()
    const answer = must(await close('aapl'))
    expect(answer.canceled).toMatchObject([
      { orderId: selling, status: 'CANCELED', cancelReason: 'holding-closed' },
    ])
    expect(answer.order).toMatchObject({ side: 'SELL', orderType: 'MARKET', quantity: 5 })
    await api.advance('PT1S')
    expect(await holdings()).toEqual([])
    expect((await api.order(buying)).status).toBe('SUBMITTED')
  })

  test('[close.quantity] a part is sold', async () => {
    await held('AAPL', 5)
    expect(must(await close('AAPL', { percent: 33.33 })).order).toMatchObject({ quantity: 1.6665 })
    await api.advance('PT1S')
    expect(await holdings()).toMatchObject([{ symbol: 'AAPL', quantity: 3.3335 }])
  })

  for (const percent of [100.01, 0, -1, 33.333, '1e2']) {
    test(`[close.quantity] ${percent} percent are 400`, async () => {
      await held('AAPL', 5)
      expect(refusalIn(await close('AAPL', { percent }))).toMatchObject({
        status: 400,
        code: 'invalid-parameter',
        param: 'percent',
      })
    })
  }

  test('[close.quantity] a holding that is not there, and an unknown instrument, are 404', async () => {
    expect(refusalIn(await close('AAPL'))).toMatchObject({
      status: 404,
      code: 'holding-not-found',
    })
    expect(refusalIn(await close('ZZZZ'))).toMatchObject({ status: 404, code: 'symbol-not-found' })
  })

  test('[close.cancels] if the sale is refused, all stays as it is', async () => {
    await held('AAPL', 5)
    const selling = await api.placed(orderOf({ side: 'SELL', quantity: 5, limitPrice: 99 }))
    await api.operator.halt(true)
    expect(refusalIn(await close('AAPL'))).toMatchObject({ status: 423, code: 'trading-halted' })
    expect((await api.order(selling)).status).toBe('SUBMITTED')
    await api.operator.halt(false)
  })

  test('[close.replay] the same close again answers with its order, also when all is sold', async () => {
    await held('AAPL', 5)
    const same = { clientOrderId: newId() }
    const { order } = must(await close('AAPL', same))
    await api.advance('PT1S')
    const again = await close('AAPL', { ...same, percent: 100 })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(must(again)).toMatchObject({
      order: { orderId: bodyOf(order).orderId, status: 'FILLED' },
      canceled: [],
    })
    expect(refusalIn(await close('AAPL', { ...same, percent: 50 }))).toMatchObject({ status: 409 })
    expect(refusalIn(await closeAll(same))).toMatchObject({ status: 409 })
  })
})

describe('POST /paper/holdings/close', () => {
  test('[close.all] [close.all-ids] all holdings are closed, each by an order of its own', async () => {
    await held('AAPL', 5)
    await held('MSFT', 2)
    const selling = await api.placed(orderOf({ side: 'SELL', quantity: 5, limitPrice: 99 }))
    const answer = must(await closeAll({ clientOrderId: 'flat' }))
    expect(answer.orders).toMatchObject([
      { symbol: 'AAPL', quantity: 5, clientOrderId: 'flat' },
      { symbol: 'MSFT', quantity: 2, clientOrderId: 'flat.MSFT' },
    ])
    expect(answer.canceled).toMatchObject([{ orderId: selling }])
    expect(answer.refusals).toEqual([])
    await api.advance('PT1S')
    expect(await holdings()).toEqual([])
  })

  test('[close.all] a holding that cannot be sold stays, and the answer says why', async () => {
    await held('AAPL', 5)
    await held('MSFT', 2)
    must(await api.put('/sandbox/instruments/AAPL', { tradable: 'SUSPENDED' }))
    const answer = must(await closeAll())
    expect(answer.orders).toMatchObject([{ symbol: 'MSFT' }])
    expect(answer.refusals).toEqual([
      {
        symbol: 'AAPL',
        code: 'instrument-suspended',
        message: 'Trading in AAPL is suspended.',
      },
    ])
    must(await api.put('/sandbox/instruments/AAPL', { tradable: 'TRADABLE' }))
  })

  test('[close.replay] the same close again answers with all its orders, and sells nothing more', async () => {
    await held('AAPL', 5)
    await held('MSFT', 2)
    const same = { clientOrderId: newId(), percent: 50 }
    const first = must(await closeAll(same))
    await api.advance('PT1S')
    const again = await closeAll(same)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(bodies(must(again).orders).map(({ orderId }) => orderId)).toEqual(
      bodies(first.orders).map(({ orderId }) => orderId),
    )
    expect(await holdings()).toMatchObject([{ quantity: 2.5 }, { quantity: 1 }])
    expect(refusalIn(await closeAll({ ...same, percent: 40 }))).toMatchObject({ status: 409 })
  })

  test('[close.all-ids] an id that another of its orders would need is left to that holding', async () => {
    await held('AAPL', 5)
    await held('MSFT', 2)
    must(await api.place(orderOf({ clientOrderId: 'taken.MSFT' })))
    const answer = must(await closeAll({ clientOrderId: 'taken' }))
    expect(answer.orders).toMatchObject([{ symbol: 'AAPL' }])
    expect(answer.refusals).toMatchObject([{ symbol: 'MSFT', code: 'idempotency-key-conflict' }])
  })

  test('[conditional.replay] the id of a conditional order is refused, and nothing is closed', async () => {
    await held('AAPL', 5)
    const clientOrderId = newId()
    const stop = { type: 'STOP', symbol: 'AAPL', side: 'SELL', quantity: 5, stopPrice: 1 }
    must(await api.post('/paper/conditional-orders', { ...stop, clientOrderId }))
    expect(refusalIn(await closeAll({ clientOrderId }))).toMatchObject({
      status: 409,
      code: 'idempotency-key-conflict',
    })
    expect(await holdings()).toMatchObject([{ quantity: 5, sellableQuantity: 0 }])
  })

  test('[close.all-ids] an id has at most 51 characters', async () => {
    const tooLong = 'x'.repeat(52)
    expect(refusalIn(await closeAll({ clientOrderId: tooLong }))).toMatchObject({
      code: 'invalid-parameter',
      param: 'clientOrderId',
    })
  })

  test('[close.all] without holdings nothing is done', async () => {
    expect(must(await closeAll())).toMatchObject({ orders: [], canceled: [], refusals: [] })
  })
})

describe('POST /paper/orders', () => {
  test('[order.amount] [record.amount] an amount buys as many shares as the ask gives', async () => {
    api.show('AAPL', '29.99', '30.00')
    const { order } = must(await forAmount({ amount: '100.00' }))
    expect(order).toMatchObject({
      orderType: 'MARKET',
      timeInForce: 'DAY',
      quantity: 3.333333,
      amount: 100,
      status: 'SUBMITTED',
    })
    expect(await buyingPower()).toBe('99897.0000103')
    await api.advance('PT1S')
    expect(await api.order(String(bodyOf(order).orderId))).toMatchObject({
      status: 'FILLED',
      amount: 100,
      filledQuantity: 3.333333,
    })
  })

  const REFUSED: Readonly<Record<string, readonly [Body, number, string]>> = {
    'with a third place': [{ amount: 1.001 }, 400, 'invalid-parameter'],
    'of nothing': [{ amount: 0 }, 400, 'invalid-parameter'],
    'of a LIMIT order': [{ orderType: 'LIMIT' }, 400, 'invalid-parameter'],
    'for an auction': [{ timeInForce: 'CLS' }, 400, 'invalid-parameter'],
    'with a quantity': [{ quantity: 1 }, 400, 'unknown-parameter'],
    'beyond the buying power': [{ amount: 99_000 }, 422, 'insufficient-buying-power'],
    'for shares that are not held': [{ side: 'SELL' }, 422, 'insufficient-holdings'],
    'for an unknown instrument': [{ symbol: 'ZZZZ' }, 404, 'symbol-not-found'],
    'without a price': [{ symbol: 'NOPRICE' }, 422, 'quote-unavailable'],
  }
  for (const [what, [changes, status, code]] of Object.entries(REFUSED)) {
    test(`[order.amount] an amount ${what} is ${status} ${code}`, async () => {
      expect(refusalIn(await forAmount(changes))).toMatchObject({ status, code })
    })
  }

  test('[order.amount] MARKET and DAY may be named', async () => {
    must(await forAmount({ orderType: 'MARKET', timeInForce: 'DAY', market: 'US' }))
  })

  test('[order.amount-replay] the same amount again is answered with the first order, at any ask', async () => {
    const same = { clientOrderId: newId(), amount: 50 }
    const { order } = must(await forAmount(same))
    api.show('AAPL', '19.99', '20.00')
    const again = await forAmount({ ...same, amount: '50.0' })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(must(again).order).toEqual(bodyOf(order))
    expect(refusalIn(await forAmount({ ...same, amount: 51 }))).toMatchObject({ status: 409 })
    const asMany = marketOrder({ quantity: 5, clientOrderId: same.clientOrderId })
    expect(refusalIn(await api.place(asMany))).toMatchObject({ status: 409 })
  })
})

/** The last ones, since the clock of the file's broker does not go back. */
describe('while the market is CLOSED', () => {
  beforeAll(() => api.advanceTo('2026-03-03T03:55:00-05:00'))

  test('[order.waits-for] the answer to an order that is not tried at the next tick says what it waits for', async () => {
    const orderId = await api.placed()
    expect(must(await amend(orderId, { quantity: 2 }))).toMatchObject({ waitsFor: 'PRE' })
  })

  test('[cancel-all.orders] while the market is CLOSED each is final at once', async () => {
    await api.placed()
    expect(must(await api.delete('/paper/orders')).orders).toMatchObject([{ status: 'CANCELED' }])
  })
})
