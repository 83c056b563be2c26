/** GET /v1/instruments and GET /v1/instruments/{symbol} */
import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Instrument } from '../../../src/core/instrument'
import { US_INSTRUMENTS } from '../../../src/market/instruments/reference'
import { instruments } from '../../../src/postgres/schema/market'
import { badParam, must, refusalIn, rowsIn } from '../../support/answers'
import { openMarketApi, pathTo, UNPRICED } from '../../support/market-api'
import { instrumentNamed } from '../../support/trading-floor'

/** Every instrument of the simulated market is TRADABLE, in DAY too. */
const LIMITED: readonly Instrument[] = [
  { ...instrumentNamed('ZZBUY'), tradable: 'BUY_ONLY' },
  { ...instrumentNamed('ZZNODAY'), dayMarketTradable: false },
  { ...instrumentNamed('ZZSELL'), tradable: 'SELL_ONLY' },
  { ...instrumentNamed('ZZSTOP'), tradable: 'SUSPENDED' },
]
const ALL = [...US_INSTRUMENTS, ...LIMITED, instrumentNamed(UNPRICED)]
  .map(({ symbol }) => symbol)
  .sort()

const api = await openMarketApi(LIMITED)
afterAll(() => expect(api.failures).toEqual([]))

type Query = Parameters<typeof pathTo>[1]
const setTradable = (symbol: string, tradable: Instrument['tradable']) =>
  api.deps.database.drizzle
    .update(instruments)
    .set({ tradable })
    .where(eq(instruments.symbol, symbol))
const ask = (query: Query = {}) => api.get(pathTo('/v1/instruments', query))
const list = async (query: Query = {}) => rowsIn(await ask(query), 'instruments')
const symbols = async (query: Query = {}) => (await list(query)).map(({ symbol }) => String(symbol))

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

test('[instrument.fields] GET /v1/instruments lists instruments with all their fields', async () => {
  const { status, body } = await ask({ search: 'aapl', limit: 1 })
  expect(status).toBe(200)
  const nextCursor = expect.any(String)
  expect(body).toEqual({ instruments: [APPLE], nextCursor, requestId: 'test-request' })
})

test('[instruments.limit] GET /v1/instruments gives 100 by symbol without a limit, and 500 at most', async () => {
  expect(await symbols()).toEqual(ALL.slice(0, 100))
  expect(await list({ limit: 500 })).toHaveLength(500)
  expect(await list({ limit: 1 })).toHaveLength(1)
  expect(refusalIn(await ask({ limit: 501 }))).toEqual(badParam('limit'))
})

test.each(['COMMON_STOCK', 'PREFERRED_STOCK', 'DR', 'ETF'])(
  '[instruments.type] [instrument.type] GET /v1/instruments keeps the type %s alone',
  async (type) => {
    const types = new Set((await list({ type, limit: 500 })).map((found) => found.type))
    expect(types).toEqual(new Set([type]))
  },
)

test.each([
  ['BUY_ONLY,BUY_ONLY', ['ZZBUY']],
  ['SELL_ONLY', ['ZZSELL']],
  ['SELL_ONLY,BUY_ONLY', ['ZZBUY', 'ZZSELL']],
  ['SUSPENDED,SELL_ONLY', ['ZZSELL', 'ZZSTOP']],
])(
  '[instruments.tradable] [instrument.tradable] GET /v1/instruments keeps the tradable states %s',
  async (tradable, found) => {
    expect(await symbols({ tradable })).toEqual(found)
  },
)

test('[instruments.tradable] GET /v1/instruments keeps TRADABLE instruments alone', async () => {
  const states = (await list({ tradable: 'TRADABLE', limit: 500 })).map((each) => each.tradable)
  expect(new Set(states)).toEqual(new Set(['TRADABLE']))
})

test.each([true, false])(
  '[instruments.dayMarketTradable] GET /v1/instruments keeps those with dayMarketTradable %p alone',
  async (dayMarketTradable) => {
    const found = await list({ dayMarketTradable, limit: 500 })
    expect(found.length).toBeGreaterThan(0)
    const shown = new Set(found.map((row) => row.dayMarketTradable))
    expect(shown).toEqual(new Set([dayMarketTradable]))
  },
)

test('[instruments.dayMarketTradable] GET /v1/instruments finds what does not trade in DAY', async () => {
  expect(await symbols({ dayMarketTradable: false, limit: 500 })).toContain('ZZNODAY')
})

test.each([
  ['aapl', 'AAPL'],
  ['apple', 'AAPL'],
  ['Apple Inc', 'AAPL'],
  ['애플', 'AAPL'],
  ['a', 'A'],
  ['MsF', 'MSFT'],
])(
  '[instruments.search] GET /v1/instruments: a search for %p finds %s first',
  async (search, best) => {
    expect((await symbols({ search }))[0]).toBe(best)
  },
)

test('[instruments.search] GET /v1/instruments: a search with a limit gives the best matches', async () => {
  const all = await symbols({ search: 'bank', limit: 500 })
  expect(await symbols({ search: 'bank', limit: 3 })).toEqual(all.slice(0, 3))
})

test('[instruments.search] GET /v1/instruments: a search joins the other filters', async () => {
  const found = await list({ search: 's&p', type: 'ETF' })
  expect(found.length).toBeGreaterThan(0)
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['ETF']))
})

test('[instruments.search] GET /v1/instruments: a blank search finds everything', async () => {
  expect(await symbols({ search: '  ' })).toEqual(await symbols())
})

test('[instruments.search] GET /v1/instruments: a search without a match finds nothing', async () => {
  expect(await list({ search: 'no such company' })).toEqual([])
})

test.each(['.*', '[', '(a+)+$', '\\', '%', '%%', '_', '애플', '🍎', '\u0000', 'İ', "'; --"])(
  '[instruments.search] GET /v1/instruments: a search for %j is text, no pattern',
  async (search) => {
    const found = await list({ search, limit: 500 })
    expect(found.length).toBeLessThan(500)
    expect(refusalIn(await ask({ search }))).toMatchObject({ status: 200 })
  },
)

test.each([
  ['type', { type: 'BOND' }],
  ['type', { type: 'etf' }],
  ['type', { type: '' }],
  ['search', { search: 'x'.repeat(101) }],
  ['tradable', { tradable: 'MAYBE' }],
  ['tradable', { tradable: 'TRADABLE,OPEN' }],
  ['tradable', { tradable: '' }],
  ['tradable', { tradable: 'TRADABLE, SUSPENDED' }],
  ['dayMarketTradable', { dayMarketTradable: '1' }],
  ['dayMarketTradable', { dayMarketTradable: 'TRUE' }],
  ['dayMarketTradable', { dayMarketTradable: '' }],
  ['limit', { limit: 0 }],
  ['limit', { limit: '-1' }],
  ['limit', { limit: '1e2' }],
])('GET /v1/instruments: the filter %s is invalid in %j', async (param, query) => {
  expect(refusalIn(await ask(query))).toEqual(badParam(param))
})

describe('pages of GET /v1/instruments', () => {
  const readAll = async (query: Query) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await ask({ ...query, cursor })
      found.push(...rowsIn(page, 'instruments').map(({ symbol }) => String(symbol)))
      cursor = page.body.nextCursor === undefined ? undefined : String(page.body.nextCursor)
    } while (cursor !== undefined)
    return found
  }

  test.each([500, 100, 7])(
    '[instruments.cursor] pages of GET /v1/instruments read the whole list in pages of %d',
    async (limit) => {
      expect(ALL.length).toBeGreaterThan(500)
      expect(await readAll({ limit })).toEqual(ALL)
    },
  )

  test('[instruments.cursor] pages of GET /v1/instruments keep the order of a search, and its filters', async () => {
    const whole = await readAll({ search: 'in', limit: 500 })
    expect(whole.length).toBeGreaterThan(20)
    expect(await readAll({ search: 'in', limit: 3 })).toEqual(whole)
    const etfs = await readAll({ type: 'ETF', tradable: 'TRADABLE', limit: 500 })
    expect(await readAll({ type: 'ETF', tradable: 'TRADABLE', limit: 11 })).toEqual(etfs)
  })

  test('[instruments.cursor] [page.cursor] pages of GET /v1/instruments take a cursor with its own filters alone', async () => {
    const { body } = await ask({ type: 'ETF', limit: 1 })
    const cursor = String(body.nextCursor)
    const invalid = { status: 400, code: 'invalid-cursor', param: 'cursor' }
    for (const query of [{}, { type: 'DR' }, { type: 'ETF', search: 'x' }]) {
      expect(refusalIn(await ask({ ...query, cursor }))).toEqual(invalid)
    }
    expect((await ask({ type: 'ETF', limit: 5, cursor })).status).toBe(200)
  })

  test('[page.stable] pages of GET /v1/instruments go on after an instrument that the filters no longer let through', async () => {
    const query = { tradable: 'TRADABLE', limit: 2 }
    const page = await ask(query)
    const [, last = ''] = rowsIn(page, 'instruments').map(({ symbol }) => String(symbol))
    await setTradable(last, 'SUSPENDED')
    await api.deps.instruments.refresh()
    const next = await symbols({ ...query, cursor: String(page.body.nextCursor) })
    await setTradable(last, 'TRADABLE')
    await api.deps.instruments.refresh()
    expect(ALL.slice(ALL.indexOf(last) + 1)).toContain(next[0] ?? '')
  })
})

test('[instruments.one] [instrument.fields] [request.symbols] GET /v1/instruments/{symbol} answers one instrument, by its symbol in any case', async () => {
  for (const symbol of ['AAPL', 'aapl']) {
    const answer = must(await api.get(`/v1/instruments/${symbol}`))
    expect(answer).toEqual({ ...APPLE, requestId: 'test-request' })
  }
})

test('[instruments.one] GET /v1/instruments/{symbol} finds a symbol with a dot or a hyphen', async () => {
  const symbol = US_INSTRUMENTS.find((known) => /[.-]/.test(known.symbol))?.symbol
  expect((await api.get(`/v1/instruments/${symbol}`)).body.symbol).toBe(symbol)
})

test('[instruments.one] GET /v1/instruments/{symbol}: an unknown symbol is 404 symbol-not-found', async () => {
  const refusal = { status: 404, code: 'symbol-not-found', param: 'symbol' }
  expect(refusalIn(await api.get('/v1/instruments/NOPE'))).toEqual(refusal)
})

test.each(['A%20B', 'ABCDEFGHIJKLM', '%EC%95%A0'])(
  'GET /v1/instruments/{symbol}: %s is refused, since it can be no symbol',
  async (symbol) => {
    expect(refusalIn(await api.get(`/v1/instruments/${symbol}`))).toEqual(badParam('symbol'))
  },
)
