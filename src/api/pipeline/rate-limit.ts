/**
 * Token buckets, one for each client and group of requests [rate-limit.buckets]. They live in the
 * memory of this process: two processes behind one address allow twice the rate. Their clock is
 * monotonic, and not the market's [token.wall-clock].
 */
import type { RateGroup, RateLimit, RateLimits } from '../../core/rate-limits'
import { type Refused, refused } from '../../core/refusals'

/** The tokens as they were at `atMs`; they have grown since. */
export interface TokenBucket {
  readonly tokens: number
  readonly atMs: number
}

export interface Consumed {
  readonly bucket: TokenBucket
  readonly allowed: boolean
  /** Whole requests that may still come at once. */
  readonly remaining: number
  /** Milliseconds until the next token is there; 0 when the bucket is full. */
  readonly resetMs: number
}

/** Takes one token if there is one. A bucket that does not exist yet is full. */
export function consume(bucket: TokenBucket | undefined, rate: RateLimit, nowMs: number): Consumed {
  const tokens = tokensAt(bucket, rate, nowMs)
  const allowed = tokens >= 1
  return leaving(allowed ? tokens - 1 : tokens, rate, latest(bucket, nowMs), allowed)
}

/** Takes all the tokens, and may leave the bucket with fewer than none. */
export const charge = (
  bucket: TokenBucket | undefined,
  rate: RateLimit,
  tokens: number,
  nowMs: number,
): Consumed => leaving(tokensAt(bucket, rate, nowMs) - tokens, rate, latest(bucket, nowMs), true)

/** A request that came before another may be counted after it: tokens grow once. */
const latest = (bucket: TokenBucket | undefined, nowMs: number): number =>
  bucket === undefined ? nowMs : Math.max(bucket.atMs, nowMs)

function leaving(left: number, rate: RateLimit, nowMs: number, allowed: boolean): Consumed {
  const remaining = Math.max(0, Math.floor(left))
  return {
    bucket: { tokens: left, atMs: nowMs },
    allowed,
    remaining,
    resetMs: left >= rate.burst ? 0 : ((remaining + 1 - left) / rate.perSecond) * 1000,
  }
}

function tokensAt(bucket: TokenBucket | undefined, rate: RateLimit, nowMs: number): number {
  if (bucket === undefined) return rate.burst
  const grown = (Math.max(0, nowMs - bucket.atMs) / 1000) * rate.perSecond
  return Math.min(rate.burst, bucket.tokens + grown)
}

export interface RateAnswer {
  /** The request is beyond the limit. */
  readonly refusal: Refused<'rate-limit-exceeded'> | undefined
  readonly headers: RateHeaders
}
/** [rate-limit.headers] */
export type RateHeaders = Readonly<
  Record<'x-ratelimit-limit' | 'x-ratelimit-remaining' | 'x-ratelimit-reset', string>
>

/** Adds them one by one, which takes a fifth of `Object.assign`. */
export function addRateHeaders(to: Record<string, unknown>, headers: RateHeaders): void {
  to['x-ratelimit-limit'] = headers['x-ratelimit-limit']
  to['x-ratelimit-remaining'] = headers['x-ratelimit-remaining']
  to['x-ratelimit-reset'] = headers['x-ratelimit-reset']
}

/** Answers undefined where limits are turned off [rate-limit.off]. */
export interface RateLimiter {
  /** Counts one request of the group under the key: a client's id, say. It came now, or then. */
  consume(group: RateGroup, key: string, cameAtMs?: number): RateAnswer | undefined
  /**
   * Counts what an accepted request costs beyond one [rate-limit.cost]. It may cost more than is
   * left: then the client waits that much longer.
   */
  charge(group: RateGroup, key: string, tokens: number): RateAnswer | undefined
  /** Counts an attempt with unknown credentials [rate-limit.strangers]; not without an address. */
  consumeUnknown(address: string | undefined): RateAnswer | undefined
}

const NO_LIMITS: RateLimiter = {
  consume: () => undefined,
  charge: () => undefined,
  consumeUnknown: () => undefined,
}

/** At most twice as many buckets are kept: this generation's and the one before it. */
const GENERATION_MAX = 10_000

/** `nowMs` is a monotonic clock in milliseconds. */
export function rateLimiter(limits: RateLimits | 'off', nowMs: () => number): RateLimiter {
  if (limits === 'off') return NO_LIMITS
  const known = { orders: twoGenerations(), other: twoGenerations(), token: twoGenerations() }
  const unknown = twoGenerations()

  function consumeFrom(
    buckets: Buckets,
    rate: RateLimit,
    key: string,
    atMs: number = nowMs(),
  ): RateAnswer {
    const consumed = consume(buckets.get(key), rate, atMs)
    buckets.set(key, consumed.bucket)
    return answerOf(consumed, rate)
  }

  return {
    consume: (group, key, cameAtMs) => consumeFrom(known[group], limits[group], key, cameAtMs),
    charge(group, key, tokens) {
      const buckets = known[group]
      const charged = charge(buckets.get(key), limits[group], tokens, nowMs())
      buckets.set(key, charged.bucket)
      return answerOf(charged, limits[group])
    },
    consumeUnknown: (address) =>
      address === undefined ? undefined : consumeFrom(unknown, limits.other, address),
  }
}

function answerOf({ allowed, remaining, resetMs }: Consumed, rate: RateLimit): RateAnswer {
  const resetSeconds = Math.ceil(resetMs / 1000)
  const retryAfterSeconds = Math.max(1, resetSeconds)
  return {
    refusal: allowed ? undefined : refused('rate-limit-exceeded', { retryAfterSeconds }),
    headers: {
      'x-ratelimit-limit': String(rate.burst),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(resetSeconds),
    },
  }
}

type Buckets = ReturnType<typeof twoGenerations>

/** Forgets keys that were not seen for a whole generation; they start again with a full bucket. */
export function twoGenerations() {
  let current = new Map<string, TokenBucket>()
  let previous = new Map<string, TokenBucket>()
  return {
    get: (key: string): TokenBucket | undefined => current.get(key) ?? previous.get(key),
    set(key: string, bucket: TokenBucket): void {
      current.set(key, bucket)
      if (current.size < GENERATION_MAX) return
      previous = current
      current = new Map()
    },
  }
}
