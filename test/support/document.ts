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
  readonly components: {
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

export async function readDocument(app: {
  handle(request: Request): Response | Promise<Response>
}): Promise<Document> {
  const response = await app.handle(new Request('http://localhost/docs/json'))
  // safe: a validator of its own checks the whole of it, in test/drift/openapi.test.ts
  return (await response.json()) as Document
}

export const operationsOf = ({ paths }: Document): readonly Documented[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
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
