/**
 * Limits attempts to sign in to the console [console.attempts]. Limits are per process and are
 * never turned off: they keep passwords from being guessed.
 *
 * All callers have one address behind a proxy that TRUSTED_PROXIES does not name. The attempts of
 * one caller must not keep the others out. So names that have failed count apart from names that
 * have not, and a browser that has signed in as the user before has a count of its own.
 */

import { SIGN_IN_ATTEMPTS_MAX, SIGN_IN_FAILED_MS_MAX } from '../core/limits'
import { type Refused, refused } from '../core/refusals'
import { lruCache } from '../lib/lru-cache'
import { consume, tokenBuckets } from './rate-limit'

export interface Attempt {
  readonly address: string
  /** The name that was sent; null for a one-time link. */
  readonly name: string | null
  /** The mark of a browser that has signed in under this name before [console.known-browser]. */
  readonly browser: string | null
}

type TooMany = Refused<'rate-limit-exceeded'> | undefined

export interface SignInAttempts {
  /** Counts an attempt, and refuses it if there were too many. */
  count(attempt: Attempt): TooMany
  /** Resets the count of the name at this address, after a sign-in that succeeded. */
  succeeded(attempt: Attempt): void
}

/** If there are more, the oldest starts again. */
const FAILED_NAMES_MAX = 20_000

export function signInAttempts(elapsedMs: () => number): SignInAttempts {
  const buckets = {
    pair: tokenBuckets(),
    failed: tokenBuckets(),
    fresh: tokenBuckets(),
    name: tokenBuckets(),
  }
  /** When each name last failed. */
  const failedAtMs = lruCache<number>(FAILED_NAMES_MAX)

  function take(kind: keyof typeof buckets, key: string): TooMany {
    const rate = SIGN_IN_ATTEMPTS_MAX[kind]
    const slot = buckets[kind].of(key)
    const { bucket, allowed, resetMs } = consume(slot.bucket, rate, elapsedMs())
    slot.bucket = bucket
    if (allowed) return undefined
    const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
    return refused('rate-limit-exceeded', { retryAfterSeconds })
  }

  function hasFailed(name: string): boolean {
    const atMs = failedAtMs.get(name)
    return atMs !== undefined && elapsedMs() - atMs < SIGN_IN_FAILED_MS_MAX
  }

  return {
    // The narrowest limit comes first. An attempt that it refuses uses up none of the wider ones,
    // so one address cannot keep a user out for everybody.
    count({ address, name, browser }) {
      if (name === null) return take('fresh', `link ${address}`)
      if (browser !== null) return take('pair', `browser ${browser}`)
      const tooMany =
        take('pair', `${address} ${name}`) ??
        take(hasFailed(name) ? 'failed' : 'fresh', address) ??
        take('name', name)
      // Each attempt counts as failed until it has succeeded.
      if (tooMany === undefined) failedAtMs.set(name, elapsedMs())
      return tooMany
    },
    succeeded({ address, name, browser }) {
      if (name === null) return
      failedAtMs.delete(name)
      const { burst } = SIGN_IN_ATTEMPTS_MAX.pair
      const key = browser === null ? `${address} ${name}` : `browser ${browser}`
      buckets.pair.of(key).bucket = { tokens: burst, atMs: elapsedMs() }
    },
  }
}
