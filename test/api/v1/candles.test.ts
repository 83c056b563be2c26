/** GET /v1/market/candles: the fields, the intervals, and which candles a query means. */
import { afterAll, describe, expect, test } from 'bun:test'
import { INTERVALS } from '../../../src/market/feed'
import { badParam, missing, must, refusalIn, rowsIn } from '../../support/answers'
import { openMarketApi, pathTo, UNPRICED } from '../../support/market-api'

const api = await openMarketApi()
afterAll(() => expect(api.failures).toEqual([]))

type Query = Parameters<typeof pathTo>[1]
const ask = (query: Query = {}) =>
  api.get(pathTo('/v1/market/candles', { symbol: 'AAPL', interval: '1m', ...query }))
const candles = async (query: Query = {}) => rowsIn(await ask(query), 'candles')
const times = async (query: Query = {}) => (await candles(query)).map(({ time }) => time)

test('[candles.answer] [candle.fields] GET /v1/market/candles: a candle has its start, its prices as JSON numbers, its volume and its session', async () => {
  const answer = must(await ask({ to: '2026-03-02T09:31:00-05:00', limit: 1 }))
  expect(answer).toEqual({
    symbol: 'AAPL',
    interval: '1m',
    candles: [
      {
        time: '2026-03-02T23:30:00.000+09:00',
        open: expect.any(Number),
        high: expect.any(Number),
        low: expect.any(Number),
        close: expect.any(Number),
        volume: expect.any(Number),
        session: 'REGULAR',
      },
    ],
    requestId: 'test-request',
  })
})

test.each([...INTERVALS])(
  '[candles.interval] [candle.fields] GET /v1/market/candles: candles of %s ascend, and ' +
    'hold their open and close',
  async (interval) => {
    const found = await candles({ interval, limit: 5 })
    expect(found).toHaveLength(5)
    const starts = found.map(({ time }) => String(time))
    expect(starts).toEqual([...starts].sort())
    for (const { open, high, low, close } of found) {
      expect(Math.max(Number(open), Number(close))).toBeLessThanOrEqual(Number(high))
      expect(Math.min(Number(open), Number(close))).toBeGreaterThanOrEqual(Number(low))
    }
  },
)

test('[candles.interval] GET /v1/market/candles: a 1d candle begins with REGULAR, not at midnight in Korea', async () => {
  expect(await times({ interval: '1d', limit: 2 })).toEqual([
    '2026-02-27T23:30:00.000+09:00',
    '2026-03-02T23:30:00.000+09:00',
  ])
})

test('[candles.symbol] GET /v1/market/candles: a symbol may be in any case', async () => {
  expect((await ask({ symbol: 'aapl', limit: 1 })).body.symbol).toBe('AAPL')
})

test('[candles.symbol] GET /v1/market/candles: a known instrument without prices has no candles', async () => {
  expect(await candles({ symbol: UNPRICED })).toEqual([])
})

test('[candles.symbol] GET /v1/market/candles: an unknown symbol is 404, and named', async () => {
  const answer = await ask({ symbol: 'nope' })
  expect(refusalIn(answer)).toEqual({ status: 404, code: 'symbol-not-found', param: 'symbol' })
  expect(answer.body.message).toBe('There is no instrument NOPE.')
})

test('[candle.forming] GET /v1/market/candles: the candle that is still forming comes last', async () => {
  expect(await times({ interval: '1h', limit: 2 })).toEqual([
    '2026-02-28T05:30:00.000+09:00',
    '2026-03-02T23:30:00.000+09:00',
  ])
  expect((await times()).at(-1)).toBe('2026-03-03T00:00:00.000+09:00')
})

test('[candles.from] [candles.limit] the range of candles is the newest 500, without a nextCursor, if none is named', async () => {
  const { body } = await ask()
  expect(body.candles).toHaveLength(500)
  expect(body).not.toHaveProperty('nextCursor')
})

test('[candles.limit] the range of candles has 1,000 candles at most', async () => {
  expect(await candles({ limit: 1_000 })).toHaveLength(1_000)
  expect(refusalIn(await ask({ limit: 1_001 }))).toEqual(badParam('limit'))
})

test('[candles.to] the range of candles ends before `to` with the newest, if only `to` is named', async () => {
  expect(await times({ to: '2026-03-02T09:32:00-05:00', limit: 3 })).toEqual([
    '2026-02-28T05:59:00.000+09:00',
    '2026-03-02T23:30:00.000+09:00',
    '2026-03-02T23:31:00.000+09:00',
  ])
})

test('[candles.from] the range of candles begins at `from` with the oldest', async () => {
  expect(await times({ from: '2026-03-02T09:30:00-05:00', limit: 2 })).toEqual([
    '2026-03-02T23:30:00.000+09:00',
    '2026-03-02T23:31:00.000+09:00',
  ])
})

test('[candles.from] [candles.to] [time.range] the range of candles includes `from` and not `to`', async () => {
  const range = { from: '2026-03-02T09:40-05:00', to: '2026-03-02T09:42-05:00' }
  expect(await times(range)).toEqual([
    '2026-03-02T23:40:00.000+09:00',
    '2026-03-02T23:41:00.000+09:00',
  ])
})

test('[time.range] the range of candles is empty if `from` is `to`', async () => {
  const noon = '2026-02-27T12:00:00-05:00'
  expect(await candles({ from: noon, to: noon })).toEqual([])
})

test('[time.in] the range of candles reads a time without an offset as Korean, a date as its midnight', async () => {
  const from = '2026-03-02T23:30'
  expect((await times({ from, limit: 1 }))[0]).toBe('2026-03-02T23:30:00.000+09:00')
  expect((await times({ from: '2026-02-28', limit: 1 }))[0]).toBe('2026-02-28T00:00:00.000+09:00')
})

test.each(['+09:00', '%2B09:00', '%2b0900', ''])(
  '[time.in] the range of candles takes an offset as it is or escaped: %p',
  async (offset) => {
    const from = `from=2026-03-02T23:30:00${offset}&limit=1`
    const answer = await api.get(`/v1/market/candles?symbol=AAPL&interval=1m&${from}`)
    expect(rowsIn(answer, 'candles')[0]?.time).toBe('2026-03-02T23:30:00.000+09:00')
  },
)

test('[candles.to] the range of candles ends now, however far ahead `to` lies', async () => {
  const found = await times({ from: '2026-03-02T09:58:30-05:00', to: '2026-03-03T00:00:00Z' })
  expect(found).toEqual(['2026-03-02T23:59:00.000+09:00', '2026-03-03T00:00:00.000+09:00'])
  expect(await candles({ from: '2026-03-02T10:01:00-05:00' })).toEqual([])
})

test('[run.years] the range of candles begins with 2005, however early `from` is', async () => {
  const [first] = await times({ from: '0001-01-01', interval: '1d', limit: 1 })
  expect(first).toBe('2005-01-03T23:30:00.000+09:00')
})

describe('the sessions of candles', () => {
  const aDay = { from: '2026-02-26T20:00:00-05:00', to: '2026-02-27T20:00:00-05:00', limit: 1_000 }
  const sessionsOf = async (sessions?: string) =>
    new Set((await candles({ ...aDay, sessions })).map(({ session }) => session))

  test('[candles.sessions] the sessions of candles are REGULAR if none is named', async () => {
    expect(await sessionsOf()).toEqual(new Set(['REGULAR']))
    expect(await candles(aDay)).toHaveLength(390)
  })

  test('[candles.sessions] the sessions of candles are those that are named, in any order and however often', async () => {
    expect(await sessionsOf('DAY')).toEqual(new Set(['DAY']))
    expect(await sessionsOf('PRE,AFTER')).toEqual(new Set(['PRE', 'AFTER']))
    const repeated = await candles({ ...aDay, sessions: 'AFTER,DAY,AFTER' })
    expect(new Set(repeated.map(({ session }) => session))).toEqual(new Set(['DAY', 'AFTER']))
    expect(repeated).toEqual([...(await candles({ ...aDay, sessions: 'DAY,AFTER' }))])
  })

  test('[candles.sessions] the sessions of candles that are named are joined in a 1d candle', async () => {
    const query = { interval: '1d', limit: 1, to: '2026-02-28T00:00:00-05:00' }
    const [regular] = await candles(query)
    const [all] = await candles({ ...query, sessions: 'DAY,PRE,REGULAR,AFTER' })
    expect(all).toMatchObject({ session: 'DAY', time: '2026-02-27T10:00:00.000+09:00' })
    expect(Number(all?.volume)).toBeGreaterThan(Number(regular?.volume))
  })

  test('[candle.session] the sessions of candles that have traded are named by a candle that joins several', async () => {
    const joined = async (interval: string, sessions: string) =>
      (await candles({ interval, sessions, limit: 2 })).map((each) => each.sessions)
    // At 10:00 on a Monday in New York AFTER is still ahead.
    const [all, soFar] = [
      ['DAY', 'PRE', 'REGULAR', 'AFTER'],
      ['DAY', 'PRE', 'REGULAR'],
    ]
    expect(await joined('1d', 'AFTER,REGULAR,PRE,DAY')).toEqual([all, soFar])
    expect(await joined('1w', 'DAY,PRE,REGULAR,AFTER')).toEqual([all, soFar])
    expect(await joined('1mo', 'PRE,REGULAR')).toEqual([
      ['PRE', 'REGULAR'],
      ['PRE', 'REGULAR'],
    ])
    expect(await joined('1d', 'REGULAR')).toEqual([['REGULAR'], ['REGULAR']])
    expect(await joined('1h', 'PRE,REGULAR')).toEqual([undefined, undefined])
  })

  test('[candle.edges] the sessions of candles have edges that no intraday candle crosses', async () => {
    const hours = await candles({ ...aDay, interval: '1h', sessions: 'PRE,REGULAR,AFTER' })
    expect(hours.map(({ time, session }) => [String(time).slice(11, 16), session])).toEqual([
      ...['18:00', '19:00', '20:00', '21:00', '22:00', '23:00'].map((time) => [time, 'PRE']),
      ...['23:30', '00:30', '01:30', '02:30', '03:30', '04:30', '05:30'].map((time) => [
        time,
        'REGULAR',
      ]),
      ...['06:00', '07:00', '08:00', '09:00'].map((time) => [time, 'AFTER']),
    ])
  })
})

test.each([
  [missing('symbol'), { symbol: undefined }],
  [missing('interval'), { interval: undefined }],
  [badParam('symbol'), { symbol: 'A B' }],
  [badParam('symbol'), { symbol: '' }],
  [badParam('interval'), { interval: '2m' }],
  [badParam('interval'), { interval: '1M' }],
  [badParam('from'), { from: 'yesterday' }],
  [badParam('from'), { from: '2026-03-02 23:30' }],
  [badParam('to'), { to: '2026-02-30' }],
  [badParam('limit'), { limit: 0 }],
  [badParam('limit'), { limit: '5.0' }],
  [badParam('limit'), { limit: '' }],
  [badParam('sessions'), { sessions: 'NIGHT' }],
  [badParam('sessions'), { sessions: 'CLOSED' }],
  [badParam('sessions'), { sessions: 'regular' }],
  [badParam('sessions'), { sessions: 'REGULAR,' }],
  [badParam('sessions'), { sessions: '' }],
  [
    { status: 400, code: 'invalid-range', param: 'from' },
    { from: '2026-03-02', to: '2026-03-01' },
  ],
  [{ status: 400, code: 'invalid-cursor', param: 'cursor' }, { cursor: 'made-up' }],
])(
  '[candles.symbol] [candles.interval] a query for candles is refused with %j: %j',
  async (refusal, query) => {
    expect(refusalIn(await ask(query))).toEqual(refusal)
  },
)

test('[request.order-of-checks] a query for candles is refused for its shape before its symbol', async () => {
  const query = { symbol: 'NOPE', from: '2026-03-02', to: '2026-03-01' }
  expect(refusalIn(await ask(query))).toMatchObject({ code: 'invalid-range' })
})

/** Last, since the market's time only moves forward. */
describe('candles and quotes', () => {
  const quoteNow = async () =>
    rowsIn(await api.get('/v1/market/quotes?symbols=AAPL'), 'quotes')[0] ?? {}

  test('[quote.in-candle] [candle.forming] candles and quotes agree: the price is the close of each forming candle', async () => {
    for (const second of ['10:04:07', '10:04:59.999', '10:05:00', '11:17:43.21', '15:59:59.999']) {
      api.moveTo(`2026-03-02T${second}-05:00`)
      const price = Number((await quoteNow()).price)
      for (const interval of INTERVALS) {
        const forming = (await candles({ interval, limit: 1 }))[0] ?? {}
        expect([second, interval, forming.close]).toEqual([second, interval, price])
        expect(price).toBeWithin(Number(forming.low), Number(forming.high) + 0.000_1)
      }
    }
  })

  test('candles and quotes agree on the volume: that of the sessions of the date so far', async () => {
    const [day] = await candles({ interval: '1d', limit: 1, sessions: 'DAY,PRE,REGULAR,AFTER' })
    expect(`${day?.volume}`).toBe(`${(await quoteNow()).volume}`)
  })

  test('candles and quotes agree on the previous close: the close of the REGULAR day before', async () => {
    const [before] = await candles({ interval: '1d', limit: 2 })
    expect(before?.close).toBe(Number((await quoteNow()).previousClose))
  })

  test('[candle.forming] candles no longer change once the market has passed them', async () => {
    const query = { from: '2026-03-02T10:00:00-05:00', to: '2026-03-02T10:01:00-05:00' }
    const then = await candles(query)
    expect(then).toHaveLength(1)
    api.moveTo('2026-03-03T10:00:00-05:00')
    expect(await candles(query)).toEqual([...then])
  })
})
