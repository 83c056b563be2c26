/** Turns a schema's validation error into a refusal [request.types]. */
import type { ValidationError } from 'elysia'
import { type Refused, refusedParam } from '../../core/refusals'

/** TypeBox's codes of its errors. */
const UNKNOWN_PROPERTY = 42
const MISSING_PROPERTY = 45

const PARAM_LENGTH_MAX = 100

/** A schema's keywords. */
type Expectation = Readonly<Record<string, unknown>>

export type ShapeRefusal = Refused<'missing-parameter' | 'unknown-parameter' | 'invalid-parameter'>

type Objection = NonNullable<ValidationError['valueError']>

interface Objections {
  readonly valueError?: Objection | undefined
  readonly type: string
  /** All objections, the first included. Reading them is costly, and seldom needed. */
  readonly all?: readonly Objection[]
}

/** `type` names the part of the request, such as `body`, if no field is at fault. */
export function shapeRefusalOf(objections: Objections): ShapeRefusal {
  const { valueError, type } = objections
  if (valueError === undefined) {
    return refusedParam('invalid-parameter', type, { reason: 'it has another form' })
  }
  const inside = objectionsInside(valueError)
  if (inside.length > 0) return shapeRefusalOf({ valueError: inside[0], type, all: inside })
  const { path, schema, value } = valueError
  const param = paramOf(path) || type
  if (valueError.type === UNKNOWN_PROPERTY) {
    const first = objections.all?.find(({ schema }) => schema?.['x-judged-first'] === true)
    return first === undefined || first.value === undefined
      ? refusedParam('unknown-parameter', param)
      : shapeRefusalOf({ valueError: first, type })
  }
  if (valueError.type === MISSING_PROPERTY || value === undefined) {
    return refusedParam('missing-parameter', param)
  }
  return refusedParam('invalid-parameter', param, {
    reason: `it must be ${expected(schema)}`,
  })
}

/**
 * What is wrong with the fields of an optional object, which is a union with null. A list is at
 * fault as a whole.
 */
const objectionsInside = ({ path, errors, value }: Objection): readonly Objection[] =>
  Array.isArray(value)
    ? []
    : errors.flatMap((variant) => [...variant]).filter(({ path: at }) => at.startsWith(`${path}/`))

/** `/legs/0/price` becomes `legs.0.price`. */
const paramOf = (path: string): string =>
  path
    .slice(1, PARAM_LENGTH_MAX + 1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

/** Completes "it must be …" from a schema's keywords. */
export function expected(schema: Expectation): string {
  if (typeof schema['x-expects'] === 'string') return schema['x-expects']
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number${between(schema.minimum, schema.maximum)}, in plain digits`
    case 'number':
      return `a JSON number${above(schema.exclusiveMinimum)}`
    case 'string':
      return `a text${ofLength(schema)}`
    case 'boolean':
      return 'true or false'
    case 'object':
      return 'a JSON object'
    case 'array':
      return `a JSON array${ofItems(schema)}`
    default:
      return 'as the documentation at /docs describes it'
  }
}

const above = (minimum: unknown): string => (minimum === undefined ? '' : ` above ${minimum}`)

const between = (minimum: unknown, maximum: unknown): string =>
  minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`

function ofItems({ minItems, maxItems }: Expectation): string {
  if (maxItems === undefined) return ''
  return ` of ${minItems === undefined ? 'at most' : `${minItems} to`} ${maxItems} items`
}

const ofLength = ({ minLength = 0, maxLength }: Expectation): string =>
  maxLength === undefined ? '' : ` of ${minLength} to ${maxLength} characters`
