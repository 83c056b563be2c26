/** The request and the answer of explanations. */
import { t } from 'elysia'
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
import { encodeFill, fillRecord, ORDER_FIELDS } from '../../wire/orders'
import type { ExplainedStep, Explanation } from './service'

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
