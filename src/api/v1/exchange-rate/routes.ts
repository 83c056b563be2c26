/** Exchange rates over HTTP. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { RateService } from './service'
import { encodeRate, RateSchema } from './wire'

export const exchangeRateEndpoints = (service: RateService) =>
  [
    // [statuses.rate]
    endpoint({
      id: 'getExchangeRate',
      method: 'GET',
      path: '/v1/market/exchange-rate',
      tag: 'Market',
      summary: 'Read the exchange rate of the dollar and the won',
      description: 'USD/KRW and KRW/USD. It moves while the market is open.',
      auth: 'bearer',
      query: RateSchema.query,
      answer: RateSchema.rate,
      refusals: ['exchange-rate-not-found'],
      run({ query: { base, quote } }) {
        const found = service.find(base, quote)
        return isRefused(found) ? found : encodeRate(found)
      },
    }),
  ] as const
