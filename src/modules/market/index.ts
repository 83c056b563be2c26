/** Market data over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../core/refusals'
import type { Gate } from '../../http/plugins/gate'
import { EVERY_CALL, refusals } from '../../http/refuse'
import { MarketModel, quotesView } from './model'
import type { MarketService } from './service'

export const market = (service: MarketService, gate: Gate) =>
  new Elysia({ name: 'modules.market', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/quotes',
    ({ call, query }) => {
      const found = service.quotes(query.symbols)
      return call.answer(isRefused(found) ? found : quotesView(found))
    },
    {
      query: MarketModel.quotesQuery,
      response: {
        200: MarketModel.quotes,
        ...refusals(...EVERY_CALL, 'symbol-not-found'),
      },
      detail: { operationId: 'getQuotes', summary: 'Read the current quotes of some symbols' },
    },
  )
