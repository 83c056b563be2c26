/** The requests and answers of explanations, of orders and of conditional orders. */
import { t } from 'elysia'
import { LEG_NAMES, LEG_STATUSES, LEG_TYPES } from '../../../core/conditional/leg'
import { EXPLAINED_TICKS_MAX, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../../../core/limits'
import { type Price, type Quantity, wireNumber } from '../../../core/money'
import {
  END_RULES,
  FILL_RULES,
  type SeenQuote,
  type Step,
  WAIT_RULES,
} from '../../../core/order/explain/steps'
import { FILL_PROFILES } from '../../../core/order/fill-profile'
import { ORDER_STATUSES } from '../../../core/order/order'
import { toKst } from '../../../core/time'
import { query, queryInteger } from '../../../http/wire/query'
import {
  answer,
  instantText,
  moneyNumber,
  named,
  oneOf,
  wholeNumber,
} from '../../../http/wire/schemas'
import { CONDITIONAL_ORDER_ID, encodeFill, fillRecord, ORDER_FIELDS } from '../../wire/orders'
import type { ExplainedLeg, ExplainedStep, Explanation, GroupExplanation } from './service'

const optionalNumber = (description: string, example: number) =>
  t.Optional(moneyNumber(description, { examples: [example] }))

const quote = named(
  'SeenQuote',
  t.Object(
    {
      at: instantText('The tick at which the market showed it.'),
      bidPrice: moneyNumber('USD per share.', { examples: [187.49] }),
      bidSize: moneyNumber('Shares shown at the bid.', { examples: [300] }),
      askPrice: moneyNumber('USD per share.', { examples: [187.5] }),
      askSize: moneyNumber('Shares shown at the ask.', { examples: [500] }),
      pinned: t.Boolean({ description: 'Whether the sandbox had pinned it.' }),
    },
    {
      additionalProperties: false,
      description: 'The closest quote of `limit-not-reached`, otherwise the last.',
    },
  ),
)

const step = named(
  'ExplanationStep',
  t.Object(
    {
      kind: oneOf(
        ['WAITED', 'FILLED', 'ENDED'],
        'WAITED: ticks in a row at which one rule kept the order from filling.',
      ),
      rule: oneOf(
        [...WAIT_RULES, ...FILL_RULES, ...END_RULES],
        'The rule, as a code.',
        'limit-not-reached',
      ),
      text: t.String({
        description: 'The step as a sentence; its times are in New York.',
        examples: [
          'The ask stayed above the limit of 187.40: the closest was 187.50 at 2026-03-02 ' +
            '09:30:01, 0.10 away.',
        ],
      }),
      from: instantText('The first tick of the step.'),
      to: instantText('Its last tick.', '2026-03-02T23:31:00.000+09:00'),
      ticks: wholeNumber(0, 'How many ticks; 0 while the market is closed.', 60),
      until: t.Optional(instantText('When the rule is over, if that is known.')),
      quote: t.Optional(quote),
      missedBy: optionalNumber('USD per share between the limit and the closest price.', 0.1),
      availableSize: optionalNumber('Shares that the account could take of the size shown.', 200),
      queueAhead: optionalNumber('Shares before the order in the queue at its price.', 1200),
      officialPrice: optionalNumber('The official price of its auction, USD per share.', 187.5),
      fill: t.Optional(fillRecord),
    },
    { additionalProperties: false },
  ),
)

export const ExplanationSchema = {
  params: t.Object({
    orderId: t.String({ description: 'The order.', examples: ['ord_01KJQ4Z6N8000000A199BF55B'] }),
  }),
  query: query({
    limit: t.Optional(
      queryInteger(
        1,
        LIST_LIMIT_MAX,
        `How many steps at most; ${LIST_LIMIT_DEFAULT} if it is omitted.`,
      ),
    ),
    cursor: t.Optional(t.String({ description: 'nextCursor of the previous page.' })),
  }),
  // [paper.explanation]
  explanation: named(
    'Explanation',
    answer({
      orderId: ORDER_FIELDS.orderId,
      status: ORDER_FIELDS.status,
      fillProfile: oneOf(FILL_PROFILES, 'The rules that it fills by.', 'standard@2'),
      carriedTo: instantText('The market has been carried out up to here.'),
      latest: t.Union([step, t.Null()], {
        description:
          'The newest step, whatever the page: why an open order waits now, or how it ended.',
      }),
      steps: t.Array(step, { description: 'Oldest first.' }),
      nextCursor: t.Optional(
        t.String({
          description:
            'For the steps after these; omitted on the last page. A page goes through at most ' +
            `${EXPLAINED_TICKS_MAX} ticks, so it may have few steps and still not be the last.`,
          examples: ['eyJhZnRlciI6Im9yZF8wMUtKUTRaNk44VzIifQ'],
        }),
      ),
    }),
  ),
}

export const encodeExplanation = ({
  order,
  fillProfile,
  carriedTo,
  latest,
  steps,
  nextCursor,
}: Explanation) => ({
  orderId: order.orderId,
  status: order.status,
  fillProfile,
  carriedTo: toKst(carriedTo),
  latest: latest && encodeExplainedStep(latest),
  steps: steps.map(encodeExplainedStep),
  ...(nextCursor !== null && { nextCursor }),
})

const encodeExplainedStep = ({ step, text }: ExplainedStep) => ({ text, ...encodeStep(step) })

function encodeStep(step: Step) {
  const { kind, rule } = step
  switch (step.kind) {
    case 'WAITED':
      return {
        kind,
        rule,
        from: toKst(step.from),
        to: toKst(step.to),
        ticks: step.ticks,
        ...(step.until !== null && { until: toKst(step.until) }),
        ...encodeSeen(step.seen),
        ...numbers({ missedBy: step.missedBy, availableSize: step.available }),
        ...numbers({ queueAhead: step.queueAhead }),
      }
    case 'FILLED':
      return {
        kind,
        rule,
        from: toKst(step.at),
        to: toKst(step.at),
        ticks: 1,
        ...encodeSeen(step.seen),
        ...numbers({ availableSize: step.available }),
        fill: encodeFill(step.fill),
      }
    case 'ENDED':
      return {
        kind,
        rule,
        from: toKst(step.at),
        to: toKst(step.at),
        ticks: 0,
        ...numbers({ officialPrice: step.official, missedBy: step.missedBy }),
      }
  }
}

const encodeSeen = (seen: SeenQuote | null) =>
  seen === null
    ? {}
    : {
        quote: {
          at: toKst(seen.at),
          bidPrice: wireNumber(seen.quote.bidPrice),
          bidSize: wireNumber(seen.quote.bidSize),
          askPrice: wireNumber(seen.quote.askPrice),
          askSize: wireNumber(seen.quote.askSize),
          pinned: seen.quote.pinned === true,
        },
      }

/** Encodes numbers, and omits the ones that do not apply. */
const numbers = <N extends string>(values: Readonly<Record<N, Price | Quantity | null>>) => {
  const found = Object.entries<Price | Quantity | null>(values).flatMap(([name, value]) =>
    value === null ? [] : [[name, wireNumber(value)]],
  )
  // safe: `found` has only names of the argument.
  return Object.fromEntries(found) as { [Name in N]?: number }
}

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
