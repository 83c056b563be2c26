/**
 * Completes the OpenAPI document that the swagger plugin makes of the endpoints. It adds headers,
 * examples and shared parts, and lists only the codes that an operation can really answer with;
 * each response has examples.
 */
import { assert } from '../../core/assert'
import { REFUSALS, type RefusalCode, STATUS_OF_TYPE } from '../../core/refusals'
import { expected } from '../wire/validation-errors'
import {
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  requestHeaders,
  responseHeaders,
} from './openapi/headers'
import {
  canAnswer,
  codesIn,
  exampleOf,
  type Field,
  type Operation,
  plain,
  type Schema,
} from './openapi/schema'
import { type Occasion, refusalExample } from './refusal-example'

const JSON_TYPE = 'application/json'

/** An operation's schema for one status. */
interface DeclaredResponse {
  readonly description: string | undefined
  readonly schema: Schema
}

function responseOf(
  operation: Operation,
  status: string,
  { description, schema }: DeclaredResponse,
  components: Components,
) {
  const codes = codesIn(schema).filter((code) => canAnswer(operation, code))
  const headers = responseHeaders(operation, status)
  return {
    description: codes.length > 0 ? meaningOf(codes) : (description ?? 'Done.'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      [codes.length === 0 ? mediaTypeOf(schema) : JSON_TYPE]:
        codes.length > 0
          ? {
              schema: components.errorSchema(schema),
              examples: examplesOf(operation, codes, components),
            }
          : { schema: components.publish(schema), example: exampleOf(schema) },
    },
  }
}

const mediaTypeOf = ({ 'x-media-type': type }: Schema): string =>
  typeof type === 'string' ? type : JSON_TYPE

const meaningOf = (codes: readonly RefusalCode[]): string =>
  codes.map((code) => `\`${code}\`: ${REFUSALS[code].message}`).join('\n\n')

const examplesOf = (
  operation: Operation,
  codes: readonly RefusalCode[],
  components: Components,
): object =>
  Object.fromEntries(
    codes.map((code) => {
      const occasion = occasionAt(operation, code)
      if (Object.keys(occasion ?? {}).length === 0) return [code, components.errorExample(code)]
      const value = refusalExample(code, SERVER, occasion)
      return [code, { summary: REFUSALS[code].remedy, value }]
    }),
  )

/** An example of a code with this operation's own fields. */
function occasionAt(
  { fields, bodyType = JSON_TYPE }: Operation,
  code: RefusalCode,
): Occasion | undefined {
  switch (code) {
    case 'unsupported-content-type':
      return { data: { expected: bodyType } }
    case 'malformed-body':
      return bodyType === JSON_TYPE
        ? {}
        : { data: { reason: 'the field grant_type is sent twice' } }
    case 'missing-parameter': {
      const field = fields.find(({ required, in: where }) => required && where !== 'path')
      return field && { param: field.name }
    }
    case 'invalid-parameter': {
      const field = fields.find(isRestricted) ?? fields[0]
      return (
        field && { param: field.name, data: { reason: `it must be ${expected(field.schema)}` } }
      )
    }
    default:
      return {}
  }
}

const isRestricted = ({ schema }: Field): boolean =>
  schema.enum !== undefined || schema['x-expects'] !== undefined || schema.type !== 'string'

/**
 * The shared parts of the document: schemas with a name (`named` in wire/schemas.ts), and examples
 * of errors. Operations refer to them, so that generated clients have named types.
 */
interface Components {
  /** The schema as published, with references in place of its named parts. */
  publish(schema: Schema): object
  /** The one envelope of all errors. An operation's examples show its codes. */
  errorSchema(envelope: Schema): object
  errorExample(code: RefusalCode): object
  /** A reference if most operations answer this status alike, otherwise the response itself. */
  response(status: string, response: object): object
  readonly schemas: Readonly<Record<string, object>>
  readonly examples: Readonly<Record<string, object>>
  readonly responses: Readonly<Record<string, object>>
}

/** Statuses whose answers are alike in most operations. */
const SHARED: Readonly<Record<string, string>> = {
  '401': 'Unauthorized',
  '429': 'TooManyRequests',
  '500': 'ServerError',
}

/** The address of a server with default settings [run.address]. */
const SERVER = 'http://localhost:3000'

function openComponents(): Components {
  const schemas: Record<string, object> = {}
  const examples: Record<string, object> = {}
  const responses: Record<string, object> = {}

  function publish(schema: Schema): object {
    const whole = plain(schema, publish)
    const name = schema['x-name']
    if (typeof name !== 'string') return whole
    const $ref = `#/components/schemas/${name}`
    // Each use has its own description of the same members.
    const { description, examples, ...words } = whole
    addSchema(name, words)
    return {
      $ref,
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples }),
    }
  }

  function addSchema(name: string, schema: object): void {
    const known = schemas[name]
    assert(
      known === undefined || Bun.deepEquals(known, schema),
      `two schemas of the document are named ${name}`,
    )
    schemas[name] = schema
  }

  return {
    publish,
    errorSchema({ properties, ...envelope }) {
      const type = { ...properties?.type, enum: Object.keys(STATUS_OF_TYPE), 'x-name': 'ErrorType' }
      const code = { ...properties?.code, enum: Object.keys(REFUSALS), 'x-name': 'ErrorCode' }
      return publish({
        ...envelope,
        properties: { ...properties, type, code },
        'x-name': 'ApiError',
      })
    },
    errorExample(code) {
      examples[code] ??= { summary: REFUSALS[code].remedy, value: refusalExample(code, SERVER) }
      return { $ref: `#/components/examples/${code}` }
    },
    response(status, response) {
      const name = SHARED[status]
      if (name === undefined) return response
      responses[name] ??= response
      const isShared = Bun.deepEquals(responses[name], response)
      return isShared ? { $ref: `#/components/responses/${name}` } : response
    },
    schemas,
    examples,
    responses,
  }
}

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
