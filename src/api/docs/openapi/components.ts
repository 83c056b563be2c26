/**
 * What the document says once: schemas that have a name (`named` in wire.ts), and examples of
 * errors. An operation only refers to them, so that generated clients have the field's own words.
 */
import { assert } from '../../../core/assert'
import { REFUSALS, type RefusalCode, STATUS_OF_TYPE } from '../../../core/refusals'
import { refusalExample } from '../refusal-example'
import { plain, type Schema } from './schema'

export interface Components {
  /** The schema as the document has it: a reference to it where it, or a part of it, is named. */
  published(schema: Schema): object
  /** The one envelope of all errors; an operation's examples tell which codes it may have. */
  errorSchema(envelope: Schema): object
  errorExample(code: RefusalCode): object
  /** A reference where most operations answer this status so, or the response itself. */
  response(status: string, response: object): object
  readonly schemas: Readonly<Record<string, object>>
  readonly examples: Readonly<Record<string, object>>
  readonly responses: Readonly<Record<string, object>>
}

/** Statuses that are answered alike nearly everywhere. */
const SHARED: Readonly<Record<string, string>> = {
  '401': 'Unauthorized',
  '429': 'TooManyRequests',
  '500': 'ServerError',
}

/** Where a server listens that nothing was configured for. */
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
    if (schema.enum === undefined) {
      keep(name, whole)
      return { $ref }
    }
    // The same words are described anew at each place.
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
        'x-name': 'Error',
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
