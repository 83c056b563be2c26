/**
 * A leg of a conditional order in answers. It stands here and not with its feature, since features
 * do not import each other and the stream sends legs too.
 */
import { t } from 'elysia'
import {
  LEG_NAMES,
  LEG_STATUSES,
  LEG_TYPES,
  type Leg,
  type LegEvent,
} from '../../core/conditional/leg'
import { wireNumber } from '../../core/money'
import { toKst } from '../../core/time'
import { instantText, moneyNumber, named, oneOf } from '../../http/wire/schemas'
import { ORDER_FIELDS } from './orders'

export const CONDITIONAL_ORDER_ID = t.String({
  description: 'The conditional order; ids sort by time.',
  examples: ['cnd_01KJQ4Z6N8000000A199BF55B'],
})

/**
 * The record of a leg [conditional.fields]. A field that does not apply is omitted, as in an order
 * record.
 */
export const legRecord = named(
  'ConditionalLeg',
  t.Object(
    {
      leg: oneOf(
        LEG_NAMES,
        'The place in its conditional order: SINGLE is the only one; ENTRY buys what the others, ' +
          'its exits, sell.',
      ),
      type: oneOf(LEG_TYPES, 'What it waits for, and what it places then.'),
      side: ORDER_FIELDS.side,
      quantity: moneyNumber('Shares.', { examples: [10] }),
      filledQuantity: moneyNumber('Shares that its orders have filled.', { examples: [0] }),
      stopPrice: t.Optional(
        moneyNumber(
          'USD per share; of a TRAILING_STOP as it is now. LIMIT and MARKET have none, nor has a ' +
            'TRAILING_STOP that is PENDING.',
          { examples: [180] },
        ),
      ),
      limitPrice: t.Optional(
        moneyNumber('USD per share, of its order; of a TRAILING_STOP once it is triggered.', {
          examples: [179.5],
        }),
      ),
      trailAmount: t.Optional(
        moneyNumber('USD per share behind the mark; TRAILING_STOP only.', { examples: [5] }),
      ),
      trailPercent: t.Optional(
        moneyNumber('Percent of the mark behind it; TRAILING_STOP only.', { examples: [2.5] }),
      ),
      limitOffset: t.Optional(
        moneyNumber('USD per share from the stop to the limit of its order; TRAILING_STOP only.', {
          examples: [0.5],
        }),
      ),
      mark: t.Optional(
        moneyNumber('USD per share: the best price since it was armed; TRAILING_STOP only.', {
          examples: [185],
        }),
      ),
      status: named(
        'ConditionalStatus',
        oneOf(
          LEG_STATUSES,
          'PENDING: an exit whose entry has filled nothing. ARMED: it waits for its trigger. ' +
            'TRIGGERED: its order works. The others are final.',
        ),
      ),
      orderId: t.Optional(
        t.String({
          description: 'The order that it has placed, the last one; once it is triggered.',
          examples: ['ord_01KJQ4Z7M0000000B199BF55B'],
        }),
      ),
      triggeredAt: t.Optional(instantText('The tick that triggered it, in market time.')),
      triggerPrice: t.Optional(
        moneyNumber('USD per share: the price at that tick that reached the stop.', {
          examples: [179.98],
        }),
      ),
      reason: t.Optional(
        t.String({ description: 'Why it ended without a request of its client, if it did.' }),
      ),
      updatedAt: instantText('When the leg last changed.'),
    },
    { additionalProperties: false },
  ),
)

export type LegRecord = typeof legRecord.static

export const encodeLeg = (leg: Leg): LegRecord => ({
  leg: leg.leg,
  type: leg.type,
  side: leg.side,
  quantity: wireNumber(leg.quantity),
  filledQuantity: wireNumber(leg.filledQuantity),
  ...(leg.stopPrice !== null && { stopPrice: wireNumber(leg.stopPrice) }),
  ...(leg.limitPrice !== null && { limitPrice: wireNumber(leg.limitPrice) }),
  ...(leg.trailAmount !== null && { trailAmount: wireNumber(leg.trailAmount) }),
  ...(leg.trailPercent !== null && { trailPercent: wireNumber(leg.trailPercent) }),
  ...(leg.limitOffset !== null && { limitOffset: wireNumber(leg.limitOffset) }),
  ...(leg.mark !== null && { mark: wireNumber(leg.mark) }),
  status: leg.status,
  ...(leg.orderId !== null && { orderId: leg.orderId }),
  ...(leg.triggeredAt !== null && { triggeredAt: toKst(leg.triggeredAt) }),
  ...(leg.triggerPrice !== null && { triggerPrice: wireNumber(leg.triggerPrice) }),
  ...(leg.reason !== null && { reason: leg.reason }),
  updatedAt: toKst(leg.updatedAt),
})

/** [conditional.event] */
export const encodeLegEvent = ({ accountId, seq, leg }: LegEvent) => ({
  type: 'conditionalOrder' as const,
  seq,
  accountId,
  event: leg.status,
  conditionalOrderId: leg.groupId,
  clientOrderId: leg.clientOrderId,
  symbol: leg.symbol,
  leg: encodeLeg(leg),
  occurredAt: toKst(leg.updatedAt),
})
