/** Reference data of instruments. */
import { describe, expect, test } from 'bun:test'
import { badParam, must, openContract } from '../../support/brokerage'
import { pathTo, refusalIn, rowsIn } from '../../support/market-api'

const b = await openContract({ simulated: 'all' })
type Query = Parameters<typeof pathTo>[1]
const get = (path: string, query: Query = {}) => b.get(pathTo(path, query))
const instruments = async (query: Query) =>
  rowsIn(await get('/v1/instruments', query), 'instruments')

describe('the list', () => {
  const pages = async (query: Query) => {
    const symbols: string[] = []
    let cursor: string | undefined
    do {
      const page = await get('/v1/instruments', { ...query, cursor })
      symbols.push(...rowsIn(page, 'instruments').map(({ symbol }) => String(symbol)))
      cursor = page.body.nextCursor === undefined ? undefined : String(page.body.nextCursor)
    } while (cursor !== undefined)
    return symbols
  }
  const all = b.deps.instruments.list().map(({ symbol }) => symbol)

  test.each([1_000, 500, 100, 7])(
    '[instruments.cursor] can be read whole, pages of %d',
    async (size) => {
      const limit = Math.min(size, 500)
      expect(all.length).toBeGreaterThan(500)
      expect(await pages({ limit })).toEqual(all)
    },
  )

  test('[instruments.cursor] of a search goes on in its order', async () => {
    const search = 'in'
    const whole = await pages({ search, limit: 500 })
    expect(whole.length).toBeGreaterThan(20)
    expect(await pages({ search, limit: 3 })).toEqual(whole)
    const etfs = await pages({ type: 'ETF', tradable: 'TRADABLE', limit: 500 })
    expect(await pages({ type: 'ETF', tradable: 'TRADABLE', limit: 11 })).toEqual(etfs)
  })

  test('[instruments.cursor] [page.cursor] takes a cursor with its own filters alone', async () => {
    const { body } = await get('/v1/instruments', { type: 'ETF', limit: 1 })
    const cursor = String(body.nextCursor)
    const invalid = { status: 400, code: 'invalid-cursor', param: 'cursor' }
    for (const query of [{}, { type: 'DR' }, { type: 'ETF', search: 'x' }]) {
      expect(refusalIn(await get('/v1/instruments', { ...query, cursor }))).toEqual(invalid)
    }
    expect((await get('/v1/instruments', { type: 'ETF', limit: 5, cursor })).status).toBe(200)
  })

  test('[page.stable] goes on after one that the filters no longer let through', async () => {
    const query = { tradable: 'TRADABLE', limit: 2 }
    const page = await get('/v1/instruments', query)
    const last = String(rowsIn(page, 'instruments')[1]?.symbol)
    const rest = all.slice(all.indexOf(last) + 1)
    await b.operator.setTradable(last, 'SUSPENDED')
    await b.deps.instruments.refresh()
    const next = await get('/v1/instruments', { ...query, cursor: String(page.body.nextCursor) })
    await b.operator.setTradable(last, 'TRADABLE')
    await b.deps.instruments.refresh()
    expect(rest).toContain(String(rowsIn(next, 'instruments')[0]?.symbol))
  })
})

describe('an instrument', () => {
  test(
    '[instruments.one] [instrument.fields] [instrument.type] [instrument.tradable] ' +
      'has its fields',
    async () => {
      expect(must(await get('/v1/instruments/AAPL'))).toEqual({
        symbol: 'AAPL',
        name: 'Apple Inc.',
        nameKo: '애플',
        type: 'COMMON_STOCK',
        exchange: 'XNAS',
        sector: 'Information Technology',
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
    expect((await instruments({ search: '애플' }))[0]?.symbol).toBe('AAPL')
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

  test('[instruments.limit] is one of 100 when nothing is said, of 500 at most', async () => {
    expect(await instruments({})).toHaveLength(100)
    expect(await instruments({ limit: 500 })).toHaveLength(500)
    expect(refusalIn(await get('/v1/instruments', { limit: 501 }))).toEqual(badParam('limit'))
  })
})
