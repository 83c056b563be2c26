/** The profit of an account over HTTP. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { ProfitService } from './service'
import { encodeProfit, ProfitSchema } from './wire'

export const profitEndpoints = (service: ProfitService) =>
  [
    // [paper.profit]
    endpoint({
      id: 'getAccountProfit',
      method: 'GET',
      path: '/paper/account/profit',
      tag: 'Paper',
      summary: 'Read the profit so far: what sales have realized, and what the holdings would',
      description:
        'Since the account was made, or since its last reset. A sale realizes what it pays ' +
        'beyond the average cost of its shares.',
      auth: 'bearer',
      account: 'or-404',
      answer: ProfitSchema,
      async run({ accountId }) {
        const found = await service.find(accountId)
        return isRefused(found) ? found : encodeProfit(found)
      },
    }),
  ] as const
