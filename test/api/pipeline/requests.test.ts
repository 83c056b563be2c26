/** D1: requests and headers. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  type Body,
  type Headers,
  marketOrder,
  must,
  openContract,
  orderOf,
  tokenRequest,
} from '../../support/brokerage'
import { refusalIn, rowsIn } from '../../support/market-api'

/** Of order writes; a second fills it up again. */
const BURST = 15
const b = await openContract({
  config: {
    rateLimits: {
      orders: { perSecond: BURST, burst: BURST },
      other: { perSecond: 1_000, burst: 1_000 },
      token: { perSecond: 1_000, burst: 1_000 },
    },
  },
})
beforeEach(() => b.pass(1_000))
let pair: { readonly authorization: string }
let bare: { readonly authorization: string }
let reader: { readonly authorization: string }
beforeAll(async () => {
  await b.client('pk_test_pair', { accounts: ['acc_3', 'acc_4'] })
  await b.client('pk_test_bare', { accounts: ['acc_gone'] })
  await b.client('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
  pair = await b.tokenOf('pk_test_pair')
  bare = await b.tokenOf('pk_test_bare')
  reader = await b.tokenOf('pk_test_reader')
  await b.operator.takeAccounts('pk_test_bare')
})

const named = (accountId: string): Headers => ({ 'x-service-account-id': accountId })
const JSON_TYPE = { 'content-type': 'application/json' }
const raw = (body: string, headers: Headers = JSON_TYPE) =>
  b.send('POST', '/v1/orders', { body, headers })

const OF_AN_ACCOUNT = [
  ['GET', '/v1/account', 404],
  ['GET', '/v1/account/holdings', 403],
  ['GET', '/v1/account/buying-power', 404],
  ['GET', '/v1/orders', 403],
  ['GET', '/v1/orders/fills', 403],
  ['GET', '/v1/orders/ord_1', 404],
  ['DELETE', '/v1/orders/ord_1', 404],
  ['POST', '/v1/orders', 404],
  ['POST', '/v1/orders/preview', 404],
] as const

describe.each(OF_AN_ACCOUNT)('%s %s', (method, path, whenNone) => {
  const ask = (headers: Headers) =>
    b.send(method, path, { headers, ...(method === 'POST' && { body: orderOf() }) })

  test('[account-header.one-account] needs the header of several accounts', async () => {
    expect(refusalIn(await ask(pair))).toMatchObject({
      status: 400,
      code: 'account-header-required',
    })
    expect([200, 404]).toContain((await ask({ ...pair, ...named('acc_4') })).status)
  })

  test("[account-header.mismatch] answers another's account and none alike", async () => {
    const [theirs, nobodys] = [await ask(named('acc_3')), await ask(named('acc_nowhere'))]
    expect(refusalIn(theirs)).toMatchObject({ status: 403, code: 'account-mismatch' })
    expect(theirs.body).toEqual(nobodys.body)
  })

  test(`[account-header.none] is ${whenNone} for a client without an account`, async () => {
    const code = whenNone === 404 ? 'account-not-found' : 'account-mismatch'
    expect(refusalIn(await ask(bare))).toMatchObject({ status: whenNone, code })
  })
})

describe('accounts of one client', () => {
  test('[account-header.one-account] keep their orders and their cash apart', async () => {
    const of = (accountId: string) => ({ ...pair, ...named(accountId) })
    const powerOf = async (accountId: string) =>
      Number(must(await b.get('/v1/account', of(accountId))).buyingPower)
    const before = [await powerOf('acc_3'), await powerOf('acc_4')]
    const orderId = await b.placed(orderOf({ quantity: 10 }), of('acc_3'))
    const after = [await powerOf('acc_3'), await powerOf('acc_4')]
    expect(after).toEqual([Number(before[0]) - 90, Number(before[1])])
    expect(refusalIn(await b.get(`/v1/orders/${orderId}`, of('acc_4')))).toMatchObject({
      status: 404,
      code: 'order-not-found',
    })
    const theirs = rowsIn(await b.get('/v1/orders', of('acc_4')), 'orders')
    expect(theirs.filter((order) => order.orderId === orderId)).toEqual([])
  })
})

describe('answers', () => {
  test('[request.success] of a new order and of a cancellation are 200', async () => {
    const placed = await b.place()
    const canceled = await b.cancel(String(placed.body.orderId))
    expect([placed.status, canceled.status]).toEqual([200, 200])
  })

  test('[request-id.returned] carry the request id, but for order records', async () => {
    const order = orderOf()
    const orderId = await b.placed(order)
    const answer = await b.get(`/v1/orders/${orderId}`, { 'x-service-request-id': 'mine' })
    expect(answer.body.requestId).toBe(String(order.clientOrderId))
    expect(answer.headers.get('x-service-request-id')).toBe('mine')
  })

  test('[time.out] show times in Korea with milliseconds', async () => {
    expect(must(await b.get('/v1/account')).requestedAt).toBe('2026-03-03T00:00:00.000+09:00')
  })
})

describe('a path or method that there is not', () => {
  test.each([
    ['GET', '/v1/nowhere'],
    ['PUT', '/v1/orders'],
    ['PATCH', '/v1/orders/ord_1'],
    ['POST', '/v1/account'],
    ['OPTIONS', '/v1/orders'],
    ['GET', '/v2/account'],
    ['GET', '/v1/orders/'],
    ['GET', '/v1/orders/fills/'],
    ['GET', '/v1/orders/ord_1/'],
    ['GET', '/v1/account/'],
    ['POST', '/v1/orders/'],
    ['GET', '/v1/market/quotes/?symbols=AAPL'],
    ['GET', '/v1//account'],
  ])('[request.route] %s %s is 404 route-not-found', async (method, path) => {
    const answer = await b.send(method, path)
    expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'route-not-found' })
  })
})

describe('a body', () => {
  test.each([
    ['[request.content-type] of no type', '{}', {}, 'unsupported-content-type'],
    ['[request.body] that is no JSON', '{', JSON_TYPE, 'malformed-body'],
    ['[request.body] that is empty', '', JSON_TYPE, 'malformed-body'],
    ['[request.body-max] over 64 KiB', `"${'x'.repeat(65_535)}"`, JSON_TYPE, 'body-too-large'],
  ])('%s is refused', async (_, body, headers, code) => {
    expect(refusalIn(await raw(body, headers))).toMatchObject({ status: 400, code })
  })

  test('[request.body-max] of just 64 KiB is read', async () => {
    const whole = JSON.stringify(orderOf())
    expect((await raw(whole.padEnd(65_536))).status).toBe(200)
    expect((await raw(whole.padEnd(65_537))).body.code).toBe('body-too-large')
  })

  test('[request.unknown-field] with an unknown field is refused', async () => {
    expect(refusalIn(await b.place(orderOf({ timeinforce: 'IOC' })))).toEqual({
      status: 400,
      code: 'unknown-parameter',
      param: 'timeinforce',
    })
  })

  test.each([
    ['[request.types] a string as a number', { clientOrderId: 7 }, 'clientOrderId'],
    ['[request.types] a string as a boolean', { symbol: true }, 'symbol'],
    ['[request.types] [request.null] null for a required field', { side: null }, 'side'],
    ['[request.types] [error.param] a list', { side: ['BUY'] }, 'side'],
  ])('%s is refused', async (_, over, param) => {
    expect(refusalIn(await b.place(orderOf(over)))).toEqual({
      status: 400,
      code: 'invalid-parameter',
      param,
    })
  })
})

describe('a decimal', () => {
  test.each([
    ['10', '9'],
    ['10.0', '9.00'],
    ['0.5', '9.5'],
    ['0.000001', '8.99'],
  ])('[request.decimals] may be sent as text: %s at %s', async (quantity, limitPrice) => {
    const order = await b.order(await b.placed(orderOf({ quantity, limitPrice })))
    expect([order.quantity, order.limitPrice]).toEqual([Number(quantity), Number(limitPrice)])
  })

  test(
    '[request.decimals] [order.replay] as text is the same order as one of ' + 'numbers',
    async () => {
      const order = orderOf({ quantity: 10, limitPrice: 9 })
      await b.placed(order)
      const again = await b.place({ ...order, quantity: '10.000', limitPrice: '9.00' })
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    },
  )

  const NO_PLAIN_DECIMALS = [
    ...['', ' ', '1e3', ' 5', '5 ', '+5', '-5', '0x5', '1,000', '05', '5.', '.5', '5.0.0'],
    ...['0', '0.00', 'NaN', 'Infinity', '٥', `${'9'.repeat(41)}`],
  ]
  test.each(NO_PLAIN_DECIMALS)('[request.decimals] %p is none', async (text) => {
    for (const param of ['quantity', 'limitPrice']) {
      const answer = await b.post('/v1/orders/preview', orderOf({ [param]: text }))
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'invalid-parameter', param })
    }
  })

  test('[request.places] of too many places is told how many it had, number or text', async () => {
    for (const quantity of [1.1234567, '1.1234567']) {
      const { body } = await b.place(orderOf({ quantity }))
      expect(body.message).toBe(
        'The parameter quantity is not valid: it has 7 decimal places and may have at most 6.',
      )
    }
    for (const limitPrice of [8.999, '8.999']) {
      const { body } = await b.place(orderOf({ limitPrice }))
      expect(body).toMatchObject({
        code: 'price-tick-violation',
        message: 'The limitPrice 8.999 has 3 decimal places and may have at most 2.',
        data: { sentPlaces: 3, decimalPlaces: 2 },
      })
    }
  })

  test('[request.places] of more digits than a double keeps is told how many', async () => {
    const { body } = await raw(
      JSON.stringify(orderOf({ limitPrice: 0 })).replace(':0', ':10.12345678901234567'),
    )
    expect(body).toMatchObject({ code: 'invalid-parameter', param: 'limitPrice' })
    expect(body.message).toContain('19 digits')
  })
})

describe('null', () => {
  test('[request.null] for an optional field is the same as leaving it out', async () => {
    const order = { ...marketOrder(), limitPrice: null, timeInForce: null, market: null }
    const placed = await b.order(await b.placed(order))
    expect(placed).toMatchObject({ orderType: 'MARKET', timeInForce: 'DAY' })
    expect(placed).not.toHaveProperty('limitPrice')
    expect(refusalIn(await b.place(orderOf({ limitPrice: null })))).toEqual({
      status: 400,
      code: 'missing-parameter',
      param: 'limitPrice',
    })
  })

  test(
    '[request.null] [request.unknown-field] for an unknown field is an ' + 'unknown field',
    async () => {
      expect(refusalIn(await b.place(orderOf({ stopPrice: null })))).toMatchObject({
        code: 'unknown-parameter',
        param: 'stopPrice',
      })
    },
  )
})

describe('a stop order', () => {
  const STOPS = ['STOP', 'STOP_LIMIT', 'STOP_MARKET', 'TRAILING_STOP', 'TRAILING_STOP_LIMIT']
  test.each(STOPS)('[order.type-first] %s hears that there are none', async (orderType) => {
    const order = orderOf({ orderType, stopPrice: 8, trailPercent: 5 })
    for (const path of ['/v1/orders', '/v1/orders/preview']) {
      const { status, body } = await b.post(path, order)
      expect([status, body.code, body.param]).toEqual([400, 'invalid-parameter', 'orderType'])
      expect(body.message).toContain('there are no stop orders')
    }
  })

  test('[order.type-first] a stopPrice of a type that there is, is an unknown field', async () => {
    expect(refusalIn(await b.place(orderOf({ stopPrice: 8 })))).toMatchObject({
      code: 'unknown-parameter',
      param: 'stopPrice',
    })
  })
})

describe('a query', () => {
  const ROUTES = b.app.routes.filter(({ path }) => path.startsWith('/v1/') && path !== '/v1/stream')
  const pathOf = (path: string) => path.replace(':orderId', 'ord_1').replace(':symbol', 'AAPL')
  const ask = (method: string, path: string, search: string) =>
    b.send(method, `${pathOf(path)}?${search}`, {
      ...(path === '/v1/oauth/token'
        ? tokenRequest('pk_test_pair')
        : method === 'POST' && { body: orderOf() }),
    })
  const needs: Readonly<Record<string, string>> = {
    '/v1/market/quotes': 'symbols=AAPL',
    '/v1/market/candles': 'symbol=AAPL&interval=1d',
    '/v1/market/exchange-rate': 'base=USD&quote=KRW',
  }
  const routes = ROUTES.map(({ method, path }) => [method, path, needs[path] ?? ''] as const)

  test('[request.unknown-query] is asked of every endpoint', () => {
    expect(routes).toHaveLength(16)
  })

  test.each(routes)(
    '[request.unknown-query] %s %s refuses an unknown one',
    async (method, path, own) => {
      for (const nonsense of ['stauts=OPEN', 'stauts=', 'stauts', 'stauts=1&stauts=2', 'Limit=5']) {
        const answer = await ask(method, path, [own, nonsense].filter(Boolean).join('&'))
        const param = nonsense.split('=')[0]
        expect(refusalIn(answer)).toEqual({ status: 400, code: 'unknown-parameter', param })
      }
    },
  )

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
  ])('[request.repeated-query] %s?%s is refused', async (path, search, param) => {
    const answer = await b.get(`${path}?${search}`)
    expect(refusalIn(answer)).toEqual({ status: 400, code: 'invalid-parameter', param })
  })

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
  ])('[request.empty-query] %s?%s is refused', async (path, search, param) => {
    const answer = await b.get(`${path}?${search}`)
    expect(refusalIn(answer)).toEqual({ status: 400, code: 'invalid-parameter', param })
  })

  test('[request.empty-query] a question mark alone asks nothing', async () => {
    expect((await b.get('/v1/orders?')).status).toBe(200)
  })

  test.each(['0', '501', '-1', '1.0', '1e2', '+5', '007', 'ten', '', '%201'])(
    '[request.query-numbers] limit=%s is refused, never clamped',
    async (limit) => {
      const answer = await b.get(`/v1/orders?limit=${limit}`)
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'invalid-parameter', param: 'limit' })
    },
  )

  test('[request.symbols] takes symbols in any case and shows them in upper case', async () => {
    const order = await b.order(await b.placed(orderOf({ symbol: 'aApL' })))
    expect(order.symbol).toBe('AAPL')
    expect(must(await b.get('/v1/instruments/aapl')).symbol).toBe('AAPL')
    expect(rowsIn(await b.get('/v1/orders?symbol=aapl&limit=1'), 'orders')).toHaveLength(1)
  })

  /** An order that is placed at 10:00 in New York: midnight in Korea. */
  test.each([
    ['[time.in] an offset', '2026-03-02T10:00:00-05:00'],
    ['[time.in] Z', '2026-03-02T15:00:00Z'],
    ['[time.in] none, so Korea', '2026-03-03T00:00:00'],
    ['[time.in] a date, so midnight in Korea', '2026-03-03'],
  ])('%s: from is inclusive, to is not', async (_, time) => {
    await b.placed()
    const count = async (query: string) =>
      rowsIn(await b.get(`/v1/orders?${query}`), 'orders').length
    expect(await count(`from=${encodeURIComponent(time)}`)).toBeGreaterThan(0)
    expect(await count(`to=${encodeURIComponent(time)}`)).toBe(0)
  })

  test('[time.range] from after to is refused; the same is an empty list', async () => {
    for (const path of ['/v1/orders', '/v1/orders/fills', '/v1/market/calendar']) {
      const answer = await b.get(`${path}?from=2026-03-03&to=2026-03-02`)
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'invalid-range', param: 'from' })
    }
    expect(rowsIn(await b.get('/v1/orders?from=2026-03-03&to=2026-03-03'), 'orders')).toEqual([])
  })
})

/** Each row is guilty of its own check; the earlier of two neighbours is answered. */
interface Guilt {
  readonly code: string
  readonly headers?: () => Headers
  readonly over?: Body
  readonly before?: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
}

const taken = orderOf()
const CHECKS: readonly Guilt[] = [
  { code: 'request-id-required', headers: () => ({ 'x-service-request-id': undefined }) },
  { code: 'invalid-token', headers: () => ({ authorization: 'Bearer nobody' }) },
  { code: 'insufficient-scope', headers: () => reader },
  { code: 'unknown-parameter', over: { nonsense: 1 } },
  { code: 'account-mismatch', headers: () => named('acc_3') },
  { code: 'symbol-not-found', over: { symbol: 'NOWHERE' } },
  { code: 'idempotency-key-conflict', over: { clientOrderId: taken.clientOrderId, quantity: 7 } },
  {
    code: 'account-locked',
    before: () =>
      Promise.all([b.operator.lock('acc_1', true), b.operator.lock('acc_reader', true)]),
    after: () =>
      Promise.all([b.operator.lock('acc_1', false), b.operator.lock('acc_reader', false)]),
  },
  { code: 'price-tick-violation', over: { limitPrice: 8.999 } },
]

describe('of two faults', () => {
  beforeAll(() => b.placed(taken))
  const pairs = CHECKS.slice(1).map((later, at) => {
    const earlier = CHECKS[at]
    if (earlier === undefined) throw new Error('no neighbour')
    return [earlier.code, later.code, earlier, later] as const
  })

  /** The last of as many requests as empty a bucket, and one more. */
  async function lastOfTooMany(headers: Headers) {
    for (let at = 0; at < BURST; at++) await b.place({ nonsense: 1 }, headers)
    return b.place({ nonsense: 1 }, headers)
  }

  test(
    '[request.order-of-checks] insufficient-scope is told before ' + 'rate-limit-exceeded',
    async () => {
      expect((await lastOfTooMany(reader)).body.code).toBe('insufficient-scope')
    },
  )

  test(
    '[request.order-of-checks] rate-limit-exceeded is told before ' + 'unknown-parameter',
    async () => {
      expect((await lastOfTooMany({})).body.code).toBe('rate-limit-exceeded')
    },
  )

  test.each(pairs)(
    '[request.order-of-checks] %s is told before %s',
    async (code, _, earlier, later) => {
      for (const { before } of [earlier, later]) await before?.()
      const headers = { ...later.headers?.(), ...earlier.headers?.() }
      const answer = await b.place(orderOf({ ...later.over, ...earlier.over }), headers)
      for (const { after } of [earlier, later]) await after?.()
      expect(answer.body.code).toBe(code)
    },
  )
})
