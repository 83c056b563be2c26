/** What every route of the console may refuse. */
import type { RefusalCode } from '../../../../core/refusals'
import { EVERY_BODY, FAILURES } from '../../../wire/refusal'

export const EVERY_VISIT = [
  'host-repeated',
  'request-id-invalid',
  'host-not-allowed',
  'page-not-allowed',
  'rate-limit-exceeded',
  'missing-parameter',
  'unknown-parameter',
  'invalid-parameter',
  ...FAILURES,
] as const satisfies readonly RefusalCode[]

export const EVERY_READ = [
  ...EVERY_VISIT,
  'session-required',
  'csrf-token-invalid',
] as const satisfies readonly RefusalCode[]

export const EVERY_CHANGE = [...EVERY_READ, ...EVERY_BODY] as const satisfies readonly RefusalCode[]
