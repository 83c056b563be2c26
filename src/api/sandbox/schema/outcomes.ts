/** Outcomes: the request and the answers. */
import { t } from 'elysia'
import { FORCED_PARTS_MAX } from '../../../core/limits'
import { CANCEL_RACES, REST_OF_FORCED } from '../../../core/order/forced'
import { SIDES } from '../../../core/order/order'
import {
  answer,
  decimalText,
  moneyInput,
  named,
  oneOf,
  optional,
  symbolText,
  wholeNumber,
} from '../../wire/schemas'
import { ANY_ID, CODES, exampledBody, HANDLE, optionalText, times } from './forced'

/** What a test can make of an order. */
export const FORCED_RESULTS = ['fill', 'reject', 'hold', 'lose-cancel', 'expire', 'cancel'] as const
export type ForcedResultName = (typeof FORCED_RESULTS)[number]

const CLIENT_ORDER_ID = { pattern: '^[!-~]{1,64}$', 'x-expects': '1 to 64 visible characters' }

const outcomeFields = {
  clientId: optional(
    t.String({ description: 'Of the client that places, or cancels.', ...ANY_ID }),
  ),
  accountId: optional(t.String({ description: 'In this account.', ...ANY_ID })),
  symbol: optional(symbolText()),
  side: optional(oneOf(SIDES, 'On this side.', 'BUY')),
  clientOrderId: optional(
    t.String({ description: 'The beginning of the clientOrderId.', ...CLIENT_ORDER_ID }),
  ),
  times: times('orders'),
  result: oneOf(
    FORCED_RESULTS,
    'fill: at once, or with the first tick of the next session; reject: REJECTED with `code`; ' +
      'hold: open, and not filled; lose-cancel: a cancel comes too late; expire: EXPIRED; ' +
      'cancel: CANCELED by the market.',
  ),
  price: optional(
    moneyInput(
      'USD per share of a fill: on the tick, never worse than the limit. When left out the ' +
        "market's price where the limit allows it, otherwise the limit.",
      99.98,
    ),
  ),
  quantity: optional(
    moneyInput('Shares that fill, or lose-cancel, takes; all that remain when left out.', 40),
  ),
  parts: optional(
    t.Array(moneyInput('Shares.', 40), {
      description: 'Instead of `quantity`: the first at once, the others one at each tick.',
      minItems: 1,
      maxItems: FORCED_PARTS_MAX,
      'x-expects': `a list of 1 to ${FORCED_PARTS_MAX} quantities`,
    }),
  ),
  rest: optional(
    oneOf(
      REST_OF_FORCED,
      'What becomes of shares that no part takes. hold, when left out: they wait until the ' +
        'outcome is removed; market: they are filled as the market fills them.',
    ),
  ),
  code: optional(oneOf(CODES, 'Of `reject`: the rejectReason.', 'insufficient-buying-power')),
  race: optional(
    oneOf(
      CANCEL_RACES,
      'Of `lose-cancel`. next-tick, when left out: PENDING_CANCEL, and filled at the next tick; ' +
        'at-once: filled before the cancel comes, which answers 409 already-filled.',
    ),
  ),
}

const decimal = (what: string, example: string) => t.Optional(decimalText(what, example))

const outcome = {
  outcomeId: t.String({ description: 'Its handle.', examples: ['outcome-1'] }),
  result: oneOf(FORCED_RESULTS, 'What becomes of the orders.'),
  clientId: optionalText('Of the client that places, or cancels.'),
  accountId: optionalText('In this account.'),
  symbol: optionalText('In this instrument.'),
  side: t.Optional(oneOf(SIDES, 'On this side.')),
  clientOrderId: optionalText('The beginning of the clientOrderId.'),
  times: t.Optional(wholeNumber(1, 'How many orders; until it is removed when left out.', 1)),
  price: decimal('USD per share.', '99.98'),
  quantity: decimal('Shares.', '40'),
  parts: t.Optional(t.Array(decimalText('Shares.', '40'), { description: 'One at each tick.' })),
  rest: t.Optional(oneOf(REST_OF_FORCED, 'What becomes of shares that no part takes.')),
  code: t.Optional(oneOf(CODES, 'The rejectReason.', 'insufficient-buying-power')),
  race: t.Optional(oneOf(CANCEL_RACES, 'When the fill comes that the cancel loses to.')),
  hits: wholeNumber(0, 'How many orders it has decided.', 1),
  misses: wholeNumber(0, 'How many orders it could not decide, which went on without it.', 0),
  lastMiss: t.Optional(
    t.String({
      description: 'Why it could not decide the last of them.',
      examples: ['ord_01KJQ4Z6N8000000A199BF55B: the price 101 is above its limit 100'],
    }),
  ),
}

export const OutcomeSchema = {
  outcomeParams: t.Object({
    outcomeId: t.String({ description: 'The handle.', ...HANDLE, examples: ['outcome-1'] }),
  }),
  setOutcome: exampledBody(
    { side: 'BUY', times: 1, result: 'fill', parts: [40, 60] },
    {
      outcomeId: optional(
        t.String({
          description: 'A handle of your own; an outcome that has it already is replaced.',
          ...HANDLE,
        }),
      ),
      ...outcomeFields,
    },
  ),
  outcome: named('ForcedOutcome', answer(outcome)),
  outcomes: answer({
    outcomes: t.Array(t.Object(outcome, { additionalProperties: false }), {
      description: 'The first that fits an order decides it.',
    }),
  }),
}
