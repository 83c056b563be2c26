import { beforeAll, describe, expect, test } from 'bun:test'
import type { Instrument } from '../../../src/core/instrument'
import { US_INSTRUMENTS } from '../../../src/market/instruments/us'
import { type MarketApi, openMarketApi, pathTo, refusalIn, rowsIn } from '../../support/market-api'
import { instrumentNamed } from '../../support/trading-floor'

/** Every instrument of the simulated market is TRADABLE. */
const LIMITED: readonly Instrument[] = [
  { ...instrumentNamed('ZZBUY'), tradable: 'BUY_ONLY' },
  { ...instrumentNamed('ZZSELL'), tradable: 'SELL_ONLY' },
  { ...instrumentNamed('ZZSTOP'), tradable: 'SUSPENDED' },
]

let api: MarketApi
beforeAll(async () => {
  api = await openMarketApi(LIMITED)
})

const ask = (query: Parameters<typeof pathTo>[1] = {}) => api.get(pathTo('/v1/instruments', query))
const list = async (query: Parameters<typeof pathTo>[1] = {}) =>
  rowsIn(await ask(query), 'instruments')
const symbols = async (query: Parameters<typeof pathTo>[1] = {}) =>
  (await list(query)).map(({ symbol }) => symbol)

const APPLE = {
  symbol: 'AAPL',
  name: 'Apple Inc.',
  nameKo: '애플',
  type: 'COMMON_STOCK',
  exchange: 'XNAS',
  sector: 'Information Technology',
  currency: 'USD',
  tradable: 'TRADABLE',
  dayMarketTradable: true,
}

describe('GET /v1/instruments', () => {
  test('lists instruments with all of their fields', async () => {
    const { status, body } = await ask({ search: 'aapl', limit: 1 })
    expect(status).toBe(200)
    const nextCursor = expect.any(String)
    expect(body).toEqual({ instruments: [APPLE], nextCursor, requestId: 'test-request' })
  })

  test('gives 100 by symbol when nothing is asked for, and up to 500', async () => {
    const hundred = await symbols()
    expect(hundred).toEqual(US_INSTRUMENTS.slice(0, 100).map(({ symbol }) => symbol))
    expect(await list({ limit: 500 })).toHaveLength(500)
    expect(await list({ limit: 1 })).toHaveLength(1)
  })

  test.each(['COMMON_STOCK', 'PREFERRED_STOCK', 'DR', 'ETF'])('has %s only', async (type) => {
    const types = new Set((await list({ type, limit: 500 })).map((found) => found.type))
    expect(types).toEqual(new Set([type]))
  })

  test.each([
    ['SELL_ONLY', ['ZZSELL']],
    ['SUSPENDED,SELL_ONLY', ['ZZSELL', 'ZZSTOP']],
    ['BUY_ONLY,BUY_ONLY', ['ZZBUY']],
  ])('has the tradable states that are named: %s', async (tradable, found) => {
    expect(await symbols({ tradable })).toEqual(found)
  })

  test('has those that trade in DAY, or the others', async () => {
    for (const dayMarketTradable of [true, false]) {
      const found = await list({ dayMarketTradable, limit: 500 })
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map((row) => row.dayMarketTradable))).toEqual(
        new Set([dayMarketTradable]),
      )
    }
  })

  test('finds by symbol and by name, the best match first', async () => {
    expect((await symbols({ search: 'apple' }))[0]).toBe('AAPL')
    expect((await symbols({ search: 'a' }))[0]).toBe('A')
    expect((await symbols({ search: 'MsF' }))[0]).toBe('MSFT')
  })

  test('takes the best matches when there are more than the limit', async () => {
    const all = await symbols({ search: 'bank', limit: 500 })
    expect(await symbols({ search: 'bank', limit: 3 })).toEqual(all.slice(0, 3))
  })

  test('joins a search with the other filters', async () => {
    const found = await list({ search: 's&p', type: 'ETF' })
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['ETF']))
  })

  test('takes a blank search as none', async () => {
    expect(await symbols({ search: '  ' })).toEqual(await symbols())
  })

  test.each(['.*', '[', '(a+)+$', '\\', '%', '%%', '_', '애플', '🍎', '\u0000', 'İ', "'; --"])(
    'is not harmed by %j',
    async (search) => {
      const found = await list({ search, limit: 500 })
      expect(found.length).toBeLessThan(500)
      expect(refusalIn(await ask({ search }))).toMatchObject({ status: 200 })
    },
  )

  test('finds nothing where nothing matches', async () => {
    expect(await list({ search: 'no such company' })).toEqual([])
  })

  test.each([
    ['type', { type: 'BOND' }],
    ['type', { type: 'etf' }],
    ['type', { type: '' }],
    ['search', { search: 'x'.repeat(101) }],
    ['tradable', { tradable: 'TRADABLE,OPEN' }],
    ['tradable', { tradable: '' }],
    ['tradable', { tradable: 'TRADABLE, SUSPENDED' }],
    ['dayMarketTradable', { dayMarketTradable: '1' }],
    ['dayMarketTradable', { dayMarketTradable: 'TRUE' }],
    ['dayMarketTradable', { dayMarketTradable: '' }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 501 }],
    ['limit', { limit: '-1' }],
    ['limit', { limit: '1e2' }],
  ])('refuses with 400 invalid-parameter of %s: %j', async (param, query) => {
    const refusal = { status: 400, code: 'invalid-parameter', param }
    expect(refusalIn(await ask(query))).toEqual(refusal)
  })
})

describe('GET /v1/instruments/{symbol}', () => {
  test('gives one instrument, by its symbol in any case', async () => {
    expect((await api.get('/v1/instruments/aapl')).body).toEqual({
      ...APPLE,
      requestId: 'test-request',
    })
  })

  test('finds a symbol with a dot or a hyphen', async () => {
    const symbol = US_INSTRUMENTS.find((known) => /[.-]/.test(known.symbol))?.symbol
    expect((await api.get(`/v1/instruments/${symbol}`)).body.symbol).toBe(symbol)
  })

  test('refuses with 404 symbol-not-found', async () => {
    const refusal = { status: 404, code: 'symbol-not-found', param: 'symbol' }
    expect(refusalIn(await api.get('/v1/instruments/NOPE'))).toEqual(refusal)
  })

  test.each(['A%20B', 'ABCDEFGHIJKLM', '%EC%95%A0'])(
    'refuses with 400 what can be no symbol: %s',
    async (symbol) => {
      const refusal = { status: 400, code: 'invalid-parameter', param: 'symbol' }
      expect(refusalIn(await api.get(`/v1/instruments/${symbol}`))).toEqual(refusal)
    },
  )

  test('and never fails by itself', () => expect(api.failures).toEqual([]))
})
