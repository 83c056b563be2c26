/** An account's history over HTTP. */
import { CANDLE_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { HistoryService } from './service'
import { encodeHistory, HistorySchema } from './wire'

export const historyEndpoints = (service: HistoryService) =>
  [
    // [paper.history]
    endpoint({
      id: 'getAccountHistory',
      method: 'GET',
      path: '/paper/account/history',
      tag: 'Paper',
      summary: 'Read what the account was worth over time',
      description:
        'Each point is what `GET /v1/account` would have answered then: since the account ' +
        'was made or, with a simulated clock, since its market began. 50 sessions of an ' +
        'instrument, of which prices are read, count as another request, and so do 100 fills ' +
        'since the first point.',
      auth: 'bearer',
      account: 'or-404',
      query: HistorySchema.query,
      answer: HistorySchema.history,
      refusals: ['invalid-range', 'invalid-cursor'],
      async run({ accountId, charge, query: { interval = '1d', from, to, limit, cursor } }) {
        const historyQuery = {
          interval,
          from: from ?? null,
          to: to ?? null,
          limit: limit ?? CANDLE_LIMIT_DEFAULT,
          cursor: cursor ?? null,
        }
        const found = await service.find(accountId, historyQuery, charge)
        return isRefused(found) ? found : encodeHistory(found)
      },
    }),
  ] as const
