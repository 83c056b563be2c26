/** D1: requests and headers. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { refusalIn, rowsIn } from '../support/market-api'
import { type Body, type Headers, must, openContract, orderOf } from './brokerage'

/** Of order writes; a second fills it up again. */
const BURST = 15
const b = await openContract({
  rateLimits: {
    orders: { perSecond: BURST, burst: BURST },
    other: { perSecond: 1_000, burst: 1_000 },
    token: { perSecond: 1_000, burst: 1_000 },
  },
})
beforeEach(() => b.passWallMs(1_000))
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

  test('[headers.account-id] [d1.account.one] needs the header of several accounts', async () => {
    expect(refusalIn(await ask(pair))).toMatchObject({
      status: 400,
      code: 'account-header-required',
    })
    expect([200, 404]).toContain((await ask({ ...pair, ...named('acc_4') })).status)
  })

  test("[d1.account.mismatch] answers another's account and none alike", async () => {
    const [theirs, nobodys] = [await ask(named('acc_3')), await ask(named('acc_nowhere'))]
    expect(refusalIn(theirs)).toMatchObject({ status: 403, code: 'account-mismatch' })
    expect(theirs.body).toEqual(nobodys.body)
  })

  test(`[d1.account.none] is ${whenNone} for a client without an account`, async () => {
    const code = whenNone === 404 ? 'account-not-found' : 'account-mismatch'
    expect(refusalIn(await ask(bare))).toMatchObject({ status: whenNone, code })
  })
})

describe('accounts of one client', () => {
  test('[d1.account.one] keep their orders and their cash apart', async () => {
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
  test('[d1.success] of a new order and of a cancellation are 200', async () => {
    const placed = await b.place()
    const canceled = await b.cancel(String(placed.body.orderId))
    expect([placed.status, canceled.status]).toEqual([200, 200])
  })

  test('[d1.request-id.back] carry the request id, but for order records', async () => {
    const order = orderOf()
    const orderId = await b.placed(order)
    const answer = await b.get(`/v1/orders/${orderId}`, { 'x-service-request-id': 'mine' })
    expect(answer.body.requestId).toBe(String(order.clientOrderId))
    expect(answer.headers.get('x-service-request-id')).toBe('mine')
  })

  test('[conventions.times] [d1.times-out] show times in Korea with milliseconds', async () => {
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
  ])('[d1.route] %s %s is 404 route-not-found', async (method, path) => {
    const answer = await b.send(method, path)
    expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'route-not-found' })
  })
})

describe('a body', () => {
  test.each([
    ['[d1.body] [headers.content-type] of no type', '{}', {}, 'unsupported-content-type'],
    ['[d1.body] that is no JSON', '{', JSON_TYPE, 'malformed-body'],
    ['[d1.body] that is empty', '', JSON_TYPE, 'malformed-body'],
    ['[d1.body] over 64 KiB', `"${'x'.repeat(65_535)}"`, JSON_TYPE, 'body-too-large'],
  ])('%s is refused', async (_, body, headers, code) => {
    expect(refusalIn(await raw(body, headers))).toMatchObject({ status: 400, code })
  })

  test('[d1.body] of just 64 KiB is read', async () => {
    const whole = JSON.stringify(orderOf())
    expect((await raw(whole.padEnd(65_536))).status).toBe(200)
    expect((await raw(whole.padEnd(65_537))).body.code).toBe('body-too-large')
  })

  test('[d1.unknown-field] with an unknown field is refused, and a query is not', async () => {
    expect(refusalIn(await b.place(orderOf({ timeinforce: 'IOC' })))).toEqual({
      status: 400,
      code: 'unknown-parameter',
      param: 'timeinforce',
    })
    expect((await b.get('/v1/orders?nonsense=1')).status).toBe(200)
  })

  test.each([
    ['[d1.types] a number as a string', { quantity: '1' }, 'quantity'],
    ['[d1.types] a price as a string', { limitPrice: '9' }, 'limitPrice'],
    ['[d1.types] a string as a number', { clientOrderId: 7 }, 'clientOrderId'],
    ['[d1.types] a string as a boolean', { symbol: true }, 'symbol'],
    ['[d1.types] null', { timeInForce: null }, 'timeInForce'],
    ['[d1.types] [envelope.param] a list', { side: ['BUY'] }, 'side'],
  ])('%s is refused', async (_, over, param) => {
    expect(refusalIn(await b.place(orderOf(over)))).toEqual({
      status: 400,
      code: 'invalid-parameter',
      param,
    })
  })
})

describe('a query', () => {
  test.each(['0', '501', '-1', '1.0', '1e2', '+5', '007', 'ten', '', '%201'])(
    '[d1.query-numbers] limit=%s is refused, never clamped',
    async (limit) => {
      const answer = await b.get(`/v1/orders?limit=${limit}`)
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'invalid-parameter', param: 'limit' })
    },
  )

  test('[d1.symbols] takes symbols in any case and shows them in upper case', async () => {
    const order = await b.order(await b.placed(orderOf({ symbol: 'aApL' })))
    expect(order.symbol).toBe('AAPL')
    expect(must(await b.get('/v1/instruments/aapl')).symbol).toBe('AAPL')
    expect(rowsIn(await b.get('/v1/orders?symbol=aapl&limit=1'), 'orders')).toHaveLength(1)
  })

  /** An order that is placed at 10:00 in New York: midnight in Korea. */
  test.each([
    ['[d1.times-in] an offset', '2026-03-02T10:00:00-05:00'],
    ['[d1.times-in] Z', '2026-03-02T15:00:00Z'],
    ['[d1.times-in] [headers.kst] none, so Korea', '2026-03-03T00:00:00'],
    ['[d1.times-in] a date, so midnight in Korea', '2026-03-03'],
  ])('%s: from is inclusive, to is not', async (_, time) => {
    await b.placed()
    const count = async (query: string) =>
      rowsIn(await b.get(`/v1/orders?${query}`), 'orders').length
    expect(await count(`from=${encodeURIComponent(time)}`)).toBeGreaterThan(0)
    expect(await count(`to=${encodeURIComponent(time)}`)).toBe(0)
  })

  test('[d1.range] from after to is refused; the same is an empty list', async () => {
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
  {
    code: 'account-locked',
    before: () =>
      Promise.all([b.operator.lock('acc_1', true), b.operator.lock('acc_reader', true)]),
    after: () =>
      Promise.all([b.operator.lock('acc_1', false), b.operator.lock('acc_reader', false)]),
  },
  { code: 'idempotency-key-conflict', over: { clientOrderId: taken.clientOrderId, quantity: 7 } },
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

  test('[d1.order] insufficient-scope is told before rate-limit-exceeded', async () => {
    expect((await lastOfTooMany(reader)).body.code).toBe('insufficient-scope')
  })

  test('[d1.order] rate-limit-exceeded is told before unknown-parameter', async () => {
    expect((await lastOfTooMany({})).body.code).toBe('rate-limit-exceeded')
  })

  test.each(pairs)('[d1.order] %s is told before %s', async (code, _, earlier, later) => {
    for (const { before } of [earlier, later]) await before?.()
    const headers = { ...later.headers?.(), ...earlier.headers?.() }
    const answer = await b.place(orderOf({ ...later.over, ...earlier.over }), headers)
    for (const { after } of [earlier, later]) await after?.()
    expect(answer.body.code).toBe(code)
  })
})
