/** The declaration of an endpoint: its checks, its document and its client follow from it. */
import type { CreateEden, Elysia, ResolvePath, TSchema, UnwrapSchema } from 'elysia'
import { chooseAccount } from '../core/account/account'
import type { RateGroup } from '../core/limits'
import { isRefused, type RefusalCode, type Refused, refused } from '../core/refusals'
import type { Scope } from '../core/scope'
import type { AuthName, Call, CallRules, ClientBy } from './call'
import type { BodyKind } from './request'
import { EVERY_BODY, EVERY_CALL, EVERY_CONTROL, FAILURES, type RefusalsAt } from './wire/refusal'

/**
 * How a client without any account is refused: with 403, or with 404 if the contract lists it for
 * the endpoint [account-header.none].
 */
export type AccountRule = 'or-403' | 'or-404'

/** The refusals of an endpoint that needs an account. */
const ACCOUNT_REFUSALS = ['account-header-required', 'account-mismatch'] as const
/** The same for endpoints whose table lists 404. */
const ACCOUNT_OR_404_REFUSALS = [...ACCOUNT_REFUSALS, 'account-not-found'] as const
type AccountRefusal = (typeof ACCOUNT_OR_404_REFUSALS)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = TSchema | undefined
type OtherAnswers = Readonly<Record<number, TSchema>>

const SHAPE = ['missing-parameter', 'unknown-parameter', 'invalid-parameter'] as const
const EVERY_VISIT = [
  'host-repeated',
  'request-id-invalid',
  'host-not-allowed',
  'page-not-allowed',
  'rate-limit-exceeded',
  ...SHAPE,
  ...FAILURES,
  'session-required',
  'csrf-token-invalid',
] as const

/** The codes that every endpoint may refuse with, by its way to sign in [statuses.common]. */
const REFUSALS_OF_AUTH = {
  bearer: EVERY_CALL,
  'bearer-if-sent': EVERY_CALL,
  form: [
    'host-repeated',
    'request-id-required',
    'request-id-invalid',
    'rate-limit-exceeded',
    ...EVERY_BODY,
    ...SHAPE,
    ...FAILURES,
  ],
  sandbox: EVERY_CONTROL, // [sandbox.envelope]
  feed: [
    'host-repeated',
    'request-id-invalid',
    'feed-key-required',
    'invalid-feed-key',
    ...SHAPE,
    'rate-limit-exceeded',
    ...FAILURES,
  ],
  visitor: EVERY_VISIT,
  user: EVERY_VISIT,
  operator: [...EVERY_VISIT, 'operator-required'],
  nobody: [],
} as const satisfies Readonly<Record<AuthName, readonly RefusalCode[]>>

const REFUSALS_OF_ACCOUNT = {
  'or-403': ACCOUNT_REFUSALS,
  'or-404': ACCOUNT_OR_404_REFUSALS,
} as const satisfies Readonly<Record<AccountRule, readonly RefusalCode[]>>

/** The codes that follow from what an endpoint declares. */
type ImpliedCode<A extends AuthName, B extends Schema, R extends AccountRule | undefined> =
  | (typeof REFUSALS_OF_AUTH)[A][number]
  | (B extends TSchema ? (typeof EVERY_BODY)[number] : never)
  | (R extends AccountRule ? (typeof REFUSALS_OF_ACCOUNT)[R][number] : never)

type Decoded<S extends Schema> = S extends TSchema ? UnwrapSchema<S> : undefined

/** The call of an endpoint, with the results of its checks. */
export type CallOf<
  P extends string,
  A extends AuthName,
  S extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends AccountRule | undefined,
  I,
> = Omit<Call, 'client' | 'params' | 'query' | 'body' | 'input' | 'accountId'> & {
  readonly client: ClientBy[A]
  readonly params: S extends TSchema ? UnwrapSchema<S> : ResolvePath<P>
  readonly query: Decoded<Q>
  readonly body: Decoded<B>
  readonly accountId: R extends AccountRule ? string : never
  readonly input: I
}

/** The answer that `run` returns. It gets the request's id if it has none. */
type AnswerOf<T extends Schema> = T extends TSchema
  ? WithoutId<UnwrapSchema<T>> & NotRefused
  : never
type WithoutId<O> = O extends { readonly requestId: string } ? O | Omit<O, 'requestId'> : O
interface NotRefused {
  readonly refused?: never
}

interface Declaration<
  P extends string,
  M extends Method,
  A extends AuthName,
  S extends Schema,
  Q extends Schema,
  B extends Schema,
  T extends Schema,
  C extends RefusalCode,
  R extends AccountRule | undefined,
  I,
  O extends OtherAnswers,
> {
  /** The operation's id in the document. */
  readonly id: string
  readonly method: M
  /** The path, which for the API is below `/v1` [service.path]. */
  readonly path: P
  /** The group in the document. An endpoint without one is in no document. */
  readonly tag?: string
  readonly summary?: string
  readonly description?: string
  readonly auth: A
  /** READ_ONLY by default [auth.read-only]. */
  readonly scope?: Scope
  /** `other` by default [rate-limit.buckets]. */
  readonly limit?: RateGroup
  /** The answer for a client without the account. Omit it if the endpoint needs no account. */
  readonly account?: R
  readonly params?: S
  readonly query?: Q
  readonly body?: B
  /** How the body is written; JSON by default. */
  readonly bodyKind?: BodyKind
  /** The schema of a success. Omit it if `run` makes a response. */
  readonly answer?: T
  /** The schemas of other answers that are no refusals, by status. */
  readonly otherAnswers?: O
  /** The codes that do not follow from the rest of the declaration. */
  readonly refusals?: readonly C[]
  /** Whether caches must not store the answer. */
  readonly noStore?: boolean
  /** Whether it ends in a WebSocket, by `call.upgrade`. */
  readonly upgrades?: boolean
  /**
   * Makes the call's `input` of its query and body, before the check of the account (9 in
   * handle.ts).
   */
  read?(
    call: CallOf<P, A, S, Q, B, undefined, undefined>,
  ): I | Refused<NoInfer<C | ImpliedCode<A, B, R>>>
  run(
    call: CallOf<P, A, S, Q, B, R, NoInfer<I>>,
  ):
    | Outcome<NoInfer<T>, NoInfer<C | ImpliedCode<A, B, R>>>
    | Promise<Outcome<NoInfer<T>, NoInfer<C | ImpliedCode<A, B, R>>>>
}

type Outcome<T extends Schema, C extends RefusalCode> =
  | AnswerOf<T>
  | Refused<C>
  | Response
  | undefined

/** A declaration whose types were checked. */
export interface Endpoint<
  P extends string = string,
  M extends Method = Method,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  T extends Schema = Schema,
  C extends RefusalCode = RefusalCode,
  O extends OtherAnswers = OtherAnswers,
> extends CallRules {
  readonly method: M
  readonly path: P
  readonly tag: string | undefined
  readonly summary: string | undefined
  readonly description: string | undefined
  readonly auth: AuthName
  readonly scope: Scope
  readonly account: AccountRule | undefined
  readonly params: Schema
  readonly query: Q
  readonly body: B
  readonly bodyKind: BodyKind
  readonly upgrades: boolean
  readonly answer: T
  readonly otherAnswers: O
  /** Every code that the endpoint may refuse with. */
  readonly codes: readonly C[]
  read?(call: Call): unknown
  run(call: Call): RunResult | Promise<RunResult>
}

/** Encodes an outcome, unless it is a refusal. */
export async function encoded<T extends object, C extends RefusalCode, Answer>(
  pending: Promise<T | Refused<C>>,
  encode: (outcome: T) => Answer,
): Promise<Answer | Refused<C>> {
  const outcome = await pending
  return isRefused(outcome) ? outcome : encode(outcome)
}

export type RunResult = object | Refused | Response | undefined

export function endpoint<
  const P extends string,
  const M extends Method,
  const A extends AuthName,
  S extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  T extends Schema = undefined,
  const C extends RefusalCode = never,
  const R extends AccountRule | undefined = undefined,
  I = undefined,
  O extends OtherAnswers = Readonly<Record<never, TSchema>>,
>(
  declaration: Declaration<P, M, A, S, Q, B, T, C, R, I, O>,
): Endpoint<P, M, Q, B, T, C | ImpliedCode<A, B, R>, O> {
  const { auth, account, body, refusals = [] } = declaration
  const isConsole = auth === 'visitor' || auth === 'user' || auth === 'operator'
  const codes = [
    ...REFUSALS_OF_AUTH[auth],
    ...(body === undefined ? [] : EVERY_BODY),
    ...(account === undefined ? [] : REFUSALS_OF_ACCOUNT[account]),
    ...refusals,
  ]
  const whole = {
    tag: undefined,
    summary: undefined,
    description: undefined,
    scope: 'READ_ONLY',
    limit: 'other',
    bodyKind: 'json',
    otherAnswers: {},
    upgrades: false,
    ...declaration,
    noStore: declaration.noStore ?? isConsole, // [console.no-store]
    codes: [...new Set(codes)],
  }
  // safe: `handle` calls `read` and `run` with the results of this declaration's checks.
  return whole as unknown as Endpoint<P, M, Q, B, T, C | ImpliedCode<A, B, R>, O> // tidy: one cast for all endpoints
}

type StaticOr<S, Otherwise> = S extends TSchema ? UnwrapSchema<S> : Otherwise

/** The type of one endpoint as Eden reads it. */
type RouteOf<E> =
  E extends Endpoint<infer P, infer M, infer Q, infer B, infer T, infer C, infer O>
    ? CreateEden<
        P,
        {
          [Name in Lowercase<M>]: {
            body: StaticOr<B, unknown>
            params: ResolvePath<P>
            query: StaticOr<Q, unknown>
            headers: unknown
            response: { 200: StaticOr<T, unknown> } & StaticAt<O> & RefusalsAt<C>
          }
        }
      >
    : never

type StaticAt<O> = { -readonly [Status in keyof O]: StaticOr<O[Status], unknown> }

type IntersectionOf<U> = (U extends unknown ? (each: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never

/** The routes of a union of endpoints. */
export type RoutesOf<E> = IntersectionOf<RouteOf<E>>

/** An Elysia application whose clients have the types of these endpoints. */
export type Routed<E> =
  Elysia extends Elysia<
    infer Path,
    infer Singleton,
    infer Definitions,
    infer Metadata,
    infer _,
    infer Ephemeral,
    infer Volatile
  >
    ? RoutesOf<E> extends infer Routes extends Record<string, unknown>
      ? Elysia<Path, Singleton, Definitions, Metadata, Routes, Ephemeral, Volatile>
      : never
    : never

/**
 * Returns the account that the header names, or else the client's only account
 * [account-header.one-account]. A missing or empty header is null or empty.
 */
export function accountOfHeader(
  header: string | null,
  accountIds: readonly string[],
  rule: AccountRule,
): { readonly accountId: string } | Refused<AccountRefusal> {
  const chosen = chooseAccount(accountIds, header || null)
  switch (chosen) {
    case 'none': // [account-header.none]
      return refused(rule === 'or-404' ? 'account-not-found' : 'account-mismatch')
    case 'several':
      return refused('account-header-required')
    case 'not-theirs':
      return refused('account-mismatch') // [account-header.mismatch]
    default:
      return chosen
  }
}
