import { beforeAll, describe, expect, test } from 'bun:test'
import {
  type MarketApi,
  openMarketApi,
  refusalIn,
  rowsIn,
  UNPRICED,
} from '../../support/market-api'

let api: MarketApi
beforeAll(async () => {
  api = await openMarketApi()
})

const ask = (symbols: string) => api.get(`/v1/market/quotes?symbols=${symbols}`)
const quotes = async (symbols: string) => rowsIn(await ask(symbols), 'quotes')
const DECIMAL = /^-?\d+\.\d{2,}$/
const WHOLE = /^\d+$/

describe('D7: a quote', () => {
  test('has its prices, rates and sizes as decimal strings', async () => {
    const { status, body } = await ask('AAPL')
    expect(status).toBe(200)
    expect(body).toEqual({
      quotes: [
        {
          symbol: 'AAPL',
          outcome: 'OK',
          session: 'REGULAR',
          price: expect.stringMatching(DECIMAL),
          previousClose: expect.stringMatching(DECIMAL),
          change: expect.stringMatching(DECIMAL),
          changeRate: expect.stringMatching(DECIMAL),
          bidPrice: expect.stringMatching(DECIMAL),
          bidSize: expect.stringMatching(WHOLE),
          askPrice: expect.stringMatching(DECIMAL),
          askSize: expect.stringMatching(WHOLE),
          volume: expect.stringMatching(WHOLE),
          lastTradeAt: expect.stringMatching(/^2026-03-0[23]T\d\d:\d\d:\d\d\.\d{3}\+09:00$/),
          requestedAt: '2026-03-03T00:00:00.000+09:00',
        },
      ],
      requestId: 'test-request',
    })
  })

  test('lies between bid and ask, and its change follows from the close before', async () => {
    for (const quote of await quotes('AAPL,MSFT,NVDA,SPY')) {
      const [price, close, change, rate, bid, ask] = [
        ...['price', 'previousClose', 'change', 'changeRate', 'bidPrice', 'askPrice'],
      ].map((field) => Number(quote[field]))
      if (price === undefined || close === undefined) throw new Error('no price')
      expect(bid).toBeLessThanOrEqual(price)
      expect(ask).toBeGreaterThanOrEqual(price)
      expect(change).toBeCloseTo(price - close, 4)
      expect(rate).toBeCloseTo(((price - close) / close) * 100, 1)
    }
  })

  test('of an unknown symbol says so, beside those that are known', async () => {
    expect((await quotes('NOPE,AAPL')).at(0)).toEqual({
      symbol: 'NOPE',
      outcome: 'NOT_FOUND',
      session: 'REGULAR',
      requestedAt: '2026-03-03T00:00:00.000+09:00',
    })
  })

  test('of a known instrument without a price has only the outcome', async () => {
    expect(await quotes(UNPRICED)).toEqual([
      {
        symbol: UNPRICED,
        outcome: 'NO_DATA',
        session: 'REGULAR',
        requestedAt: '2026-03-03T00:00:00.000+09:00',
      },
    ])
  })

  test('comes once for each symbol, in the order asked, in any case', async () => {
    const found = await quotes('msft,AAPL,MSFT,aapl')
    expect(found.map(({ symbol }) => symbol)).toEqual(['MSFT', 'AAPL'])
  })

  test('stands while the market is closed', async () => {
    api.moveTo('2026-03-06T20:30:00-05:00')
    const [friday] = await quotes('AAPL')
    api.moveTo('2026-03-08T12:00:00-04:00')
    const [sunday] = await quotes('AAPL')
    expect(friday).toMatchObject({ session: 'CLOSED', outcome: 'OK' })
    expect(sunday).toEqual({ ...friday, requestedAt: '2026-03-09T01:00:00.000+09:00' })
  })
})

describe('is refused:', () => {
  const many = (count: number) =>
    ['AAPL', ...Array.from({ length: count - 1 }, (_, index) => `N${index}`)].join(',')

  test.each([
    ['missing-parameter', '/v1/market/quotes'],
    ['invalid-parameter', '/v1/market/quotes?symbols='],
    ['invalid-parameter', '/v1/market/quotes?symbols=AAPL,,MSFT'],
    ['invalid-parameter', '/v1/market/quotes?symbols=AAPL,%20MSFT'],
    ['invalid-parameter', '/v1/market/quotes?symbols=ABCDEFGHIJKLM'],
    ['invalid-parameter', `/v1/market/quotes?symbols=${many(201)}`],
  ])('400 %s: %s', async (code, path) => {
    expect(refusalIn(await api.get(path))).toEqual({ status: 400, code, param: 'symbols' })
  })

  test('200 symbols are not too many', async () => {
    expect(await quotes(many(200))).toHaveLength(200)
  })

  test('404 symbol-not-found when none is known', async () => {
    const answer = await ask('nope,none')
    expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'symbol-not-found' })
    expect(answer.body.data).toEqual({ symbol: 'NOPE,NONE' })
  })

  test('and never fails by itself', () => expect(api.failures).toEqual([]))
})
