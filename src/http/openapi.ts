/**
 * The document that the swagger plugin makes of the app's routes, completed by what the plugin
 * does not know of them: headers, the one content type of each body, examples, and which of the
 * declared codes an operation can really answer with.
 */
import type { RefusalCode } from '../core/refusals'
import { RESPONSE_HEADERS, requestHeaders } from './openapi/headers'
import { canAnswer, codesIn, type Field, type Operation } from './openapi/operation'
import { responseOf } from './openapi/responses'
import { exampleOf, published, type Schema } from './openapi/schema'

interface Content {
  readonly schema?: Schema
}

/** The plugin leaves a parameter's description and examples beside its schema. */
interface DraftParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly schema: Schema
}

interface DraftResponse {
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly content?: Readonly<Record<string, Content>>
}

interface DraftOperation {
  readonly parameters?: readonly DraftParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses?: Readonly<Record<string, DraftResponse>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly [more: string]: unknown
}

export interface OpenApi {
  readonly components?: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, DraftOperation>>>>
  readonly [more: string]: unknown
}

const FORM_PATHS: readonly string[] = ['/v1/oauth/token']

export function completed(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, draft]) => [method, completeOne(path, draft)]),
    ),
  ])
  // TypeBox writes JSON Schema as 3.1 has it (a numeric exclusiveMinimum, say), not as 3.0.
  return {
    ...document,
    openapi: '3.1.0',
    paths: Object.fromEntries(paths),
    components: { ...document.components, headers: RESPONSE_HEADERS },
  }
}

function completeOne(path: string, draft: DraftOperation) {
  const { parameters = [], requestBody, responses = {}, ...rest } = draft
  const declared = Object.entries(responses).map(
    ([status, response]) => [status, declaredOf(response)] as const,
  )
  const body = requestBody && schemaOf(requestBody.content)
  const operation = operationOf(
    path,
    draft,
    body,
    declared.flatMap(([, { schema }]) => codesIn(schema)),
  )
  return {
    ...rest,
    parameters: [...parameters.map(parameterOf), ...requestHeaders(operation)],
    ...(body &&
      operation.bodyType && {
        requestBody: {
          required: true,
          content: { [operation.bodyType]: { schema: published(body), example: exampleOf(body) } },
        },
      }),
    responses: Object.fromEntries(
      declared.map(([status, response]) => [status, responseOf(operation, status, response)]),
    ),
  }
}

function operationOf(
  path: string,
  { parameters = [], security }: DraftOperation,
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
  const form = FORM_PATHS.includes(path) && 'application/x-www-form-urlencoded'
  const known = {
    path,
    fields: [...parameters, ...bodyFields],
    bodyType: body && (form || 'application/json'),
    security: securityOf(security),
  }
  return { ...known, codes: new Set(codes.filter((code) => canAnswer(known, code))) }
}

/** Without a word of its own a route takes any client's token; the roles are our scopes. */
function securityOf(security: DraftOperation['security']): Operation['security'] {
  if (security === undefined) return 'any client'
  const [first] = security
  if (first === undefined) return 'none'
  return Object.values(first).flat().includes('TRADE') ? 'TRADE clients' : 'any client'
}

function parameterOf({ description, examples, schema, ...rest }: DraftParameter) {
  const whole = published({ ...schema, ...(examples && { examples }) })
  return {
    ...rest,
    description,
    schema: whole,
    ...(rest.required && { example: exampleOf(whole) }),
  }
}

/** The plugin drops `additionalProperties`; every answer of ours is closed (D1). */
function declaredOf({ description, examples, content = {} }: DraftResponse) {
  const schema = schemaOf(content) ?? {}
  return {
    description,
    schema: {
      ...schema,
      ...(schema.type === 'object' && { additionalProperties: false }),
      ...(examples && { examples }),
    },
  }
}

/** The plugin lists three content types for every body; ours have one. */
const schemaOf = (content: Readonly<Record<string, Content>>): Schema | undefined =>
  Object.values(content)[0]?.schema
