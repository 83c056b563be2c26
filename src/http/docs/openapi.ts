/**
 * Completes the OpenAPI document that the swagger plugin makes of the endpoints. It adds headers,
 * examples and shared parts, and lists only the codes that an operation can really answer with.
 */
import type { RefusalCode } from '../../core/refusals'
import { REQUEST_HEADERS, RESPONSE_HEADERS, requestHeaders } from './openapi/headers'
import {
  type Components,
  type DeclaredResponse,
  openComponents,
  responseOf,
} from './openapi/responses'
import {
  canAnswer,
  codesIn,
  exampleOf,
  type Field,
  type Operation,
  type Schema,
} from './openapi/schema'

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** A parameter as ./swagger.ts makes it. */
interface DraftParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly schema: Schema
}

interface DraftResponse {
  readonly description: string
  readonly content: Content
}

interface DraftOperation {
  readonly operationId: string
  readonly parameters: readonly DraftParameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, DraftResponse>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly [more: string]: unknown
}

export interface OpenApi {
  readonly components?: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, DraftOperation>>>>
  readonly [more: string]: unknown
}

export function completeDocument(document: OpenApi) {
  const components = openComponents()
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, draft]) => [
        method,
        completeOperation(path, draft, components),
      ]),
    ),
  ])
  // TypeBox writes JSON Schema as OpenAPI 3.1 has it, with a numeric exclusiveMinimum for example.
  return {
    ...document,
    openapi: '3.1.0',
    paths: Object.fromEntries(paths),
    components: {
      ...document.components,
      schemas: byName(components.schemas),
      responses: byName(components.responses),
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      examples: byName(components.examples),
    },
  }
}

const byName = (parts: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(parts).sort(([one], [other]) => (one < other ? -1 : 1)))

function completeOperation(path: string, draft: DraftOperation, components: Components) {
  const { parameters, requestBody, responses, ...rest } = draft
  const declared = Object.entries(responses).map(
    ([status, response]) => [status, declaredResponse(response, draft, status)] as const,
  )
  const [bodyType, sent] = Object.entries(requestBody?.content ?? {})[0] ?? []
  // Each body has a name, so that generated clients have no anonymous types.
  const body = sent && { 'x-name': `${idOf(draft)}Request`, ...sent.schema }
  const codes = declared.flatMap(([, { schema }]) => codesIn(schema))
  const operation = operationOf(path, draft, bodyType, body, codes)
  return {
    ...rest,
    parameters: [
      ...parameters.map((parameter) => parameterOf(parameter, components)),
      ...requestHeaders(operation),
    ],
    ...(body &&
      bodyType && {
        requestBody: {
          required: true,
          content: { [bodyType]: { schema: components.publish(body), example: exampleOf(body) } },
        },
      }),
    responses: Object.fromEntries(
      declared.map(([status, response]) => [
        status,
        components.response(status, responseOf(operation, status, response, components)),
      ]),
    ),
  }
}

/** `getAccount` as a part of a schema's name: `GetAccount`. */
const idOf = ({ operationId }: DraftOperation): string =>
  `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`

function operationOf(
  path: string,
  { parameters, security }: DraftOperation,
  bodyType: string | undefined,
  body: Schema | undefined,
  codes: readonly RefusalCode[],
): Operation {
  const bodyFields = Object.entries(body?.properties ?? {}).map(
    ([name, schema]): Field => ({
      name,
      in: 'body',
      required: body?.required?.includes(name) === true,
      schema,
    }),
  )
  const facts = {
    path,
    fields: [...parameters, ...bodyFields],
    bodyType,
    security: securityOf(security),
  }
  return { ...facts, codes: new Set(codes.filter((code) => canAnswer(facts, code))) }
}

/** An operation without `security` takes any client's token; roles are our scopes. */
function securityOf(security: DraftOperation['security']): Operation['security'] {
  if (security === undefined) return 'any client'
  const [first] = security
  if (first === undefined) return 'none'
  return Object.values(first).flat().includes('TRADE') ? 'TRADE clients' : 'any client'
}

function parameterOf(
  { description, examples, schema, ...rest }: DraftParameter,
  components: Components,
) {
  const example = exampleOf({ ...schema, ...(examples && { examples }) })
  return {
    ...rest,
    description,
    schema: components.publish(schema),
    ...(example !== undefined && { example }),
  }
}

/** An answer's schema, named after its operation unless it has a name. */
function declaredResponse(
  { description, content }: DraftResponse,
  draft: DraftOperation,
  status: string,
): DeclaredResponse {
  const schema = Object.values(content)[0]?.schema ?? {}
  const nameless = `${idOf(draft)}${status === '200' ? '' : status}Answer`
  return { description, schema: { 'x-name': nameless, ...schema } }
}
