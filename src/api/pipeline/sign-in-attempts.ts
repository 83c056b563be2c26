/**
 * How often somebody may try to sign in to the console [console.attempts]. Limits are per process
 * and are never turned off: they keep passwords from being guessed.
 */
import { SIGN_IN_ATTEMPTS_MAX } from '../../core/limits'
import { type Refused, refused } from '../../core/refusals'
import { consume, keptBuckets } from './rate-limit'

export interface SignInAttempts {
  /** Counts an attempt; refused where there were too many. Without a name: by a link. */
  count(address: string, name: string | null): Refused<'rate-limit-exceeded'> | undefined
  /** It succeeded: what the address has tried for the name no longer counts. */
  succeeded(address: string, name: string): void
}

export function signInAttempts(elapsedMs: () => number): SignInAttempts {
  const buckets = { pair: keptBuckets(), address: keptBuckets(), name: keptBuckets() }

  function take(
    kind: keyof typeof buckets,
    key: string,
  ): Refused<'rate-limit-exceeded'> | undefined {
    const rate = SIGN_IN_ATTEMPTS_MAX[kind]
    const kept = buckets[kind].of(key)
    const { bucket, allowed, resetMs } = consume(kept.bucket, rate, elapsedMs())
    kept.bucket = bucket
    if (allowed) return undefined
    const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
    return refused('rate-limit-exceeded', { retryAfterSeconds })
  }

  return {
    // The narrowest first: what it refuses uses up nothing of the wider ones, so that one address
    // cannot keep a user out for everybody.
    count: (address, name) =>
      name === null
        ? take('address', address)
        : (take('pair', `${address} ${name}`) ?? take('address', address) ?? take('name', name)),
    succeeded(address, name) {
      const { burst } = SIGN_IN_ATTEMPTS_MAX.pair
      buckets.pair.of(`${address} ${name}`).bucket = { tokens: burst, atMs: elapsedMs() }
    },
  }
}
