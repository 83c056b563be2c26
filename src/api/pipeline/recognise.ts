/**
 * Whose request it is, and what that client is told of its limits: on every answer, a refusal of
 * its rights and an unknown path included (D8).
 */
import { isRefused, type Refused, refused } from '../../core/refusals'
import type { RateAnswer, RateLimiter } from './rate-limit'
import type { SignedIn } from './request-context'

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

/**
 * Counts the request, and sets the headers of an answer to who sent it. Unknown tokens are counted
 * by their address, and only they: behind one address there may be others, whose tokens are known.
 */
export async function recognise(
  { signIn, limiter }: Entrance,
  bucket: 'orders' | 'other',
  request: Request,
  set: Answering,
  address: string | undefined,
): Promise<Recognised | Refused<SignInRefusal | 'rate-limit-exceeded'>> {
  const client = await signIn(request.headers.get('authorization') ?? undefined)
  const rate = client.clientId === undefined ? undefined : limiter.take(bucket, client.clientId)
  if (rate !== undefined) Object.assign(set.headers, rate.headers)
  if (!isRefused(client)) return { client, rate }
  if (client.refused === 'invalid-token') {
    const tooMany = beyondLimitOfUnknown(limiter, address, set)
    if (tooMany !== undefined) return tooMany
  }
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

/** Somebody unknown has tried too often from the address; undefined, not known, is let pass. */
export function beyondLimitOfUnknown(
  limiter: RateLimiter,
  address: string | undefined,
  set: Answering,
): Refused<'rate-limit-exceeded'> | undefined {
  const rate = address === undefined ? undefined : limiter.takeUnknown(address)
  const tooMany = beyondLimit(rate, set)
  if (tooMany !== undefined) Object.assign(set.headers, rate?.headers)
  return tooMany
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
