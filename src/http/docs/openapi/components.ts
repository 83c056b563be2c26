/**
 * The shared parts of the document: schemas with a name (`named` in wire/schemas.ts), and examples
 * of errors. Operations refer to them, so that generated clients have types with names.
 */
import { assert } from '../../../core/assert'
import { REFUSALS, type RefusalCode, STATUS_OF_TYPE } from '../../../core/refusals'
import { refusalExample } from '../refusal-example'
import { plain, type Schema } from './schema'

export interface Components {
  /** The schema as published: itself and its parts replaced by references where they are named. */
  published(schema: Schema): object
  /** The one envelope of all errors; an operation's examples show which codes it can have. */
  errorSchema(envelope: Schema): object
  errorExample(code: RefusalCode): object
  /** A reference where most operations answer this status alike, otherwise the response itself. */
  response(status: string, response: object): object
  readonly schemas: Readonly<Record<string, object>>
  readonly examples: Readonly<Record<string, object>>
  readonly responses: Readonly<Record<string, object>>
}

/** Statuses that most operations answer alike. */
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

  function published(schema: Schema): object {
    const whole = plain(schema, published)
    const name = schema['x-name']
    if (typeof name !== 'string') return whole
    const $ref = `#/components/schemas/${name}`
    // Each place has its own description of the same members.
    const { description, examples, ...words } = whole
    keep(name, words)
    return {
      $ref,
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples }),
    }
  }

  function keep(name: string, schema: object): void {
    const known = schemas[name]
    assert(
      known === undefined || Bun.deepEquals(known, schema),
      `two schemas of the document are named ${name}`,
    )
    schemas[name] = schema
  }

  return {
    published,
    errorSchema({ properties, ...envelope }) {
      const type = { ...properties?.type, enum: Object.keys(STATUS_OF_TYPE), 'x-name': 'ErrorType' }
      const code = { ...properties?.code, enum: Object.keys(REFUSALS), 'x-name': 'ErrorCode' }
      return published({
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
