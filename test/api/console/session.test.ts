/** Signing in to the console, and how long that lasts. */
import { describe, expect, test } from 'bun:test'
import { consoleSessions, users } from '../../../src/postgres/schema/identity'
import { must, refusalIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { addConsoleUser, browserOf, PASSWORD, withoutNewSessions } from '../../support/console'

const DAY_MS = 86_400_000
const api = await openApi()
await addConsoleUser(api, 'anna')

const signedIn = async (name = 'anna') => {
  const browser = browserOf(api)
  must(await browser.signIn(name))
  return browser
}

describe('signing in with a password', () => {
  test('[console.session] begins a session, whose cookie no script reads', async () => {
    const answer = must(await browserOf(api).signIn('anna'))
    expect(answer.user).toEqual({ name: 'anna', operator: false })
    const { headers } = await browserOf(api).signIn('anna')
    expect(headers.getSetCookie()[0]).toMatch(
      /^paper_session_80=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
  })

  test('[console.session] makes the cookie Secure for a page behind HTTPS', async () => {
    const https = { 'x-forwarded-proto': 'https' }
    const signIn = { name: 'anna', password: PASSWORD }
    const { headers } = await browserOf(api).post('/session', signIn, https)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-paper_session=.*; Secure$/),
      expect.stringMatching(/^__Host-paper_browser=.*; Secure$/),
    ])
    const origin = { origin: 'https://localhost' }
    const page = await browserOf(api).post('/session', signIn, origin)
    expect(page.headers.get('set-cookie')).toMatch(/^__Host-paper_session=.*; Secure$/)
  })

  test('[console.session] ends the session that the browser had', async () => {
    const browser = await signedIn()
    const { cookie } = browser
    must(await browser.signIn('anna'))
    expect(browser.cookie).not.toBe(cookie)
    expect((await browserOf(api).get('/session', { cookie })).status).toBe(401)
    expect((await browser.get('/session')).status).toBe(200)
  })

  test('[console.session] leaves nothing in the database that signs anybody in', async () => {
    const { cookie = '' } = await signedIn()
    const stored = await api.database.drizzle.select().from(consoleSessions)
    const id = cookie.slice(cookie.indexOf('=') + 1)
    expect(JSON.stringify(stored)).not.toContain(id)
    const anna = (await api.database.drizzle.select().from(users)).find(
      ({ name }) => name === 'anna',
    )
    expect(anna?.passwordHash).toStartWith('$argon2id$')
  })

  test.each([
    ['a wrong password', 'anna', 'wrong horse battery'],
    ['an unknown name', 'nobody', PASSWORD],
    ['a name that cannot be', '\u0000', PASSWORD],
    ['a user without a password', 'test', PASSWORD],
  ])('[console.sign-in-failed] refuses %s with one answer', async (_, name, password) => {
    const browser = browserOf(api)
    const answer = await browser.signIn(name, password)
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'sign-in-failed' })
    expect(answer.body.message).toBe('The name or the password is wrong.')
    expect(browser.cookie).toBeUndefined()
  })

  test.each([
    ['nothing', {}, 'missing-parameter'],
    ['no password', { name: 'anna' }, 'missing-parameter'],
    ['a code and a name', { code: 'x', name: 'anna' }, 'invalid-parameter'],
    ['another field', { nome: 'anna' }, 'unknown-parameter'],
  ])('refuses a body with %s', async (_, body, code) => {
    expect(refusalIn(await browserOf(api).post('/session', body))).toMatchObject({
      status: 400,
      code,
    })
  })
})

describe('[console.session-length] a session', () => {
  test('ends when its user signs out, in every tab that has its cookie', async () => {
    const browser = await signedIn()
    const { cookie } = browser
    const out = await browser.signOut()
    expect(must(out).signedOut).toBe(true)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(refusalIn(await browserOf(api).get('/session', { cookie }))).toMatchObject({
      status: 401,
      code: 'session-required',
    })
  })

  test('ends a week after its last use', async () => {
    const browser = await signedIn()
    api.pass(6 * DAY_MS)
    must(await browser.get('/session'))
    api.pass(6 * DAY_MS)
    must(await browser.get('/session'))
    api.pass(7 * DAY_MS)
    expect((await browser.get('/session')).status).toBe(401)
  })

  test('ends 30 days after it began, however often it is used', async () => {
    const browser = await signedIn()
    for (let day = 0; day < 29; day++) {
      api.pass(DAY_MS)
      must(await browser.get('/session'))
    }
    api.pass(DAY_MS)
    expect((await browser.get('/session')).status).toBe(401)
  })

  test('goes on after a restart of the server', async () => {
    const { cookie } = await signedIn()
    const { createApp } = await import('../../../src/api/app')
    const restarted = createApp(api.deps)
    const request = new Request('http://localhost/console/api/session', {
      headers: { cookie: cookie ?? '' },
    })
    expect((await restarted.handle(request)).status).toBe(200)
  })
})

describe('[console.password] changing the password', () => {
  test('wants the one that it replaces, and ends the other sessions and links', async () => {
    await addConsoleUser(api, 'ben')
    const ben = await signedIn('ben')
    const other = await signedIn('ben')
    const wanted = { password: 'another horse battery' }
    expect(refusalIn(await ben.put('/password', wanted))).toMatchObject({
      status: 401,
      code: 'sign-in-failed',
    })
    const wrong = { ...wanted, current: 'wrong horse battery' }
    expect(refusalIn(await ben.put('/password', wrong))).toMatchObject({
      status: 401,
      code: 'sign-in-failed',
    })
    must(await ben.put('/password', { ...wanted, current: PASSWORD }))
    expect((await ben.get('/session')).status).toBe(200)
    expect((await other.get('/session')).status).toBe(401)
    expect((await browserOf(api).signIn('ben')).status).toBe(401)
    must(await browserOf(api).signIn('ben', wanted.password))
  })

  test('changes nothing if the database fails before the new session is stored', async () => {
    await addConsoleUser(api, 'dora')
    const dora = await signedIn('dora')
    const change = { current: PASSWORD, password: 'another horse battery' }
    const failed = await withoutNewSessions(api, () => dora.put('/password', change))
    expect(refusalIn(failed)).toMatchObject({ status: 500, code: 'internal-error' })
    must(await dora.put('/password', change))
  })

  test.each([
    ['too short', 'x'.repeat(9)],
    ['too long', 'x'.repeat(257)],
  ])('refuses one that is %s', async (_, password) => {
    const anna = await signedIn()
    const answer = await anna.put('/password', { current: PASSWORD, password })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'invalid-parameter' })
  })
})

test('[console.no-store] no answer of the console may be stored', async () => {
  const anna = await signedIn()
  for (const path of ['/session', '/clients', '/nowhere']) {
    const { headers, status } = await anna.get(path)
    if (status !== 404) expect(headers.get('cache-control')).toBe('no-store')
  }
  expect((await browserOf(api).get('/session')).headers.get('cache-control')).toBe('no-store')
})
