/** The exchange rate (D7). */
import { describe, expect, test } from 'bun:test'
import { badParam, missing, must, openContract } from '../../support/brokerage'
import { pathTo, refusalIn } from '../../support/market-api'

const b = await openContract()
type Query = Parameters<typeof pathTo>[1]
const get = (path: string, query: Query = {}) => b.get(pathTo(path, query))

describe('the exchange rate', () => {
  const ask = (base?: string, quote?: string) => get('/v1/market/exchange-rate', { base, quote })

  test('[exchange-rate.fields] [exchange-rate.pairs] has its fields', async () => {
    for (const [base, quote] of [
      ['USD', 'KRW'],
      ['KRW', 'USD'],
    ]) {
      const rate = must(await ask(base, quote))
      expect(rate).toEqual({
        baseCurrency: base,
        quoteCurrency: quote,
        askRate: expect.any(Number),
        bidRate: expect.any(Number),
        requestedAt: '2026-03-03T00:00:00.000+09:00',
        requestId: 'test-request',
      })
      expect(Number(rate.askRate)).toBeGreaterThan(Number(rate.bidRate))
    }
  })

  test(
    '[exchange-rate.base] [exchange-rate.pairs] needs both, of three letters, and a ' +
      'pair that is quoted',
    async () => {
      expect(refusalIn(await ask(undefined, 'KRW'))).toEqual(missing('base'))
      expect(refusalIn(await ask('USD'))).toEqual(missing('quote'))
      expect(refusalIn(await ask('US', 'KRW'))).toEqual(badParam('base'))
      expect(refusalIn(await ask('USD', 'EUR'))).toMatchObject({
        status: 404,
        code: 'exchange-rate-not-found',
      })
    },
  )
})
