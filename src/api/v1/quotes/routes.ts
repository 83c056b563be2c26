/** Quotes over HTTP. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { QuoteService } from './service'
import { QuoteSchema } from './wire'

export const quoteEndpoints = (service: QuoteService) =>
  [
    // [statuses.quotes]
    endpoint({
      id: 'getQuotes',
      method: 'GET',
      path: '/v1/market/quotes',
      tag: 'Market',
      summary: 'Read the current quotes of one or more symbols',
      auth: 'bearer',
      query: QuoteSchema.query,
      answer: QuoteSchema.quotes,
      refusals: ['symbol-not-found'],
      run(call) {
        const found = service.find(call.query.symbols)
        return isRefused(found) ? found : call.answerShared(found.json)
      },
    }),
  ] as const
