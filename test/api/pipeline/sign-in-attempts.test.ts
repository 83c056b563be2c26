/** Limits of attempts to sign in to the console. */
import { describe, expect, test } from 'bun:test'
import { signInAttempts } from '../../../src/http/console-session'
import { must, refusalIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { addConsoleUser, browserOf, PASSWORD } from '../../support/console'

function attemptsAt(clock: { nowMs: number }) {
  const attempts = signInAttempts(() => clock.nowMs)
  const attemptOf = (address: string, name: string | null, browser: string | null = null) => ({
    address,
    name,
    browser,
  })
  return {
    count: (address: string, name: string | null, browser?: string) =>
      attempts.count(attemptOf(address, name, browser)),
    succeeded: (address: string, name: string, browser?: string) =>
      attempts.succeeded(attemptOf(address, name, browser)),
  }
}

/** How many of `times` attempts are allowed. */
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

  test('of one address for names that have failed are 20 at once, then one each 2 s', () => {
    const clock = { nowMs: 0 }
    const attempts = attemptsAt(clock)
    const guess = (index: number) => attempts.count('10.0.0.1', `user ${index}`)
    expect(allowed(100, guess)).toBe(100)
    expect(allowed(100, guess)).toBe(20)
    clock.nowMs += 10_000
    expect(allowed(100, guess)).toBe(5)
  })

  test('of one address for names that have not failed have a limit too: each takes a hash', () => {
    const clock = { nowMs: 0 }
    const attempts = attemptsAt(clock)
    const guess = (index: number) => attempts.count('10.0.0.1', `user ${clock.nowMs} ${index}`)
    expect(allowed(500, guess)).toBe(200)
    clock.nowMs += 1_000
    expect(allowed(500, guess)).toBe(10)
  })

  test('of one address, one guess a second each way, keep no name out that has not failed', () => {
    const clock = { nowMs: 0 }
    const attempts = attemptsAt(clock)
    for (let second = 0; second < 3_600; second++) {
      clock.nowMs += 1_000
      attempts.count('10.0.0.1', `somebody ${second}`)
      attempts.count('10.0.0.1', 'ben')
      attempts.count('10.0.0.1', null)
    }
    expect(attempts.count('10.0.0.1', 'anna')).toBeUndefined()
    expect(attempts.count('10.0.0.1', null)).toBeUndefined()
  })

  test('of a name count as failed for ten minutes, unless one succeeds', () => {
    const clock = { nowMs: 0 }
    const attempts = attemptsAt(clock)
    for (const name of ['anna', 'ben']) attempts.count('10.0.0.1', name)
    attempts.succeeded('10.0.0.1', 'ben')
    const use = (index: number) => attempts.count('10.0.0.1', `failing ${index % 30}`)
    allowed(100, use)
    expect(attempts.count('10.0.0.1', 'anna')).toMatchObject({ refused: 'rate-limit-exceeded' })
    expect(attempts.count('10.0.0.1', 'ben')).toBeUndefined()
    clock.nowMs += 600_000
    allowed(30, use)
    allowed(60, use)
    expect(attempts.count('10.0.0.1', 'anna')).toBeUndefined()
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

  test('are refused with 429 even if they are right, and without rate limits', async () => {
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

describe('[console.known-browser] a browser that has signed in as a user', () => {
  test('has 5 attempts of its own, whatever others at its address have tried', () => {
    const attempts = attemptsAt({ nowMs: 0 })
    for (const name of ['anna', 'ben']) allowed(50, () => attempts.count('10.0.0.1', name))
    expect(allowed(9, () => attempts.count('10.0.0.1', 'anna', 'mark'))).toBe(5)
    attempts.succeeded('10.0.0.1', 'anna', 'mark')
    expect(allowed(9, () => attempts.count('10.0.0.1', 'anna', 'mark'))).toBe(5)
  })

  /** Returns the cookies that a browser gets when it signs in, by name. */
  async function markOf(name: string): Promise<string> {
    const { headers } = await browserOf(api).signIn(name, PASSWORD)
    const [session = '', mark = ''] = headers.getSetCookie()
    expect(session).toStartWith('paper_session_80=')
    expect(mark).toMatch(
      /^paper_browser_80=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    )
    return mark.split(';', 1)[0] ?? ''
  }
  const guess = async (name: string, cookie = ''): Promise<number> =>
    (await browserOf(api).post('/session', { name, password: 'guess' }, { cookie })).status

  let api: Awaited<ReturnType<typeof openApi>>
  test('signs in while another guesses the password', async () => {
    api = await openApi()
    for (const name of ['anna', 'ben']) await addConsoleUser(api, name)
    const mark = await markOf('anna')
    for (let attempt = 0; attempt < 5; attempt++) await guess('anna')
    expect(await guess('anna')).toBe(429)
    const right = { name: 'anna', password: PASSWORD }
    expect((await browserOf(api).post('/session', right)).status).toBe(429)
    must(await browserOf(api).post('/session', right, { cookie: mark }))
  })

  test('is known for that user alone, and by a mark that this server has made', async () => {
    const mark = await markOf('ben')
    for (let attempt = 0; attempt < 5; attempt++) await guess('anna')
    const forged = mark.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)
    for (const cookie of [mark, forged, 'paper_browser_80=', 'paper_browser_80=x.y']) {
      expect(await guess('anna', cookie)).toBe(429)
    }
  })

  test('may guess no more than 5 times itself, and is unknown after a new password', async () => {
    api.pass(600_000)
    const mark = await markOf('anna')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 7; attempt++) statuses.push(await guess('anna', mark))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    api.pass(600_000)
    const browser = browserOf(api)
    must(await browser.signIn('anna'))
    must(await browser.put('/password', { current: PASSWORD, password: 'another horse battery' }))
    for (let attempt = 0; attempt < 5; attempt++) await guess('anna')
    expect(await guess('anna', mark)).toBe(429)
    await markOf('ben')
  })
})
