/**
 * Publishes the schemas of endpoints, makes examples of them, and finds which codes an operation
 * can answer with.
 */
import { REFUSALS, type RefusalCode } from '../../../core/refusals'

export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: boolean
  readonly [keyword: string]: unknown
}

type Publish = (part: Schema) => object

interface PublishedSchema {
  readonly description?: unknown
  readonly examples?: unknown
  readonly [keyword: string]: unknown
}

/**
 * The schema without our own keywords, such as `x-expects`, with its parts published. `x-format`
 * becomes `format`. An endpoint uses `x-format` if TypeBox need not check the format in each
 * answer, since our encoders cannot get it wrong.
 */
export function plain(schema: Schema, publish: Publish): PublishedSchema {
  const { properties, items, anyOf, ...keywords } = schema
  const { 'x-format': format } = keywords
  return {
    ...Object.fromEntries(Object.entries(keywords).filter(([name]) => !name.startsWith('x-'))),
    ...(format !== undefined && { format }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, publish(property)]),
      ),
    }),
    ...(items && { items: publish(items) }),
    ...(anyOf && { anyOf: anyOf.map(publish) }),
  }
}

/**
 * A plausible value: the schema's own example, or else one made from its parts. It has an optional
 * field only if the field has an example of its own.
 */
export function exampleOf(schema: Schema): unknown {
  const { examples, enum: members, anyOf, properties, required = [], items, type } = schema
  if (examples !== undefined) return examples[0]
  if (members !== undefined) return members[0]
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0])
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {})
          .filter(([name, property]) => required.includes(name) || property.examples !== undefined)
          .map(([name, property]) => [name, exampleOf(property)]),
      )
    case 'array':
      return items === undefined ? [] : [exampleOf(items)]
    case 'boolean':
      return true
    default:
      return undefined
  }
}

/** A field of the path, the query or the body. */
export interface Field {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: Schema
}

export interface Operation {
  /** As in the document: `/v1/orders/{orderId}`. */
  readonly path: string
  readonly fields: readonly Field[]
  /** Undefined for an operation without a body. */
  readonly bodyType: string | undefined
  readonly security: 'none' | 'any client' | 'TRADE clients'
  /** Every code that the operation can answer with. */
  readonly codes: ReadonlySet<RefusalCode>
}

const isCode = (text: unknown): text is RefusalCode =>
  typeof text === 'string' && Object.hasOwn(REFUSALS, text)

/** The codes in the schema of an error envelope; none in another schema. */
export const codesIn = (schema: Schema | undefined): readonly RefusalCode[] =>
  schema?.properties?.docUrl === undefined
    ? []
    : (schema.properties.code?.enum ?? []).filter(isCode)

/** Requests of the sandbox may have no id [request-id.first]. */
export const needsRequestId = (path: string): boolean => /^\/(?:v1|paper)\//.test(path)

/**
 * Whether this operation can answer with the code. An endpoint declares the codes of every check.
 * Some checks cannot fail there: if no parameter is required, for example, none can be missing.
 */
export function canAnswer({ path, fields, security }: Omit<Operation, 'codes'>, code: RefusalCode) {
  switch (code) {
    case 'request-id-required':
      return needsRequestId(path)
    case 'insufficient-scope':
      return security === 'TRADE clients'
    case 'missing-parameter':
      return fields.some((field) => field.required && field.in !== 'path')
    default:
      return true
  }
}
