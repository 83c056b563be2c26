/** Reads a fault whose shape is right into the core's words. */
import type {
  FaultEffect,
  FaultMatch,
  FaultMoment,
  FaultyMessages,
  TokenEnd,
} from '../../../core/fault-rule'
import { FAULT_DELAY_MS_MAX } from '../../../core/limits'
import {
  isRefused,
  REFUSALS,
  type RefusalCode,
  type Refused,
  refusedParam,
  STATUS_OF_TYPE,
} from '../../../core/refusals'
import { Temporal } from '../../../core/time'

export interface FaultBody {
  readonly faultId?: string
  readonly clientId?: string
  readonly route?: string
  readonly times?: number
  readonly share?: number
  readonly seed?: number
  readonly code?: RefusalCode
  readonly status?: number
  readonly retryAfterSeconds?: number
  readonly at?: FaultMoment
  readonly delay?: string
  readonly cut?: FaultMoment
  readonly stream?: 'cut' | 'late'
  readonly messages?: FaultyMessages
  readonly token?: TokenEnd
  readonly client?: 'disabled'
}

export interface FaultRequest {
  readonly faultId: string | null
  readonly match: FaultMatch
  readonly times: number | null
  readonly share: number | null
  readonly seed: number
  readonly effect: FaultEffect
}

type DecodeRefusal = Refused<'missing-parameter' | 'invalid-parameter'>

const invalid = (param: string, reason: string) =>
  refusedParam('invalid-parameter', param, { reason })

/** The fields of which a fault has exactly one, and those that say more of each. */
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
// safe: Object.keys of a literal gives its own keys.
const KIND_FIELDS = Object.keys(KINDS) as KindField[]
const DETAILS = [
  ...(['retryAfterSeconds', 'at', 'route', 'times', 'share', 'seed', 'delay'] as const),
  'messages',
] as const

export function decodeFault(body: FaultBody): FaultRequest | DecodeRefusal {
  const [kind, another] = KIND_FIELDS.filter(
    (field) => body[field] !== undefined && !(field === 'delay' && body.stream !== undefined),
  )
  if (kind === undefined) return refusedParam('missing-parameter', KIND_FIELDS.join(', '))
  if (another !== undefined) return invalid(another, `it cannot go together with ${kind}`)
  const takes: readonly string[] = KINDS[kind]
  const foreign = DETAILS.find(
    (field) => field !== kind && body[field] !== undefined && !takes.includes(field),
  )
  if (foreign !== undefined) return invalid(foreign, `it cannot go together with ${kind}`)
  const effect = effectOf(kind, body)
  if (isRefused(effect)) return effect
  const { faultId, clientId, route, times, share, seed } = body
  return {
    faultId: faultId ?? null,
    match: { ...(clientId !== undefined && { clientId }), ...(route !== undefined && { route }) },
    ...{ times: times ?? null, share: share ?? null, seed: seed ?? 0, effect },
  }
}

function effectOf(kind: KindField, body: FaultBody): FaultEffect | DecodeRefusal {
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
      ? invalid('status', `${status} has codes in the contract: name one as code instead`)
      : { kind: 'answer', at, code: null, status, retryAfterSeconds }
  }
  if (cut !== undefined) return { kind: 'cut', at: cut }
  if (token !== undefined) return { kind: 'token', end: token }
  if (kind === 'client') return { kind: 'client-disabled' }
  if (stream === 'cut') {
    return body.delay === undefined
      ? { kind: 'stream-cut', messages }
      : invalid('delay', 'it goes together with late, not with cut')
  }
  if (body.delay === undefined) return refusedParam('missing-parameter', 'delay')
  const delayMs = delayMsOf(body.delay)
  if (typeof delayMs === 'object') return delayMs
  return stream === 'late'
    ? { kind: 'stream-delay', messages, delayMs }
    : { kind: 'delay', at, delayMs }
}

function delayMsOf(text: string): number | DecodeRefusal {
  const most = FAULT_DELAY_MS_MAX / 1_000
  const reason = `it must be an ISO 8601 duration such as PT2S, from PT0S to PT${most}S`
  try {
    const ms = Math.round(Temporal.Duration.from(text).total('milliseconds'))
    return 0 <= ms && ms <= FAULT_DELAY_MS_MAX ? ms : invalid('delay', reason)
  } catch {
    return invalid('delay', reason)
  }
}
