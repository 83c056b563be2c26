/** The request and the answer of explanations of conditional orders. */
import { t } from 'elysia'
import { LEG_NAMES, LEG_STATUSES, LEG_TYPES } from '../../../../core/conditional/leg'
import { EXPLAINED_TICKS_MAX } from '../../../../core/limits'
import { wireNumber } from '../../../../core/money'
import { ORDER_STATUSES } from '../../../../core/order/order'
import { toKst } from '../../../../core/time'
import { query } from '../../../../http/wire/query'
import { answer, instantText, moneyNumber, named, oneOf } from '../../../../http/wire/schemas'
import { CONDITIONAL_ORDER_ID } from '../../../wire/conditional-record'
import type { ExplainedLeg, GroupExplanation } from './service'

const status = named(
  'ConditionalStatus',
  oneOf(LEG_STATUSES, 'The state of the conditional order, or of its leg.'),
)

const nearest = t.Object(
  {
    at: instantText('The tick.'),
    price: moneyNumber('USD per share: the price that could have triggered it.', {
      examples: [181.2],
    }),
    stopPrice: moneyNumber('USD per share: its stop at that tick.', { examples: [180] }),
    missedBy: moneyNumber('USD per share between them.', { examples: [1.2] }),
  },
  {
    additionalProperties: false,
    description: 'When the market was nearest to the stop, of the ticks of this page.',
  },
)

const leg = named(
  'ExplainedLeg',
  t.Object(
    {
      leg: oneOf(LEG_NAMES, 'The place in its conditional order.'),
      type: oneOf(LEG_TYPES, 'What it waits for, and what it places then.'),
      status,
      text: t.String({
        description: 'What became of it, in sentences, with times of New York.',
        examples: [
          'The last price was nearest to the stop at 2026-03-02 10:12:05: it was 181.20, and the ' +
            'stop 180.00, 1.20 away.',
        ],
      }),
      nearest: t.Optional(nearest),
      triggeredAt: t.Optional(instantText('The tick that triggered it.')),
      triggerPrice: t.Optional(
        moneyNumber('USD per share: the price at that tick.', { examples: [179.98] }),
      ),
      orderId: t.Optional(
        t.String({
          description: 'Its last order.',
          examples: ['ord_01KJQ4Z7M0000000B199BF55B'],
        }),
      ),
      orderStatus: t.Optional(oneOf(ORDER_STATUSES, 'The state of that order.')),
      reason: t.Optional(t.String({ description: 'Why it ended, as a code.' })),
    },
    { additionalProperties: false },
  ),
)

export const LegExplanationSchema = {
  query: query({
    cursor: t.Optional(t.String({ description: 'nextCursor of the previous page.' })),
  }),
  // [paper.conditional-explanation]
  explanation: named(
    'ConditionalExplanation',
    answer({
      conditionalOrderId: CONDITIONAL_ORDER_ID,
      status,
      carriedTo: instantText('The market has been carried out up to here.'),
      legs: t.Array(leg, { description: 'Its legs.' }),
      nextCursor: t.Optional(
        t.String({
          description:
            `For the ticks after these; a page looks at ${EXPLAINED_TICKS_MAX} ticks at most. ` +
            'Omitted on the last page.',
          examples: ['eyJhZnRlciI6ImNuZF8wMUtKUTRaNk44VzIifQ'],
        }),
      ),
    }),
  ),
}

export const encodeLegExplanation = ({
  carriedTo,
  groupId,
  legs,
  nextCursor,
  status: now,
}: GroupExplanation) => ({
  conditionalOrderId: groupId,
  status: now,
  carriedTo: toKst(carriedTo),
  legs: LEG_NAMES.flatMap((name) => legs.filter((each) => each.leg.leg === name)).map(encodeLeg),
  ...(nextCursor !== null && { nextCursor }),
})

const encodeLeg = ({ child, leg: of, nearest: near, text }: ExplainedLeg) => ({
  leg: of.leg,
  type: of.type,
  status: of.status,
  text,
  ...(near !== undefined && {
    nearest: {
      at: toKst(near.at),
      price: wireNumber(near.price),
      stopPrice: wireNumber(near.stopPrice),
      missedBy: wireNumber(near.missedBy),
    },
  }),
  ...(of.triggeredAt !== null && { triggeredAt: toKst(of.triggeredAt) }),
  ...(of.triggerPrice !== null && { triggerPrice: wireNumber(of.triggerPrice) }),
  ...(of.orderId !== null && { orderId: of.orderId }),
  ...(child !== undefined && { orderStatus: child.status }),
  ...(of.reason !== null && { reason: of.reason }),
})
