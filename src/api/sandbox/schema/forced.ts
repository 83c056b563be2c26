/** Outcomes and faults: their requests and answers. */
import { type TSchema, t } from 'elysia'
import { FAULT_MOMENTS, FAULTY_MESSAGES, TOKEN_ENDS } from '../../../core/fault-rule'
import {
  FAULT_DELAY_MS_MAX,
  FORCED_PARTS_MAX,
  FORCED_RETRY_SECONDS_MAX,
  FORCED_TIMES_MAX,
} from '../../../core/limits'
import { CANCEL_RACES, REST_OF_FORCED } from '../../../core/order/forced'
import { SIDES } from '../../../core/order/order'
import { REFUSALS, type RefusalCode } from '../../../core/refusals'
import {
  answer,
  body,
  decimalText,
  jsonInteger,
  moneyInput,
  named,
  oneOf,
  optional,
  symbolText,
  wholeNumber,
} from '../../wire/schemas'

/** What a test can make of an order. */
export const FORCED_RESULTS = ['fill', 'reject', 'hold', 'lose-cancel', 'expire', 'cancel'] as const
export type ForcedResultName = (typeof FORCED_RESULTS)[number]
export const STREAM_FAULTS = ['cut', 'late'] as const

// safe: Object.keys of a literal gives its own keys.
const CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]
const ID = { pattern: '^[\\w.-]{1,64}$', 'x-expects': '1 to 64 letters, digits, . _ or -' }
const CLIENT_ORDER_ID = { pattern: '^[!-~]{1,64}$', 'x-expects': '1 to 64 visible characters' }
const ANY_ID = { pattern: '^\\w[\\w-]{0,63}$', 'x-expects': 'an id of letters, digits, _ or -' }

const times = (what: string) =>
  optional(jsonInteger(1, FORCED_TIMES_MAX, `How many ${what}; until it is removed when left out.`))
const DURATION = 'an ISO 8601 duration such as PT2S'

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

const faultFields = {
  clientId: optional(t.String({ description: 'Of this client.', ...ANY_ID })),
  route: optional(
    t.String({
      description: 'Requests of this operation: its operationId at /docs, `placeOrder` say.',
      pattern: '^[A-Za-z]{1,64}$',
      'x-expects': 'the operationId of an operation, such as placeOrder',
    }),
  ),
  times: times('requests, or messages'),
  share: optional(
    t.Number({
      description: 'Strikes this share of them, drawn from `seed`; all when left out.',
      minimum: 0,
      maximum: 1,
      'x-expects': 'a JSON number from 0 to 1',
    }),
  ),
  seed: optional(jsonInteger(0, Number.MAX_SAFE_INTEGER, 'Of `share`; 0 when left out.')),
  code: optional(
    oneOf(CODES, 'Answers with this code and its status, in the envelope.', 'internal-error'),
  ),
  status: optional(
    jsonInteger(400, 599, 'Answers with this status and a plain text, as a proxy would: 503, say.'),
  ),
  retryAfterSeconds: optional(
    jsonInteger(0, FORCED_RETRY_SECONDS_MAX, 'The Retry-After of `code` or `status`.'),
  ),
  at: optional(
    oneOf(
      FAULT_MOMENTS,
      'When `code`, `status` or `delay` strikes. before, when left out: nothing is done, or it ' +
        'is done later; after-commit: it is done, and the answer is lost or late.',
    ),
  ),
  delay: optional(
    t.String({
      description:
        `Answers later, by machine time: ${DURATION}; ` +
        `at most ${FAULT_DELAY_MS_MAX / 1000} seconds.`,
      'x-expects': DURATION,
    }),
  ),
  cut: optional(
    oneOf(FAULT_MOMENTS, 'Closes the connection without an answer, nothing done or all done.'),
  ),
  stream: optional(
    oneOf(
      STREAM_FAULTS,
      'cut: closes the stream instead of sending a message; late: sends it, and those behind ' +
        'it, `delay` later.',
    ),
  ),
  messages: optional(oneOf(FAULTY_MESSAGES, 'Which of the stream; events when left out.')),
  token: optional(
    oneOf(TOKEN_ENDS, 'Ends every token that `clientId` has now; new ones can be had.'),
  ),
  client: optional(oneOf(['disabled'], 'Disables `clientId` until the fault is removed.')),
}

const decimal = (what: string, example: string) => t.Optional(decimalText(what, example))
const text = (what: string) => t.Optional(t.String({ description: what }))

const outcome = {
  outcomeId: t.String({ description: 'Its handle.', examples: ['outcome-1'] }),
  result: oneOf(FORCED_RESULTS, 'What becomes of the orders.'),
  clientId: text('Of the client that places, or cancels.'),
  accountId: text('In this account.'),
  symbol: text('In this instrument.'),
  side: t.Optional(oneOf(SIDES, 'On this side.')),
  clientOrderId: text('The beginning of the clientOrderId.'),
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

const fault = {
  faultId: t.String({ description: 'Its handle.', examples: ['fault-1'] }),
  clientId: text('Of this client.'),
  route: text('Requests of this operation.'),
  times: t.Optional(wholeNumber(1, 'How many; until it is removed when left out.', 1)),
  share: t.Optional(t.Number({ description: 'The share that it strikes.' })),
  seed: t.Optional(t.Number({ description: 'What the share is drawn from.' })),
  code: t.Optional(oneOf(CODES, 'Answers with this code.', 'internal-error')),
  status: t.Optional(wholeNumber(400, 'Answers with this status.', 503)),
  retryAfterSeconds: t.Optional(wholeNumber(0, 'The Retry-After.', 3)),
  at: t.Optional(oneOf(FAULT_MOMENTS, 'When it strikes.')),
  delay: text('How much later.'),
  cut: t.Optional(oneOf(FAULT_MOMENTS, 'When the connection is closed.')),
  stream: t.Optional(oneOf(STREAM_FAULTS, 'What becomes of messages.')),
  messages: t.Optional(oneOf(FAULTY_MESSAGES, 'Which messages.')),
  token: t.Optional(oneOf(TOKEN_ENDS, 'How the tokens have ended.')),
  client: t.Optional(oneOf(['disabled'], 'What the client is meanwhile.')),
  seen: wholeNumber(0, 'Requests, or messages, that fitted.', 1),
  hits: wholeNumber(0, 'Those that it struck.', 1),
}

/** A body of which some fields exclude others, with a whole example. */
const example = <const P extends Record<string, TSchema>>(shown: object, fields: P) => ({
  ...body(fields),
  examples: [shown],
})

export const ForcedSchema = {
  outcomeParams: t.Object({ outcomeId: t.String({ description: 'The handle.', ...ID }) }),
  setOutcome: example(
    { side: 'BUY', times: 1, result: 'fill', parts: [40, 60] },
    {
      outcomeId: optional(
        t.String({
          description: 'A handle of your own; an outcome that has it already is replaced.',
          ...ID,
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

  faultParams: t.Object({ faultId: t.String({ description: 'The handle.', ...ID }) }),
  setFault: example(
    { route: 'placeOrder', times: 1, cut: 'after-commit' },
    {
      faultId: optional(
        t.String({
          description: 'A handle of your own; a fault that has it already is replaced.',
          ...ID,
        }),
      ),
      ...faultFields,
    },
  ),
  fault: named('ForcedFault', answer(fault)),
  faults: answer({
    faults: t.Array(t.Object(fault, { additionalProperties: false }), {
      description: 'The first that fits a request strikes it.',
    }),
  }),
}
