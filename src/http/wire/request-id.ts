/** The header of the caller's tracing id. */
import { REQUEST_ID_LENGTH_MAX } from '../../core/limits'

export const REQUEST_ID_HEADER = 'x-service-request-id'

/** 1 to 128 printable ASCII characters [request-id.form]. */
export const REQUEST_ID = new RegExp(`^[\\x20-\\x7e]{1,${REQUEST_ID_LENGTH_MAX}}$`)

/** For the documentation. */
export const REQUEST_ID_EXAMPLE = '6f1c7e0a-5f0e-4c6e-9a57-0d7c4f1f2b11'
