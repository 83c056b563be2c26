/** Explanations over HTTP. */
import { LIST_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { ExplanationService } from './service'
import { ExplanationSchema, encodeExplanation } from './wire'

export const paperOrderEndpoints = (service: ExplanationService) =>
  [
    // [paper.explanation]
    endpoint({
      id: 'explainOrder',
      method: 'GET',
      path: '/paper/orders/:orderId/explanation',
      tag: 'Paper',
      summary: 'Explain why an order has not filled, or why at its prices',
      description:
        'The ticks since its acceptance, in runs: the quote, the size, and the one rule that ' +
        'kept the order from filling; for each fill the quote, the rule and the profile. It ' +
        'follows from the order, its fills and the market, which is a function of time. ' +
        'Ticks that were never carried out, while the server was down say, are shown as they ' +
        'would have been; if such a tick offered shares, its rule is `not-tried`.',
      auth: 'bearer',
      account: 'or-404',
      params: ExplanationSchema.params,
      query: ExplanationSchema.query,
      answer: ExplanationSchema.explanation,
      refusals: ['order-not-found', 'invalid-cursor'],
      async run({ accountId, charge, params, query: { cursor = null, limit } }) {
        const query = { cursor, limit: limit ?? LIST_LIMIT_DEFAULT }
        const found = await service.explain(accountId, params.orderId, query, charge)
        return isRefused(found) ? found : encodeExplanation(found)
      },
    }),
  ] as const
