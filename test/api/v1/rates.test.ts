/** GET /v1/market/exchange-rate */
import { afterAll, expect, test } from 'bun:test'
import { badParam, missing, must, refusalIn } from '../../support/answers'
import { openMarketApi, pathTo } from '../../support/market-api'

const api = await openMarketApi()
afterAll(() => expect(api.failures).toEqual([]))

const rateOf = (base?: string, quote?: string) =>
  api.get(pathTo('/v1/market/exchange-rate', { base, quote }))

test.each([
  ['USD', 'KRW'],
  ['KRW', 'USD'],
])(
  '[exchange-rate.fields] [exchange-rate.pairs] GET /v1/market/exchange-rate quotes %s in %s',
  async (base, quote) => {
    const rate = must(await rateOf(base, quote))
    expect(rate).toEqual({
      baseCurrency: base,
      quoteCurrency: quote,
      askRate: expect.any(Number),
      bidRate: expect.any(Number),
      requestedAt: '2026-03-03T00:00:00.000+09:00',
      requestId: 'test-request',
    })
    expect(Number(rate.askRate)).toBeGreaterThan(Number(rate.bidRate))
  },
)

test('[exchange-rate.fields] GET /v1/market/exchange-rate: a dollar is worth 500 to 3,000 won', async () => {
  expect(Number(must(await rateOf('USD', 'KRW')).bidRate)).toBeWithin(500, 3_000)
})

test('[exchange-rate.fields] GET /v1/market/exchange-rate: the ask of won in dollars is one over the bid of dollars in won', async () => {
  const dollar = must(await rateOf('USD', 'KRW'))
  const won = must(await rateOf('KRW', 'USD'))
  expect(Number(won.askRate) * Number(dollar.bidRate)).toBeCloseTo(1, 5)
  expect(Number(won.bidRate) * Number(dollar.askRate)).toBeCloseTo(1, 5)
})

test('GET /v1/market/exchange-rate takes currency codes in any case', async () => {
  expect(must(await rateOf('usd', 'Krw'))).toMatchObject({
    baseCurrency: 'USD',
    quoteCurrency: 'KRW',
  })
})

test.each([
  [missing('base'), undefined, 'KRW'],
  [missing('quote'), 'USD', undefined],
  [badParam('base'), 'US', 'KRW'],
  [badParam('base'), '', 'KRW'],
  [badParam('quote'), 'USD', 'KRWW'],
  [badParam('quote'), 'USD', 'K1W'],
  [badParam('quote'), 'USD', '원원원'],
])(
  '[exchange-rate.base] GET /v1/market/exchange-rate answers %j to base=%s, quote=%s',
  async (refusal, base, quote) => {
    expect(refusalIn(await rateOf(base, quote))).toEqual(refusal)
  },
)

test.each([
  ['USD', 'JPY'],
  ['EUR', 'KRW'],
  ['USD', 'EUR'],
  ['USD', 'USD'],
  ['krw', 'krw'],
])(
  '[exchange-rate.pairs] GET /v1/market/exchange-rate answers 404 to the pair %s/%s',
  async (base, quote) => {
    expect(refusalIn(await rateOf(base, quote))).toMatchObject({
      status: 404,
      code: 'exchange-rate-not-found',
    })
  },
)

test('[exchange-rate.pairs] GET /v1/market/exchange-rate names the unknown pair in the message and in data', async () => {
  const { body } = await rateOf('usd', 'jpy')
  expect(body.message).toBe('There is no exchange rate for USD/JPY.')
  expect(body.data).toEqual({ base: 'USD', quote: 'JPY' })
})

/** Last, since the market's time only moves forward. */
test('[clock.market] the exchange rate changes with the market clock only', async () => {
  const before = must(await rateOf('USD', 'KRW'))
  expect(must(await rateOf('USD', 'KRW'))).toEqual(before)
  api.moveTo('2026-03-02T15:00:00-05:00')
  const after = must(await rateOf('USD', 'KRW'))
  expect(after.askRate).not.toBe(before.askRate)
  expect(after.requestedAt).toBe('2026-03-03T05:00:00.000+09:00')
})
