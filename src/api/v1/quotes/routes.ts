/** Quotes over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeQuotes } from './encode'
import { QuoteSchema } from './schema'
import type { QuoteService } from './service'

export const quoteRoutes = (service: QuoteService, gate: Gate) =>
  new Elysia({ name: 'api.quotes', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/quotes',
    ({ context, query }) => {
      const found = service.find(query.symbols)
      return context.answer(isRefused(found) ? found : encodeQuotes(found))
    },
    {
      query: QuoteSchema.query,
      response: {
        200: QuoteSchema.quotes,
        ...refusals(...EVERY_CALL, 'symbol-not-found'), // [statuses.quotes]
      },
      detail: {
        operationId: 'getQuotes',
        summary: 'Read the current quotes of one or more symbols',
      },
    },
  )
