/** Explanations over HTTP. */
import { Elysia } from 'elysia'
import { LIST_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import type { Gate } from '../../pipeline/gate'
import { ACCOUNT_OR_404_REFUSALS } from '../../pipeline/request-context'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeExplanation } from './encode'
import { ExplanationSchema } from './schema'
import type { ExplanationService } from './service'

export const paperOrderRoutes = (service: ExplanationService, gate: Gate) =>
  new Elysia({ name: 'api.paper.orders', prefix: '/orders', tags: ['Paper'] })
    .use(gate)
    // [paper.explanation]
    .get(
      '/:orderId/explanation',
      ({ context, params, query: { cursor = null, limit = LIST_LIMIT_DEFAULT } }) =>
        context.forAccountOr404(async (accountId) => {
          const query = { cursor, limit }
          const found = await service.explain(accountId, params.orderId, query, context.charge)
          return isRefused(found) ? found : encodeExplanation(found)
        }),
      {
        params: ExplanationSchema.params,
        query: ExplanationSchema.query,
        response: {
          200: ExplanationSchema.explanation,
          ...refusals(
            ...EVERY_CALL,
            ...ACCOUNT_OR_404_REFUSALS,
            'order-not-found',
            'invalid-cursor',
          ),
        },
        detail: {
          operationId: 'explainOrder',
          summary: 'Explain why an order has not filled, or why at its prices',
          description:
            'The ticks since its acceptance, in runs: the quote, the size, and the one rule that ' +
            'kept the order from filling; for each fill the quote, the rule and the profile. It ' +
            'is told from the order, its fills and the market, which is a function of time. ' +
            'Ticks that were never carried out, while the server was down say, are told as they ' +
            'would have been; where such a tick offered shares, its rule is `not-tried`.',
        },
      },
    )
