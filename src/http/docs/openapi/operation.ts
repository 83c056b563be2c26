/** The facts of an operation that follow from its route's declaration. */
import { REFUSALS, type RefusalCode } from '../../../core/refusals'
import type { Schema } from './schema'

/** A field of the path, the query or the body. */
export interface Field {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: Schema
}

export interface Operation {
  /** As in the document: `/v1/orders/{orderId}`. */
  readonly path: string
  readonly fields: readonly Field[]
  /** Undefined for an operation without a body. */
  readonly bodyType: string | undefined
  readonly security: 'none' | 'any client' | 'TRADE clients'
  /** Every code that it can answer with. */
  readonly codes: ReadonlySet<RefusalCode>
}

const isCode = (text: unknown): text is RefusalCode =>
  typeof text === 'string' && Object.hasOwn(REFUSALS, text)

/** The codes in the schema of an error envelope; none for another schema. */
export const codesIn = (schema: Schema | undefined): readonly RefusalCode[] =>
  schema?.properties?.docUrl === undefined
    ? []
    : (schema.properties.code?.enum ?? []).filter(isCode)

/** The sandbox's requests may come without one [request-id.first]. */
export const needsRequestId = (path: string): boolean => /^\/(?:v1|paper)\//.test(path)

/**
 * Whether this operation can answer with the code. Routes declare all codes of the gate and of the
 * checks of shape, even those that need a parameter or another scope.
 */
export function canAnswer({ path, fields, security }: Omit<Operation, 'codes'>, code: RefusalCode) {
  switch (code) {
    case 'request-id-required':
      return needsRequestId(path)
    case 'insufficient-scope':
      return security === 'TRADE clients'
    case 'missing-parameter':
      return fields.some((field) => field.required && field.in !== 'path')
    default:
      return true
  }
}
