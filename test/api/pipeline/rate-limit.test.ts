import { describe, expect, test } from 'bun:test'
import { RATE_LIMITS_DEFAULT } from '../../../src/core/limits'
import { consume, rateLimiter, type TokenBucket } from '../../../src/http/rate-limit'

const rate = { perSecond: 10, burst: 3 }

function drain(count: number, nowMs: number, from?: TokenBucket) {
  let bucket = from
  const allowed: boolean[] = []
  for (let at = 0; at < count; at++) {
    const taken = consume(bucket, rate, nowMs)
    bucket = taken.bucket
    allowed.push(taken.allowed)
  }
  return { allowed, bucket }
}

describe('a token bucket', () => {
  test('lets a burst through and not one more', () => {
    expect(drain(4, 0).allowed).toEqual([true, true, true, false])
  })

  test('fills at its rate', () => {
    const { bucket } = drain(3, 0)
    expect(drain(1, 99, bucket).allowed).toEqual([false])
    expect(drain(2, 100, bucket).allowed).toEqual([true, false])
  })

  test('never holds more than its burst', () => {
    const { bucket } = drain(3, 0)
    expect(drain(4, 3_600_000, bucket).allowed).toEqual([true, true, true, false])
  })

  test('loses nothing to a refusal', () => {
    const { bucket } = drain(10, 0)
    expect(drain(1, 100, bucket).allowed).toEqual([true])
  })

  test('says what is left and when the next token comes', () => {
    const { bucket } = drain(2, 0)
    expect(consume(bucket, rate, 50)).toMatchObject({ allowed: true, remaining: 0, resetMs: 50 })
  })

  test('does not drain when its clock stands or goes back', () => {
    const { bucket } = drain(1, 1000)
    expect(consume(bucket, rate, 500)).toMatchObject({ allowed: true, remaining: 1 })
  })

  test('grows once if a request that came before another is counted after it', () => {
    const { bucket } = drain(3, 1_000)
    const { bucket: later } = drain(1, 500, bucket)
    expect(drain(2, 1_100, later).allowed).toEqual([true, false])
  })
})

describe('the limiter', () => {
  test('keeps clients and kinds of request apart', () => {
    const limiter = rateLimiter(RATE_LIMITS_DEFAULT, () => 0)
    expect(limiter.consume('orders', 'a')?.headers['x-ratelimit-remaining']).toBe('99')
    expect(limiter.consume('orders', 'b')?.headers['x-ratelimit-remaining']).toBe('99')
    expect(limiter.consume('other', 'a')?.headers['x-ratelimit-remaining']).toBe('199')
    expect(limiter.consume('orders', 'a')?.headers['x-ratelimit-remaining']).toBe('98')
  })

  test('does not forget a client that is still asking, however many others come', () => {
    const limiter = rateLimiter(
      { ...RATE_LIMITS_DEFAULT, token: { perSecond: 1, burst: 50 } },
      () => 0,
    )
    for (let other = 0; other < 45_000; other++) {
      limiter.consume('token', `other ${other}`)
      if (other % 1000 === 0) limiter.consume('token', 'a')
    }
    expect(limiter.consume('token', 'a')?.headers['x-ratelimit-remaining']).toBe('4')
  })

  test('forgets who has not been seen for long: its memory is bounded', () => {
    const limiter = rateLimiter(RATE_LIMITS_DEFAULT, () => 0)
    limiter.consume('token', 'a')
    for (let other = 0; other < 25_000; other++) limiter.consume('token', `other ${other}`)
    expect(limiter.consume('token', 'a')?.headers['x-ratelimit-remaining']).toBe('19')
  })
})
