/** Quotes over HTTP. */
import { Elysia } from 'elysia'
import type { Gate } from '../../pipeline/gate'
import { knownQueries } from '../../pipeline/known-queries'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { QuoteSchema } from './schema'
import type { QuoteService } from './service'

export const quoteRoutes = (service: QuoteService, gate: Gate) => {
  const queries = knownQueries(QuoteSchema.query)
  return new Elysia({ name: 'api.quotes', prefix: '/market', tags: ['Market'] })
    .use(gate)
    .derive(({ context, request }) => {
      const refusal = queries.refusalOf(request.url)
      return refusal === undefined ? {} : context.refuse(refusal)
    })
    .get(
      '/quotes',
      ({ context, request }) => {
        const found = service.find(queries.of(request.url).symbols)
        return 'refused' in found ? context.refuse(found) : context.answerBytes(found)
      },
      {
        query: queries.declared,
        response: {
          200: QuoteSchema.quotes,
          ...refusals(...EVERY_CALL, 'symbol-not-found'), // [statuses.quotes]
        },
        detail: {
          operationId: 'getQuotes',
          summary: 'Read the current quotes of one or more symbols',
          parameters: [...queries.parameters],
        },
      },
    )
}
