import { beforeAll, describe, expect, test } from 'bun:test'
import { INTERVALS } from '../../../src/market/feed'
import {
  type MarketApi,
  openMarketApi,
  pathTo,
  refusalIn,
  rowsIn,
  UNPRICED,
} from '../../support/market-api'

let api: MarketApi
beforeAll(async () => {
  api = await openMarketApi()
})

type Query = Parameters<typeof pathTo>[1]
const ask = (query: Query = {}) =>
  api.get(pathTo('/v1/market/candles', { symbol: 'AAPL', interval: '1m', ...query }))
const candles = async (query: Query = {}) => rowsIn(await ask(query), 'candles')
const times = async (query: Query = {}) => (await candles(query)).map(({ time }) => time)

describe('D7: a candle', () => {
  test('has its start, its prices as JSON numbers, its volume and its session', async () => {
    const { status, body } = await ask({ to: '2026-03-02T09:31:00-05:00', limit: 1 })
    expect(status).toBe(200)
    expect(body).toEqual({
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

  test.each([...INTERVALS])('of %s is served, ascending', async (interval) => {
    const starts = await times({ interval, limit: 5 })
    expect(starts).toHaveLength(5)
    expect(starts).toEqual([...starts].sort())
  })

  test('of a day starts with REGULAR, not at midnight in Korea', async () => {
    expect(await times({ interval: '1d', limit: 2 })).toEqual([
      '2026-02-27T23:30:00.000+09:00',
      '2026-03-02T23:30:00.000+09:00',
    ])
  })

  test('of a day joins the sessions that are named', async () => {
    const query = { interval: '1d', limit: 1, to: '2026-02-28T00:00:00-05:00' }
    const [regular] = await candles(query)
    const [all] = await candles({ ...query, sessions: 'DAY,PRE,REGULAR,AFTER' })
    expect(all).toMatchObject({ session: 'DAY', time: '2026-02-27T10:00:00.000+09:00' })
    expect(Number(all?.volume)).toBeGreaterThan(Number(regular?.volume))
  })

  test('that is still forming comes last', async () => {
    expect((await times({ interval: '1h' })).at(-1)).toBe('2026-03-02T23:30:00.000+09:00')
    expect((await times()).at(-1)).toBe('2026-03-03T00:00:00.000+09:00')
  })

  test('of a known instrument without prices does not exist', async () => {
    expect(await candles({ symbol: UNPRICED })).toEqual([])
  })

  test('is found by a symbol in any case', async () => {
    expect((await ask({ symbol: 'aapl', limit: 1 })).body.symbol).toBe('AAPL')
  })
})

describe('without from and cursor', () => {
  test('the newest 500 before now are meant, and there is no nextCursor', async () => {
    const { body } = await ask()
    expect(body.candles).toHaveLength(500)
    expect(body).not.toHaveProperty('nextCursor')
  })

  test('the newest before `to` are meant, which is exclusive', async () => {
    expect(await times({ to: '2026-03-02T09:32:00-05:00', limit: 3 })).toEqual([
      '2026-02-28T05:59:00.000+09:00',
      '2026-03-02T23:30:00.000+09:00',
      '2026-03-02T23:31:00.000+09:00',
    ])
  })
})

describe('with from', () => {
  test('the oldest from there on are meant, which is inclusive', async () => {
    expect(await times({ from: '2026-03-02T09:30:00-05:00', limit: 2 })).toEqual([
      '2026-03-02T23:30:00.000+09:00',
      '2026-03-02T23:31:00.000+09:00',
    ])
  })

  test('a time without an offset is Korean, and a date its midnight', async () => {
    const from = '2026-03-02T23:30'
    expect((await times({ from, limit: 1 }))[0]).toBe('2026-03-02T23:30:00.000+09:00')
    expect((await times({ from: '2026-02-28', limit: 1 }))[0]).toBe('2026-02-28T00:00:00.000+09:00')
  })

  test('a time may have its offset as it is or escaped', async () => {
    for (const offset of ['+09:00', '%2B09:00', '%2b0900', '']) {
      const from = `from=2026-03-02T23:30:00${offset}&limit=1`
      const answer = await api.get(`/v1/market/candles?symbol=AAPL&interval=1m&${from}`)
      expect(rowsIn(answer, 'candles')[0]?.time).toBe('2026-03-02T23:30:00.000+09:00')
    }
  })

  test('nothing after now is told, however far `to` lies ahead', async () => {
    const found = await times({ from: '2026-03-02T09:58:30-05:00', to: '2026-03-03T00:00:00Z' })
    expect(found).toEqual(['2026-03-02T23:59:00.000+09:00', '2026-03-03T00:00:00.000+09:00'])
    expect(await candles({ from: '2026-03-02T10:01:00-05:00' })).toEqual([])
  })

  test('the same time as `to` leaves nothing', async () => {
    const noon = '2026-02-27T12:00:00-05:00'
    expect(await candles({ from: noon, to: noon })).toEqual([])
  })

  test('before the market began it begins with the market', async () => {
    const [first] = await times({ from: '0001-01-01', interval: '1d', limit: 1 })
    expect(first).toBe('2005-01-03T23:30:00.000+09:00')
  })
})

describe('sessions', () => {
  const sessionsOf = async (query: Query) =>
    new Set((await candles(query)).map(({ session }) => session))
  const aDay = { from: '2026-02-26T20:00:00-05:00', to: '2026-02-27T20:00:00-05:00', limit: 1_000 }

  test('are REGULAR when none is named', async () => {
    expect(await sessionsOf(aDay)).toEqual(new Set(['REGULAR']))
    expect(await candles(aDay)).toHaveLength(390)
  })

  test('are those that are named, in any order and however often', async () => {
    const named = await candles({ ...aDay, sessions: 'AFTER,DAY,AFTER' })
    expect(new Set(named.map(({ session }) => session))).toEqual(new Set(['DAY', 'AFTER']))
    expect(named).toEqual([...(await candles({ ...aDay, sessions: 'DAY,AFTER' }))])
  })

  test('a candle never crosses the edge of one', async () => {
    const hours = await times({ ...aDay, interval: '1h', sessions: 'PRE,REGULAR' })
    expect(hours.map((time) => String(time).slice(11, 16))).toEqual([
      ...['18:00', '19:00', '20:00', '21:00', '22:00', '23:00'],
      ...['23:30', '00:30', '01:30', '02:30', '03:30', '04:30', '05:30'],
    ])
  })
})

describe('paging', () => {
  const from = '2026-02-27T15:00:00-05:00'

  async function pages(query: Query) {
    const found: unknown[][] = []
    let cursor: unknown
    do {
      const { body } = await ask({ ...query, ...(cursor !== undefined && { cursor: `${cursor}` }) })
      if (!Array.isArray(body.candles)) throw new Error(JSON.stringify(body))
      found.push(body.candles)
      cursor = body.nextCursor
    } while (cursor !== undefined)
    return found
  }

  test.each([
    { interval: '1m', limit: 7, from, sessions: 'REGULAR,AFTER' },
    { interval: '15m', limit: 3, from, sessions: 'DAY,PRE,REGULAR,AFTER' },
    { interval: '1d', limit: 10, from: '2026-01-01' },
    { interval: '1w', limit: 1, from: '2026-01-01', to: '2026-02-11' },
  ])('gives each candle of %j once, in order', async (query) => {
    const found = await pages(query)
    expect(found.length).toBeGreaterThan(2)
    expect(found.slice(0, -1).every((page) => page.length === query.limit)).toBe(true)
    expect(found.flat()).toEqual([...(await candles({ ...query, limit: 1_000 }))])
  })

  test('ends without a cursor, even with a page that is just full', async () => {
    const query = { from: '2026-02-27T15:58:00-05:00', to: '2026-03-01', limit: 2 }
    expect((await ask(query)).body.candles).toHaveLength(2)
    expect((await ask(query)).body).not.toHaveProperty('nextCursor')
  })

  test('goes on with the cursor alone, and with another limit', async () => {
    const { body } = await ask({ from, limit: 1 })
    const cursor = `${body.nextCursor}`
    expect(await times({ cursor, limit: 2 })).toEqual([
      '2026-02-28T05:01:00.000+09:00',
      '2026-02-28T05:02:00.000+09:00',
    ])
  })

  test('still gives nothing before a later from', async () => {
    const cursor = `${(await ask({ from, limit: 1 })).body.nextCursor}`
    const later = await times({ cursor, from: '2026-02-27T15:30:00-05:00', limit: 1 })
    expect(later).toEqual(['2026-02-28T05:30:00.000+09:00'])
  })

  test('gives each candle once, complete, while the market goes on', async () => {
    const start = { from: '2026-03-02T09:58:00-05:00', limit: 2 }
    const first = (await ask(start)).body
    api.moveTo('2026-03-02T10:03:30-05:00')
    const rest = await candles({ cursor: `${first.nextCursor}` })
    expect(rest.map(({ time }) => time)).toEqual([
      '2026-03-03T00:00:00.000+09:00',
      '2026-03-03T00:01:00.000+09:00',
      '2026-03-03T00:02:00.000+09:00',
      '2026-03-03T00:03:00.000+09:00',
    ])
    expect(await candles({ ...start, limit: 6 })).toEqual([...(await candles(start)), ...rest])
  })

  test.each([
    ['symbol', { symbol: 'MSFT' }],
    ['interval', { interval: '5m' }],
    ['sessions', { sessions: 'REGULAR,AFTER' }],
    ['to', { to: '2026-03-01' }],
  ])('refuses a cursor of another %s', async (_, other) => {
    const { body } = await ask({ from, limit: 1 })
    const refusal = refusalIn(await ask({ from, cursor: `${body.nextCursor}`, ...other }))
    expect(refusal).toEqual({ status: 400, code: 'invalid-cursor', param: 'cursor' })
  })

  test.each(['', 'x', '-1', '1.5', '1e3', '9'.repeat(30)])(
    'refuses a cursor made up to name %j',
    async (id) => {
      const { body } = await ask({ from, limit: 1 })
      const [mark] = Buffer.from(`${body.nextCursor}`, 'base64url').toString().split('.')
      const cursor = Buffer.from(`${mark}.${id}`).toString('base64url')
      expect(refusalIn(await ask({ cursor }))).toMatchObject({ code: 'invalid-cursor' })
      const code = id === '' ? 'invalid-parameter' : 'invalid-cursor'
      expect(refusalIn(await ask({ cursor: id }))).toMatchObject({ code })
    },
  )
})

describe('candles and quotes agree:', () => {
  const quoteNow = async () => {
    const answer = await api.get('/v1/market/quotes?symbols=AAPL')
    return rowsIn(answer, 'quotes')[0] ?? {}
  }

  test('the price is the close of the forming candle, within its high and low', async () => {
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

  test('the volume is that of the sessions of the date so far', async () => {
    const [day] = await candles({ interval: '1d', limit: 1, sessions: 'DAY,PRE,REGULAR,AFTER' })
    expect(`${day?.volume}`).toBe(`${(await quoteNow()).volume}`)
  })

  test('the previous close is the close of the REGULAR day before', async () => {
    const [before] = await candles({ interval: '1d', limit: 2 })
    expect(before?.close).toBe(Number((await quoteNow()).previousClose))
  })

  test('a candle that the market has passed does not change', async () => {
    const query = { from: '2026-03-02T10:00:00-05:00', to: '2026-03-02T10:01:00-05:00' }
    const then = await candles(query)
    expect(then).toHaveLength(1)
    api.moveTo('2026-03-03T10:00:00-05:00')
    expect(await candles(query)).toEqual([...then])
  })
})

describe('is refused:', () => {
  test.each([
    ['missing-parameter', 'symbol', { symbol: undefined }],
    ['missing-parameter', 'interval', { interval: undefined }],
    ['invalid-parameter', 'symbol', { symbol: 'A B' }],
    ['invalid-parameter', 'symbol', { symbol: '' }],
    ['invalid-parameter', 'interval', { interval: '2m' }],
    ['invalid-parameter', 'interval', { interval: '1M' }],
    ['invalid-parameter', 'from', { from: 'yesterday' }],
    ['invalid-parameter', 'from', { from: '2026-03-02 23:30' }],
    ['invalid-parameter', 'to', { to: '2026-02-30' }],
    ['invalid-parameter', 'limit', { limit: 0 }],
    ['invalid-parameter', 'limit', { limit: 1_001 }],
    ['invalid-parameter', 'limit', { limit: '5.0' }],
    ['invalid-parameter', 'limit', { limit: '' }],
    ['invalid-parameter', 'sessions', { sessions: 'CLOSED' }],
    ['invalid-parameter', 'sessions', { sessions: 'regular' }],
    ['invalid-parameter', 'sessions', { sessions: 'REGULAR,' }],
    ['invalid-parameter', 'sessions', { sessions: '' }],
    ['invalid-range', 'from', { from: '2026-03-02', to: '2026-03-01' }],
    ['invalid-cursor', 'cursor', { cursor: 'made-up' }],
  ])('400 %s of %s: %j', async (code, param, query) => {
    expect(refusalIn(await ask(query))).toEqual({ status: 400, code, param })
  })

  test('404 symbol-not-found', async () => {
    const answer = await ask({ symbol: 'nope' })
    expect(refusalIn(answer)).toEqual({ status: 404, code: 'symbol-not-found', param: 'symbol' })
    expect(answer.body.message).toBe('There is no instrument NOPE.')
  })

  test('the shape before the symbol', async () => {
    const query = { symbol: 'NOPE', from: '2026-03-02', to: '2026-03-01' }
    expect(refusalIn(await ask(query))).toMatchObject({ code: 'invalid-range' })
  })

  test('and never fails by itself', () => {
    expect(api.failures).toEqual([])
  })
})
