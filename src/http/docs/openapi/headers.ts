/** The headers of requests and answers in the OpenAPI document. */
import { REQUEST_ID_LENGTH_MAX } from '../../../core/limits'
import { ASSUMED_ZONE } from '../../request'
import { EXPECTED_INSTANT, REQUEST_ID_EXAMPLE } from '../../wire/schemas'
import { needsRequestId, type Operation } from './schema'

const requestId = (required: boolean) => ({
  in: 'header',
  name: 'X-Service-Request-Id',
  required,
  description: 'Your tracing id of this request; comes back in the answer.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: REQUEST_ID_LENGTH_MAX,
    pattern: '^[\\x20-\\x7e]+$',
  },
  example: REQUEST_ID_EXAMPLE,
})

const ACCOUNT_ID = {
  in: 'header',
  name: 'X-Service-Account-Id',
  required: false,
  description: 'The account of the request. A client with one account may leave it out.',
  schema: { type: 'string', examples: ['acc_37D32AC6199BF55B'] },
}

/** Shared, since every operation has some of them. */
export const REQUEST_HEADERS = {
  RequestId: requestId(true),
  /** For the sandbox. */
  OptionalRequestId: requestId(false),
  AccountId: ACCOUNT_ID,
} as const

/**
 * The request headers of an operation. An operation reads a header if it can refuse a request for
 * it.
 */
export function requestHeaders({ path, codes }: Operation) {
  const id = needsRequestId(path) ? 'RequestId' : 'OptionalRequestId'
  const names: readonly (keyof typeof REQUEST_HEADERS)[] = [
    ...(codes.has('request-id-invalid') ? ([id] as const) : []),
    ...(codes.has('account-header-required') ? (['AccountId'] as const) : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

export interface Header {
  readonly description: string
  readonly required: boolean
  readonly schema: object
}

const text = (description: string, example: string): Header => ({
  description,
  required: false,
  schema: { type: 'string', examples: [example] },
})
const count = (description: string, example: number, required = false): Header => ({
  description,
  required,
  schema: { type: 'integer', minimum: 0, examples: [example] },
})

/** Shared, since most answers have most of them. */
export const RESPONSE_HEADERS = {
  'X-Service-Request-Id': text(
    'The id of the request as it was sent; absent only if the id itself is refused.',
    REQUEST_ID_EXAMPLE,
  ),
  'X-RateLimit-Limit': count('Requests that may come at once; absent if limits are off.', 200),
  'X-RateLimit-Remaining': count('Requests that may still come at once.', 199),
  'X-RateLimit-Reset': count('Seconds until one more request may come; 0 if all may.', 1),
  'Retry-After': count('Seconds to wait before the next request.', 1, true),
  'WWW-Authenticate': text(
    'How to sign in (RFC 6750; for the token endpoint RFC 7617).',
    'Bearer realm="paper-brokerage"',
  ),
  'Idempotent-Replayed': {
    description: 'Sent if an earlier request with the same clientOrderId placed this order.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Time-Zone-Assumed': {
    description: 'Sent if a time of the request had no offset: the zone in which it was read.',
    required: false,
    schema: { type: 'string', enum: [ASSUMED_ZONE] },
  },
} as const satisfies Record<string, Header>
type HeaderName = keyof typeof RESPONSE_HEADERS

const isSandbox = (path: string): boolean => path.startsWith('/sandbox/')

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const

export function responseHeaders({ path, codes, security, fields }: Operation, status: string) {
  // Only known clients get their limits; the token endpoint limits every caller.
  const isKnown = status !== '401' || security === 'none'
  // The sandbox limits unknown callers only.
  const isLimited = codes.has('rate-limit-exceeded') && (!isSandbox(path) || status === '429')
  const isChallenge = status === '401' || (status === '403' && codes.has('insufficient-scope'))
  const replays = status === '200' && codes.has('idempotency-key-conflict')
  const takesTimes = fields.some(({ schema }) => schema['x-expects'] === EXPECTED_INSTANT)
  const names: readonly HeaderName[] = [
    ...(codes.has('request-id-invalid') ? (['X-Service-Request-Id'] as const) : []),
    ...(isLimited && isKnown ? RATE_HEADERS : []),
    ...(status === '429' ? (['Retry-After'] as const) : []),
    ...(isChallenge ? (['WWW-Authenticate'] as const) : []),
    ...(replays ? (['Idempotent-Replayed'] as const) : []),
    ...(takesTimes && status === '200' ? (['X-Time-Zone-Assumed'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
