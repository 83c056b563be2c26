/** An account's history over HTTP. */
import { Elysia } from 'elysia'
import { CANDLE_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import type { Gate } from '../../pipeline/gate'
import { ACCOUNT_OR_404_REFUSALS } from '../../pipeline/request-context'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeHistory } from './encode'
import { HistorySchema } from './schema'
import type { HistoryService } from './service'

export const historyRoutes = (service: HistoryService, gate: Gate) =>
  new Elysia({ name: 'api.paper.history', prefix: '/account', tags: ['Paper'] })
    .use(gate)
    // [paper.history]
    .get(
      '/history',
      ({ context, query: { interval = '1d', from, to, limit, cursor } }) =>
        context.forAccountOr404(async (accountId) => {
          const historyQuery = {
            interval,
            from: from ?? null,
            to: to ?? null,
            limit: limit ?? CANDLE_LIMIT_DEFAULT,
            cursor: cursor ?? null,
          }
          const found = await service.find(accountId, historyQuery, context.charge)
          return isRefused(found) ? found : encodeHistory(found)
        }),
      {
        query: HistorySchema.query,
        response: {
          200: HistorySchema.history,
          ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404_REFUSALS, 'invalid-range', 'invalid-cursor'),
        },
        detail: {
          operationId: 'getAccountHistory',
          summary: 'Read what the account was worth over time',
          description:
            'Each point is what `GET /v1/account` would have answered then: since the account ' +
            'was made or, with a simulated clock, since its market began. 50 sessions of an ' +
            'instrument, of which prices are read, count as another request, and so do 100 fills ' +
            'since the first point.',
        },
      },
    )
