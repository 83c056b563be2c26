/** Candles (D7). */
import { describe, expect, test } from 'bun:test'
import { INTERVALS } from '../../../src/market/feed'
import { badParam, missing, must, openContract } from '../../support/brokerage'
import { pathTo, refusalIn, rowsIn } from '../../support/market-api'

const b = await openContract({ simulated: 'all' })
type Query = Parameters<typeof pathTo>[1]
const get = (path: string, query: Query = {}) => b.get(pathTo(path, query))
const askCandles = (query: Query) =>
  get('/v1/market/candles', { symbol: 'AAPL', interval: '1m', limit: 5, ...query })
const candles = async (query: Query) => rowsIn(await askCandles(query), 'candles')

describe('candles', () => {
  test('[candles.answer] [candle.fields] have their fields', async () => {
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
    '[candles.interval] of %s ascend, and start where they say',
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

  test('[candle.session] that join sessions name those that have traded in them', async () => {
    const sessionsOf = async (interval: string, sessions: string) =>
      (await candles({ interval, sessions, limit: 2 })).map((each) => each.sessions)
    // It is Monday, 10:00 in New York: AFTER is still to come.
    const [all, soFar] = [
      ['DAY', 'PRE', 'REGULAR', 'AFTER'],
      ['DAY', 'PRE', 'REGULAR'],
    ]
    expect(await sessionsOf('1d', 'AFTER,REGULAR,PRE,DAY')).toEqual([all, soFar])
    expect(await sessionsOf('1w', 'DAY,PRE,REGULAR,AFTER')).toEqual([all, soFar])
    expect(await sessionsOf('1mo', 'PRE,REGULAR')).toEqual([
      ['PRE', 'REGULAR'],
      ['PRE', 'REGULAR'],
    ])
    expect(await sessionsOf('1d', 'REGULAR')).toEqual([['REGULAR'], ['REGULAR']])
    expect(await sessionsOf('1h', 'PRE,REGULAR')).toEqual([undefined, undefined])
  })

  test('[candles.interval] of a day are regular sessions, not Korean days', async () => {
    const found = await candles({ interval: '1d', limit: 2 })
    expect(found.map(({ time }) => time)).toEqual([
      '2026-02-27T23:30:00.000+09:00',
      '2026-03-02T23:30:00.000+09:00',
    ])
  })

  test('[candles.from] [candles.to] [time.range] from is inclusive, to is not', async () => {
    const range = { from: '2026-03-02T09:40-05:00', to: '2026-03-02T09:42-05:00' }
    expect((await candles(range)).map(({ time }) => time)).toEqual([
      '2026-03-02T23:40:00.000+09:00',
      '2026-03-02T23:41:00.000+09:00',
    ])
    const answer = await askCandles({ from: range.to, to: range.from })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'invalid-range' })
  })

  test('[candles.limit] are 500 when nothing is said, and 1000 at most', async () => {
    expect(await candles({ limit: undefined, interval: '1m' })).toHaveLength(500)
    expect(await candles({ limit: 1_000 })).toHaveLength(1_000)
    expect(refusalIn(await askCandles({ limit: 1_001 }))).toEqual(badParam('limit'))
  })

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
    '[candles.from] without from and cursor are the newest, and there is ' + 'no nextCursor',
    async () => {
      const answer = await askCandles({ limit: 1 })
      expect(rowsIn(answer, 'candles')[0]?.time).toBe('2026-03-03T00:00:00.000+09:00')
      expect(answer.body).not.toHaveProperty('nextCursor')
    },
  )

  test('[candle.forming] include the one that is forming, last', async () => {
    const [, last] = await candles({ interval: '1h', limit: 2 })
    expect(last?.time).toBe('2026-03-02T23:30:00.000+09:00')
  })

  test("[candle.edges] never cross a session's edge", async () => {
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
