/** Refusals over HTTP: their envelopes, and the codes that endpoints declare. */
import { type TSchema, t } from 'elysia'
import {
  REFUSALS,
  type RefusalCode,
  type RefusalFacts,
  type RefusalType,
  type Refused,
  refusalMessage,
  SEQUENCER_REFUSALS,
  STATUS_OF_TYPE,
} from '../../core/refusals'
import { oneOf } from './schemas'

type TypeOf<C extends RefusalCode> = (typeof REFUSALS)[C]['type']
export type StatusOf<C extends RefusalCode> = (typeof STATUS_OF_TYPE)[TypeOf<C>]
type CodeAt<C extends RefusalCode, S> = C extends RefusalCode
  ? StatusOf<C> extends S
    ? C
    : never
  : never

/** The error envelope [error.code] [error.message] [error.param] [error.requestId]. */
export interface RefusalBody<C extends RefusalCode = RefusalCode> {
  readonly type: TypeOf<C>
  readonly code: C
  readonly message: string
  readonly param?: string
  readonly requestId?: string
  readonly data?: RefusalFacts
  readonly docUrl: string
}

/** One to one with the refusal's type [error.type]. */
export const statusOf = (code: RefusalCode): (typeof STATUS_OF_TYPE)[RefusalType] =>
  STATUS_OF_TYPE[REFUSALS[code].type]

/** The page of the code on the server itself [error.docUrl]. */
export const docUrlOf = (code: RefusalCode, baseUrl: string): string => `${baseUrl}/errors/${code}`

interface Envelope {
  readonly requestId?: string | undefined
  /** The address at which the caller reaches the server. */
  readonly baseUrl: string
}

export function refusalBody<C extends RefusalCode>(
  refusal: Refused<C>,
  { requestId, baseUrl }: Envelope,
): RefusalBody<C> {
  const { refused: code, param, data } = refusal
  return {
    type: REFUSALS[code].type,
    code,
    message: refusalMessage(refusal),
    ...(param !== undefined && { param }),
    ...(requestId !== undefined && { requestId }),
    ...(data !== undefined && { data }), // [error.data]
    docUrl: docUrlOf(code, baseUrl),
  }
}

/** The bodies of the refusals with these codes, by status. */
export type RefusalsAt<C extends RefusalCode> = { [S in StatusOf<C>]: RefusalBody<CodeAt<C, S>> }

/** The schemas of these codes' envelopes, by status. */
export function refusalSchemas(codes: readonly RefusalCode[]): ReadonlyMap<number, TSchema> {
  const statuses = [...new Set(codes.map(statusOf))]
  return new Map(
    statuses.map((at) => [at, envelopeOf(codes.filter((code) => statusOf(code) === at))]),
  )
}

function envelopeOf(codes: readonly RefusalCode[]): TSchema {
  const [first, ...others] = [...new Set(codes)]
  if (first === undefined) throw new Error('An error status without a code')
  const { type } = REFUSALS[first]
  return t.Object(
    {
      type: oneOf([type], 'The category; one to one with the HTTP status.'),
      code: oneOf([first, ...others], 'Stable: branch on this.'),
      message: t.String({ description: 'For people, with the parts of `data` filled in.' }),
      param: t.Optional(t.String({ description: 'The parameter at fault.' })),
      requestId: t.Optional(t.String({ description: 'The X-Service-Request-Id of the request.' })),
      data: t.Optional(
        t.Record(t.String(), t.Union([t.String(), t.Number()]), {
          description: 'The facts of the message, by name; which ones depends on the code.',
        }),
      ),
      docUrl: t.String({ description: 'The page of this code.' }),
    },
    { additionalProperties: false },
  )
}

/** The failures of any request that needs more than memory [request.busy] [error.internal]. */
export const FAILURES = [
  ...SEQUENCER_REFUSALS,
  'internal-error',
] as const satisfies readonly RefusalCode[]

/** The codes of the checks that every endpoint has [statuses.common]. */
export const EVERY_CALL = [
  'host-repeated',
  'request-id-required',
  'request-id-invalid',
  'authorization-required',
  'invalid-token',
  'expired-token',
  'client-disabled',
  'insufficient-scope',
  'rate-limit-exceeded',
  'missing-parameter',
  'unknown-parameter',
  'invalid-parameter',
  ...FAILURES,
] as const satisfies readonly RefusalCode[]

/** The same for a control of the sandbox [sandbox.key] [sandbox.envelope]. */
export const EVERY_CONTROL = [
  ...EVERY_CALL,
  'invalid-sandbox-key',
  'sandbox-key-required',
] as const satisfies readonly RefusalCode[]

/** The further codes of an endpoint with a body. */
export const EVERY_BODY = [
  'unsupported-content-type',
  'body-too-large',
  'malformed-body',
] as const satisfies readonly RefusalCode[]
