/** Quotes, candles, the exchange rate, the calendar and the instruments (D3, D7). */
import { describe, expect, test } from 'bun:test'
import { INTERVALS } from '../../src/market/feed'
import { pathTo, type Row, refusalIn, rowsIn } from '../support/market-api'
import { must, openContract } from './brokerage'

const b = await openContract({ simulated: 'all' })
type Query = Parameters<typeof pathTo>[1]

const get = (path: string, query: Query = {}) => b.get(pathTo(path, query))
const quotes = async (symbols: string) =>
  rowsIn(await get('/v1/market/quotes', { symbols }), 'quotes')
const askCandles = (query: Query) =>
  get('/v1/market/candles', { symbol: 'AAPL', interval: '1m', limit: 5, ...query })
const candles = async (query: Query) => rowsIn(await askCandles(query), 'candles')
const calendar = async (query: Query) => rowsIn(await get('/v1/market/calendar', query), 'calendar')
const instruments = async (query: Query) =>
  rowsIn(await get('/v1/instruments', query), 'instruments')

const badParam = (param: string) => ({ status: 400, code: 'invalid-parameter', param })
const missing = (param: string) => ({ status: 400, code: 'missing-parameter', param })
const DECIMAL = /^-?\d+\.\d{2,}$/
const KST = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00$/

describe('a quote', () => {
  test(
    '[quote.symbol] [quote.outcome] [quote.session] [quote.price] [quote.more] ' +
      '[d7.quote] [conventions.money] has its fields',
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

  test('[d7.outcome] of an unknown symbol, or without a price, says so and no more', async () => {
    const [, unknown, unpriced] = await quotes('AAPL,NOWHERE,NOPRICE')
    const rest = { session: 'REGULAR', requestedAt: '2026-03-03T00:00:00.000+09:00' }
    expect(unknown).toEqual({ symbol: 'NOWHERE', outcome: 'NOT_FOUND', ...rest })
    expect(unpriced).toEqual({ symbol: 'NOPRICE', outcome: 'NO_DATA', ...rest })
    expect(refusalIn(await get('/v1/market/quotes', { symbols: 'NOWHERE,NO' }))).toMatchObject({
      status: 404,
      code: 'symbol-not-found',
    })
  })

  test('[d7.symbols] of 200 symbols at most; repeated ones once, in the order asked', async () => {
    const asked = Array.from({ length: 199 }, (_, at) => `X${at}`)
    expect(await quotes(['AAPL', ...asked].join())).toHaveLength(200)
    const answer = await get('/v1/market/quotes', { symbols: ['AAPL', 'Y', ...asked].join() })
    expect(refusalIn(answer)).toEqual(badParam('symbols'))
    expect((await quotes('MSFT,aapl,MSFT')).map(({ symbol }) => symbol)).toEqual(['MSFT', 'AAPL'])
  })

  test('[d7.agree] lies within the candle that is forming', async () => {
    const [quote] = await quotes('AAPL')
    const [candle] = await candles({ limit: 1 })
    expect(Number(quote?.price)).toBeWithin(Number(candle?.low), Number(candle?.high) + 1e-9)
  })
})

describe('candles', () => {
  test('[candles.answer] [candle.time] [candle.prices] [d7.candle] have their fields', async () => {
    const answer = await askCandles({ from: '2026-03-02T09:30-05:00', limit: 1 })
    expect(must(answer)).toEqual({
      symbol: 'AAPL',
      interval: '1m',
      candles: [
        {
          time: '2026-03-02T23:30:00.000+09:00',
          ...{ open: expect.any(Number), high: expect.any(Number) },
          ...{ low: expect.any(Number), close: expect.any(Number) },
          volume: expect.any(Number),
          session: 'REGULAR',
        },
      ],
      nextCursor: expect.any(String),
      requestId: 'test-request',
    })
  })

  test('[candles.symbol] [candles.interval] are asked for by symbol and interval', async () => {
    expect(refusalIn(await askCandles({ symbol: undefined }))).toEqual(missing('symbol'))
    expect(refusalIn(await askCandles({ interval: undefined }))).toEqual(missing('interval'))
    expect(refusalIn(await askCandles({ interval: '2m' }))).toEqual(badParam('interval'))
    expect(refusalIn(await askCandles({ symbol: 'NOWHERE' }))).toEqual({
      status: 404,
      code: 'symbol-not-found',
      param: 'symbol',
    })
  })

  test.each([...INTERVALS])(
    '[d7.intervals] of %s ascend, and start where they say',
    async (interval) => {
      const found = await candles({ interval })
      expect(found).toHaveLength(5)
      const times = found.map(({ time }) => String(time))
      expect(times).toEqual([...times].sort())
      for (const { open, high, low, close } of found) {
        expect(Math.max(Number(open), Number(close))).toBeLessThanOrEqual(Number(high))
        expect(Math.min(Number(open), Number(close))).toBeGreaterThanOrEqual(Number(low))
      }
    },
  )

  test('[candles.interval] of a day are regular sessions, not Korean days', async () => {
    const found = await candles({ interval: '1d', limit: 2 })
    expect(found.map(({ time }) => time)).toEqual([
      '2026-02-27T23:30:00.000+09:00',
      '2026-03-02T23:30:00.000+09:00',
    ])
  })

  test('[candles.from] [candles.to] [d1.range] from is inclusive, to is not', async () => {
    const range = { from: '2026-03-02T09:40-05:00', to: '2026-03-02T09:42-05:00' }
    expect((await candles(range)).map(({ time }) => time)).toEqual([
      '2026-03-02T23:40:00.000+09:00',
      '2026-03-02T23:41:00.000+09:00',
    ])
    const answer = await askCandles({ from: range.to, to: range.from })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'invalid-range' })
  })

  test(
    '[candles.limit] [limits.candles] are 500 when nothing ' + 'is said, and 1000 at most',
    async () => {
      expect(await candles({ limit: undefined, interval: '1m' })).toHaveLength(500)
      expect(await candles({ limit: 1_000 })).toHaveLength(1_000)
      expect(refusalIn(await askCandles({ limit: 1_001 }))).toEqual(badParam('limit'))
    },
  )

  test('[candles.sessions] are of REGULAR unless others are named', async () => {
    const sessionsOf = async (sessions?: string) =>
      new Set((await candles({ sessions, limit: 1_000 })).map(({ session }) => session))
    expect(await sessionsOf()).toEqual(new Set(['REGULAR']))
    expect(await sessionsOf('DAY')).toEqual(new Set(['DAY']))
    expect(await sessionsOf('PRE,AFTER')).toEqual(new Set(['PRE', 'AFTER']))
    expect(refusalIn(await askCandles({ sessions: 'NIGHT' }))).toEqual(badParam('sessions'))
  })

  test('[candles.cursor] page without a gap, and a cursor is bound to its query', async () => {
    const query = { from: '2026-03-02T09:30-05:00', to: '2026-03-02T09:37-05:00', limit: 3 }
    const times: unknown[] = []
    let cursor: string | undefined
    for (let page = 0; page < 3; page++) {
      const answer = await askCandles({ ...query, cursor })
      times.push(...rowsIn(answer, 'candles').map(({ time }) => time))
      cursor = typeof answer.body.nextCursor === 'string' ? answer.body.nextCursor : undefined
    }
    expect(cursor).toBeUndefined()
    const all = await candles({ ...query, limit: 100 })
    expect(times).toEqual(all.map(({ time }) => time))
    const first = await askCandles(query)
    const other = await askCandles({
      ...query,
      symbol: 'MSFT',
      cursor: String(first.body.nextCursor),
    })
    expect(refusalIn(other)).toMatchObject({ status: 400, code: 'invalid-cursor' })
  })

  test(
    '[d7.newest] without from and cursor are the newest, ' + 'and there is no nextCursor',
    async () => {
      const answer = await askCandles({ limit: 1 })
      expect(rowsIn(answer, 'candles')[0]?.time).toBe('2026-03-03T00:00:00.000+09:00')
      expect(answer.body).not.toHaveProperty('nextCursor')
    },
  )

  test('[d7.forming] include the one that is forming, last', async () => {
    const [, last] = await candles({ interval: '1h', limit: 2 })
    expect(last?.time).toBe('2026-03-02T23:30:00.000+09:00')
  })

  test("[d7.edges] never cross a session's edge", async () => {
    const range = { from: '2026-02-27T09:00-05:00', to: '2026-02-27T17:00-05:00' }
    const found = await candles({
      interval: '1h',
      sessions: 'PRE,REGULAR,AFTER',
      limit: 20,
      ...range,
    })
    expect(found.map(({ time, session }) => [String(time).slice(11, 16), session])).toEqual([
      ['23:00', 'PRE'],
      ...['23:30', '00:30', '01:30', '02:30', '03:30', '04:30', '05:30'].map((time) => [
        time,
        'REGULAR',
      ]),
      ['06:00', 'AFTER'],
    ])
  })
})

describe('the exchange rate', () => {
  const ask = (base?: string, quote?: string) => get('/v1/market/exchange-rate', { base, quote })

  test(
    '[rate.baseCurrency] [rate.quoteCurrency] [rate.askRate] [rate.bidRate] ' +
      '[rate.requestedAt] [d7.rate] has its fields',
    async () => {
      for (const [base, quote] of [
        ['USD', 'KRW'],
        ['KRW', 'USD'],
      ]) {
        const rate = must(await ask(base, quote))
        expect(rate).toEqual({
          baseCurrency: base,
          quoteCurrency: quote,
          askRate: expect.any(Number),
          bidRate: expect.any(Number),
          requestedAt: '2026-03-03T00:00:00.000+09:00',
          requestId: 'test-request',
        })
        expect(Number(rate.askRate)).toBeGreaterThan(Number(rate.bidRate))
      }
    },
  )

  test(
    '[rate.base] [rate.quote] [d7.rate] needs both, of three letters, and a pair ' +
      'that is quoted',
    async () => {
      expect(refusalIn(await ask(undefined, 'KRW'))).toEqual(missing('base'))
      expect(refusalIn(await ask('USD'))).toEqual(missing('quote'))
      expect(refusalIn(await ask('US', 'KRW'))).toEqual(badParam('base'))
      expect(refusalIn(await ask('USD', 'EUR'))).toMatchObject({
        status: 404,
        code: 'exchange-rate-not-found',
      })
    },
  )
})

describe('the calendar', () => {
  const dayOf = async (from: string): Promise<Row> => {
    const [day] = await calendar({ from })
    if (day === undefined) throw new Error('no day')
    return day
  }
  const hours = (type: string, open: string, close: string) => ({ type, open, close })

  test(
    '[calendar.date] [calendar.status] [calendar.sessions] [d3.day] [d3.pre] ' +
      '[d3.regular] [d3.after] [d3.status] shows an open day',
    async () => {
      expect(await dayOf('2026-03-02')).toEqual({
        date: '2026-03-02',
        status: 'OPEN',
        holidayName: null,
        sessions: [
          hours('DAY', '20:00', '03:50'),
          hours('PRE', '04:00', '09:30'),
          hours('REGULAR', '09:30', '16:00'),
          hours('AFTER', '16:00', '20:00'),
        ],
      })
    },
  )

  test('[d3.regular] [d3.after] [d3.holidays] [d3.status] shows an early close', async () => {
    expect(await dayOf('2026-11-27')).toEqual({
      date: '2026-11-27',
      status: 'HALF_DAY',
      holidayName: 'Day after Thanksgiving',
      sessions: [
        hours('DAY', '20:00', '03:50'),
        hours('PRE', '04:00', '09:30'),
        hours('REGULAR', '09:30', '13:00'),
        hours('AFTER', '13:00', '17:00'),
      ],
    })
  })

  test('[d3.holidays] [d3.status] [d3.closed] shows a closed day', async () => {
    expect(await dayOf('2026-06-19')).toEqual({
      date: '2026-06-19',
      status: 'CLOSED',
      holidayName: expect.stringContaining('Juneteenth'),
      sessions: [],
    })
    expect(await dayOf('2026-03-07')).toMatchObject({ status: 'CLOSED', holidayName: null })
  })

  test('[calendar.from] [calendar.to] is of today in New York unless dates are named', async () => {
    expect((await calendar({})).map(({ date }) => date)).toEqual(['2026-03-02'])
    const range = await calendar({ from: '2026-03-01', to: '2026-03-03' })
    expect(range.map(({ date }) => date)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
  })

  test('[calendar.to] [limits.calendar] [d3.refusals] is of a year at most', async () => {
    expect(await calendar({ from: '2027-01-01', to: '2028-01-01' })).toHaveLength(366)
    expect(await calendar({ from: '2028-01-01', to: '2029-01-01' })).toHaveLength(367)
    expect(
      refusalIn(await get('/v1/market/calendar', { from: '2027-01-01', to: '2028-01-03' })),
    ).toEqual({ status: 400, code: 'range-too-long', param: 'to' })
  })

  test('[calendar.market] [d3.refusals] [version.us] is of US only', async () => {
    expect(await calendar({ market: 'US' })).toHaveLength(1)
    expect(refusalIn(await get('/v1/market/calendar', { market: 'KR' }))).toEqual(
      badParam('market'),
    )
  })
})

describe('an instrument', () => {
  test(
    '[instruments.one] [instrument.symbol] [instrument.name] [instrument.type] ' +
      '[instrument.exchange] [instrument.currency] [instrument.tradable] ' +
      '[instrument.dayMarketTradable] has its fields',
    async () => {
      expect(must(await get('/v1/instruments/AAPL'))).toEqual({
        symbol: 'AAPL',
        name: 'Apple Inc.',
        type: 'COMMON_STOCK',
        exchange: 'XNAS',
        currency: 'USD',
        tradable: 'TRADABLE',
        dayMarketTradable: true,
        requestId: 'test-request',
      })
      expect(refusalIn(await get('/v1/instruments/NOWHERE'))).toEqual({
        status: 404,
        code: 'symbol-not-found',
        param: 'symbol',
      })
    },
  )

  test.each(['COMMON_STOCK', 'PREFERRED_STOCK', 'DR', 'ETF'])(
    '[instruments.type] [instrument.type] is found by its type %s',
    async (type) => {
      const found = await instruments({ type, limit: 20 })
      expect(new Set(found.map((each) => each.type))).toEqual(new Set([type]))
    },
  )

  test('[instruments.type] [instruments.search] is found by symbol or name', async () => {
    expect((await instruments({ search: 'aapl' }))[0]?.symbol).toBe('AAPL')
    expect((await instruments({ search: 'Apple Inc' }))[0]?.symbol).toBe('AAPL')
    expect(refusalIn(await get('/v1/instruments', { type: 'BOND' }))).toEqual(badParam('type'))
  })

  test('[instruments.tradable] [instrument.tradable] is found by its states', async () => {
    const states = async (tradable: string) =>
      new Set((await instruments({ tradable, limit: 500 })).map((each) => each.tradable))
    expect(await states('SELL_ONLY,BUY_ONLY')).toEqual(new Set(['SELL_ONLY', 'BUY_ONLY']))
    expect(await states('SUSPENDED')).toEqual(new Set(['SUSPENDED']))
    expect(await states('TRADABLE')).toEqual(new Set(['TRADABLE']))
    const answer = await get('/v1/instruments', { tradable: 'MAYBE' })
    expect(refusalIn(answer)).toEqual(badParam('tradable'))
  })

  test('[instruments.dayMarketTradable] is found by its DAY session', async () => {
    const found = await instruments({ dayMarketTradable: false, limit: 500 })
    expect(found.map(({ symbol }) => symbol)).toContain('NODAY')
    expect(new Set(found.map((each) => each.dayMarketTradable))).toEqual(new Set([false]))
  })

  test(
    '[instruments.limit] [limits.lists] is one of 100 when nothing is said, of 500 ' + 'at most',
    async () => {
      expect(await instruments({})).toHaveLength(100)
      expect(await instruments({ limit: 500 })).toHaveLength(500)
      expect(refusalIn(await get('/v1/instruments', { limit: 501 }))).toEqual(badParam('limit'))
    },
  )
})

/** Last, since the market's time only goes on. */
describe('the session of a quote', () => {
  test.each([
    ['[d3.regular] REGULAR until its close', '2026-03-02T15:59:59.999-05:00', 'REGULAR'],
    ['[d3.after] AFTER from then', '2026-03-02T16:00:00-05:00', 'AFTER'],
    ['[d3.day] DAY of the next trading date', '2026-03-02T20:00:00-05:00', 'DAY'],
    ['[d3.closed] CLOSED before PRE', '2026-03-03T03:50:00-05:00', 'CLOSED'],
    ['[d3.pre] PRE', '2026-03-03T04:00:00-05:00', 'PRE'],
    ['[d3.closed] CLOSED at the weekend', '2026-03-06T20:00:00-05:00', 'CLOSED'],
    ['[d3.day] DAY on a Sunday evening', '2026-03-08T20:00:00-04:00', 'DAY'],
    ['[d3.closed] [d3.holidays] CLOSED before a holiday', '2026-04-02T20:00:00-04:00', 'CLOSED'],
  ])('[quote.session] [d3.clock] %s', async (_, at, session) => {
    await b.advanceTo(at)
    expect((await quotes('AAPL'))[0]).toMatchObject({ session })
  })
})
