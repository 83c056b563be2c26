/** The header of the caller's tracing id. The answer repeats the id [request-id.returned]. */
import { REQUEST_ID_LENGTH_MAX } from '../../core/limits'
import { type Refused, refused } from '../../core/refusals'

export const REQUEST_ID_HEADER = 'x-service-request-id'

/** 1 to 128 printable ASCII characters [request-id.form]. */
const REQUEST_ID = new RegExp(`^[\\x20-\\x7e]{1,${REQUEST_ID_LENGTH_MAX}}$`)

/** Returns the id that the header has, or why it is refused. `header` is null if it is missing. */
export function requestIdOf(
  header: string | null,
): string | Refused<'request-id-required' | 'request-id-invalid'> {
  if (header === null || header === '') {
    return refused('request-id-required') // [request-id.required]
  }
  return REQUEST_ID.test(header) ? header : refused('request-id-invalid') // [request-id.form]
}

/** For the documentation. */
export const REQUEST_ID_EXAMPLE = '6f1c7e0a-5f0e-4c6e-9a57-0d7c4f1f2b11'
