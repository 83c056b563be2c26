/** Quotes over HTTP. */
import { Elysia } from 'elysia'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { QuoteSchema } from './schema'
import type { QuoteService } from './service'

export const quoteRoutes = (service: QuoteService, gate: Gate) =>
  new Elysia({ name: 'api.quotes', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/quotes',
    ({ context, query }) => {
      const found = service.find(query.symbols)
      return typeof found === 'string' ? context.answerText(found) : context.refuse(found)
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
