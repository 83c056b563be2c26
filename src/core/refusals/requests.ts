/** Refusals of how a request is made, and of who makes it. Their order is that of the checks. */
import { REQUEST_ID_LENGTH_MAX } from '../limits'

export const REQUEST_REFUSALS = {
  'host-repeated': {
    type: 'validation',
    retry: 'after-change',
    message: 'The request has more than one Host header.',
    remedy:
      'Send one. A proxy and this server could each believe another of them, and would take the ' +
      'request for two different ones.',
  },
  'request-id-required': {
    type: 'validation',
    retry: 'after-change',
    message: 'The header X-Service-Request-Id is missing.',
    remedy: 'Send an id of your own with every request; it comes back in the answer and in errors.',
  },
  'request-id-invalid': {
    type: 'validation',
    retry: 'after-change',
    message:
      'The header X-Service-Request-Id must be 1 to ' +
      `${REQUEST_ID_LENGTH_MAX} printable ASCII characters.`,
    remedy: 'Use a UUID, for example.',
  },
  'origin-not-allowed': {
    type: 'permission',
    retry: 'never',
    message: 'Pages of {origin} may not open a stream here.',
    remedy:
      "Ask the server's operator to add the page's origin to CORS_ORIGINS. Programs other than " +
      'browsers need none: they send no Origin header.',
  },
  'host-not-allowed': {
    type: 'permission',
    retry: 'never',
    message: 'The console does not answer under the name {host}.',
    remedy:
      'Open it under an IP address, a local name, or the address that PUBLIC_URL names. Another ' +
      'name may belong to a page that tries to reach your server through your browser.',
  },
  'page-not-allowed': {
    type: 'permission',
    retry: 'never',
    message: 'Pages of {origin} may not use the console of this server.',
    remedy:
      'Open the console at its own address. If a proxy changes the header Host, set PUBLIC_URL ' +
      'to the address that browsers use.',
  },
  'session-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'Nobody is signed in to the console here, or the session has ended.',
    remedy: 'Sign in at /console; `paper users link` prints a link that signs you in.',
  },
  'csrf-token-invalid': {
    type: 'permission',
    retry: 'after-change',
    message: 'The header X-CSRF-Token is missing, or is not of this session.',
    remedy:
      'Send the `csrf` of GET /console/api/session with every request that changes something.',
  },
  'operator-required': {
    type: 'permission',
    retry: 'never',
    message: 'Only an operator of the server may do this.',
    remedy: '`paper users operator NAME` makes a user an operator.',
  },
  'authorization-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header Authorization is missing.',
    remedy: 'Get a token from POST /v1/oauth/token and send it as `Authorization: Bearer <token>`.',
  },
  'invalid-token': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The access token is unknown, or was not sent as a Bearer token.',
    remedy:
      'Send `Authorization: Bearer <token>` with a token of this server; get a new one if unsure.',
  },
  'expired-token': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The access token has expired.',
    remedy:
      'Get a new token from POST /v1/oauth/token. `expires_in` says how many seconds one lives.',
  },
  'invalid-sandbox-key': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Sandbox-Key does not hold the SANDBOX_KEY of this server.',
    remedy:
      'Send the SANDBOX_KEY that the server was started with. A server without one takes a ' +
      'bearer token instead.',
  },
  'sandbox-key-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Sandbox-Key is missing.',
    remedy:
      'Send the SANDBOX_KEY that the server was started with. A bearer token opens the sandbox ' +
      'only if nobody but its own machine can reach the server.',
  },
  'invalid-feed-key': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Feed-Key does not hold the FEED_KEY of this server.',
    remedy: 'Send the FEED_KEY that the server was started with.',
  },
  'feed-key-required': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The header X-Feed-Key is missing.',
    remedy: 'Send the FEED_KEY that the server was started with: it lets prices in.',
  },
  'client-disabled': {
    type: 'permission',
    retry: 'later',
    message: 'This client is disabled.',
    remedy: "Ask the server's operator to enable the client, or use another one.",
  },
  'insufficient-scope': {
    type: 'permission',
    retry: 'after-change',
    message: 'This client may read but not trade.',
    remedy: 'Use a client with the scope TRADE for placing and cancelling orders.',
  },
  'rate-limit-exceeded': {
    type: 'rate_limit',
    retry: 'later',
    message: 'Too many requests. Try again in {retryAfterSeconds} s.',
    remedy: 'Wait for Retry-After seconds; X-RateLimit-Remaining says how many requests are left.',
  },
  'too-many-streams': {
    type: 'rate_limit',
    retry: 'later',
    message: 'There may be at most {limit} {what} at once.',
    remedy: 'Close one that you no longer read; one stream carries all accounts of a client.',
  },
  'authentication-timeout': {
    type: 'authentication',
    retry: 'after-change',
    message: 'No token came within {limitSeconds} s.',
    remedy:
      'Send the Authorization header with the request that opens the stream, or, from a browser, ' +
      '`{ "type": "authenticate", "token": … }` as the first message.',
  },
  'unexpected-message': {
    type: 'validation',
    retry: 'never',
    message: 'A message of type {messageType} is not expected now.',
    remedy: 'A stream is authenticated once, and before anything else.',
  },
  'malformed-message': {
    type: 'validation',
    retry: 'after-change',
    message: 'The message cannot be read: it must be a JSON object with a `type`, one of {types}.',
    remedy: 'The messages of the stream are described at /docs/stream.json.',
  },
  'unsupported-content-type': {
    type: 'validation',
    retry: 'after-change',
    message: 'The body must be sent as {expected}.',
    remedy: 'Set the Content-Type header: JSON for order bodies, a form for the token request.',
  },
  'body-too-large': {
    type: 'validation',
    retry: 'after-change',
    message: 'The body is larger than {limitBytes} bytes.',
    remedy: 'Send a smaller body; no request of this API needs more.',
  },
  'malformed-body': {
    type: 'validation',
    retry: 'after-change',
    message: 'The body cannot be read: {reason}.',
    remedy: 'Check that the body is complete, is valid UTF-8, and holds each field once.',
  },
  'missing-parameter': {
    type: 'validation',
    retry: 'after-change',
    message: 'The parameter {param} is missing.',
    remedy: "See the endpoint's fields at /docs.",
  },
  'unknown-parameter': {
    type: 'validation',
    retry: 'after-change',
    message: 'There is no parameter {param}.',
    remedy: 'Remove it or correct its name: an unknown one could have meant another order or list.',
  },
  'invalid-parameter': {
    type: 'validation',
    retry: 'after-change',
    message: 'The parameter {param} is not valid: {reason}.',
    remedy: "Correct the value; the endpoint's fields and their limits are at /docs.",
  },
  'invalid-range': {
    type: 'validation',
    retry: 'after-change',
    message: '`from` is later than `to`.',
    remedy: 'Times without an offset are Korean time; calendar dates are dates in New York.',
  },
  'range-too-long': {
    type: 'validation',
    retry: 'after-change',
    message: '`to` is more than a year after `from`; the latest is {latest}.',
    remedy: 'Ask for at most a year at a time.',
  },
  'invalid-cursor': {
    type: 'validation',
    retry: 'after-change',
    message: 'The cursor does not belong to this list.',
    remedy:
      'Send nextCursor of the previous answer unchanged and with the same filters, or begin ' +
      'again without a cursor.',
  },
  'limit-price-not-allowed': {
    type: 'validation',
    retry: 'after-change',
    message: 'A MARKET order has no limitPrice.',
    remedy: 'Leave limitPrice out, or send orderType LIMIT.',
  },
  'unsupported-grant-type': {
    type: 'validation',
    retry: 'after-change',
    message: 'The grant_type must be client_credentials.',
    remedy: 'Send grant_type=client_credentials.',
  },
  'invalid-client': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The client id or the client secret is wrong.',
    remedy:
      'Check both. A secret is shown only once, when the client is made; ' +
      '`paper keys rotate CLIENT_ID` makes a new one.',
  },
  'sign-in-failed': {
    type: 'authentication',
    retry: 'after-change',
    message: 'The name or the password is wrong.',
    remedy:
      'Check both; capital letters count. `paper users password NAME` sets a new password, and ' +
      '`paper users link NAME` prints a link that signs in without one.',
  },
  'sign-in-link-invalid': {
    type: 'authentication',
    retry: 'after-change',
    message: 'This link has been used already, or is too old.',
    remedy: 'A link works once. `paper users link` prints a new one.',
  },
} as const
