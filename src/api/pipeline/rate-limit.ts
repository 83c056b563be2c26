/**
 * Token buckets (D8), one for each client and kind of request, in the memory of this process: two
 * processes behind one address allow twice the rate. The clock is monotonic and not the market's.
 */
import type { RateGroup, RateLimit, RateLimits } from '../../core/rate-limits'

/** `tokens` as they were at `atMs`; they have grown since. */
export interface TokenBucket {
  readonly tokens: number
  readonly atMs: number
}

export interface Consumed {
  readonly bucket: TokenBucket
  readonly allowed: boolean
  /** Whole requests that may still come at once. */
  readonly remaining: number
  /** Until the next token is there; 0 when the bucket is full. */
  readonly resetMs: number
}

/** Takes one token where there is one. No bucket yet is a full one. */
export function consume(bucket: TokenBucket | undefined, rate: RateLimit, nowMs: number): Consumed {
  const tokens = tokensAt(bucket, rate, nowMs)
  const allowed = tokens >= 1
  return taken(allowed ? tokens - 1 : tokens, rate, nowMs, allowed)
}

/** Takes them all, below nothing if need be. */
export const charge = (
  bucket: TokenBucket | undefined,
  rate: RateLimit,
  tokens: number,
  nowMs: number,
): Consumed => taken(tokensAt(bucket, rate, nowMs) - tokens, rate, nowMs, true)

function taken(left: number, rate: RateLimit, nowMs: number, allowed: boolean): Consumed {
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
  readonly allowed: boolean
  readonly headers: RateHeaders
  readonly retryAfterSeconds: number
}
export type RateHeaders = Readonly<
  Record<'x-ratelimit-limit' | 'x-ratelimit-remaining' | 'x-ratelimit-reset', string>
>

/** Undefined where limits are turned off. */
export interface RateLimiter {
  take(name: RateGroup, who: string): RateAnswer | undefined
  /**
   * Counts what a request that was let through costs beyond the one that was taken for it. It may
   * cost more than is there: then the client waits that much longer.
   */
  charge(name: RateGroup, who: string, tokens: number): RateAnswer | undefined
  /** Counts what somebody unknown has tried from an address, by the limits of `other`. */
  takeUnknown(address: string): RateAnswer | undefined
}

const NO_LIMITS: RateLimiter = {
  take: () => undefined,
  charge: () => undefined,
  takeUnknown: () => undefined,
}

/** Twice as many buckets are kept at most: those of this generation and of the one before. */
const GENERATION_MAX = 10_000

/** `nowMs` is a monotonic clock in milliseconds. */
export function rateLimiter(limits: RateLimits | 'off', nowMs: () => number): RateLimiter {
  if (limits === 'off') return NO_LIMITS
  const remembered = { orders: twoGenerations(), other: twoGenerations(), token: twoGenerations() }
  const unknown = twoGenerations()

  function takeFrom(buckets: Buckets, rate: RateLimit, who: string): RateAnswer {
    const taken = consume(buckets.get(who), rate, nowMs())
    buckets.set(who, taken.bucket)
    return answerOf(taken, rate)
  }

  return {
    take: (name, who) => takeFrom(remembered[name], limits[name], who),
    charge(name, who, tokens) {
      const buckets = remembered[name]
      const rate = limits[name]
      const charged = charge(buckets.get(who), rate, tokens, nowMs())
      buckets.set(who, charged.bucket)
      return answerOf(charged, rate)
    },
    takeUnknown: (address) => takeFrom(unknown, limits.other, address),
  }
}

function answerOf({ allowed, remaining, resetMs }: Consumed, rate: RateLimit): RateAnswer {
  const resetSeconds = Math.ceil(resetMs / 1000)
  return {
    allowed,
    retryAfterSeconds: Math.max(1, resetSeconds),
    headers: {
      'x-ratelimit-limit': String(rate.burst),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(resetSeconds),
    },
  }
}

type Buckets = ReturnType<typeof twoGenerations>

/** Forgets who was not seen for a whole generation; they start again with a full bucket. */
function twoGenerations() {
  let current = new Map<string, TokenBucket>()
  let previous = new Map<string, TokenBucket>()
  return {
    get: (who: string): TokenBucket | undefined => current.get(who) ?? previous.get(who),
    set(who: string, bucket: TokenBucket): void {
      current.set(who, bucket)
      if (current.size < GENERATION_MAX) return
      previous = current
      current = new Map()
    },
  }
}
