/** Requests made of the Swagger document alone, and what it has against the real answers. */
import type { Answer } from './api'
import {
  type Document,
  type Documented,
  type DocumentedResponse,
  faultsIn,
  mediaOf,
  type Schema,
} from './document'

export interface BoundStatement {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

type Values = Readonly<Record<string, unknown>>

/** A request with the document's own examples, but for these fields; undefined leaves one out. */
export function askedOf(
  { method, path, operation }: Documented,
  changes: Values = {},
): BoundStatement {
  const values = operation.parameters
    .filter((parameter) => parameter.in !== 'header' && parameter.required)
    .map(({ name, example }) => [name, example] as const)
  const given: Values = { ...Object.fromEntries(values), ...changes }
  const inPath = new Set<string>()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(given[name]))
  })
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query' && given[parameter.name] !== undefined)
    .map(({ name }) => [name, String(given[name])] as [string, string])
  const search = new URLSearchParams(inQuery).toString()
  return {
    method,
    path: search === '' ? filled : `${filled}?${search}`,
    ...bodyOf(
      operation.requestBody && mediaOf(operation.requestBody.content),
      Object.fromEntries(Object.entries(changes).filter(([name]) => !inPath.has(name))),
    ),
  }
}

function bodyOf(media: ReturnType<typeof mediaOf> | undefined, changes: Values) {
  if (media === undefined) return { headers: {} }
  const body = { ...Object(media.example), ...changes }
  const headers = { 'content-type': media.type }
  return media.type === 'application/json'
    ? { headers, body }
    : { headers, body: new URLSearchParams(JSON.parse(JSON.stringify(body))).toString() }
}

/** The fields of the body, or of path and query. */
const schemasOf = ({ operation: { parameters, requestBody } }: Documented) =>
  requestBody
    ? Object.entries(mediaOf(requestBody.content).schema.properties ?? {})
    : parameters
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name, schema }) => [name, schema] as const)

export const fieldsIn = (asked: Documented): readonly string[] =>
  schemasOf(asked).map(([name]) => name)

/** Each field of the operation with a value that its schema does not take. */
export const unfitting = (asked: Documented): readonly Values[] =>
  schemasOf(asked).flatMap(([name, schema]) => {
    const value = unfit(schema)
    return value === undefined ? [] : [{ [name]: value }]
  })

function unfit({ type, enum: members, pattern, maxLength }: Schema): unknown {
  if (members !== undefined) return 'NONE_OF_THESE'
  if (type === 'integer' || type === 'boolean') return 'few'
  if (type === 'number') return -1
  if (pattern !== undefined) return '~ ~'
  return maxLength === undefined ? undefined : 'x'.repeat(maxLength + 1)
}

const OURS = /^(?:x-(?!content-type-options)|retry-after|www-authenticate|idempotent-)/

/** What the document does not say of an answer that the server gave, one line each. */
export function faultsOfAnswer(
  { components }: Document,
  { operation }: Documented,
  { status, headers, body, text }: Pick<Answer, 'status' | 'headers' | 'body' | 'text'>,
): readonly string[] {
  const documented: DocumentedResponse | undefined = operation.responses[status]
  if (documented === undefined) return [`the status ${status} is not documented`]
  const documentedNames = Object.keys(documented.headers ?? {})
  const undocumented = [...headers.keys()].filter(
    (name) => OURS.test(name) && !documentedNames.some((each) => each.toLowerCase() === name),
  )
  const wrong = documentedNames.flatMap((name) => {
    const value = headers.get(name)
    const { required, schema } = components.headers[name] ?? { required: true, schema: {} }
    if (value === null) return required ? [`${name} is missing`] : []
    return faultsIn(schema, schema.type === 'integer' ? Number(value) : value)
  })
  const media = mediaOf(documented.content)
  const code: unknown = Object(body).code
  const codes = Object.keys(media.examples ?? {})
  const type = headers.get('content-type')?.split(';')[0]
  return [
    ...undocumented.map((name) => `the header ${name} is not documented`),
    ...wrong,
    ...(type === media.type ? [] : [`it is ${type}`]),
    ...faultsIn(media.schema, type === 'application/json' ? body : text),
    ...(codes.length === 0 || codes.includes(String(code)) ? [] : [`${code} is not documented`]),
  ]
}
