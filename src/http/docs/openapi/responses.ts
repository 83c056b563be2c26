/** The responses of an operation, each with examples. */

import { assert } from '../../../core/assert'
import { REFUSALS, type RefusalCode, STATUS_OF_TYPE } from '../../../core/refusals'
import { expected } from '../../wire/validation-errors'
import { type Occasion, refusalExample } from '../refusal-example'
import { responseHeaders } from './headers'
import {
  canAnswer,
  codesIn,
  exampleOf,
  type Field,
  type Operation,
  plain,
  type Schema,
} from './schema'

const JSON_TYPE = 'application/json'

/** An operation's schema for one status. */
export interface DeclaredResponse {
  readonly description: string | undefined
  readonly schema: Schema
}

export function responseOf(
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
export interface Components {
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
export const SERVER = 'http://localhost:3000'

export function openComponents(): Components {
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
