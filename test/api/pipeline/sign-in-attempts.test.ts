/** How often somebody may try to sign in to the console. */
import { describe, expect, test } from 'bun:test'
import { signInAttempts } from '../../../src/api/pipeline/sign-in-attempts'
import { must, refusalIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { addConsoleUser, browserOf, PASSWORD } from '../../support/console'

const attemptsAt = (clock: { nowMs: number }) => signInAttempts(() => clock.nowMs)

/** How many of a row of attempts are let through. */
const allowed = (times: number, attempt: (index: number) => unknown): number =>
  Array.from({ length: times }, (_, index) => attempt(index)).filter((each) => each === undefined)
    .length

describe('[console.attempts] attempts to sign in', () => {
  test('of one address for one name are 5 at once, then one each 10 s', () => {
    const clock = { nowMs: 0 }
    const attempts = attemptsAt(clock)
    expect(allowed(10, () => attempts.count('10.0.0.1', 'anna'))).toBe(5)
    expect(attempts.count('10.0.0.1', 'anna')).toEqual({
      refused: 'rate-limit-exceeded',
      data: { retryAfterSeconds: 10 },
    })
    clock.nowMs += 10_000
    expect(allowed(2, () => attempts.count('10.0.0.1', 'anna'))).toBe(1)
  })

  test('of one address for many names are 20 at once', () => {
    const attempts = attemptsAt({ nowMs: 0 })
    expect(allowed(50, (index) => attempts.count('10.0.0.1', `user ${index}`))).toBe(20)
  })

  test('for one name from many addresses are 50 at once', () => {
    const attempts = attemptsAt({ nowMs: 0 })
    expect(allowed(90, (index) => attempts.count(`10.0.0.${index}`, 'anna'))).toBe(50)
  })

  test('of one address never keep others from signing in', () => {
    const clock = { nowMs: 0 }
    const attempts = attemptsAt(clock)
    for (let second = 0; second < 3_600; second++) {
      clock.nowMs += 1_000
      attempts.count('10.0.0.1', 'anna')
      attempts.count('10.0.0.1', 'anna')
    }
    expect(attempts.count('10.0.0.2', 'anna')).toBeUndefined()
  })

  test('that succeed do not count against the next', () => {
    const attempts = attemptsAt({ nowMs: 0 })
    const succeeding = () => {
      const refused = attempts.count('10.0.0.1', 'anna')
      if (refused === undefined) attempts.succeeded('10.0.0.1', 'anna')
      return refused
    }
    expect(allowed(15, succeeding)).toBe(15)
  })

  test('are refused with 429 even where they are right, and without rate limits', async () => {
    const api = await openApi()
    await addConsoleUser(api, 'anna')
    for (let attempt = 0; attempt < 5; attempt++) await browserOf(api).signIn('anna', 'guess')
    const answer = await browserOf(api).signIn('anna', PASSWORD)
    expect(refusalIn(answer)).toMatchObject({ status: 429, code: 'rate-limit-exceeded' })
    expect(answer.headers.get('retry-after')).toBe('10')
    api.pass(10_000)
    must(await browserOf(api).signIn('anna', PASSWORD))
  })
})
