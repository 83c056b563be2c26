/**
 * Every error code, once [error.catalogue]. The rows are in the order in which they are answered
 * [request.order-of-checks]: if several apply to a request, the caller gets the first.
 *
 * `message` is for the caller; its `{placeholders}` are filled from the refusal's data
 * [error.message]. It must not reveal that something of another client exists. `remedy` is for the
 * code's page. `retry` says whether the same request can succeed another time.
 */
import { COMMAND_REFUSALS } from './refusals/commands'
import { REQUEST_REFUSALS } from './refusals/requests'

/** The HTTP status of each type, one to one, as the contract lists them [auth.statuses]. */
export const STATUS_OF_TYPE = {
  validation: 400,
  authentication: 401,
  permission: 403,
  not_found: 404,
  conflict: 409,
  business_rule: 422,
  locked: 423,
  rate_limit: 429,
  server: 500,
} as const
export type RefusalType = keyof typeof STATUS_OF_TYPE

interface RefusalSpec {
  readonly type: RefusalType
  readonly retry: 'never' | 'later' | 'after-change'
  readonly message: string
  readonly remedy: string
}

export const REFUSALS = {
  ...REQUEST_REFUSALS,
  ...COMMAND_REFUSALS,
} as const satisfies Record<string, RefusalSpec>

export type RefusalCode = keyof typeof REFUSALS

/**
 * The refusals that the sequencer may give to any command of a client [request.busy],
 * [error.disk-full].
 */
export const SEQUENCER_REFUSALS = ['server-busy', 'storage-full'] as const satisfies RefusalCode[]
export type SequencerRefusal = (typeof SEQUENCER_REFUSALS)[number]

/** Facts about one refusal: they fill the message and come back to the caller as `data`. */
export type RefusalFacts = Readonly<Record<string, string | number>>

/** A refusal of what the user asked for; it is returned and never thrown. */
export interface Refused<C extends RefusalCode = RefusalCode> {
  readonly refused: C
  /** The request parameter that was refused. */
  readonly param?: string
  readonly data?: RefusalFacts
}

export const refused = <C extends RefusalCode>(code: C, data?: RefusalFacts): Refused<C> =>
  data === undefined ? { refused: code } : { refused: code, data }

/** Refuses one parameter of the request. */
export const refusedParam = <C extends RefusalCode>(
  code: C,
  param: string,
  data: RefusalFacts = {},
): Refused<C> => ({ refused: code, param, data: { param, ...data } })

/** Refuses one parameter's value; `reason` completes the message. */
export const invalidParam = (param: string, reason: string): Refused<'invalid-parameter'> =>
  refusedParam('invalid-parameter', param, { reason })

/** The refusal of a parameter that is missing, or that has no allowed value. */
export type Malformed = Refused<'missing-parameter' | 'invalid-parameter'>

export const isRefused = <T extends object, C extends RefusalCode>(
  outcome: T | Refused<C>,
): outcome is Refused<C> => 'refused' in outcome

/** The message that a caller reads, with its placeholders filled. */
export function refusalMessage({ refused, data = {} }: Refused): string {
  return REFUSALS[refused].message.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(data[name] ?? ''),
  )
}
