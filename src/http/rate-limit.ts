/**
 * Token buckets, one for each client and group of requests [rate-limit.buckets]. They live in the
 * memory of this process: two processes behind one address allow twice the rate. Their clock is
 * monotonic, and not the market's [token.wall-clock].
 */

import type { RateGroup, RateLimit, RateLimits } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { lruCache } from '../lib/lru-cache'

/** The tokens at `atMs`. The bucket has gained tokens since then. */
export interface TokenBucket {
  readonly tokens: number
  readonly atMs: number
}

export interface Consumed {
  readonly bucket: TokenBucket
  readonly allowed: boolean
  /** Whole requests that may come at once. */
  readonly remaining: number
  /** Milliseconds until the next token; 0 if the bucket is full. */
  readonly resetMs: number
}

/** Takes one token if there is one. A bucket that does not exist yet is full. */
export function consume(bucket: TokenBucket | undefined, rate: RateLimit, nowMs: number): Consumed {
  const tokens = tokensAt(bucket, rate, nowMs)
  const allowed = tokens >= 1
  return consumedOf(allowed ? tokens - 1 : tokens, rate, latest(bucket, nowMs), allowed)
}

/** Takes all the tokens, and may leave a debt. */
const charge = (
  bucket: TokenBucket | undefined,
  rate: RateLimit,
  tokens: number,
  nowMs: number,
): Consumed => consumedOf(tokensAt(bucket, rate, nowMs) - tokens, rate, latest(bucket, nowMs), true)

/**
 * Returns the later time. Requests may be counted out of order, and going back to an earlier time
 * would add the same tokens twice.
 */
const latest = (bucket: TokenBucket | undefined, nowMs: number): number =>
  bucket === undefined ? nowMs : Math.max(bucket.atMs, nowMs)

function consumedOf(left: number, rate: RateLimit, nowMs: number, allowed: boolean): Consumed {
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
  /** Set if the request is beyond the limit. */
  readonly refusal: Refused<'rate-limit-exceeded'> | undefined
  readonly headers: RateHeaders
}
/** [rate-limit.headers] */
export type RateHeaders = Readonly<
  Record<'x-ratelimit-limit' | 'x-ratelimit-remaining' | 'x-ratelimit-reset', string>
>

/** Adds them one by one, which takes a fifth of the time of `Object.assign`. */
export function addRateHeaders(to: Record<string, unknown>, headers: RateHeaders): void {
  to['x-ratelimit-limit'] = headers['x-ratelimit-limit']
  to['x-ratelimit-remaining'] = headers['x-ratelimit-remaining']
  to['x-ratelimit-reset'] = headers['x-ratelimit-reset']
}

/**
 * Counts requests against their limits. Each method returns undefined if limits are turned off
 * [rate-limit.off] [run.rate-limit].
 */
export interface RateLimiter {
  /** Counts one request of the group under the key, such as a client's id, at `cameAtMs` or now. */
  consume(group: RateGroup, key: string, cameAtMs?: number): RateAnswer | undefined
  /**
   * Counts the cost of an accepted request beyond one [rate-limit.cost]. If it costs more tokens
   * than are left, the client waits longer.
   */
  charge(group: RateGroup, key: string, tokens: number): RateAnswer | undefined
  /**
   * Counts the look-up of a token or cookie that was never found in the database. Without an
   * address nothing counts [rate-limit.look-ups].
   */
  lookUp(address: string | undefined): RateAnswer['refusal']
  /** Counts unknown credentials by address, if there is one [rate-limit.strangers]. */
  consumeUnknown(address: string | undefined): RateAnswer | undefined
}

const NO_LIMITS: RateLimiter = {
  consume: () => undefined,
  charge: () => undefined,
  lookUp: () => undefined,
  consumeUnknown: () => undefined,
}

/**
 * The limit of look-ups for one address. It is higher than the limit of a client, since after a
 * restart all clients behind one proxy are looked up at once. The load on the database is small.
 */
const LOOK_UPS: RateLimit = { perSecond: 100, burst: 1_000 }

/** The most buckets of each kind. A bucket that is dropped starts again, full. */
const BUCKETS_MAX = 20_000

/** `nowMs` is a monotonic clock in milliseconds. */
export function rateLimiter(limits: RateLimits | 'off', nowMs: () => number): RateLimiter {
  if (limits === 'off') return NO_LIMITS
  const byGroup = {
    orders: limitedBy(limits.orders),
    other: limitedBy(limits.other),
    token: limitedBy(limits.token),
  }
  const unknown = limitedBy(limits.other)
  const lookUps = limitedBy(LOOK_UPS)
  return {
    consume: (group, key, cameAtMs) => byGroup[group].consume(key, cameAtMs ?? nowMs()),
    charge: (group, key, tokens) => byGroup[group].charge(key, tokens, nowMs()),
    lookUp: (address) =>
      address === undefined ? undefined : lookUps.consume(address, nowMs()).refusal,
    consumeUnknown: (address) =>
      address === undefined ? undefined : unknown.consume(address, nowMs()),
  }
}

function limitedBy(rate: RateLimit) {
  const buckets = tokenBuckets()
  const answerOf = rateAnswers(rate)
  return {
    consume(key: string, atMs: number): RateAnswer {
      const slot = buckets.of(key)
      const consumed = consume(slot.bucket, rate, atMs)
      slot.bucket = consumed.bucket
      return answerOf(consumed)
    },
    charge(key: string, tokens: number, atMs: number): RateAnswer {
      const slot = buckets.of(key)
      const charged = charge(slot.bucket, rate, tokens, atMs)
      slot.bucket = charged.bucket
      return answerOf(charged)
    },
  }
}

/**
 * Makes the answers of a limit. Most requests leave as many tokens as the request before, and share
 * its answer.
 */
function rateAnswers(rate: RateLimit): (consumed: Consumed) => RateAnswer {
  const limit = String(rate.burst)
  let latest: RateAnswer | undefined
  let latestRemaining = 0
  let latestResetSeconds = 0
  return ({ allowed, remaining, resetMs }) => {
    const resetSeconds = Math.ceil(resetMs / 1000)
    const isLatest = remaining === latestRemaining && resetSeconds === latestResetSeconds
    if (allowed && isLatest && latest !== undefined) return latest
    const headers = {
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(resetSeconds),
    }
    if (!allowed) {
      const retryAfterSeconds = Math.max(1, resetSeconds)
      return { refusal: refused('rate-limit-exceeded', { retryAfterSeconds }), headers }
    }
    latest = { refusal: undefined, headers }
    latestRemaining = remaining
    latestResetSeconds = resetSeconds
    return latest
  }
}

interface BucketSlot {
  /** Undefined if it is full. */
  bucket: TokenBucket | undefined
}

/** The buckets by key, each made at its first use. */
export function tokenBuckets() {
  const buckets = lruCache<BucketSlot>(BUCKETS_MAX)
  return {
    of(key: string): BucketSlot {
      const slot = buckets.get(key)
      if (slot !== undefined) return slot
      const full: BucketSlot = { bucket: undefined }
      buckets.set(key, full)
      return full
    },
  }
}
