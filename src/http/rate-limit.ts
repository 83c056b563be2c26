/**
 * Token buckets (D8), one for each client and kind of request, in the memory of this process: two
 * processes behind one address allow twice the rate. The clock is monotonic and not the market's.
 */
import type { RateGroup, RateLimit, RateLimits } from '../core/rate-limits'

/** `tokens` as they were at `atMs`; they have grown since. */
export interface Bucket {
  readonly tokens: number
  readonly atMs: number
}

export interface Taken {
  readonly bucket: Bucket
  readonly allowed: boolean
  /** Whole requests that may still come at once. */
  readonly remaining: number
  /** Until the next token is there; 0 when the bucket is full. */
  readonly resetMs: number
}

/** Takes one token where there is one. No bucket yet is a full one. */
export function take(bucket: Bucket | undefined, rate: RateLimit, nowMs: number): Taken {
  const tokens = tokensAt(bucket, rate, nowMs)
  const allowed = tokens >= 1
  const left = allowed ? tokens - 1 : tokens
  const remaining = Math.floor(left)
  return {
    bucket: { tokens: left, atMs: nowMs },
    allowed,
    remaining,
    resetMs: left >= rate.burst ? 0 : ((remaining + 1 - left) / rate.perSecond) * 1000,
  }
}

function tokensAt(bucket: Bucket | undefined, rate: RateLimit, nowMs: number): number {
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

export interface RateLimiter {
  /** Undefined where limits are turned off. */
  take(name: RateGroup, who: string): RateAnswer | undefined
}

/** Twice as many buckets are kept at most: those of this generation and of the one before. */
const GENERATION_MAX = 10_000

/** `nowMs` is a monotonic clock in milliseconds. */
export function rateLimiter(limits: RateLimits | 'off', nowMs: () => number): RateLimiter {
  if (limits === 'off') return { take: () => undefined }
  const remembered = { orders: twoGenerations(), other: twoGenerations(), token: twoGenerations() }
  return {
    take(name, who) {
      const buckets = remembered[name]
      const rate = limits[name]
      const taken = take(buckets.get(who), rate, nowMs())
      buckets.set(who, taken.bucket)
      const resetSeconds = Math.ceil(taken.resetMs / 1000)
      return {
        allowed: taken.allowed,
        retryAfterSeconds: Math.max(1, resetSeconds),
        headers: {
          'x-ratelimit-limit': String(rate.burst),
          'x-ratelimit-remaining': String(taken.remaining),
          'x-ratelimit-reset': String(resetSeconds),
        },
      }
    },
  }
}

/** Forgets who was not seen for a whole generation; they start again with a full bucket. */
function twoGenerations() {
  let current = new Map<string, Bucket>()
  let previous = new Map<string, Bucket>()
  return {
    get: (who: string): Bucket | undefined => current.get(who) ?? previous.get(who),
    set(who: string, bucket: Bucket): void {
      current.set(who, bucket)
      if (current.size < GENERATION_MAX) return
      previous = current
      current = new Map()
    },
  }
}
