/** GET /v1/orders, /v1/orders/{orderId} and /v1/orders/fills */
import { beforeAll, describe, expect, test } from 'bun:test'
import { judgeOf } from '../../fuzz/judge'
import { type Body, badParam, must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

const api = await openApi()
const NOW = '2026-03-03T00:00:00.000+09:00'
const LATER = '2026-03-03T00:00:01.000+09:00'
const ordersOf = async (query = '') => rowsIn(await api.get(`/v1/orders${query}`), 'orders')
const fillsOf = async (query = '') => rowsIn(await api.get(`/v1/orders/fills${query}`), 'fills')
const idsOf = async (query = '') => (await ordersOf(query)).map(({ orderId }) => orderId)

let waiting: string
let filled: string
let msft: string
beforeAll(async () => {
  waiting = await api.placed(orderOf({ clientOrderId: 'waiting', quantity: 2 }))
  filled = await api.placed(marketOrder({ clientOrderId: 'filled', quantity: 3 }))
  await api.advance('PT1S')
  msft = await api.placed(marketOrder({ symbol: 'MSFT', clientOrderId: 'msft' }))
  await api.advance('PT1S')
})

test('[order.read] [record.requestId] [record.fields] [record.filledQuantity] an order record [record.limitPrice] [record.session] [record.optional] of an open order has its fields', async () => {
  expect(await api.order(waiting)).toEqual({
    requestId: 'waiting',
    orderId: waiting,
    clientOrderId: 'waiting',
    market: 'US',
    currency: 'USD',
    symbol: 'AAPL',
    side: 'BUY',
    orderType: 'LIMIT',
    timeInForce: 'DAY',
    status: 'SUBMITTED',
    quantity: 2,
    filledQuantity: 0,
    remainingQuantity: 2,
    limitPrice: 9,
    session: 'REGULAR',
    requestedAt: NOW,
    updatedAt: NOW,
  })
})

test('[record.avgFillPrice] [record.filledQuantity] [record.limitPrice] [record.optional] an order record of a filled MARKET order has its average price and no limit', async () => {
  const record = await api.order(filled)
  expect(record).toMatchObject({
    status: 'FILLED',
    filledQuantity: 3,
    remainingQuantity: 0,
    avgFillPrice: 10,
    updatedAt: LATER,
  })
  expect(record).not.toHaveProperty('limitPrice')
  expect(record).not.toHaveProperty('rejectReason')
  expect(record).not.toHaveProperty('cancelReason')
  expect(record).not.toHaveProperty('cancelRequestedAt')
})

test('[record.rejectReason] an order record of a rejected order has its reason', async () => {
  api.show('MSFT', '9.99', '10.00')
  const orderId = await api.placed(marketOrder({ symbol: 'MSFT' }))
  api.show('MSFT', '199999.99', '200000.00')
  await api.advance('PT1S')
  expect(await api.order(orderId)).toMatchObject({
    status: 'REJECTED',
    rejectReason: 'insufficient-buying-power',
  })
})

test('[record.nulls] an order record may by its schema have null as session and requestId, and as nothing else', async () => {
  const record = await api.order(waiting)
  const faultOf = (body: Body) =>
    judgeOf(api.app)({
      method: 'GET',
      url: `http://localhost/v1/orders/${waiting}`,
      status: 200,
      text: JSON.stringify(body),
      requestId: null,
    })
  expect(faultOf({ ...record, requestId: null, session: null })).toBeUndefined()
  expect(faultOf({ ...record, status: null })).toBe('not as its route declares 200')
})

test('[page.newest-first] GET /v1/orders lists the records, newest first', async () => {
  const found = await ordersOf('?symbol=AAPL')
  expect(found.map(({ orderId }) => orderId)).toEqual([filled, waiting])
  expect(found[1]).toEqual(await api.order(waiting))
})

test('[orders.status] [life.open-closed] GET /v1/orders lists OPEN or CLOSED orders', async () => {
  expect(await idsOf('?status=OPEN')).toEqual([waiting])
  expect(await idsOf('?status=CLOSED&symbol=AAPL')).toEqual([filled])
  expect(refusalIn(await api.get('/v1/orders?status=FILLED'))).toEqual(badParam('status'))
})

test('[orders.market] GET /v1/orders takes the market US alone', async () => {
  expect(await idsOf('?market=US')).toContain(waiting)
  expect(refusalIn(await api.get('/v1/orders?market=KR'))).toEqual(badParam('market'))
})

test('[orders.symbol] GET /v1/orders lists the orders of one symbol', async () => {
  expect(await idsOf('?symbol=MSFT')).toContain(msft)
  expect(await idsOf('?symbol=MSFT')).not.toContain(waiting)
  expect(await idsOf('?symbol=NOWHERE')).toEqual([])
})

test('[orders.from] [time.range] GET /v1/orders lists the orders from `from` until before `to`', async () => {
  expect(await idsOf('?to=2026-03-03T00:00:01')).toEqual([filled, waiting])
  expect(await idsOf('?from=2026-03-03T00:00:01')).not.toContain(filled)
  expect(await idsOf('?from=2026-03-03T00:00:01')).toContain(msft)
})

test('[orders.limit] GET /v1/orders lists 100 without a limit, and 500 at most', async () => {
  await api.operator.addClient('pk_test_busy', { accounts: ['acc_busy'] })
  const busy = await api.bearerOf('pk_test_busy')
  await Promise.all(Array.from({ length: 101 }, () => api.placed(orderOf({ limitPrice: 1 }), busy)))
  const answer = await api.get('/v1/orders', busy)
  expect(rowsIn(answer, 'orders')).toHaveLength(100)
  expect(rowsIn(await api.get('/v1/orders?limit=500', busy), 'orders')).toHaveLength(101)
  expect(refusalIn(await api.get('/v1/orders?limit=501', busy))).toEqual(badParam('limit'))
})

test('[fill.fields] [service.no-fees] GET /v1/orders/fills lists fills with all their fields', async () => {
  expect(await fillsOf(`?orderId=${filled}`)).toEqual([
    {
      fillId: expect.stringMatching(/^fil_/),
      orderId: filled,
      clientOrderId: 'filled',
      market: 'US',
      currency: 'USD',
      symbol: 'AAPL',
      side: 'BUY',
      quantity: 3,
      price: 10,
      amount: 30,
      fee: 0,
      tax: 0,
      session: 'REGULAR',
      filledAt: LATER,
      fillProfile: 'ideal@1',
    },
  ])
})

test('[fills.path] GET /v1/orders/fills is not read as an order with the id fills', async () => {
  expect(must(await api.get('/v1/orders/fills'))).toHaveProperty('fills')
})

test('[fills.orderId] [fills.symbol] GET /v1/orders/fills lists the fills of one order, or of one symbol', async () => {
  expect((await fillsOf('?symbol=MSFT')).map(({ orderId }) => orderId)).toEqual([msft])
  expect(await fillsOf(`?orderId=${waiting}`)).toEqual([])
  expect(await fillsOf('?orderId=ord_nowhere')).toEqual([])
})

test('[fills.from] [page.newest-first] GET /v1/orders/fills lists fills from `from` until before `to`, newest first', async () => {
  expect((await fillsOf()).map(({ orderId }) => orderId)).toEqual([msft, filled])
  expect((await fillsOf('?from=2026-03-03T00:00:02')).map(({ orderId }) => orderId)).toEqual([msft])
  expect((await fillsOf('?to=2026-03-03T00:00:02')).map(({ orderId }) => orderId)).toEqual([filled])
})

test('[fills.limit] GET /v1/orders/fills lists 500 at most', async () => {
  expect(await fillsOf('?limit=1')).toHaveLength(1)
  expect(refusalIn(await api.get('/v1/orders/fills?limit=501'))).toEqual(badParam('limit'))
})

test('[fills.limit] GET /v1/orders/fills lists 100 without a limit', async () => {
  await api.operator.addClient('pk_test_fills', { accounts: ['acc_fills'] })
  const many = await api.bearerOf('pk_test_fills')
  await Promise.all(Array.from({ length: 101 }, () => api.placed(marketOrder(), many)))
  await api.advance('PT1S')
  const answer = await api.get('/v1/orders/fills', many)
  expect(rowsIn(answer, 'fills')).toHaveLength(100)
  expect(answer.body).toHaveProperty('nextCursor')
})

describe('pages of orders and fills', () => {
  /** All rows, page by page; `between` happens between two pages. */
  async function readAll(path: string, field: string, between: () => Promise<unknown>) {
    const rows: Body[] = []
    for (let cursor = ''; ; await between()) {
      const answer = await api.get(`${path}&limit=2${cursor}`)
      rows.push(...rowsIn(answer, field))
      if (!('nextCursor' in answer.body)) return rows
      cursor = `&cursor=${textIn(answer.body, 'nextCursor')}`
    }
  }

  test('[orders.cursor] [page.stable] pages of orders and fills repeat and skip no order while others are placed', async () => {
    for (let at = 0; at < 7; at++) await api.placed(orderOf({ limitPrice: 1 }))
    const before = await idsOf('?status=OPEN')
    const read = await readAll('/v1/orders?status=OPEN', 'orders', () =>
      Promise.all([api.placed(orderOf({ limitPrice: 1 })), api.placed(orderOf({ limitPrice: 1 }))]),
    )
    expect(read.map(({ orderId }) => orderId)).toEqual(before)
  })

  test('[fills.cursor] [page.stable] pages of orders and fills repeat and skip no fill while others are filled', async () => {
    for (let at = 0; at < 5; at++) await api.placed(marketOrder())
    await api.advance('PT1S')
    const before = (await fillsOf()).map(({ fillId }) => fillId)
    const read = await readAll('/v1/orders/fills?', 'fills', async () => {
      await api.placed(marketOrder())
      await api.advance('PT1S')
    })
    expect(read.map(({ fillId }) => fillId)).toEqual(before)
  })

  test('[page.cursor] pages of orders and fills take a cursor with its own list, filters and account alone', async () => {
    await api.operator.addClient('pk_test_theirs', { accounts: ['acc_theirs'] })
    const theirs = await api.bearerOf('pk_test_theirs')
    const cursor = textIn((await api.get('/v1/orders?limit=1')).body, 'nextCursor')
    const refusal = { status: 400, code: 'invalid-cursor', param: 'cursor' }
    expect(refusalIn(await api.get(`/v1/orders?symbol=AAPL&cursor=${cursor}`))).toEqual(refusal)
    expect(refusalIn(await api.get(`/v1/orders/fills?cursor=${cursor}`))).toEqual(refusal)
    expect(refusalIn(await api.get(`/v1/orders?cursor=${cursor}`, theirs))).toEqual(refusal)
    expect(refusalIn(await api.get(`/v1/orders?cursor=${cursor.slice(1)}`))).toEqual(refusal)
    expect((await api.get(`/v1/orders?limit=7&cursor=${cursor}`)).status).toBe(200)
  })
})
