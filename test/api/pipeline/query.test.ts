/** The query of a request: unknown, repeated and empty parameters, numbers, times and cursors. */
import { describe, expect, test } from 'bun:test'
import { badParam, must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { FEED, openApi, tokenRequest } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'

const api = await openApi({ feed: FEED })

describe('a query', () => {
  const NEEDED: Readonly<Record<string, string>> = {
    '/v1/market/quotes': 'symbols=AAPL',
    '/v1/market/candles': 'symbol=AAPL&interval=1d',
    '/v1/market/exchange-rate': 'base=USD&quote=KRW',
  }
  const ROUTES = api.app.endpoints
    .filter(({ path }) => path.startsWith('/v1/') && path !== '/v1/stream')
    .map(({ method, path }) => [method, path] as const)
  const ask = (method: string, path: string, search: string) =>
    api.send(method, `${path.replace(':orderId', 'ord_1').replace(':symbol', 'AAPL')}?${search}`, {
      ...(path === '/v1/oauth/token'
        ? tokenRequest('pk_test')
        : method === 'POST' && { body: orderOf() }),
    })

  test('[request.unknown-query] a query is checked at all 16 endpoints', () => {
    expect(ROUTES).toHaveLength(16)
  })

  test.each(ROUTES)(
    '[request.unknown-query] a query: %s %s refuses an unknown parameter',
    async (method, path) => {
      for (const nonsense of ['stauts=OPEN', 'stauts=', 'stauts', 'stauts=1&stauts=2', 'Limit=5']) {
        const answer = await ask(method, path, [NEEDED[path], nonsense].filter(Boolean).join('&'))
        const param = nonsense.split('=')[0]
        expect(refusalIn(answer)).toEqual({ status: 400, code: 'unknown-parameter', param })
      }
    },
  )

  test.each(['__proto__', 'constructor', 'toString'])(
    '[request.unknown-query] a query knows no parameter %s',
    async (param) => {
      const answer = await api.get(`/v1/orders?${param}=1`)
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'unknown-parameter', param })
    },
  )

  test('[request.unknown-query] a query of a hundred thousand characters is read, and quoted in short', async () => {
    const nonsense = await api.get(`/v1/orders?${'x'.repeat(100_000)}=1`)
    expect(refusalIn(nonsense)).toMatchObject({ status: 400, code: 'unknown-parameter' })
    expect(String(nonsense.body.param).length).toBeLessThanOrEqual(100)
    const search = await api.get(`/v1/instruments?search=${'x'.repeat(100_000)}`)
    expect(refusalIn(search)).toEqual(badParam('search'))
  })

  test.each([
    ['/v1/market/quotes', 'symbols=AAPL&symbols=MSFT', 'symbols'],
    ['/v1/market/quotes', 'symbols=AAPL&symbols=AAPL', 'symbols'],
    ['/v1/market/candles', 'symbol=AAPL&interval=1d&interval=1m', 'interval'],
    ['/v1/market/calendar', 'from=2026-03-02&from=2026-03-03', 'from'],
    ['/v1/instruments', 'search=a&search=b', 'search'],
    ['/v1/orders', 'status=OPEN&status=CLOSED', 'status'],
    ['/v1/orders', 'limit=5&limit=5', 'limit'],
    ['/v1/orders/fills', 'orderId=a&orderId=b', 'orderId'],
    ['/v1/orders', 'symbol=AAPL&s%79mbol=MSFT', 'symbol'],
  ])(
    '[request.repeated-query] a query refuses a repeated parameter: %s?%s',
    async (path, search, param) => {
      expect(refusalIn(await api.get(`${path}?${search}`))).toEqual(badParam(param))
    },
  )

  test.each([
    ['/v1/market/quotes', 'symbols=', 'symbols'],
    ['/v1/market/quotes', 'symbols', 'symbols'],
    ['/v1/market/candles', 'symbol=AAPL&interval=1d&cursor=', 'cursor'],
    ['/v1/market/candles', 'symbol=AAPL&interval=1d&sessions=', 'sessions'],
    ['/v1/market/calendar', 'to=', 'to'],
    ['/v1/instruments', 'search=', 'search'],
    ['/v1/instruments', 'dayMarketTradable=', 'dayMarketTradable'],
    ['/v1/orders', 'status=', 'status'],
    ['/v1/orders', 'status', 'status'],
    ['/v1/orders', 'cursor=', 'cursor'],
    ['/v1/orders/fills', 'orderId=', 'orderId'],
  ])(
    '[request.empty-query] a query refuses an empty parameter: %s?%s',
    async (path, search, param) => {
      expect(refusalIn(await api.get(`${path}?${search}`))).toEqual(badParam(param))
    },
  )

  test('[request.empty-query] a query may be a question mark alone', async () => {
    expect((await api.get('/v1/orders?')).status).toBe(200)
  })

  test.each(['%', '%zz', '%E0%A4%A', '%c0%80'])(
    'a query with the broken escape %s is refused',
    async (text) => {
      expect(refusalIn(await api.get(`/v1/market/quotes?symbols=${text}`))).toEqual(
        badParam('symbols'),
      )
      expect(refusalIn(await api.get(`/v1/orders?status=${text}`))).toEqual(badParam('status'))
      expect(refusalIn(await api.get(`/v1/instruments/${text}`))).toEqual(badParam('symbol'))
    },
  )

  test.each(['1', '500'])(
    '[request.query-numbers] a query may have the limit %s',
    async (limit) => {
      expect((await api.get(`/v1/orders?limit=${limit}`)).status).toBe(200)
    },
  )

  test.each(['0', '501', '-1', '1.0', '1e2', '0x10', '+5', '01', '007', 'ten', '', '%201'])(
    '[request.query-numbers] a query refuses the limit %p, and never clamps it',
    async (limit) => {
      expect(refusalIn(await api.get(`/v1/orders?limit=${limit}`))).toEqual(badParam('limit'))
    },
  )

  test('[request.symbols] a query takes symbols in any case and shows them in upper case', async () => {
    const order = await api.order(await api.placed(orderOf({ symbol: 'aApL' })))
    expect(order.symbol).toBe('AAPL')
    expect(rowsIn(await api.get('/v1/orders?symbol=aapl&limit=1'), 'orders')).toHaveLength(1)
  })
})

describe('a time in a query', () => {
  const from = (time: string) => api.get(`/v1/orders?from=${time}`)

  /** An order that is placed at 10:00 in New York: midnight in Korea. */
  test.each([
    ['with an offset', '2026-03-02T10:00:00-05:00'],
    ['with Z', '2026-03-02T15:00:00Z'],
    ['without an offset, so in Korea', '2026-03-03T00:00:00'],
    ['that is a date, so midnight in Korea', '2026-03-03'],
  ])(
    '[time.in] [time.range] a time in a query: %s is included as from, and not as to: %s',
    async (_, time) => {
      await api.placed()
      const count = async (query: string) =>
        rowsIn(await api.get(`/v1/orders?${query}`), 'orders').length
      expect(await count(`from=${encodeURIComponent(time)}`)).toBeGreaterThan(0)
      expect(await count(`to=${encodeURIComponent(time)}`)).toBe(0)
    },
  )

  test.each(['/v1/orders', '/v1/orders/fills', '/v1/market/calendar'])(
    '[time.range] a time in a query: a from after to is refused: %s',
    async (path) => {
      const answer = await api.get(`${path}?from=2026-03-03&to=2026-03-02`)
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'invalid-range', param: 'from' })
    },
  )

  test('[time.range] a time in a query: a from that is to gives an empty list', async () => {
    const answer = await api.get('/v1/orders?from=2026-03-03&to=2026-03-03')
    expect(rowsIn(answer, 'orders')).toEqual([])
  })

  test.each([
    ['2026-02-29', 'a date that does not exist'],
    ['2026-02-30', 'a date that does not exist'],
    ['2026-13-01', 'a month that does not exist'],
    ['2026-03-08T02:30%5BAmerica/New_York%5D', 'a zone by name'],
    ['2026-3-2', 'a short date'],
    ['20260302', 'a date without hyphens'],
    ['1772463600', 'seconds since 1970'],
    ['%2B012026-01-01', 'a year of six digits'],
    ['2026-03-02T10:00:00.0000000001Z', 'ten digits of a second'],
    ['yesterday', 'a word'],
  ])('[time.in] a time in a query: %s is refused: %s', async (time) => {
    expect(refusalIn(await from(time))).toEqual(badParam('from'))
  })

  test.each([
    ['2024-02-29', '29 February of a leap year'],
    ['2026-03-08T02:30', 'in Korea, which has no gap when New York has'],
    ['2026-03-08T02:30-05:00', 'in the gap of New York, with an offset'],
    ['2016-12-31T23:59:60Z', 'a leap second, which is the second before it'],
    ['2026-03-02T10:00 09:00', 'an offset whose plus is not escaped'],
    ['0001-01-01T00:00:00', 'the least time of many a language'],
    ['9999-12-31T23:59:59.999-12:00', 'beyond the greatest'],
  ])('[time.in] a time in a query: %s is taken: %s', async (time) => {
    expect((await from(encodeURI(time))).status).toBe(200)
  })

  test('[time.in] a time in a query as early and as late as can be leaves nothing out', async () => {
    const orderId = await api.placed()
    const found = rowsIn(await api.get('/v1/orders?from=0001-01-01&to=9999-12-31'), 'orders')
    expect(found[0]?.orderId).toBe(orderId)
  })
})

describe('a cursor in a query', () => {
  const INVALID = { status: 400, code: 'invalid-cursor', param: 'cursor' }
  const lists = ['/v1/orders?', '/v1/orders/fills?', '/v1/market/candles?symbol=AAPL&interval=1m&']

  test.each(['nonsense', '%00', 'Zm9v', '😀', 'x'.repeat(10_000)])(
    '[page.cursor] a cursor in a query that no answer had is refused: %s',
    async (cursor) => {
      for (const list of lists) {
        const answer = await api.get(`${list}cursor=${encodeURIComponent(cursor)}`)
        expect(refusalIn(answer)).toEqual(INVALID)
      }
    },
  )

  test.each(['\u0000', '', 'é', "' or 1=1"])(
    '[page.cursor] a cursor in a query that was forged to name another id is refused: %j',
    async (id) => {
      for (let at = 0; at < 3; at++) await api.placed(marketOrder())
      const genuine = textIn((await api.get('/v1/orders?limit=1')).body, 'nextCursor')
      const [mark] = Buffer.from(genuine, 'base64url').toString().split('.')
      const forged = Buffer.from(`${mark}.${id}`).toString('base64url')
      expect(refusalIn(await api.get(`/v1/orders?cursor=${forged}`))).toEqual(INVALID)
    },
  )
})

test('[time.out] times in answers are in Korea, with milliseconds', async () => {
  expect(must(await api.get('/v1/account')).requestedAt).toBe('2026-03-03T00:00:00.000+09:00')
})

/** Last, since the market's time only moves forward. */
test('[time.in] times in answers: candles skip the gap of New York', async () => {
  await api.advanceTo('2026-03-09T10:00:00-04:00')
  const path = '/v1/market/candles?symbol=AAPL&interval=1h&sessions=DAY'
  const [first] = rowsIn(await api.get(`${path}&from=2026-03-08T20:00-04:00&limit=1`), 'candles')
  expect(first?.time).toBe('2026-03-09T09:00:00.000+09:00')
})

describe('a time without an offset', () => {
  const HEADER = 'x-time-zone-assumed'
  test.each([
    ['/v1/orders?from=2026-03-02T09:30', 'Asia/Seoul'],
    ['/v1/orders?to=2026-03-02T09:30:00.000', 'Asia/Seoul'],
    ['/v1/orders/fills?from=2026-03-02', 'Asia/Seoul'],
    [
      '/v1/market/candles?symbol=AAPL&interval=1d&from=2026-03-02T00:00Z&to=2026-03-03',
      'Asia/Seoul',
    ],
    ['/paper/account/history?from=2026-03-01', 'Asia/Seoul'],
    ['/paper/account/statement.csv?from=2026-03-01', 'Asia/Seoul'],
    ['/v1/orders?from=2026-03-02T09:30-05:00', null],
    ['/v1/orders?from=2026-03-02T09:30%2B09:00', null],
    ['/v1/orders?from=2026-03-02T09:30Z', null],
    ['/v1/orders?symbol=AAPL', null],
    ['/v1/market/calendar?from=2026-03-02', null],
  ])('[time.assumed] in %s is shown in X-Time-Zone-Assumed: %p', async (path, zone) => {
    const { status, headers } = await api.get(path)
    expect([status, headers.get(HEADER)]).toEqual([200, zone])
  })
})
