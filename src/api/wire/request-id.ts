/** The caller's tracing id: checked before anything else on every /v1 endpoint (D1). */
import { REQUEST_ID_LENGTH_MAX } from '../../core/limits'
import { type Refused, refused } from '../../core/refusals'

export const REQUEST_ID_HEADER = 'x-service-request-id'

const PRINTABLE_ASCII = new RegExp(`^[\\x20-\\x7e]{1,${REQUEST_ID_LENGTH_MAX}}$`)

/** For the documentation. */
export const REQUEST_ID_EXAMPLE = '6f1c7e0a-5f0e-4c6e-9a57-0d7c4f1f2b11'

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
