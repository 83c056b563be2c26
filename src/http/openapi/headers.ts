/** The headers that a request may carry and that an answer does (D1, D2, D8). */
import { REQUEST_ID_EXAMPLE } from '../request-id'
import type { Operation } from './operation'

const requestId = (required: boolean) => ({
  in: 'header',
  name: 'X-Service-Request-Id',
  required,
  description: 'Your tracing id of this request; comes back in the answer.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x20-\\x7e]+$' },
  example: REQUEST_ID_EXAMPLE,
})

const ACCOUNT_ID = {
  in: 'header',
  name: 'X-Service-Account-Id',
  required: false,
  description:
    'The account that is meant. May be left out by a client with one account; then it is that one.',
  schema: { type: 'string', examples: ['acc_7Q2M9K4T'] },
}

/** A route that may refuse a header is one that reads it. */
export function requestHeaders({ path, codes }: Operation) {
  return [
    ...(codes.has('request-id-invalid') ? [requestId(path.startsWith('/v1/'))] : []),
    ...(codes.has('account-header-required') ? [ACCOUNT_ID] : []),
  ]
}

const text = (description: string, example: string, required = false) => ({
  description,
  required,
  schema: { type: 'string', examples: [example] },
})
const count = (description: string, example: number, required = false) => ({
  description,
  required,
  schema: { type: 'integer', minimum: 0, examples: [example] },
})

const RATE_HEADERS = {
  'X-RateLimit-Limit': count('Requests that may come at once. Absent while limits are off.', 200),
  'X-RateLimit-Remaining': count('Requests that may still come at once.', 199),
  'X-RateLimit-Reset': count('Seconds until one more request may come; 0 when all may.', 1),
}
const REPLAYED = {
  description: 'Sent where this order was placed by an earlier request with the same body.',
  required: false,
  schema: { type: 'string', enum: ['true'] },
}
const CHALLENGE = 'How to sign in (RFC 6750; for the token endpoint RFC 7617).'

export function responseHeaders({ codes, security }: Operation, status: string) {
  // The id is echoed unless it is what is wrong; limits are told to whom the server knows.
  const echoes = codes.has('request-id-invalid')
  const isLimited = codes.has('rate-limit-exceeded')
  const isKnown = status !== '401' || security === 'none'
  const isChallenge = status === '401' || (status === '403' && codes.has('insufficient-scope'))
  return {
    ...(echoes && {
      'X-Service-Request-Id': text(
        'The id of the request, as it was sent.',
        REQUEST_ID_EXAMPLE,
        status !== '400',
      ),
    }),
    ...(isLimited && isKnown && RATE_HEADERS),
    ...(status === '429' && {
      'Retry-After': count('Seconds after which a request is taken again.', 1, true),
    }),
    ...(isChallenge && {
      'WWW-Authenticate': text(CHALLENGE, 'Bearer realm="paper-brokerage"', status === '401'),
    }),
    ...(status === '200' &&
      codes.has('idempotency-key-conflict') && {
        'Idempotent-Replayed': REPLAYED,
      }),
  }
}
