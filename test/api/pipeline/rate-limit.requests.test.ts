/** Rate limits over HTTP. Their clock stands still until a test moves it. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { RATE_LIMITS_DEFAULT } from '../../../src/core/limits'
import { refusalIn } from '../../support/answers'
import { type Api, openApi, tokenRequest } from '../../support/api'
import { orderOf } from '../../support/orders'

let api: Api
beforeEach(async () => {
  api = await openApi({
    config: {
      rateLimits: {
        orders: { perSecond: 2, burst: 3 },
        other: { perSecond: 4, burst: 5 },
        token: { perSecond: 1, burst: 2 },
      },
    },
  })
})
const limitsIn = ({ headers }: { readonly headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))

async function until429(ask: () => ReturnType<Api['get']>) {
  for (let asked = 0; asked < 300; asked++) {
    const answer = await ask()
    if (answer.status === 429) return { asked, answer }
  }
  throw new Error('no limit')
}

test('[rate-limit.refused] [rate-limit.headers] a request beyond the burst is 429 with Retry-After', async () => {
  const { asked, answer } = await until429(() => api.get('/v1/market/calendar'))
  expect(asked).toBe(5)
  expect(refusalIn(answer)).toMatchObject({ status: 429, code: 'rate-limit-exceeded' })
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(limitsIn(answer)).toEqual(['5', '0', '1'])
  api.pass(250)
  expect((await api.get('/v1/market/calendar')).status).toBe(200)
})

test('[rate-limit.headers] every answer to a known client shows its limits, refusals included', async () => {
  expect(limitsIn(await api.get('/v1/market/calendar'))).toEqual(['5', '4', '1'])
  expect(limitsIn(await api.get('/v1/market/quotes'))).toEqual(['5', '3', '1'])
  expect(limitsIn(await api.get('/v1/orders/ord_1'))).toEqual(['5', '2', '1'])
  expect(limitsIn(await api.place(orderOf({ side: 'HOLD' })))).toEqual(['3', '2', '1'])
  expect(limitsIn(await api.get('/v1/account', { authorization: 'Bearer no' }))).toEqual([
    null,
    null,
    null,
  ])
})

test('[rate-limit.headers] a known client is shown its limits if it has no right, or at an unknown path', async () => {
  await api.operator.addClient('pk_test_reader', {
    scope: 'READ_ONLY',
    accounts: ['acc_reader'],
  })
  await api.operator.addClient('pk_test_off', { accounts: ['acc_off'] })
  const [reader, off] = [await api.bearerOf('pk_test_reader'), await api.bearerOf('pk_test_off')]
  await api.operator.disable('pk_test_off')
  const answers = [
    [await api.place(orderOf(), reader), 403, 'insufficient-scope', ['3', '2', '1']],
    [await api.place(orderOf(), off), 403, 'client-disabled', ['3', '2', '1']],
    [await api.get('/v1/account', off), 403, 'client-disabled', ['5', '4', '1']],
    [await api.get('/v1/nowhere', off), 404, 'route-not-found', ['5', '3', '1']],
    [await api.get('/v1/nowhere', reader), 404, 'route-not-found', ['5', '4', '1']],
    [await api.get('/v1/orders/', reader), 404, 'route-not-found', ['5', '3', '1']],
    [await api.get('/v1/orders/none', reader), 404, 'order-not-found', ['5', '2', '1']],
  ] as const
  for (const [answer, status, code, limits] of answers) {
    expect(refusalIn(answer)).toMatchObject({ status, code })
    expect(limitsIn(answer)).toEqual([...limits])
  }
})

test('[rate-limit.headers] [rate-limit.refused] a known client is limited at unknown paths too', async () => {
  const { asked, answer } = await until429(() => api.get('/v1/nowhere'))
  expect([asked, answer.headers.get('retry-after')]).toEqual([5, '1'])
})

test('[rate-limit.headers] a known client has a known token: without one no limits are shown', async () => {
  const answer = await api.get('/v1/nowhere', { authorization: 'Bearer nobody' })
  expect(answer.status).toBe(404)
  expect([...limitsIn(answer), answer.headers.get('www-authenticate')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('[rate-limit.buckets] order writes have a bucket of their own, and so has each client', async () => {
  await api.operator.addClient('pk_test_other', { accounts: ['acc_other'] })
  const other = await api.bearerOf('pk_test_other')
  expect((await until429(() => api.place(orderOf({ side: 'HOLD' })))).asked).toBe(3)
  expect((await api.cancel('ord_1')).status).toBe(429)
  expect((await api.post('/v1/orders/preview', orderOf())).status).toBe(200)
  expect((await api.get('/v1/account')).status).toBe(200)
  expect((await api.place(orderOf(), other)).status).toBe(200)
})

test('[rate-limit.buckets] the token endpoint counts by client id', async () => {
  const ask = (id: string) => api.send('POST', '/v1/oauth/token', tokenRequest(id))
  const { asked, answer } = await until429(() => ask('pk_test_nobody'))
  expect([asked, answer.headers.get('retry-after')]).toEqual([2, '1'])
  expect((await ask('pk_test_another')).status).toBe(401)
})

test('[rate-limit.cost] many long candles count as several requests, and the headers show it', async () => {
  const month = '/v1/market/candles?symbol=AAPL&interval=1mo&limit=30'
  const answer = await api.get(month)
  expect(answer.status).toBe(200)
  // 30 months in one session cost seven requests, and five were left.
  expect(limitsIn(answer)).toEqual(['5', '0', '1'])
  expect((await api.get('/v1/market/calendar')).status).toBe(429)
  api.pass(750)
  expect((await api.get('/v1/market/calendar')).status).toBe(200)
})

test('[token.wall-clock] the market clock fills no bucket of requests', async () => {
  await until429(() => api.get('/v1/market/calendar'))
  await api.advanceTo('2026-03-06T10:00:00-05:00')
  expect((await api.get('/v1/market/calendar')).status).toBe(429)
})

describe('the limits by default', () => {
  test.each([
    ['[rate-limit.buckets] let 100 order writes through at once', 100, 'orders'],
    ['[rate-limit.buckets] let 200 other requests through at once', 200, 'other'],
    ['[rate-limit.buckets] let 20 token requests through at once', 20, 'token'],
  ] as const)('%s', async (_, burst, bucket) => {
    api = await openApi({ config: { rateLimits: RATE_LIMITS_DEFAULT } })
    const ask = {
      orders: () => api.place({}),
      other: () => api.get('/v1/market/quotes'),
      token: () =>
        api.send('POST', '/v1/oauth/token', { ...tokenRequest(''), body: 'client_id=x' }),
    }[bucket]
    expect((await until429(ask)).asked).toBe(burst)
  })

  test('[rate-limit.off] the limits by default are none if RATE_LIMIT is off', async () => {
    api = await openApi({ config: { rateLimits: 'off' } })
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => api.get('/v1/market/calendar')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.flatMap(limitsIn).filter((value) => value !== null)).toEqual([])
  })
})
