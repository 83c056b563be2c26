/** Exchange rates over HTTP. */
import { Elysia } from 'elysia'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeRate } from './encode'
import { RateSchema } from './schema'
import type { RateService } from './service'

export const exchangeRateRoutes = (service: RateService, gate: Gate) =>
  new Elysia({ name: 'api.rates', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/exchange-rate',
    ({ context, query }) => {
      const found = service.find(query.base, query.quote)
      return 'refused' in found ? context.refuse(found) : context.answer(encodeRate(found))
    },
    {
      query: RateSchema.query,
      // [statuses.rate]
      response: { 200: RateSchema.rate, ...refusals(...EVERY_CALL, 'exchange-rate-not-found') },
      detail: {
        operationId: 'getExchangeRate',
        summary: 'Read the exchange rate of the dollar and the won',
        description: 'USD/KRW and KRW/USD. It moves while the market is open.',
      },
    },
  )
