import { beforeAll, describe, expect, test } from 'bun:test'
import { type MarketApi, openMarketApi, refusalIn } from '../../support/market-api'

let api: MarketApi
beforeAll(async () => {
  api = await openMarketApi()
})

const ask = (query: string) => api.get(`/v1/market/exchange-rate?${query}`)

describe('D7: the exchange rate', () => {
  test('of the dollar in won has its two sides as JSON numbers, and its time', async () => {
    const { status, body } = await ask('base=USD&quote=KRW')
    expect(status).toBe(200)
    expect(body).toEqual({
      baseCurrency: 'USD',
      quoteCurrency: 'KRW',
      askRate: expect.any(Number),
      bidRate: expect.any(Number),
      requestedAt: '2026-03-03T00:00:00.000+09:00',
      requestId: 'test-request',
    })
    expect(Number(body.askRate)).toBeGreaterThan(Number(body.bidRate))
    expect(Number(body.bidRate)).toBeWithin(500, 3_000)
  })

  test('of the won in dollars is its inverse: who buys won sells dollars', async () => {
    const dollar = (await ask('base=USD&quote=KRW')).body
    const won = (await ask('base=KRW&quote=USD')).body
    expect(won).toMatchObject({ baseCurrency: 'KRW', quoteCurrency: 'USD' })
    expect(Number(won.askRate) * Number(dollar.bidRate)).toBeCloseTo(1, 5)
    expect(Number(won.bidRate) * Number(dollar.askRate)).toBeCloseTo(1, 5)
  })

  test('takes its currencies in any case', async () => {
    const { body } = await ask('base=usd&quote=Krw')
    expect(body).toMatchObject({ baseCurrency: 'USD', quoteCurrency: 'KRW' })
  })

  test('is that of the market clock', async () => {
    const before = (await ask('base=USD&quote=KRW')).body
    expect((await ask('base=USD&quote=KRW')).body).toEqual(before)
    api.moveTo('2026-03-02T15:00:00-05:00')
    const after = (await ask('base=USD&quote=KRW')).body
    expect(after.askRate).not.toBe(before.askRate)
    expect(after.requestedAt).toBe('2026-03-03T05:00:00.000+09:00')
  })
})

describe('is refused:', () => {
  test.each([
    ['missing-parameter', 'base', 'quote=KRW'],
    ['missing-parameter', 'quote', 'base=USD'],
    ['invalid-parameter', 'base', 'base=US&quote=KRW'],
    ['invalid-parameter', 'base', 'base=&quote=KRW'],
    ['invalid-parameter', 'quote', 'base=USD&quote=KRWW'],
    ['invalid-parameter', 'quote', 'base=USD&quote=K1W'],
    ['invalid-parameter', 'quote', 'base=USD&quote=%EC%9B%90%EC%9B%90%EC%9B%90'],
  ])('400 %s of %s: %s', async (code, param, query) => {
    expect(refusalIn(await ask(query))).toEqual({ status: 400, code, param })
  })

  test.each([
    'base=USD&quote=JPY',
    'base=EUR&quote=KRW',
    'base=USD&quote=USD',
    'base=krw&quote=krw',
  ])('404 exchange-rate-not-found: %s', async (query) => {
    expect(refusalIn(await ask(query))).toMatchObject({
      status: 404,
      code: 'exchange-rate-not-found',
    })
  })

  test('and the message names the pair', async () => {
    const { body } = await ask('base=usd&quote=jpy')
    expect(body.message).toBe('There is no exchange rate for USD/JPY.')
    expect(body.data).toEqual({ base: 'USD', quote: 'JPY' })
  })

  test('and never fails by itself', () => expect(api.failures).toEqual([]))
})
