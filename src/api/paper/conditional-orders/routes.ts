/** Conditional orders over HTTP. */
import { AMEND_CONDITIONAL_REFUSALS } from '../../../core/conditional/amend'
import { CONDITIONAL_REFUSALS, PREVIEW_CONDITIONAL_REFUSALS } from '../../../core/conditional/place'
import { isRefused } from '../../../core/refusals'
import { encoded, endpoint } from '../../../http/endpoint'
import { sentFields } from '../../../http/wire/schemas'
import { AmendSchema, decodeAmendment } from './amend/wire'
import type { ConditionalService } from './service'
import {
  ConditionalSchema,
  decodeConditional,
  decodeList,
  encodeConditional,
  encodePreview,
  PreviewSchema,
} from './wire'

const READ = { tag: 'Paper', auth: 'bearer' } as const
const TRADE = { ...READ, account: 'or-404', scope: 'TRADE', limit: 'orders' } as const

const tradingEndpoints = (service: ConditionalService) =>
  [
    // [conditional.types]
    endpoint({
      ...TRADE,
      id: 'placeConditionalOrder',
      method: 'POST',
      path: '/paper/conditional-orders',
      summary: 'Place a conditional order: a stop, exits, or an entry with its exits',
      description:
        'It waits until the market reaches its `stopPrice` at a tick, and then places an ' +
        'ordinary order, which is tried at the next. Until then it holds what that order will ' +
        'hold. A stop that the market has reached already is refused. The exits of an `entry` ' +
        'begin with its first share, in the commit of the fill. Resending the same body ' +
        'with the same clientOrderId answers with the first one and the header ' +
        '`Idempotent-Replayed: true`. docs/conditional-orders.md has the whole story.',
      body: ConditionalSchema.place,
      answer: ConditionalSchema.one,
      refusals: CONDITIONAL_REFUSALS,
      read: ({ body }) => decodeConditional(sentFields(body)),
      async run(call) {
        const placed = await service.place(call.accountId, call.input, call)
        if (isRefused(placed)) return placed
        if (placed.replayed) call.headers['idempotent-replayed'] = 'true' // [conditional.replay]
        return encodeConditional(placed.group)
      },
    }),
    // [conditional.cancel]
    endpoint({
      ...TRADE,
      id: 'cancelConditionalOrder',
      method: 'DELETE',
      path: '/paper/conditional-orders/:conditionalOrderId',
      summary: 'Cancel a conditional order',
      description:
        'What still waits for its trigger ends at once. An order that it has placed is canceled ' +
        'like any other: while that is not final the leg is TRIGGERED, and may still fill.',
      params: ConditionalSchema.params,
      answer: ConditionalSchema.one,
      refusals: ['conditional-order-not-found', 'conditional-order-ended'],
      async run(call) {
        const { conditionalOrderId } = call.params
        const group = await service.cancel(call.accountId, conditionalOrderId, call)
        return isRefused(group) ? group : encodeConditional(group)
      },
    }),
  ] as const

// [conditional.amend]
const amendEndpoint = (service: ConditionalService) =>
  endpoint({
    ...TRADE,
    id: 'amendConditionalOrder',
    method: 'PATCH',
    path: '/paper/conditional-orders/:conditionalOrderId',
    summary: 'Amend a conditional order',
    description:
      'Changes the prices of legs that wait, or of LIMIT orders that legs have placed at once, ' +
      'and the quantity of the whole while nothing is filled; the holds follow. What is ' +
      'omitted stays. An order is replaced by another one, as by an amendment. All changes are ' +
      'made in one commit, or none. A request for what is so already changes nothing, so it ' +
      'may be sent again.',
    params: ConditionalSchema.params,
    body: AmendSchema,
    answer: ConditionalSchema.one,
    refusals: AMEND_CONDITIONAL_REFUSALS,
    read: ({ body }) => decodeAmendment(sentFields(body)),
    async run(call) {
      const { conditionalOrderId } = call.params
      const group = await service.amend(call.accountId, conditionalOrderId, call.input, call)
      return isRefused(group) ? group : encodeConditional(group)
    },
  })

const readingEndpoints = (service: ConditionalService) =>
  [
    // [conditional.preview]
    endpoint({
      ...READ,
      id: 'previewConditionalOrder',
      method: 'POST',
      path: '/paper/conditional-orders/preview',
      summary: 'Preview a conditional order',
      description: 'Places nothing. The clientOrderId is checked for its form and not used.',
      account: 'or-404',
      body: ConditionalSchema.place,
      answer: PreviewSchema,
      refusals: PREVIEW_CONDITIONAL_REFUSALS,
      read: ({ body }) => decodeConditional(sentFields(body)),
      run: ({ accountId, input }) => encoded(service.preview(accountId, input), encodePreview),
    }),
    endpoint({
      ...READ,
      id: 'listConditionalOrders',
      method: 'GET',
      path: '/paper/conditional-orders',
      summary: "List the account's conditional orders, newest first",
      account: 'or-403',
      query: ConditionalSchema.query,
      answer: ConditionalSchema.list,
      refusals: ['invalid-cursor'],
      async run({ accountId, query }) {
        const page = await service.list(accountId, decodeList(query))
        if (isRefused(page)) return page
        return {
          conditionalOrders: page.rows.map(encodeConditional),
          ...(page.nextCursor !== null && { nextCursor: page.nextCursor }),
        }
      },
    }),
    endpoint({
      ...READ,
      id: 'getConditionalOrder',
      method: 'GET',
      path: '/paper/conditional-orders/:conditionalOrderId',
      summary: 'Read one conditional order',
      account: 'or-404',
      params: ConditionalSchema.params,
      answer: ConditionalSchema.one,
      refusals: ['conditional-order-not-found'],
      run: ({ accountId, params }) =>
        encoded(service.find(accountId, params.conditionalOrderId), encodeConditional),
    }),
  ] as const

export const conditionalOrderEndpoints = (service: ConditionalService) =>
  [...tradingEndpoints(service), amendEndpoint(service), ...readingEndpoints(service)] as const
