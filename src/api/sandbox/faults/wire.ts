/** The request and the answers of faults. */
import { t } from 'elysia'
import {
  FAULT_MOMENTS,
  FAULTY_MESSAGES,
  type FaultEffect,
  type ForcedFault,
  type NewFault,
  TOKEN_ENDS,
} from '../../../core/fault-rule'
import { FAULT_DELAY_MS_MAX, FORCED_RETRY_SECONDS_MAX } from '../../../core/limits'
import {
  invalidParam,
  isRefused,
  type Malformed,
  REFUSALS,
  refusedParam,
  STATUS_OF_TYPE,
} from '../../../core/refusals'
import { Temporal } from '../../../core/time'
import {
  answer,
  jsonInteger,
  named,
  oneOf,
  optional,
  type Sent,
  wholeNumber,
} from '../../../http/wire/schemas'
import { foreignDetail } from '../decode'
import { ANY_ID, CODES, exampledBody, handle, optionalText, ownHandle, times } from '../wire'

const STREAM_FAULTS = ['cut', 'late'] as const

const DURATION = 'an ISO 8601 duration such as PT2S'

const faultFields = {
  clientId: optional(t.String({ description: 'Requests of this client only.', ...ANY_ID })),
  route: optional(
    t.String({
      description: 'Requests of this operation: its operationId at /docs, such as `placeOrder`.',
      pattern: '^[A-Za-z]{1,64}$',
      'x-expects': 'the operationId of an operation, such as placeOrder',
    }),
  ),
  times: times('requests, or messages'),
  share: optional(
    t.Number({
      description: 'Strikes this share of the requests, drawn from `seed`; all by default.',
      minimum: 0,
      maximum: 1,
      'x-expects': 'a JSON number from 0 to 1',
    }),
  ),
  seed: optional(jsonInteger(0, Number.MAX_SAFE_INTEGER, 'The seed of `share`; 0 by default.')),
  code: optional(
    oneOf(CODES, 'Answers with this code and its status, in the envelope.', 'internal-error'),
  ),
  status: optional(
    jsonInteger(
      400,
      599,
      'Answers with this status and a plain text, as a proxy would, such as 503.',
    ),
  ),
  retryAfterSeconds: optional(
    jsonInteger(0, FORCED_RETRY_SECONDS_MAX, 'The Retry-After of `code` or `status`.'),
  ),
  at: optional(
    oneOf(
      FAULT_MOMENTS,
      'When `code`, `status` or `delay` strikes. before, the default: nothing is done, or it ' +
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
      'cut: closes the stream instead of sending a message; late: sends it, and the messages ' +
        'after it, `delay` later.',
    ),
  ),
  messages: optional(oneOf(FAULTY_MESSAGES, 'Which messages of the stream; events by default.')),
  token: optional(
    oneOf(TOKEN_ENDS, 'Ends every token that `clientId` has now; new ones can be had.'),
  ),
  client: optional(oneOf(['disabled'], 'Disables `clientId` until the fault is removed.')),
}

const fault = {
  faultId: t.String({ description: 'The handle.', examples: ['fault-1'] }),
  clientId: optionalText('Requests of this client only.'),
  route: optionalText('Requests of this operation.'),
  times: t.Optional(wholeNumber(1, 'How many; by default all, until it is removed.', 1)),
  share: t.Optional(
    t.Number({ description: 'How many of the requests that fit it strikes, as a share.' }),
  ),
  seed: t.Optional(t.Number({ description: 'The seed of the share.' })),
  code: t.Optional(oneOf(CODES, 'Answers with this code.', 'internal-error')),
  status: t.Optional(wholeNumber(400, 'The HTTP status of the answer.', 503)),
  retryAfterSeconds: t.Optional(wholeNumber(0, 'The seconds of Retry-After.', 3)),
  at: t.Optional(oneOf(FAULT_MOMENTS, 'When it strikes.')),
  delay: optionalText('How much later.'),
  cut: t.Optional(oneOf(FAULT_MOMENTS, 'When the connection is closed.')),
  stream: t.Optional(oneOf(STREAM_FAULTS, 'What happens to messages.')),
  messages: t.Optional(oneOf(FAULTY_MESSAGES, 'Which messages.')),
  token: t.Optional(oneOf(TOKEN_ENDS, 'How the tokens have ended.')),
  client: t.Optional(oneOf(['disabled'], 'The state of the client until the fault is removed.')),
  seen: wholeNumber(0, 'How many requests, or messages, fitted.', 1),
  hits: wholeNumber(0, 'How many of them it struck, or how many tokens it ended.', 1),
}

export const FaultSchema = {
  faultParams: t.Object({
    faultId: handle('fault-1'),
  }),
  setFault: exampledBody(
    { route: 'placeOrder', times: 1, cut: 'after-commit' },
    {
      faultId: ownHandle('fault'),
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

type FaultBody = Sent<typeof FaultSchema.setFault>

/** The fields of which a fault has exactly one, with the details that each allows. */
const KINDS = {
  code: ['retryAfterSeconds', 'at', 'route', 'times', 'share', 'seed'],
  status: ['retryAfterSeconds', 'at', 'route', 'times', 'share', 'seed'],
  cut: ['route', 'times', 'share', 'seed'],
  stream: ['delay', 'messages', 'times', 'share', 'seed'],
  token: [],
  client: [],
  delay: ['at', 'route', 'times', 'share', 'seed'],
} as const
type KindField = keyof typeof KINDS
// safe: Object.keys of a literal returns its own keys.
const KIND_FIELDS = Object.keys(KINDS) as KindField[]
const DETAILS = [
  'retryAfterSeconds',
  'at',
  'route',
  'times',
  'share',
  'seed',
  'delay',
  'messages',
] as const

export function decodeFault(body: FaultBody): NewFault | Malformed {
  const [kind, another] = KIND_FIELDS.filter(
    (field) => body[field] !== undefined && !(field === 'delay' && body.stream !== undefined),
  )
  if (kind === undefined) return refusedParam('missing-parameter', KIND_FIELDS.join(', '))
  if (another !== undefined) return invalidParam(another, `it cannot go together with ${kind}`)
  const foreign = foreignDetail(body, DETAILS, kind, KINDS[kind])
  if (foreign !== undefined) return foreign
  const effect = effectOf(kind, body)
  if (isRefused(effect)) return effect
  const { faultId, clientId, route, times, share, seed } = body
  return {
    faultId: faultId ?? null,
    match: { ...(clientId !== undefined && { clientId }), ...(route !== undefined && { route }) },
    times: times ?? null,
    share: share ?? null,
    seed: seed ?? 0,
    effect,
  }
}

function effectOf(kind: KindField, body: FaultBody): FaultEffect | Malformed {
  const { code, status, cut, stream, messages = 'events', token, at = 'before' } = body
  const retryAfterSeconds = body.retryAfterSeconds ?? null
  if (code !== undefined) {
    const wait = retryAfterSeconds ?? (code === 'rate-limit-exceeded' ? 1 : null)
    const answer = { status: STATUS_OF_TYPE[REFUSALS[code].type], retryAfterSeconds: wait }
    return { kind: 'answer', at, code, ...answer }
  }
  if (status !== undefined) {
    const known = Object.values(STATUS_OF_TYPE).some((each) => each === status)
    return known
      ? invalidParam('status', `${status} has codes in the contract: name one as code instead`)
      : { kind: 'answer', at, code: null, status, retryAfterSeconds }
  }
  if (cut !== undefined) return { kind: 'cut', at: cut }
  if (token !== undefined) return { kind: 'token', end: token }
  if (kind === 'client') return { kind: 'client-disabled' }
  if (stream === 'cut') {
    return body.delay === undefined
      ? { kind: 'stream-cut', messages }
      : invalidParam('delay', 'it goes together with late, not with cut')
  }
  if (body.delay === undefined) return refusedParam('missing-parameter', 'delay')
  const delayMs = delayMsOf(body.delay)
  if (typeof delayMs === 'object') return delayMs
  return stream === 'late'
    ? { kind: 'stream-delay', messages, delayMs }
    : { kind: 'delay', at, delayMs }
}

function delayMsOf(text: string): number | Malformed {
  const most = FAULT_DELAY_MS_MAX / 1_000
  const reason = `it must be an ISO 8601 duration such as PT2S, from PT0S to PT${most}S`
  try {
    const ms = Math.round(Temporal.Duration.from(text).total('milliseconds'))
    return 0 <= ms && ms <= FAULT_DELAY_MS_MAX ? ms : invalidParam('delay', reason)
  } catch {
    return invalidParam('delay', reason)
  }
}

export const encodeFault = (fault: ForcedFault) => ({
  faultId: fault.faultId,
  ...fault.match,
  ...(fault.times !== null && { times: fault.times }),
  ...(fault.share !== null && { share: fault.share, seed: fault.seed }),
  ...encodeEffect(fault.effect),
  seen: fault.seen,
  hits: fault.hits,
})

const durationOf = (ms: number): string => `PT${ms / 1_000}S`

function encodeEffect(effect: FaultEffect) {
  switch (effect.kind) {
    case 'answer': {
      const { at, code, status, retryAfterSeconds } = effect
      return {
        at,
        status,
        ...(code !== null && { code }),
        ...(retryAfterSeconds !== null && { retryAfterSeconds }),
      }
    }
    case 'delay':
      return { at: effect.at, delay: durationOf(effect.delayMs) }
    case 'cut':
      return { cut: effect.at }
    case 'stream-cut':
      return { stream: 'cut', messages: effect.messages } as const
    case 'stream-delay': {
      const { messages, delayMs } = effect
      return { stream: 'late', messages, delay: durationOf(delayMs) } as const
    }
    case 'token':
      return { token: effect.end }
    case 'client-disabled':
      return { client: 'disabled' } as const
  }
}
