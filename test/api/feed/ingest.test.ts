/** The ingest of live prices over HTTP: the batches that it takes and refuses. */
import { afterAll, describe, expect, test } from 'bun:test'
import { utc } from '../../support/live'
import { FEED_KEY, openLiveApi } from '../../support/live-api'
import { orderOf } from '../../support/orders'

const api = await openLiveApi()
afterAll(api.close)

const refusedCount = async () => Object(await api.status()).body.refusedMessages

describe('[live.ingest] PUT /feed/quotes', () => {
  test('lets prices in, which clients read and trade at', async () => {
    expect(await api.shown()).toMatchObject({ symbol: 'AAPL', outcome: 'NO_DATA' })
    const early = await api.place(orderOf({ orderType: 'MARKET', limitPrice: undefined }))
    expect(early.body).toMatchObject({ code: 'quote-unavailable' })

    const taken = await api.push({
      quotes: [api.quote('189.98', '190.02')],
      trades: [{ symbol: 'AAPL', price: '190', size: '70', time: utc(api.nowMs()) }],
    })
    expect(taken.body).toMatchObject({ accepted: 2, rejected: {} })
    expect(await api.shown()).toMatchObject({
      outcome: 'OK',
      bidPrice: '189.98',
      askPrice: '190.02',
      price: '190.00',
      volume: '70',
    })
    const order = orderOf({ orderType: 'MARKET', limitPrice: undefined, clientOrderId: 'now' })
    expect((await api.place(order)).status).toBe(200)
  })

  test('[live.stale] a stale quote says NO_DATA, and a MARKET order is refused', async () => {
    await api.show('189.97', '190.01')
    api.pass(60_000)
    expect(await api.shown()).toMatchObject({ outcome: 'OK' })
    api.pass(1)
    expect(await api.shown()).toMatchObject({ outcome: 'NO_DATA' })
    const order = orderOf({ orderType: 'MARKET', limitPrice: undefined, clientOrderId: 'stale' })
    expect((await api.place(order)).body).toMatchObject({ code: 'quote-unavailable' })
    await api.show('189.97', '190.01')
    expect(await api.shown()).toMatchObject({ outcome: 'OK' })
  })

  test('[live.halt] a halt suspends the instrument until it resumes', async () => {
    const state = (word: string) => ({
      states: [{ symbol: 'AAPL', state: word, time: utc(api.nowMs()) }],
    })
    await api.push(state('HALTED'))
    const order = orderOf({ orderType: 'MARKET', limitPrice: undefined, clientOrderId: 'halted' })
    expect((await api.place(order)).body).toMatchObject({ code: 'instrument-suspended' })
    api.pass(10)
    await api.push(state('RESUMED'))
    expect((await api.place(order)).body).toMatchObject({ code: 'quote-unavailable' })
    await api.show('180', '181')
    expect((await api.place(order)).status).toBe(200)
  })

  test('[live.rate] the exchange rate is the one that was sent, or none', async () => {
    const path = '/v1/market/exchange-rate?base=USD&quote=KRW'
    expect((await api.get(path)).body).toMatchObject({ code: 'exchange-rate-not-found' })
    const rate = { base: 'USD', quote: 'KRW', bidRate: '1449.5', askRate: '1450.5' }
    await api.push({ rates: [{ ...rate, time: utc(api.nowMs()) }] })
    expect((await api.get(path)).body).toMatchObject({ askRate: 1450.5, bidRate: 1449.5 })
  })

  test('[live.implausible] a rejected item is counted, by its reason', async () => {
    const before = Object((await api.status()).body.rejected)
    const wrong = await api.push({
      quotes: [api.quote('2', '1'), api.quote('1', '2', 'NOBODY')],
    })
    expect(wrong.body).toMatchObject({ accepted: 0, rejected: { crossed: 1, unknown: 1 } })
    expect(Object((await api.status()).body.rejected)).toMatchObject({
      crossed: (before.crossed ?? 0) + 1,
      unknown: (before.unknown ?? 0) + 1,
    })
  })
})

test('[live.ingest] a price that no candle can show is refused, and named', async () => {
  const trade = { symbol: 'PG', size: '1', time: utc(api.nowMs()) }
  const huge = await api.push({ trades: [{ ...trade, price: '10000000000' }] })
  expect(huge.body).toMatchObject({ code: 'invalid-parameter', param: 'trades.0.price' })
  expect((await api.push({ trades: [{ ...trade, price: '9999999999.99' }] })).status).toBe(200)
  const candles = '/v1/market/candles?symbol=PG&interval=1m&sessions=DAY,PRE,REGULAR,AFTER'
  expect((await api.get(candles)).status).toBe(200)
})

test('[live.ingest] a symbol in lower case is refused with the form that it must have', async () => {
  const { body } = await api.push({ quotes: [api.quote('1', '2', 'aapl')] })
  expect(body).toMatchObject({ param: 'quotes.0.symbol' })
  expect(Object(body).message).toContain('a symbol in upper case')
})

test('[live.limits] a batch of more than 1,000 items is refused, with how many it may have', async () => {
  const answer = await api.push({ quotes: Array.from({ length: 1_001 }, () => ({ symbol: 'A' })) })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-parameter'])
  expect(answer.body.message).toContain('it must be a JSON array of at most 1000 items')
})

describe('[live.rejected] a rejected item is named in the answer, and the rest counts', () => {
  test('by its place, symbol and reason; what is unknown by a code, and first', async () => {
    const rate = { base: 'EUR', quote: 'KRW', bidRate: '1600', askRate: '1601' }
    const taken = await api.push({
      quotes: [
        api.quote('2', '1', 'KO'),
        api.quote('70', '71', 'KO'),
        api.quote('1', '2', 'NOBODY'),
      ],
      rates: [{ ...rate, time: utc(api.nowMs()) }],
    })
    const unknown = { reason: 'unknown' }
    expect([taken.status, taken.body]).toMatchObject([
      200,
      {
        accepted: 1,
        rejected: { crossed: 1, unknown: 2 },
        items: [
          { item: 'quotes.2', symbol: 'NOBODY', ...unknown, code: 'symbol-not-found' },
          { item: 'rates.0', symbol: 'EUR/KRW', ...unknown, code: 'exchange-rate-not-found' },
          { item: 'quotes.0', symbol: 'KO', reason: 'crossed' },
        ],
      },
    ])
    expect(await api.shown('KO')).toMatchObject({ outcome: 'OK', bidPrice: '70.00' })
  })

  test('20 of them at most, and none if all count', async () => {
    const many = Array.from({ length: 30 }, () => api.quote('1', '2', 'NOBODY'))
    expect(Object((await api.push({ quotes: many })).body).items).toHaveLength(20)
    const good = await api.push({ quotes: [api.quote('70', '71', 'PEP')] })
    expect(good.body).not.toHaveProperty('items')
  })
})

describe('bad input is refused with its code and counted, and nothing changes', () => {
  const good = () => api.quote('150', '150.1', 'MSFT')

  test.each([
    ['a price of 0', () => ({ ...good(), bidPrice: '0' }), 'quotes.1.bidPrice'],
    ['NaN', () => ({ ...good(), askPrice: 'NaN' }), 'quotes.1.askPrice'],
    ['a number', () => ({ ...good(), askPrice: 150.1 }), 'quotes.1.askPrice'],
    ['another century', () => ({ ...good(), time: '1926-03-02T15:00:00Z' }), 'quotes.1.time'],
    ['no time', () => ({ ...good(), time: undefined }), 'quotes.1.time'],
    ['a field too many', () => ({ ...good(), mid: '1' }), 'quotes.1.mid'],
  ])('%s', async (_, bad, param) => {
    const before = await refusedCount()
    const answer = await api.push({ quotes: [good(), bad()] })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: 'validation', param })
    expect(await api.shown('MSFT')).toMatchObject({ outcome: 'NO_DATA' })
    expect(await refusedCount()).toBe(before + 1)
  })

  test('[live.ingest] a wrong key and no key', async () => {
    const before = await refusedCount()
    const wrong = await api.push({ quotes: [good()] }, { 'x-feed-key': `${FEED_KEY}x` })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid-feed-key'])
    const none = await api.push({ quotes: [good()] }, {})
    expect([none.status, none.body.code]).toEqual([401, 'feed-key-required'])
    expect(await refusedCount()).toBe(before + 2)
    expect(await api.shown('MSFT')).toMatchObject({ outcome: 'NO_DATA' })
  })

  test('[live.limits] a megabyte, too many items, and too many a second', async () => {
    const before = await refusedCount()
    const huge = await api.push({ quotes: Array.from({ length: 9_000 }, good) })
    expect(huge.body).toMatchObject({ code: 'body-too-large' })
    expect(await refusedCount()).toBe(before + 1)
    const trade = { symbol: 'MSFT', price: '150', size: '1', time: utc(api.nowMs()) }
    const many = await api.push({ trades: Array.from({ length: 600 }, () => trade) })
    expect(many.body).toMatchObject({ accepted: 600 })
    const service = api.deps.ingest?.service
    const batch = { trades: Array.from({ length: 1_000 }, () => trade) }
    const outcomes = Array.from({ length: 25 }, () => service?.take(batch))
    const refused = outcomes.filter((one) => one !== undefined && 'refused' in one)
    expect(refused).toHaveLength(6)
    expect(refused[0]).toMatchObject({ refused: 'rate-limit-exceeded' })
    api.pass(1_000)
    expect(service?.take(batch)).toMatchObject({ accepted: 1_000 })
    expect(service?.take({ trades: [...batch.trades, trade] })).toMatchObject({
      refused: 'invalid-parameter',
      param: 'body',
    })
  })
})

describe('[live.wanted] the wanted symbols', () => {
  test('are those with open orders, then those held, then those asked for lately', async () => {
    await api.wait(1_000)
    const symbols = async () => {
      const found = (await api.status()).body.symbols
      const list: { symbol: string; wanted: boolean }[] = Array.isArray(found) ? found : []
      return list.filter(({ wanted }) => wanted).map(({ symbol }) => symbol)
    }
    await api.place(orderOf({ symbol: 'NVDA', limitPrice: '1', clientOrderId: 'open' }))
    // A stop that nobody asks about must not wait for prices that nobody sends.
    await api.post('/paper/conditional-orders', {
      symbol: 'MSFT',
      side: 'BUY',
      type: 'STOP',
      quantity: 1,
      stopPrice: 9_000,
      timeInForce: 'GTC',
      clientOrderId: 'waits',
    })
    await api.shown('KO')
    await api.wait(1_000)
    const wanted = await symbols()
    expect(wanted).toEqual(expect.arrayContaining(['NVDA', 'MSFT', 'AAPL', 'KO']))
    expect(wanted.indexOf('NVDA')).toBeLessThan(wanted.indexOf('KO'))
    api.pass(600_001)
    await api.wait(1_000)
    expect(await symbols()).not.toContain('KO')
    expect(await symbols()).toContain('MSFT')
  })
})
