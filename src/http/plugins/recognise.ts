/**
 * Whose request it is, and what that client is told of its limits: on every answer, a refusal of
 * its rights and an unknown path included (D8).
 */
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { SignedIn } from '../call'
import type { RateAnswer, RateLimiter } from '../rate-limit'

export type SignInRefusal =
  | 'authorization-required'
  | 'invalid-token'
  | 'expired-token'
  | 'client-disabled'

/** Takes the Authorization header as it is. A refused client that is known comes with its id. */
export type SignIn = (
  authorization: string | undefined,
) => Promise<SignedIn | (Refused<SignInRefusal> & { readonly clientId?: string })>

export interface Entrance {
  readonly signIn: SignIn
  readonly limiter: RateLimiter
}

/** Where the headers of the answer are. */
export interface Answering {
  readonly headers: Record<string, string | number | undefined>
}

export interface Recognised {
  readonly client: SignedIn
  /** Undefined where limits are turned off. */
  readonly rate: RateAnswer | undefined
}

/** Counts the request, and sets the headers of an answer to who sent it. */
export async function recognise(
  { signIn, limiter }: Entrance,
  bucket: 'orders' | 'other',
  request: Request,
  set: Answering,
): Promise<Recognised | Refused<SignInRefusal>> {
  const client = await signIn(request.headers.get('authorization') ?? undefined)
  const rate = client.clientId === undefined ? undefined : limiter.take(bucket, client.clientId)
  if (rate !== undefined) Object.assign(set.headers, rate.headers)
  if (!isRefused(client)) return { client, rate }
  const challenge = CHALLENGES[client.refused]
  if (challenge !== undefined) set.headers['www-authenticate'] = challenge
  return client
}

/** The refusal of a request beyond the limit, with its Retry-After. */
export function beyondLimit(
  rate: RateAnswer | undefined,
  set: Answering,
): Refused<'rate-limit-exceeded'> | undefined {
  if (rate === undefined || rate.allowed) return undefined
  const { retryAfterSeconds } = rate
  set.headers['retry-after'] = String(retryAfterSeconds)
  return refused('rate-limit-exceeded', { retryAfterSeconds })
}

const REALM = 'Bearer realm="paper-brokerage"'

/** RFC 6750, 3: without credentials no error is named. */
export const CHALLENGES = {
  'authorization-required': REALM,
  'invalid-token': `${REALM}, error="invalid_token", error_description="The token is unknown"`,
  'expired-token': `${REALM}, error="invalid_token", error_description="The token has expired"`,
  'client-disabled': undefined,
  'insufficient-scope': `${REALM}, error="insufficient_scope", scope="TRADE"`,
} as const satisfies Record<SignInRefusal | 'insufficient-scope', string | undefined>
