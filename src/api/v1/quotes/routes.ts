/** Quotes over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refuse'
import { QuoteSchema, quotesView } from './schema'
import type { QuoteService } from './service'

export const quotes = (service: QuoteService, gate: Gate) =>
  new Elysia({ name: 'modules.quotes', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/quotes',
    ({ call, query }) => {
      const found = service.find(query.symbols)
      return call.answer(isRefused(found) ? found : quotesView(found))
    },
    {
      query: QuoteSchema.query,
      response: {
        200: QuoteSchema.quotes,
        ...refusals(...EVERY_CALL, 'symbol-not-found'),
      },
      detail: { operationId: 'getQuotes', summary: 'Read the current quotes of some symbols' },
    },
  )
