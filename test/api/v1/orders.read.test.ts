/** Orders and fills as they are read: records, lists, pages (D7). */
import { beforeAll, describe, expect, test } from 'bun:test'
import { judgeOf } from '../../fuzz/judge'
import {
  type Body,
  badParam,
  marketOrder,
  must,
  openContract,
  orderOf,
  textIn,
} from '../../support/brokerage'
import { refusalIn, rowsIn } from '../../support/market-api'

const b = await openContract()
const NOW = '2026-03-03T00:00:00.000+09:00'
const LATER = '2026-03-03T00:00:01.000+09:00'
const ordersOf = async (query = '') => rowsIn(await b.get(`/v1/orders${query}`), 'orders')
const fillsOf = async (query = '') => rowsIn(await b.get(`/v1/orders/fills${query}`), 'fills')
const idsOf = async (query = '') => (await ordersOf(query)).map(({ orderId }) => orderId)

let waiting: string
let filled: string
let msft: string
beforeAll(async () => {
  waiting = await b.placed(orderOf({ clientOrderId: 'waiting', quantity: 2 }))
  filled = await b.placed(marketOrder({ clientOrderId: 'filled', quantity: 3 }))
  await b.advance('PT1S')
  msft = await b.placed(marketOrder({ symbol: 'MSFT', clientOrderId: 'msft' }))
  await b.advance('PT1S')
})

describe('an order record', () => {
  test(
    '[order.read] [record.requestId] [record.fields] [record.filledQuantity] ' +
      '[record.limitPrice] [record.session] [record.optional] of an order that waits',
    async () => {
      expect(await b.order(waiting)).toEqual({
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
    },
  )

  test(
    '[record.avgFillPrice] [record.filledQuantity] [record.limitPrice] ' +
      '[record.optional] of one that is filled',
    async () => {
      const record = await b.order(filled)
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
    },
  )

  test('[record.rejectReason] of one that was rejected', async () => {
    b.show('MSFT', '9.99', '10.00')
    const orderId = await b.placed(marketOrder({ symbol: 'MSFT' }))
    b.show('MSFT', '199999.99', '200000.00')
    await b.advance('PT1S')
    expect(await b.order(orderId)).toMatchObject({
      status: 'REJECTED',
      rejectReason: 'insufficient-buying-power',
    })
  })

  test('[record.nulls] may have no session and no request id, by its schema', async () => {
    const record = await b.order(waiting)
    const faultOf = (body: Body) =>
      judgeOf(b.app)({
        method: 'GET',
        url: `http://localhost/v1/orders/${waiting}`,
        status: 200,
        text: JSON.stringify(body),
        requestId: null,
      })
    expect(faultOf({ ...record, requestId: null, session: null })).toBeUndefined()
    expect(faultOf({ ...record, status: null })).toBe('not as its route declares 200')
  })
})

describe('the list of orders', () => {
  test('[page.newest-first] is newest first, and has the records', async () => {
    const found = await ordersOf('?symbol=AAPL')
    expect(found.map(({ orderId }) => orderId)).toEqual([filled, waiting])
    expect(found[1]).toEqual(await b.order(waiting))
  })

  test('[orders.status] [life.open-closed] is of open or of closed ones', async () => {
    expect(await idsOf('?status=OPEN')).toEqual([waiting])
    expect(await idsOf('?status=CLOSED&symbol=AAPL')).toEqual([filled])
    expect(refusalIn(await b.get('/v1/orders?status=FILLED'))).toEqual(badParam('status'))
  })

  test('[orders.market] is of the US', async () => {
    expect(await idsOf('?market=US')).toContain(waiting)
    expect(refusalIn(await b.get('/v1/orders?market=KR'))).toEqual(badParam('market'))
  })

  test('[orders.symbol] is of one symbol', async () => {
    expect(await idsOf('?symbol=MSFT')).toContain(msft)
    expect(await idsOf('?symbol=MSFT')).not.toContain(waiting)
    expect(await idsOf('?symbol=NOWHERE')).toEqual([])
  })

  test('[orders.from] [time.range] is of a time', async () => {
    expect(await idsOf('?to=2026-03-03T00:00:01')).toEqual([filled, waiting])
    expect(await idsOf('?from=2026-03-03T00:00:01')).not.toContain(filled)
    expect(await idsOf('?from=2026-03-03T00:00:01')).toContain(msft)
  })

  test('[orders.limit] is of 100 when nothing is said, of 500 at most', async () => {
    await b.client('pk_test_busy', { accounts: ['acc_busy'] })
    const busy = await b.tokenOf('pk_test_busy')
    await Promise.all(Array.from({ length: 101 }, () => b.placed(orderOf({ limitPrice: 1 }), busy)))
    const answer = await b.get('/v1/orders', busy)
    expect(rowsIn(answer, 'orders')).toHaveLength(100)
    expect(rowsIn(await b.get('/v1/orders?limit=500', busy), 'orders')).toHaveLength(101)
    expect(refusalIn(await b.get('/v1/orders?limit=501', busy))).toEqual(badParam('limit'))
  })
})

describe('fills', () => {
  test('[fill.fields] [service.no-fees] have their fields', async () => {
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

  test('[fills.path] are no order with the id fills', async () => {
    expect(must(await b.get('/v1/orders/fills'))).toHaveProperty('fills')
  })

  test('[fills.orderId] [fills.symbol] are of one order, or of one symbol', async () => {
    expect((await fillsOf('?symbol=MSFT')).map(({ orderId }) => orderId)).toEqual([msft])
    expect(await fillsOf(`?orderId=${waiting}`)).toEqual([])
    expect(await fillsOf('?orderId=ord_nowhere')).toEqual([])
  })

  test('[fills.from] [page.newest-first] are of a time, newest first', async () => {
    expect((await fillsOf()).map(({ orderId }) => orderId)).toEqual([msft, filled])
    expect((await fillsOf('?from=2026-03-03T00:00:02')).map(({ orderId }) => orderId)).toEqual([
      msft,
    ])
    expect((await fillsOf('?to=2026-03-03T00:00:02')).map(({ orderId }) => orderId)).toEqual([
      filled,
    ])
  })

  test('[fills.limit] are 500 at most', async () => {
    expect(await fillsOf('?limit=1')).toHaveLength(1)
    expect(refusalIn(await b.get('/v1/orders/fills?limit=501'))).toEqual(badParam('limit'))
  })

  test('[fills.limit] are 100 when nothing is said', async () => {
    await b.client('pk_test_fills', { accounts: ['acc_fills'] })
    const many = await b.tokenOf('pk_test_fills')
    await Promise.all(Array.from({ length: 101 }, () => b.placed(marketOrder(), many)))
    await b.advance('PT1S')
    const answer = await b.get('/v1/orders/fills', many)
    expect(rowsIn(answer, 'fills')).toHaveLength(100)
    expect(answer.body).toHaveProperty('nextCursor')
  })
})

describe('pages', () => {
  /** All rows, page by page; `between` happens between two pages. */
  async function readAll(path: string, field: string, between: () => Promise<unknown>) {
    const rows: Body[] = []
    for (let cursor = ''; ; await between()) {
      const answer = await b.get(`${path}&limit=2${cursor}`)
      rows.push(...rowsIn(answer, field))
      if (!('nextCursor' in answer.body)) return rows
      cursor = `&cursor=${textIn(answer.body, 'nextCursor')}`
    }
  }

  test(
    '[orders.cursor] [page.stable] of orders repeat and skip nothing while others ' + 'are placed',
    async () => {
      for (let at = 0; at < 7; at++) await b.placed(orderOf({ limitPrice: 1 }))
      const before = await idsOf('?status=OPEN')
      const read = await readAll('/v1/orders?status=OPEN', 'orders', () =>
        Promise.all([b.placed(orderOf({ limitPrice: 1 })), b.placed(orderOf({ limitPrice: 1 }))]),
      )
      expect(read.map(({ orderId }) => orderId)).toEqual(before)
    },
  )

  test(
    '[fills.cursor] [page.stable] of fills repeat and skip nothing while others are ' + 'filled',
    async () => {
      for (let at = 0; at < 5; at++) await b.placed(marketOrder())
      await b.advance('PT1S')
      const before = (await fillsOf()).map(({ fillId }) => fillId)
      const read = await readAll('/v1/orders/fills?', 'fills', async () => {
        await b.placed(marketOrder())
        await b.advance('PT1S')
      })
      expect(read.map(({ fillId }) => fillId)).toEqual(before)
    },
  )

  test(
    '[page.cursor] have a cursor that is bound to the list, its filters ' + 'and its account',
    async () => {
      await b.client('pk_test_theirs', { accounts: ['acc_theirs'] })
      const theirs = await b.tokenOf('pk_test_theirs')
      const cursor = textIn((await b.get('/v1/orders?limit=1')).body, 'nextCursor')
      const refusal = { status: 400, code: 'invalid-cursor', param: 'cursor' }
      expect(refusalIn(await b.get(`/v1/orders?symbol=AAPL&cursor=${cursor}`))).toEqual(refusal)
      expect(refusalIn(await b.get(`/v1/orders/fills?cursor=${cursor}`))).toEqual(refusal)
      expect(refusalIn(await b.get(`/v1/orders?cursor=${cursor}`, theirs))).toEqual(refusal)
      expect(refusalIn(await b.get(`/v1/orders?cursor=${cursor.slice(1)}`))).toEqual(refusal)
      expect((await b.get(`/v1/orders?limit=7&cursor=${cursor}`)).status).toBe(200)
    },
  )
})
