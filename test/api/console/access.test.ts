/** Only the console's own pages may call its API, and only in a session. */
import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tokens } from '../../../src/postgres/schema/identity'
import { orders } from '../../../src/postgres/schema/trading'
import { must, refusalIn, rowsIn, textIn } from '../../support/answers'
import { openApi } from '../../support/api'
import { addConsoleUser, type Browser, browserOf, PASSWORD } from '../../support/console'
import { openLiveApi } from '../../support/live-api'
import { orderOf } from '../../support/orders'

const api = await openApi()
for (const name of ['anna', 'ben']) await addConsoleUser(api, name)
await addConsoleUser(api, 'olga', true)

async function signedIn(name: string): Promise<Browser> {
  const browser = browserOf(api)
  must(await browser.signIn(name))
  return browser
}
const anna = await signedIn('anna')
const ben = await signedIn('ben')
const olga = await signedIn('olga')

const ROUTES = api.app.endpoints
  .filter(({ path }) => path.startsWith('/console/api/'))
  .map(({ method, path }) => {
    const at = path.slice('/console/api'.length)
    return [method, at.replace(/:(\w+)/g, 'some')] as const
  })
const WITHIN = ROUTES.filter(([method, path]) => path !== '/session' || method === 'DELETE')
const CHANGES = WITHIN.filter(([method]) => method !== 'GET')
const body = (method: string) => (method === 'POST' || method === 'PUT' ? {} : undefined)

test('every route of the console is known to these tests', () => {
  expect(ROUTES.length).toBeGreaterThan(15)
})

describe.each(WITHIN)('%s %s', (method, path) => {
  test('[console.session] is for somebody who is signed in', async () => {
    const answer = await browserOf(api).send(method, path, body(method))
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'session-required' })
    const cookie = 'paper_session_80=unknown'
    const unknown = await browserOf(api).send(method, path, body(method), { cookie })
    expect(refusalIn(unknown)).toMatchObject({ status: 401, code: 'session-required' })
  })

  test('[console.session] takes no API token in place of a session', async () => {
    const bearer = await api.bearerOf()
    const answer = await browserOf(api).send(method, path, body(method), bearer)
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'session-required' })
  })
})

describe.each(CHANGES)('%s %s', (method, path) => {
  test.each([
    ['without a CSRF token', undefined],
    ['with an empty one', ''],
    ["with another session's", 'OkV1kt78c3I5YN7g0DhvYKQgVYg90zqmrO8yanFsnfM'],
  ])('[console.csrf] is refused %s', async (_, token) => {
    const sent = { 'x-csrf-token': token }
    const answer = await anna.send(method, path, body(method), sent)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'csrf-token-invalid' })
    expect((await anna.get('/session')).status).toBe(200)
  })
})

describe.each(ROUTES)('%s %s', (method, path) => {
  test.each([
    ['another host', 'https://evil.example'],
    ['another port of the same host', 'http://localhost:5173'],
    ['a page without an origin', 'null'],
  ])('[console.csrf] is refused to %s', async (_, origin) => {
    const answer = await anna.send(method, path, body(method), { origin })
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'page-not-allowed' })
  })

  test('[console.host] is refused under a name that a page may have made ours', async () => {
    const request = new Request(`http://rebound.example/console/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: 'http://rebound.example',
        cookie: anna.cookie ?? '',
      },
      ...(body(method) && { body: '{}' }),
    })
    const answer = await api.app.handle(request)
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'host-not-allowed' }])
  })
})

test('[console.csrf] CORS_ORIGINS lets no page use the console', async () => {
  const { createApp } = await import('../../../src/api/app')
  const open = createApp({ ...api.deps, corsOrigins: '*' })
  const request = new Request('http://localhost/console/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ name: 'anna', password: PASSWORD }),
  })
  const answer = await open.handle(request)
  expect(answer.status).toBe(403)
  expect(answer.headers.get('set-cookie')).toBeNull()
})

describe('[console.host] the console answers', () => {
  test.each(['127.0.0.1:3000', '[::1]:3000', 'localhost:3000', 'trading.local', 'paper'])(
    'under %s',
    async (host) => {
      const answer = await api.app.handle(new Request(`http://${host}/console/api/session`))
      expect(answer.status).toBe(401)
    },
  )

  test('under the name of PUBLIC_URL, to pages of it', async () => {
    const { createApp } = await import('../../../src/api/app')
    const app = createApp({ ...api.deps, publicUrl: 'https://paper.example/desk' })
    const ask = (host: string, origin: string) =>
      app.handle(
        new Request(`http://${host}/console/api/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify({ name: 'anna', password: PASSWORD }),
        }),
      )
    expect((await ask('paper.example', 'https://paper.example')).status).toBe(200)
    // A proxy that does not pass the Host on.
    expect((await ask('backend:3000', 'https://paper.example')).status).toBe(200)
    expect((await ask('evil.example', 'https://paper.example')).status).toBe(403)
    expect((await ask('paper.example', 'https://evil.example')).status).toBe(403)
  })
})

describe('[console.operator] users', () => {
  const OPERATORS = ROUTES.filter(([, path]) => path.startsWith('/users'))

  test.each(OPERATORS)('%s %s is refused to a user who is no operator', async (method, path) => {
    const answer = await anna.send(method, path, body(method))
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'operator-required' })
  })

  test('are listed and made by an operator', async () => {
    const user = { name: 'carl', password: PASSWORD }
    expect(must(await olga.post('/users', user)).user).toEqual({ name: 'carl', operator: false })
    const again = await olga.post('/users', user)
    expect(refusalIn(again)).toMatchObject({ status: 409, code: 'user-exists' })
    const names = rowsIn(await olga.get('/users'), 'users').map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['anna', 'ben', 'carl', 'olga']))
    expect((await olga.get('/users')).text).not.toContain('argon2id')
    must(await browserOf(api).signIn('carl'))
  })

  test('get a link, become operators, and lose their password by an operator', async () => {
    const path = textIn(must(await olga.post('/users/carl/link')), 'path')
    const carl = browserOf(api)
    must(await carl.open(new URL(path, 'http://localhost').searchParams.get('code')))
    must(await olga.put('/users/carl', { operator: true }))
    expect((await carl.get('/users')).status).toBe(200)
    must(await olga.delete('/users/carl/password'))
    expect((await carl.get('/session')).status).toBe(401)
    expect((await browserOf(api).signIn('carl')).status).toBe(401)
    const unknown = await olga.post('/users/nobody/link')
    expect(refusalIn(unknown)).toMatchObject({ status: 404, code: 'user-not-found' })
  })
})

describe("[console.token] a session's token", () => {
  test('may use all accounts of its user, and no other', async () => {
    const one = accountIn(await ben.post('/accounts'))
    const two = accountIn(await ben.post('/accounts'))
    const foreign = accountIn(await anna.post('/accounts'))
    const issued = must(await ben.post('/token'))
    expect(issued).toMatchObject({ expiresIn: 3600, accounts: [{}, {}] })
    const bearer = { authorization: `Bearer ${issued.accessToken}` }
    for (const id of [one, two]) must(await api.get('/v1/account', { ...bearer, ...named(id) }))
    const refused = await api.get('/v1/account', { ...bearer, ...named(foreign) })
    expect(refusalIn(refused)).toMatchObject({ status: 403, code: 'account-mismatch' })
    must(await api.place(orderOf(), { ...bearer, ...named(one) }))
    const placed = await api.database.drizzle.select().from(orders).where(eq(orders.accountId, one))
    expect(placed).toHaveLength(1)
  })

  test('sees an account that is made later', async () => {
    const bearer = await ben.bearer()
    const made = accountIn(await ben.post('/accounts'))
    must(await api.get('/v1/account', { ...bearer, ...named(made) }))
  })

  test('ends with the session within 5 s, and only it', async () => {
    const [first, second] = [await signedIn('ben'), await signedIn('ben')]
    const ended = await first.bearer()
    const goesOn = await second.bearer()
    expect((await api.get('/v1/market/calendar', ended)).status).toBe(200)
    must(await first.signOut())
    api.pass(5_000)
    expect(refusalIn(await api.get('/v1/market/calendar', ended))).toMatchObject({
      status: 401,
      code: 'invalid-token',
    })
    expect((await api.get('/v1/market/calendar', goesOn)).status).toBe(200)
  })

  test('expires after an hour, and with the session at the latest', async () => {
    const browser = await signedIn('ben')
    const bearer = await browser.bearer()
    api.pass(3_600_000)
    expect(refusalIn(await api.get('/v1/market/calendar', bearer)).code).toBe('expired-token')
    api.pass(7 * 86_400_000 - 3_600_000 - 60_000)
    const later = must(await browser.post('/token'))
    expect(later.expiresIn).toBe(3600)
    api.pass(23 * 86_400_000)
    expect((await browser.post('/token')).status).toBe(401)
  })

  test('belongs to a client that is in no list, and that no secret signs in', async () => {
    const browser = await signedIn('ben')
    must(await browser.post('/token'))
    const [stored] = await api.database.drizzle
      .select({ clientId: tokens.clientId })
      .from(tokens)
      .orderBy(tokens.issuedAt)
    const hidden = (await api.database.drizzle.select().from(tokens))
      .map(({ clientId }) => clientId)
      .find((clientId) => clientId.startsWith('console_'))
    expect(stored).toBeDefined()
    expect(hidden).toBeDefined()
    expect(rowsIn(await browser.get('/clients'), 'clients')).toEqual([])
    for (const secret of ['', 'x', 'e3b0c44298fc1c149afbf4c8996fb924']) {
      const answer = await api.issueToken(hidden, secret)
      expect([400, 401]).toContain(answer.status)
    }
    const rotate = await browser.post(`/clients/${hidden}/rotate`)
    expect(refusalIn(rotate)).toMatchObject({ status: 404, code: 'client-not-found' })
  })
})

test("[console.operator] an operator's session opens a sandbox that has a key", async () => {
  const env = { SANDBOX: 'on', SANDBOX_KEY: 'a-key-of-16-characters-or-more' }
  const sandbox = await openApi({ env: { ...env, HOST: '0.0.0.0' } })
  await addConsoleUser(sandbox, 'olga', true)
  await addConsoleUser(sandbox, 'anna')
  const clock = async (name: string) => {
    const browser = browserOf(sandbox)
    must(await browser.signIn(name))
    return sandbox.get('/sandbox/clock', await browser.bearer())
  }
  must(await clock('olga'))
  expect(refusalIn(await clock('anna'))).toMatchObject({
    status: 401,
    code: 'sandbox-key-required',
  })
})

test('[live.clock] a page of live prices does not advise to start in an open session', async () => {
  const advised = async (server: Pick<typeof api, 'database' | 'send'>) => {
    await addConsoleUser(server, 'clara')
    return must(await browserOf(server).signIn('clara')).canStartOpen
  }
  expect(await advised(api)).toBe(true)
  expect(await advised(await openLiveApi())).toBe(false)
})

const named = (accountId: string) => ({ 'x-service-account-id': accountId })
function accountIn(answer: Parameters<typeof must>[0]): string {
  const { account } = must(answer)
  if (typeof account !== 'object' || account === null || !('accountId' in account)) {
    throw new Error('no account')
  }
  return String(account.accountId)
}
