/** Quotes, and the session that they show (D3, D7). */
import { describe, expect, test } from 'bun:test'
import { badParam, missing, openContract } from '../../support/brokerage'
import { pathTo, refusalIn, rowsIn } from '../../support/market-api'

const b = await openContract({ simulated: 'all' })
type Query = Parameters<typeof pathTo>[1]
const get = (path: string, query: Query = {}) => b.get(pathTo(path, query))
const quotes = async (symbols: string) =>
  rowsIn(await get('/v1/market/quotes', { symbols }), 'quotes')
const askCandles = (query: Query) =>
  get('/v1/market/candles', { symbol: 'AAPL', interval: '1m', limit: 5, ...query })
const candles = async (query: Query) => rowsIn(await askCandles(query), 'candles')
const DECIMAL = /^-?\d+\.\d{2,}$/
const KST = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00$/

describe('a quote', () => {
  test(
    '[quote.fields] [quote.outcome] [quote.session] [service.money] has ' + 'its fields',
    async () => {
      const decimal = expect.stringMatching(DECIMAL)
      const whole = expect.stringMatching(/^\d+$/)
      expect(await quotes('AAPL')).toEqual([
        {
          symbol: 'AAPL',
          outcome: 'OK',
          session: 'REGULAR',
          price: decimal,
          previousClose: decimal,
          change: decimal,
          changeRate: decimal,
          bidPrice: decimal,
          bidSize: whole,
          askPrice: decimal,
          askSize: whole,
          volume: whole,
          lastTradeAt: expect.stringMatching(KST),
          requestedAt: '2026-03-03T00:00:00.000+09:00',
        },
      ])
    },
  )

  test('[quotes.symbols] is asked for by symbol', async () => {
    expect(refusalIn(await get('/v1/market/quotes'))).toEqual(missing('symbols'))
    for (const symbols of ['', 'AAPL,', 'AAPL MSFT', 'TOOLONGASYMBOL']) {
      const answer = await get('/v1/market/quotes', { symbols })
      expect(refusalIn(answer)).toEqual(badParam('symbols'))
    }
  })

  test(
    '[quote.outcome] of an unknown symbol, or without a price, says so and ' + 'no more',
    async () => {
      const [, unknown, unpriced] = await quotes('AAPL,NOWHERE,NOPRICE')
      const rest = { session: 'REGULAR', requestedAt: '2026-03-03T00:00:00.000+09:00' }
      expect(unknown).toEqual({ symbol: 'NOWHERE', outcome: 'NOT_FOUND', ...rest })
      expect(unpriced).toEqual({ symbol: 'NOPRICE', outcome: 'NO_DATA', ...rest })
      expect(refusalIn(await get('/v1/market/quotes', { symbols: 'NOWHERE,NO' }))).toMatchObject({
        status: 404,
        code: 'symbol-not-found',
      })
    },
  )

  test(
    '[quotes.symbols-max] of 200 symbols at most; repeated ones once, in ' + 'the order asked',
    async () => {
      const asked = Array.from({ length: 199 }, (_, at) => `X${at}`)
      expect(await quotes(['AAPL', ...asked].join())).toHaveLength(200)
      const answer = await get('/v1/market/quotes', { symbols: ['AAPL', 'Y', ...asked].join() })
      expect(refusalIn(answer)).toEqual(badParam('symbols'))
      expect((await quotes('MSFT,aapl,MSFT')).map(({ symbol }) => symbol)).toEqual(['MSFT', 'AAPL'])
    },
  )

  test('[quote.in-candle] lies within the candle that is forming', async () => {
    const [quote] = await quotes('AAPL')
    const [candle] = await candles({ limit: 1 })
    expect(Number(quote?.price)).toBeWithin(Number(candle?.low), Number(candle?.high) + 1e-9)
  })
})

/** Last, since the market's time only goes on. */
describe('the session of a quote', () => {
  test.each([
    ['[session.regular] REGULAR until its close', '2026-03-02T15:59:59.999-05:00', 'REGULAR'],
    ['[session.after] AFTER from then', '2026-03-02T16:00:00-05:00', 'AFTER'],
    ['[session.day] DAY of the next trading date', '2026-03-02T20:00:00-05:00', 'DAY'],
    ['[session.closed] CLOSED before PRE', '2026-03-03T03:50:00-05:00', 'CLOSED'],
    ['[session.pre] PRE', '2026-03-03T04:00:00-05:00', 'PRE'],
    ['[session.closed] CLOSED at the weekend', '2026-03-06T20:00:00-05:00', 'CLOSED'],
    ['[session.day] DAY on a Sunday evening', '2026-03-08T20:00:00-04:00', 'DAY'],
    [
      '[session.closed] [calendar.holidays] CLOSED before a holiday',
      '2026-04-02T20:00:00-04:00',
      'CLOSED',
    ],
  ])('[quote.session] [clock.market] %s', async (_, at, session) => {
    await b.advanceTo(at)
    expect((await quotes('AAPL'))[0]).toMatchObject({ session })
  })
})
