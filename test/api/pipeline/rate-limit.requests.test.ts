/** D8: rate limits over HTTP. Their clock stands until a test lets it run. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { RATE_LIMITS_DEFAULT } from '../../../src/core/limits'
import { type Contract, openContract, orderOf, tokenRequest } from '../../support/brokerage'
import { refusalIn } from '../../support/market-api'

let b: Contract
beforeEach(async () => {
  b = await openContract({
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

async function until429(ask: () => ReturnType<Contract['get']>) {
  for (let asked = 0; asked < 300; asked++) {
    const answer = await ask()
    if (answer.status === 429) return { asked, answer }
  }
  throw new Error('no limit')
}

test(
  '[rate-limit.refused] [rate-limit.headers] beyond the burst is 429 ' + 'with Retry-After',
  async () => {
    const { asked, answer } = await until429(() => b.get('/v1/market/calendar'))
    expect(asked).toBe(5)
    expect(refusalIn(answer)).toMatchObject({ status: 429, code: 'rate-limit-exceeded' })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(limitsIn(answer)).toEqual(['5', '0', '1'])
    b.pass(250)
    expect((await b.get('/v1/market/calendar')).status).toBe(200)
  },
)

test(
  '[rate-limit.headers] stand on every answer to a known client, ' + 'refusals included',
  async () => {
    expect(limitsIn(await b.get('/v1/market/calendar'))).toEqual(['5', '4', '1'])
    expect(limitsIn(await b.get('/v1/market/quotes'))).toEqual(['5', '3', '1'])
    expect(limitsIn(await b.get('/v1/orders/ord_1'))).toEqual(['5', '2', '1'])
    expect(limitsIn(await b.place(orderOf({ side: 'HOLD' })))).toEqual(['3', '2', '1'])
    expect(limitsIn(await b.get('/v1/account', { authorization: 'Bearer no' }))).toEqual([
      null,
      null,
      null,
    ])
  },
)

describe('a known client', () => {
  test(
    '[rate-limit.headers] is told its limits where it has no right, or no ' + 'such path',
    async () => {
      await b.client('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
      await b.client('pk_test_off', { accounts: ['acc_off'] })
      const [reader, off] = [await b.tokenOf('pk_test_reader'), await b.tokenOf('pk_test_off')]
      await b.operator.disable('pk_test_off')
      const answers = [
        [await b.place(orderOf(), reader), 403, 'insufficient-scope', ['3', '2', '1']],
        [await b.place(orderOf(), off), 403, 'client-disabled', ['3', '2', '1']],
        [await b.get('/v1/account', off), 403, 'client-disabled', ['5', '4', '1']],
        [await b.get('/v1/nowhere', off), 404, 'route-not-found', ['5', '3', '1']],
        [await b.get('/v1/nowhere', reader), 404, 'route-not-found', ['5', '4', '1']],
        [await b.get('/v1/orders/', reader), 404, 'route-not-found', ['5', '3', '1']],
        [await b.get('/v1/orders/none', reader), 404, 'order-not-found', ['5', '2', '1']],
      ] as const
      for (const [answer, status, code, limits] of answers) {
        expect(refusalIn(answer)).toMatchObject({ status, code })
        expect(limitsIn(answer)).toEqual([...limits])
      }
    },
  )

  test(
    '[rate-limit.headers] [rate-limit.refused] that asks for paths that there are ' +
      'not is limited',
    async () => {
      const { asked, answer } = await until429(() => b.get('/v1/nowhere'))
      expect([asked, answer.headers.get('retry-after')]).toEqual([5, '1'])
    },
  )

  test('[rate-limit.headers] is not one whose token is unknown', async () => {
    const answer = await b.get('/v1/nowhere', { authorization: 'Bearer nobody' })
    expect(answer.status).toBe(404)
    expect([...limitsIn(answer), answer.headers.get('www-authenticate')]).toEqual([
      ...[null, null, null, null],
    ])
  })
})

test(
  '[rate-limit.buckets] order writes have a bucket of their own, and so ' + 'has each client',
  async () => {
    await b.client('pk_test_other', { accounts: ['acc_other'] })
    const other = await b.tokenOf('pk_test_other')
    expect((await until429(() => b.place(orderOf({ side: 'HOLD' })))).asked).toBe(3)
    expect((await b.cancel('ord_1')).status).toBe(429)
    expect((await b.post('/v1/orders/preview', orderOf())).status).toBe(200)
    expect((await b.get('/v1/account')).status).toBe(200)
    expect((await b.place(orderOf(), other)).status).toBe(200)
  },
)

test('[rate-limit.buckets] the token endpoint counts by client id', async () => {
  const ask = (id: string) => b.send('POST', '/v1/oauth/token', tokenRequest(id))
  expect((await until429(() => ask('pk_test_nobody'))).asked).toBe(2)
  expect((await ask('pk_test_another')).status).toBe(401)
})

test(
  '[rate-limit.cost] many long candles count as several requests, and the headers ' + 'say so',
  async () => {
    const month = '/v1/market/candles?symbol=AAPL&interval=1mo&limit=30'
    const answer = await b.get(month)
    expect(answer.status).toBe(200)
    // 30 months in one session are worth six requests more than the one: there were five.
    expect(limitsIn(answer)).toEqual(['5', '0', '1'])
    expect((await b.get('/v1/market/calendar')).status).toBe(429)
    b.pass(750)
    expect((await b.get('/v1/market/calendar')).status).toBe(200)
  },
)

test('[token.wall-clock] the market clock fills no bucket', async () => {
  await until429(() => b.get('/v1/market/calendar'))
  await b.advanceTo('2026-03-06T10:00:00-05:00')
  expect((await b.get('/v1/market/calendar')).status).toBe(429)
})

describe('by default', () => {
  test.each([
    ['[rate-limit.buckets] order writes come 100 at once', 100, 'orders'],
    ['[rate-limit.buckets] everything else 200 at once', 200, 'other'],
    ['[rate-limit.buckets] token requests 20 at once', 20, 'token'],
  ] as const)('%s', async (_, burst, bucket) => {
    b = await openContract({ config: { rateLimits: RATE_LIMITS_DEFAULT } })
    const ask = {
      orders: () => b.place({}),
      other: () => b.get('/v1/market/quotes'),
      token: () => b.send('POST', '/v1/oauth/token', { ...tokenRequest(''), body: 'client_id=x' }),
    }[bucket]
    expect((await until429(ask)).asked).toBe(burst)
  })

  test('[rate-limit.off] there are none where they are turned off', async () => {
    b = await openContract({ config: { rateLimits: 'off' } })
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => b.get('/v1/market/calendar')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.flatMap(limitsIn).filter((value) => value !== null)).toEqual([])
  })
})
