/** Faults: the request and the answers. */
import { t } from 'elysia'
import { FAULT_MOMENTS, FAULTY_MESSAGES, TOKEN_ENDS } from '../../../core/fault-rule'
import { FAULT_DELAY_MS_MAX, FORCED_RETRY_SECONDS_MAX } from '../../../core/limits'
import { answer, jsonInteger, named, oneOf, optional, wholeNumber } from '../../wire/schemas'
import { ANY_ID, CODES, exampledBody, HANDLE, optionalText, times } from './forced'

export const STREAM_FAULTS = ['cut', 'late'] as const

const DURATION = 'an ISO 8601 duration such as PT2S'

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

const fault = {
  faultId: t.String({ description: 'Its handle.', examples: ['fault-1'] }),
  clientId: optionalText('Of this client.'),
  route: optionalText('Requests of this operation.'),
  times: t.Optional(wholeNumber(1, 'How many; until it is removed when left out.', 1)),
  share: t.Optional(
    t.Number({ description: 'How many of those that fit it strikes, as a share.' }),
  ),
  seed: t.Optional(t.Number({ description: 'The seed of the share.' })),
  code: t.Optional(oneOf(CODES, 'Answers with this code.', 'internal-error')),
  status: t.Optional(wholeNumber(400, 'The HTTP status of the answer.', 503)),
  retryAfterSeconds: t.Optional(wholeNumber(0, 'The seconds of Retry-After.', 3)),
  at: t.Optional(oneOf(FAULT_MOMENTS, 'When it strikes.')),
  delay: optionalText('How much later.'),
  cut: t.Optional(oneOf(FAULT_MOMENTS, 'When the connection is closed.')),
  stream: t.Optional(oneOf(STREAM_FAULTS, 'What becomes of messages.')),
  messages: t.Optional(oneOf(FAULTY_MESSAGES, 'Which messages.')),
  token: t.Optional(oneOf(TOKEN_ENDS, 'How the tokens have ended.')),
  client: t.Optional(oneOf(['disabled'], 'What the client is meanwhile.')),
  seen: wholeNumber(0, 'How many requests, or messages, fitted.', 1),
  hits: wholeNumber(0, 'How many of them it struck, or how many tokens it ended.', 1),
}

export const FaultSchema = {
  faultParams: t.Object({
    faultId: t.String({ description: 'The handle.', ...HANDLE, examples: ['fault-1'] }),
  }),
  setFault: exampledBody(
    { route: 'placeOrder', times: 1, cut: 'after-commit' },
    {
      faultId: optional(
        t.String({
          description: 'A handle of your own; a fault that has it already is replaced.',
          ...HANDLE,
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
