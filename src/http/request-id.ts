/** The caller's tracing id: checked before anything else on every /v1 endpoint (D1). */
import { type Refused, refused } from '../core/refusals'

export const REQUEST_ID_HEADER = 'x-service-request-id'

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,128}$/

export type RequestIdFault = Refused<'request-id-required' | 'request-id-invalid'>

/**
 * The id that the request carries, or why it cannot serve as one. `standIn` makes the id of a
 * request that needs to carry none.
 */
export function requestIdOf(request: Request, standIn?: () => string): string | RequestIdFault {
  const id = request.headers.get(REQUEST_ID_HEADER)
  if (id === null || id === '') return standIn?.() ?? refused('request-id-required')
  return PRINTABLE_ASCII.test(id) ? id : refused('request-id-invalid')
}
