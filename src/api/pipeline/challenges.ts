/** What a caller is told of the credentials that were expected [auth.challenges]. */
import type { RefusalCode } from '../../core/refusals'

const BEARER = 'Bearer realm="paper-brokerage"'

/** RFC 6750, 3 (without credentials no error is named), and RFC 6749, 5.2 [auth.challenges]. */
export const CHALLENGES: ReadonlyMap<RefusalCode, string> = new Map([
  ['authorization-required', BEARER],
  ['invalid-token', `${BEARER}, error="invalid_token", error_description="The token is unknown"`],
  ['expired-token', `${BEARER}, error="invalid_token", error_description="The token has expired"`],
  ['insufficient-scope', `${BEARER}, error="insufficient_scope", scope="TRADE"`],
  ['invalid-client', 'Basic realm="paper-brokerage"'],
])
