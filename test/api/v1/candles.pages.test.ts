/** GET /v1/market/candles, page by page. */
import { afterAll, describe, expect, test } from 'bun:test'
import { badParam, refusalIn, rowsIn } from '../../support/answers'
import { openMarketApi, pathTo } from '../../support/market-api'

const api = await openMarketApi()
afterAll(() => expect(api.failures).toEqual([]))

type Query = Parameters<typeof pathTo>[1]
const ask = (query: Query = {}) =>
  api.get(pathTo('/v1/market/candles', { symbol: 'AAPL', interval: '1m', ...query }))
const candles = async (query: Query = {}) => rowsIn(await ask(query), 'candles')
const times = async (query: Query = {}) => (await candles(query)).map(({ time }) => time)

const from = '2026-02-27T15:00:00-05:00'
const INVALID_CURSOR = { status: 400, code: 'invalid-cursor', param: 'cursor' }

describe('pages of candles', () => {
  async function readAll(query: Query) {
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
  ])('[candles.cursor] pages of candles give each candle once, in order: %j', async (query) => {
    const found = await readAll(query)
    expect(found.length).toBeGreaterThan(2)
    expect(found.slice(0, -1).every((page) => page.length === query.limit)).toBe(true)
    expect(found.flat()).toEqual([...(await candles({ ...query, limit: 1_000 }))])
  })

  test('[candles.cursor] pages of candles end without a nextCursor, even with a page that is just full', async () => {
    const query = { from: '2026-02-27T15:58:00-05:00', to: '2026-03-01', limit: 2 }
    const { body } = await ask(query)
    expect(body.candles).toHaveLength(2)
    expect(body).not.toHaveProperty('nextCursor')
  })

  test('[candles.cursor] pages of candles go on with the cursor alone, and with another limit', async () => {
    const { body } = await ask({ from, limit: 1 })
    expect(await times({ cursor: `${body.nextCursor}`, limit: 2 })).toEqual([
      '2026-02-28T05:01:00.000+09:00',
      '2026-02-28T05:02:00.000+09:00',
    ])
  })

  test('[candles.cursor] pages of candles have nothing before a later `from`', async () => {
    const cursor = `${(await ask({ from, limit: 1 })).body.nextCursor}`
    const later = await times({ cursor, from: '2026-02-27T15:30:00-05:00', limit: 1 })
    expect(later).toEqual(['2026-02-28T05:30:00.000+09:00'])
  })

  test.each([
    ['symbol', { symbol: 'MSFT' }],
    ['interval', { interval: '5m' }],
    ['sessions', { sessions: 'REGULAR,AFTER' }],
    ['to', { to: '2026-03-01' }],
  ])('[page.cursor] pages of candles refuse the cursor of another %s', async (_, other) => {
    const { body } = await ask({ from, limit: 1 })
    const refusal = refusalIn(await ask({ from, cursor: `${body.nextCursor}`, ...other }))
    expect(refusal).toEqual(INVALID_CURSOR)
  })

  test.each(['', 'x', '-1', '1.5', '1e3', '9'.repeat(30)])(
    '[page.cursor] pages of candles refuse a cursor that was forged to name %j',
    async (id) => {
      const { body } = await ask({ from, limit: 1 })
      const [mark] = Buffer.from(`${body.nextCursor}`, 'base64url').toString().split('.')
      const cursor = Buffer.from(`${mark}.${id}`).toString('base64url')
      expect(refusalIn(await ask({ cursor }))).toEqual(INVALID_CURSOR)
      const alone = id === '' ? badParam('cursor') : INVALID_CURSOR
      expect(refusalIn(await ask({ cursor: id }))).toEqual(alone)
    },
  )

  /** Last, since the market's time only moves forward. */
  test('[page.stable] pages of candles give each candle once, complete, while the market goes on', async () => {
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
})
