/** D1, D2: what every endpoint of the market asks for before it looks at a request's shape. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type MarketApi, openMarketApi, refusalIn } from '../../support/market-api'

let api: MarketApi
beforeAll(async () => {
  api = await openMarketApi()
})

const GOOD = [
  '/v1/market/quotes?symbols=AAPL',
  '/v1/market/candles?symbol=AAPL&interval=1m&limit=1',
  '/v1/market/exchange-rate?base=USD&quote=KRW',
  '/v1/market/calendar',
  '/v1/instruments?limit=1',
  '/v1/instruments/AAPL',
]
/** The same endpoints with a fault in what they are asked. */
const FAULTY = [
  '/v1/market/quotes',
  '/v1/market/candles?symbol=AAPL',
  '/v1/market/exchange-rate?base=1',
  '/v1/market/calendar?from=x',
  '/v1/instruments?limit=x',
  '/v1/instruments/A%20B',
]

describe.each(GOOD)('%s', (path) => {
  test('gives the request id back, in the body and as a header', async () => {
    const { status, body, headers } = await api.get(path, { 'x-service-request-id': 'mine-1' })
    expect([status, body.requestId, headers.get('x-service-request-id')]).toEqual([
      200,
      'mine-1',
      'mine-1',
    ])
  })

  test('refuses a query field that it does not know (D1)', async () => {
    const { status, body } = await api.get(`${path}${path.includes('?') ? '&' : '?'}nonsense=1`)
    expect([status, body.code, body.param]).toEqual([400, 'unknown-parameter', 'nonsense'])
  })
})

describe.each([...GOOD, ...FAULTY])('%s is refused', (path) => {
  test.each([
    ['without a request id', { 'x-service-request-id': undefined }, 400, 'request-id-required'],
    ['with a bad one', { 'x-service-request-id': 'x'.repeat(129) }, 400, 'request-id-invalid'],
    ['without a token', { authorization: undefined }, 401, 'authorization-required'],
    ['with an unknown token', { authorization: 'Bearer nope' }, 401, 'invalid-token'],
  ])('%s', async (_, headers, status, code) => {
    expect(refusalIn(await api.get(path, headers))).toMatchObject({ status, code })
  })
})

test('a fault in what is asked is 400 once all that is there', async () => {
  for (const path of FAULTY) expect(refusalIn(await api.get(path))).toMatchObject({ status: 400 })
})

test('a token that is over is refused everywhere', async () => {
  api.pass(43_200_001)
  for (const path of GOOD) {
    expect(refusalIn(await api.get(path))).toMatchObject({ status: 401, code: 'expired-token' })
  }
})
