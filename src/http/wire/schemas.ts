/**
 * Building blocks of schemas. They check a value and never change it, neither by a default nor by
 * clamping: a value that the caller did not send must not become part of an order.
 *
 * `x-expects` completes the sentence "it must be …" of a refusal.
 */
import { type TSchema, t } from 'elysia'
import { TypeSystem } from 'elysia/type-system'
import { INITIAL_CASH_RULE, isInitialCash } from '../../core/account/account'
import { REQUEST_ID_LENGTH_MAX } from '../../core/limits'
import { type Amount, amount } from '../../core/money'
import { invalidParam, type Refused, refused } from '../../core/refusals'
import { expected } from './validation-errors'

interface Described {
  readonly description?: string
}

interface OneOf extends Described {
  readonly type: 'string'
  readonly enum: readonly string[]
  readonly examples?: readonly string[]
}
const OneOfKind = TypeSystem.Type<string, OneOf>(
  'OneOf',
  (schema, value) => typeof value === 'string' && schema.enum.includes(value),
)

/**
 * A closed set of strings. Its first member is the example, unless `example` is given. t.UnionEnum
 * would fill a missing field with the first member.
 */
export const oneOf = <const V extends readonly [string, ...string[]]>(
  values: V,
  description?: string,
  example?: V[number],
) =>
  t.Unsafe<V[number]>(
    OneOfKind({
      type: 'string',
      enum: values,
      ...(description && { description }),
      ...(example && { examples: [example] }),
    }),
  )

interface WholeNumber extends Described {
  readonly type: 'integer'
  readonly minimum: number
  readonly examples: readonly number[]
}
const WholeNumberKind = TypeSystem.Type<number, WholeNumber>(
  'WholeNumber',
  ({ minimum }, value) => Number.isSafeInteger(value) && Number(value) >= minimum,
)

/** A count in an answer. t.Integer would take a text of digits, too. */
export const wholeNumber = (minimum: number, description: string, example: number) =>
  t.Unsafe<number>(WholeNumberKind({ type: 'integer', minimum, description, examples: [example] }))

interface JsonInteger extends Described {
  readonly type: 'integer'
  readonly minimum: number
  readonly maximum: number
}
const JsonIntegerKind = TypeSystem.Type<number, JsonInteger>(
  'JsonInteger',
  (schema, value) =>
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= schema.minimum &&
    value <= schema.maximum,
)

/** A whole number in JSON. t.Integer would take a text of digits, too [request.types]. */
export const jsonInteger = (minimum: number, maximum: number, description: string) =>
  JsonIntegerKind({ type: 'integer', minimum, maximum, description })

/** A JSON body; an unknown field is refused [request.unknown-field]. */
export const body = <const P extends Record<string, TSchema>>(fields: P) =>
  t.Object(fields, { additionalProperties: false })

/** A success body [request.success], with the request's id [request-id.returned]. */
export const answer = <const P extends Record<string, TSchema>>(fields: P) =>
  t.Object(
    {
      ...fields,
      requestId: t.String({
        description: 'The X-Service-Request-Id of the request.',
        examples: [REQUEST_ID_EXAMPLE],
      }),
    },
    { additionalProperties: false },
  )

/** Money, a price or a quantity, if the contract has it as a JSON number [service.money]. */
export const moneyNumber = (
  description: string,
  limits: { exclusiveMinimum?: number; examples?: readonly number[] } = {},
) => t.Number({ description, ...limits })

/** A number above 0 as JSON writes it, without an exponent. */
const POSITIVE_DECIMAL = '^(?:[1-9]\\d*(?:\\.\\d+)?|0\\.\\d*[1-9]\\d*)$'
const DECIMAL_LENGTH_MAX = 40

/**
 * Money or a quantity above 0 in a request: a JSON number, or a plain decimal text
 * [request.decimals]. Both are read exactly.
 */
export const moneyInput = (description: string, example: number) =>
  t.Union(
    [
      t.Number({ exclusiveMinimum: 0 }),
      t.String({ pattern: POSITIVE_DECIMAL, maxLength: DECIMAL_LENGTH_MAX }),
    ],
    {
      description: `${description} As a number, or as a plain decimal text.`,
      'x-expects': `a JSON number above 0, or a plain decimal text such as "${example}"`,
      examples: [example],
    },
  )

/** An optional field of a body; null counts as missing [request.null]. */
export const optional = <const S extends TSchema>(schema: S) => {
  const { description, examples } = schema
  return t.Optional(
    t.Union([schema, t.Null()], {
      ...(description && { description }),
      ...(examples && { examples }),
      'x-expects': expected(schema),
    }),
  )
}

/** Names the schema in the OpenAPI document, and so the type in generated clients. */
export const named = <const S extends TSchema>(name: string, schema: S): S => ({
  ...schema,
  'x-name': name,
})

/** A field that is checked before unknown fields, since it may explain them [order.type-first]. */
export const judgedFirst = <const S extends TSchema>(schema: S, expects: string): S => ({
  ...schema,
  'x-judged-first': true,
  'x-expects': expects,
})

/** A body without its null fields. */
export type Sent<S extends TSchema> = { [K in keyof S['static']]: Exclude<S['static'][K], null> }

/** The fields of a body whose value is not null [request.null]. */
export function sentFields<B extends object>(body: B) {
  // Few bodies have a null, and copying them costs time.
  const sent = Object.values(body).includes(null)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body
  // safe: only optional fields can be null, and the copy leaves null fields out.
  return sent as { [K in keyof B]: Exclude<B[K], null> }
}

/** The cash that a new account starts with; undefined if it was not sent. */
export function decodeInitialCash(
  sent: number | string | undefined,
): { readonly cash: Amount | undefined } | Refused<'invalid-parameter'> {
  if (sent === undefined) return { cash: undefined }
  const cash = amount(String(sent))
  return isInitialCash(cash) ? { cash } : invalidParam('cash', `it must be ${INITIAL_CASH_RULE}`)
}

/** An exact decimal as text, without separators. */
export const decimalText = (description: string, example?: string) =>
  t.String({
    description,
    pattern: '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$',
    ...(example !== undefined && { examples: [example] }),
  })

/** A time in an answer [time.out]. */
export const instantText = (description: string, example = '2026-03-02T23:30:00.000+09:00') =>
  t.String({
    description: `${description} ISO 8601, Korean time, milliseconds.`,
    'x-format': 'date-time',
    examples: [example],
  })

/** The documentation also finds the times in requests by this text. */
export const EXPECTED_INSTANT = 'an ISO 8601 time such as 2026-03-02T23:30:00+09:00'

/** A time in a body, which its decoder reads [time.in]. */
export const bodyInstant = (description: string) =>
  t.String({
    description: `${description} ISO 8601; without an offset it is Korean time.`,
    'x-expects': EXPECTED_INSTANT,
  })

/** Symbols come in any case and are shown in upper case [request.symbols]. */
export const symbolText = (description = 'Symbol of a US-listed instrument, in any case.') =>
  t.String({
    description,
    pattern: '^[A-Za-z0-9.-]{1,12}$',
    'x-expects': '1 to 12 letters, digits, dots or hyphens',
    examples: ['AAPL'],
  })

/** The header of the caller's tracing id. The answer repeats the id [request-id.returned]. */
export const REQUEST_ID_HEADER = 'x-service-request-id'
/** The header that names the account of a request. */
export const ACCOUNT_ID_HEADER = 'x-service-account-id'

/** 1 to 128 printable ASCII characters [request-id.form]. */
const REQUEST_ID = new RegExp(`^[\\x20-\\x7e]{1,${REQUEST_ID_LENGTH_MAX}}$`)

/** Returns the id that the header has, or why it is refused. `header` is null if it is missing. */
export function requestIdOf(
  header: string | null,
): string | Refused<'request-id-required' | 'request-id-invalid'> {
  if (header === null || header === '') {
    return refused('request-id-required') // [request-id.required]
  }
  return REQUEST_ID.test(header) ? header : refused('request-id-invalid') // [request-id.form]
}

/** For the documentation. */
export const REQUEST_ID_EXAMPLE = '6f1c7e0a-5f0e-4c6e-9a57-0d7c4f1f2b11'
