/** The caller's tracing id, checked first of all on every /v1 endpoint [request-id.first]. */
import { REQUEST_ID_LENGTH_MAX } from '../../core/limits'
import { type Refused, refused } from '../../core/refusals'

export const REQUEST_ID_HEADER = 'x-service-request-id'

const PRINTABLE_ASCII = new RegExp(`^[\\x20-\\x7e]{1,${REQUEST_ID_LENGTH_MAX}}$`)

/** For the documentation. */
export const REQUEST_ID_EXAMPLE = '6f1c7e0a-5f0e-4c6e-9a57-0d7c4f1f2b11'

export type RequestIdRefusal = Refused<'request-id-required' | 'request-id-invalid'>

/** The id of a request that brings none: it is refused, goes without, or gets a made one. */
export type WithoutRequestId = 'refused' | 'allowed' | (() => string)

/** The request's id, or why it is refused. */
export function requestIdOf(
  request: Request,
  without: WithoutRequestId,
): string | undefined | RequestIdRefusal {
  const id = request.headers.get(REQUEST_ID_HEADER)
  if (id !== null && id !== '') {
    return PRINTABLE_ASCII.test(id) ? id : refused('request-id-invalid') // [request-id.form]
  }
  if (typeof without === 'function') return without()
  return without === 'allowed' ? undefined : refused('request-id-required') // [request-id.required]
}
