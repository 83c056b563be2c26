/** Explanations over HTTP. */
import { t } from 'elysia'
import { LIST_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { encoded, endpoint } from '../../../http/endpoint'
import { CONDITIONAL_ORDER_ID } from '../../wire/orders'
import type { ExplanationService, LegExplanationService } from './service'
import {
  ExplanationSchema,
  encodeExplanation,
  encodeLegExplanation,
  LegExplanationSchema,
} from './wire'

const conditionalEndpoint = (service: LegExplanationService) =>
  // [paper.conditional-explanation]
  endpoint({
    id: 'explainConditionalOrder',
    method: 'GET',
    path: '/paper/conditional-orders/:conditionalOrderId/explanation',
    tag: 'Paper',
    summary: 'Explain how near a conditional order came to its trigger, and what became of it',
    description:
      'For each leg that waits, or that has waited in vain, the tick at which the market was ' +
      'nearest to its stop, with the stop of that time. For a leg that was triggered, the tick, ' +
      'the price, and its order. For a leg that has ended, why. The market is read again, as for ' +
      'the explanation of an order.',
    auth: 'bearer',
    account: 'or-404',
    params: t.Object({ conditionalOrderId: CONDITIONAL_ORDER_ID }),
    query: LegExplanationSchema.query,
    answer: LegExplanationSchema.explanation,
    refusals: ['conditional-order-not-found', 'invalid-cursor'],
    run: ({ accountId, params, query: { cursor = null } }) =>
      encoded(service.explain(accountId, params.conditionalOrderId, cursor), encodeLegExplanation),
  })

export const paperOrderEndpoints = (
  service: ExplanationService,
  conditional: LegExplanationService,
) =>
  [
    conditionalEndpoint(conditional),
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
