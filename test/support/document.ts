/** The Swagger document of the application, as a reader of it sees it. */

import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'

export interface Schema {
  readonly type?: string
  readonly description?: string
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'header' | 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

export interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface DocumentedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

export interface Document {
  readonly openapi: string
  readonly tags: readonly { readonly name: string }[]
  readonly security: readonly object[]
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly components: {
    readonly [kind: string]: Readonly<Record<string, unknown>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<
      Record<string, { readonly description: string; readonly required: boolean; schema: Schema }>
    >
  }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface Documented {
  /** `GET /v1/orders/{orderId}` */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export async function readDocument(
  app: { handle(request: Request): Response | Promise<Response> },
  path = '/openapi.json',
): Promise<Document> {
  const response = await app.handle(new Request(`http://localhost${path}`))
  // safe: a validator of its own checks the whole of it, in test/drift/openapi.test.ts
  return (await response.json()) as Document
}

const REFERENCE = /^#\/components\/(schemas|responses|parameters|examples)\/(.+)$/

/** A part of the document with what it refers to in its place; headers stay references. */
function resolved(part: unknown, components: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(part)) return part.map((each) => resolved(each, components))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...own }: Record<string, unknown> = { ...part }
  const [, kind = '', name = ''] = REFERENCE.exec(String($ref)) ?? []
  if (kind === '') {
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, resolved(value, components)]),
    )
  }
  const target: unknown = Object(components[kind])[name]
  if (target === undefined) throw new Error(`the document has no ${kind}/${name}`)
  return resolved({ ...Object(target), ...own }, components)
}

/** With every reference resolved. */
export const operationsOf = ({ paths, components }: Document): readonly Documented[] =>
  // safe: what is referred to is of the kind that stands at that place.
  Object.entries(resolved(paths, components) as Document['paths']).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

/** The one media type of a body or an answer. */
export function mediaOf(content: Readonly<Record<string, Media>>): Media & { type: string } {
  const [only, ...others] = Object.entries(content)
  if (only === undefined || others.length > 0) throw new Error('not one media type')
  const [type, media] = only
  return { type, ...media }
}

export const examplesOf = ({ example, examples }: Media): readonly unknown[] =>
  examples === undefined ? [example] : Object.values(examples).map(({ value }) => value)

const ajv = new Ajv2020({ strict: true, allErrors: true })
addFormats(ajv)

/** What a JSON Schema validator has against the value, one line each. */
export function faultsIn(schema: Schema, value: unknown): readonly string[] {
  const validate = ajv.compile(schema)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

export interface Field {
  readonly at: string
  readonly schema: Schema
}

/** Every field of a schema, however deep. */
export function fieldsOf({ properties = {}, items }: Schema, at: string): readonly Field[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    { at: `${at}.${name}`, schema },
    ...fieldsOf(schema, `${at}.${name}`),
  ])
  return items === undefined ? own : [...own, ...fieldsOf(items, `${at}[]`)]
}
