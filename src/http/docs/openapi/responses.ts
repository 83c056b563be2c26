/** The responses of an operation, each with examples. */
import { REFUSALS, type RefusalCode } from '../../../core/refusals'
import { expected } from '../../wire/validation-errors'
import { type Occasion, refusalExample } from '../refusal-example'
import { type Components, SERVER } from './components'
import { responseHeaders } from './headers'
import { canAnswer, codesIn, type Field, type Operation } from './operation'
import { exampleOf, type Schema } from './schema'

const JSON_TYPE = 'application/json'

/** A route's schema for one status. */
export interface Declared {
  readonly description: string | undefined
  readonly schema: Schema
}

export function responseOf(
  operation: Operation,
  status: string,
  { description, schema }: Declared,
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
          : { schema: components.published(schema), example: exampleOf(schema) },
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

/** A code's example with this operation's own fields. */
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
