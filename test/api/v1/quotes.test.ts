/** GET /v1/market/quotes */
import { afterAll, describe, expect, test } from 'bun:test'
import { badParam, missing, refusalIn, rowsIn } from '../../support/answers'
import { openMarketApi, UNPRICED } from '../../support/market-api'

const api = await openMarketApi()
afterAll(() => expect(api.failures).toEqual([]))

const ask = (symbols: string) => api.get(`/v1/market/quotes?symbols=${symbols}`)
const quotes = async (symbols: string) => rowsIn(await ask(symbols), 'quotes')
const quoteOf = async (symbol: string) => (await quotes(symbol))[0] ?? {}
const DECIMAL = expect.stringMatching(/^-?\d+\.\d{2,}$/)
const WHOLE = expect.stringMatching(/^\d+$/)

describe('GET /v1/market/quotes', () => {
  test('[quote.fields] [quote.outcome] [quote.session] [service.money] GET /v1/market/quotes a quote has its prices, rates and sizes as decimal strings', async () => {
    const { status, body } = await ask('AAPL')
    expect(status).toBe(200)
    expect(body).toEqual({
      quotes: [
        {
          symbol: 'AAPL',
          outcome: 'OK',
          session: 'REGULAR',
          price: DECIMAL,
          previousClose: DECIMAL,
          change: DECIMAL,
          changeRate: DECIMAL,
          bidPrice: DECIMAL,
          bidSize: WHOLE,
          askPrice: DECIMAL,
          askSize: WHOLE,
          volume: WHOLE,
          lastTradeAt: expect.stringMatching(/^2026-03-0[23]T\d\d:\d\d:\d\d\.\d{3}\+09:00$/),
          requestedAt: '2026-03-03T00:00:00.000+09:00',
        },
      ],
      requestId: 'test-request',
    })
  })

  test('[quote.fields] GET /v1/market/quotes: the price lies between bid and ask, and the change follows from the previous close', async () => {
    for (const quote of await quotes('AAPL,MSFT,NVDA,SPY')) {
      const [price, close, change, rate, bid, ask] = [
        'price',
        'previousClose',
        'change',
        'changeRate',
        'bidPrice',
        'askPrice',
      ].map((field) => Number(quote[field]))
      if (price === undefined || close === undefined) throw new Error('no price')
      expect(bid).toBeLessThanOrEqual(price)
      expect(ask).toBeGreaterThanOrEqual(price)
      expect(change).toBeCloseTo(price - close, 4)
      expect(rate).toBeCloseTo(((price - close) / close) * 100, 1)
    }
  })

  test('[quote.in-candle] GET /v1/market/quotes: a quote lies within the minute candle that is forming', async () => {
    const path = '/v1/market/candles?symbol=AAPL&interval=1m&limit=1'
    const [candle] = rowsIn(await api.get(path), 'candles')
    const { price } = await quoteOf('AAPL')
    expect(Number(price)).toBeWithin(Number(candle?.low), Number(candle?.high) + 1e-9)
  })

  test('[quote.outcome] GET /v1/market/quotes: an unknown symbol is NOT_FOUND and one without a price is NO_DATA, beside known ones', async () => {
    const [unknown, known, unpriced] = await quotes(`NOPE,AAPL,${UNPRICED}`)
    const rest = { session: 'REGULAR', requestedAt: '2026-03-03T00:00:00.000+09:00' }
    expect(unknown).toEqual({ symbol: 'NOPE', outcome: 'NOT_FOUND', ...rest })
    expect(known).toMatchObject({ symbol: 'AAPL', outcome: 'OK' })
    expect(unpriced).toEqual({ symbol: UNPRICED, outcome: 'NO_DATA', ...rest })
  })

  test('[quote.outcome] GET /v1/market/quotes: no known symbol at all is 404, and the symbols are named', async () => {
    const answer = await ask('nope,none')
    expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'symbol-not-found' })
    expect(answer.body.data).toEqual({ symbol: 'NOPE,NONE' })
  })

  test('[quotes.symbols] GET /v1/market/quotes: a repeated symbol answers once, in the order asked, in any case', async () => {
    const found = await quotes('msft,AAPL,MSFT,aapl')
    expect(found.map(({ symbol }) => symbol)).toEqual(['MSFT', 'AAPL'])
  })

  const many = (count: number) =>
    ['AAPL', ...Array.from({ length: count - 1 }, (_, at) => `N${at}`)].join()

  test('[quotes.symbols-max] GET /v1/market/quotes: 200 symbols are answered, 201 are refused', async () => {
    expect(await quotes(many(200))).toHaveLength(200)
    expect(refusalIn(await ask(many(201)))).toEqual(badParam('symbols'))
  })

  test('[quotes.symbols] GET /v1/market/quotes: symbols are required', async () => {
    expect(refusalIn(await api.get('/v1/market/quotes'))).toEqual(missing('symbols'))
  })

  test.each(['', 'AAPL,', 'AAPL,,MSFT', 'AAPL,%20MSFT', 'AAPL%20MSFT', 'ABCDEFGHIJKLM'])(
    '[quotes.symbols] GET /v1/market/quotes symbols=%s is refused',
    async (symbols) => {
      expect(refusalIn(await ask(symbols))).toEqual(badParam('symbols'))
    },
  )
})

/** In the order of time, since the market's only moves forward. */
describe('the session of a quote', () => {
  test.each([
    ['[session.regular] is REGULAR until its close', '2026-03-02T15:59:59.999-05:00', 'REGULAR'],
    ['[session.after] is AFTER from the close on', '2026-03-02T16:00:00-05:00', 'AFTER'],
    ['[session.day] is DAY of the next trading date at 20:00', '2026-03-02T20:00:00-05:00', 'DAY'],
    ['[session.closed] is CLOSED between DAY and PRE', '2026-03-03T03:50:00-05:00', 'CLOSED'],
    ['[session.pre] is PRE from 04:00 on', '2026-03-03T04:00:00-05:00', 'PRE'],
    ['[session.closed] is CLOSED on a Friday evening', '2026-03-06T20:00:00-05:00', 'CLOSED'],
    ['[session.day] is DAY on a Sunday evening', '2026-03-08T20:00:00-04:00', 'DAY'],
    [
      '[session.closed] [calendar.holidays] is CLOSED on the eve of a holiday',
      '2026-04-02T20:00:00-04:00',
      'CLOSED',
    ],
  ])('[quote.session] [clock.market] %s: %s', async (_, at, session) => {
    api.moveTo(at)
    expect(await quoteOf('AAPL')).toMatchObject({ session })
  })

  test('[quote.fields] the session of a quote: a quote does not change while the market is CLOSED', async () => {
    api.moveTo('2026-04-03T20:30:00-04:00')
    const friday = await quoteOf('AAPL')
    api.moveTo('2026-04-05T12:00:00-04:00')
    expect(friday).toMatchObject({ session: 'CLOSED', outcome: 'OK' })
    expect(await quoteOf('AAPL')).toEqual({
      ...friday,
      requestedAt: '2026-04-06T01:00:00.000+09:00',
    })
  })
})
