/**
 * Completes the document that the swagger plugin makes of the app's routes, with the facts that the
 * plugin does not know: headers, the one content type of each body, examples, and which of the
 * declared codes an operation can really answer with.
 */
import type { RefusalCode } from '../../core/refusals'
import { type Components, openComponents } from './openapi/components'
import { REQUEST_HEADERS, RESPONSE_HEADERS, requestHeaders } from './openapi/headers'
import { canAnswer, codesIn, type Field, type Operation } from './openapi/operation'
import { type Declared, responseOf } from './openapi/responses'
import { exampleOf, type Schema } from './openapi/schema'

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
  readonly 'x-name'?: string
}

interface DraftOperation {
  readonly operationId: string
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

export function completed(document: OpenApi) {
  const components = openComponents()
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, draft]) => [
        method,
        completeOne(path, draft, components),
      ]),
    ),
  ])
  // TypeBox writes JSON Schema as 3.1 has it (a numeric exclusiveMinimum, say), not as 3.0.
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

const byName = (known: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(known).sort(([one], [other]) => (one < other ? -1 : 1)))

function completeOne(path: string, draft: DraftOperation, components: Components) {
  const { parameters = [], requestBody, responses = {}, ...rest } = draft
  const declared = Object.entries(responses).map(
    ([status, response]) => [status, declaredOf(response, draft, status)] as const,
  )
  const body = requestBody && withName(schemaOf(requestBody.content), `${idOf(draft)}Request`)
  const operation = operationOf(
    path,
    draft,
    body,
    declared.flatMap(([, { schema }]) => codesIn(schema)),
  )
  return {
    ...rest,
    parameters: [
      ...parameters.map((parameter) => parameterOf(parameter, components)),
      ...requestHeaders(operation),
    ],
    ...(body &&
      operation.bodyType && {
        requestBody: {
          required: true,
          content: {
            [operation.bodyType]: { schema: components.published(body), example: exampleOf(body) },
          },
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

/** Every body is named, so that generated clients have no nameless types. */
const withName = (schema: Schema | undefined, name: string): Schema | undefined =>
  schema && { 'x-name': name, ...schema }

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

/** A route that declares no security takes any client's token; the roles are our scopes. */
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
    schema: components.published(schema),
    ...(example !== undefined && { example }),
  }
}

/** The plugin drops `additionalProperties`, although all of our answers are closed. */
function declaredOf(
  { description, examples, content = {}, 'x-name': name }: DraftResponse,
  draft: DraftOperation,
  status: string,
): Declared {
  const schema = schemaOf(content) ?? {}
  const own = {
    ...schema,
    ...(schema.type === 'object' && { additionalProperties: false }),
    ...(examples && { examples }),
  }
  const nameless = `${idOf(draft)}${status === '200' ? '' : status}Answer`
  return { description, schema: { 'x-name': name ?? nameless, ...own } }
}

/** The plugin lists three content types for every body; ours have one. */
const schemaOf = (content: Readonly<Record<string, Content>>): Schema | undefined =>
  Object.values(content)[0]?.schema
