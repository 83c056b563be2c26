/** Unknown tokens and wrong secrets count by address, so they need a real connection. */
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { type Api, openApi } from '../../support/api'
import { CLIENT_ID, CLIENT_SECRET } from '../../support/trading-floor'

let api: Api
let origin: string
beforeEach(async () => {
  api = await openApi({
    config: {
      rateLimits: {
        orders: { perSecond: 50, burst: 100 },
        other: { perSecond: 4, burst: 30 },
        token: { perSecond: 1, burst: 20 },
      },
    },
  })
  const { server } = api.app.listen({ port: 0, hostname: '127.0.0.1' })
  origin = `http://127.0.0.1:${server?.port}`
})
afterEach(() => api.app.stop(true))

const account = (token: string): Promise<Response> =>
  fetch(`${origin}/v1/account`, {
    headers: { authorization: `Bearer ${token}`, 'x-service-request-id': 'r' },
  })
const signIn = (id: string): Promise<Response> =>
  fetch(`${origin}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'x-service-request-id': 'r' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: CLIENT_SECRET,
    }),
  })

test('[rate-limit.strangers] from one address: unknown tokens are 401, and beyond the burst 429', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 40; at++) statuses.push((await account(`unknown-${at}`)).status)
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401))
  expect(statuses.slice(30)).toEqual(Array(10).fill(429))
  const refused = await account('unknown')
  expect(await refused.json()).toMatchObject({ code: 'rate-limit-exceeded' })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('www-authenticate')).toBeNull()
  api.pass(1_000)
  expect((await account('unknown again')).status).toBe(401)
})

test('[rate-limit.strangers] from one address: unknown tokens keep out no known client, with its old token or a new one', async () => {
  const before = await api.signIn()
  for (let at = 0; at < 60; at++) await account(`unknown-${at}`)
  expect((await account(before)).status).toBe(200)
  expect((await account(await api.signIn())).status).toBe(200)
})

test('[rate-limit.strangers] from one address: wrong secrets count together, and right ones do not', async () => {
  const statuses = new Map<number, number>()
  for (let at = 0; at < 50; at++) {
    const { status } = await signIn(`pk_test_guess_${at}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: 30, 429: 20 })
  expect((await signIn(CLIENT_ID)).status).toBe(200)
})

test('[rate-limit.look-ups] from one address: beyond 1,000 at once unknown tokens and cookies are refused without the database, and a known client is not', async () => {
  const known = await api.signIn()
  expect((await account(known)).status).toBe(200)
  const cookie = (id: string): Promise<Response> =>
    fetch(`${origin}/console/api/session`, {
      headers: { cookie: `paper_session_${new URL(origin).port}=${id}` },
    })
  const asked = spyOn(api.deps.tokens, 'find')
  for (let at = 0; at < 20; at++) {
    await Promise.all(Array.from({ length: 60 }, (_, n) => account(`guess-${at}-${n}`)))
  }
  expect(asked).toHaveBeenCalledTimes(1_000)
  expect((await cookie('0'.repeat(64))).status).toBe(429)
  expect((await account(known)).status).toBe(200)
  expect((await account(await api.signIn())).status).toBe(200)
  api.pass(1_000)
  await Promise.all(Array.from({ length: 150 }, (_, n) => account(`later-${n}`)))
  // 1,100, and the new token, whose own look-up is free.
  expect(asked).toHaveBeenCalledTimes(1_101)
})
