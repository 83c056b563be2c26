/**
 * Who may do what through a proxy: HAProxy and nginx as they come, which add no header, and as
 * examples/deploy has them.
 */
import { afterEach, describe, expect, test } from 'bun:test'
import { openClient } from '../../src/clients/sdk'
import { patientFetch } from '../support/patient-fetch'
import { freePort } from '../support/ports'
import {
  AS_THEY_COME,
  killProxies,
  OF_EXAMPLES,
  type ProxyProgram,
  startProxy,
} from '../support/proxies'
import { killServers, type Settings, startServer } from '../support/server-process'
import { signIn } from '../support/trader'
import { until } from '../support/until'

const KEY = 'a-key-of-sixteen-and-more'
const KEYS = { SANDBOX_KEY: KEY, METRICS_KEY: KEY }

afterEach(async () => {
  await killProxies()
  await killServers()
})

/** The URL of a server behind the proxy. Nobody else gets its own port. */
async function behind(proxy: ProxyProgram, settings: Settings | ((url: string) => Settings)) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = typeof settings === 'function' ? settings(url) : settings
  const server = startServer({ DATA_DIR: 'memory', SANDBOX: 'on', METRICS: 'on', ...own })
  await startProxy(proxy, port, await server.listening)
  return url
}

/** What a proxy answers in place of a server that has no second to say that it is ready. */
const UNREADY = [502, 503, 504]

/** The status of the server's own answer. */
const statusOf = (url: string, path: string, init: RequestInit = {}): Promise<number> =>
  until(
    async () => (await patientFetch(`${url}${path}`, init)).status,
    (status) => !UNREADY.includes(status),
  )

/** Asks again until the proxy has a server that is ready. */
const answered = <Answer extends object>(ask: () => Promise<Answer>): Promise<Answer> =>
  until(
    () => ask().catch(() => null),
    (answer) => answer !== null,
  )
const signedIn = (url: string) => answered(() => signIn(url))

/** Each steers the market of all. */
const CONTROLS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['PUT', '/sandbox/halt'],
  ['POST', '/sandbox/clock', { advance: 'PT1H' }],
  ['PUT', '/sandbox/instruments/AAPL', { tradable: 'SUSPENDED' }],
  ['PUT', '/sandbox/quotes/KO', { bidPrice: 1, askPrice: 1.01 }],
  ['POST', '/sandbox/clients', {}],
  ['GET', '/sandbox/clock'],
]

async function controlsBy(url: string, headers: Readonly<Record<string, string>>) {
  const statuses = new Map<string, number>()
  for (const [method, path, body] of CONTROLS) {
    const json = { 'content-type': 'application/json' }
    const init = body && { body: JSON.stringify(body), headers: { ...headers, ...json } }
    const status = await statusOf(url, path, { method, headers, ...init })
    statuses.set(`${method} ${path}`, status)
  }
  return [...statuses.values()]
}

const REFUSED = CONTROLS.map(() => 401)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Attempts to sign in to the console: the first status of each, by name and caller. */
async function guess(url: string, name: string, caller?: string): Promise<number> {
  const origin = { 'content-type': 'application/json', origin: url }
  const headers = { ...origin, ...(caller !== undefined && { 'x-forwarded-for': caller }) }
  const body = JSON.stringify({ name, password: 'a wrong password' })
  return statusOf(url, '/console/api/session', { method: 'POST', headers, body })
}

describe.each(AS_THEY_COME)('$name as it comes', (proxy) => {
  test.skipIf(proxy.program === null)(
    '[run.reach] [sandbox.key] [run.metrics-key] [console.attempts] opens nothing without its key, and lets no guesser keep others out',
    async () => {
      const url = await behind(proxy, (at) => ({ ...KEYS, PUBLIC_URL: at }))
      const { token } = await signedIn(url)
      expect(await controlsBy(url, bearer(token))).toEqual(REFUSED)
      expect(await statusOf(url, '/sandbox/clock', { headers: { 'x-sandbox-key': KEY } })).toBe(200)
      expect(await statusOf(url, '/metrics')).toBe(403)
      expect(await statusOf(url, '/metrics', { headers: bearer(KEY) })).toBe(200)

      // All have one address here, and what the guesser says of his own is not believed.
      const guesses = (times: number) =>
        Promise.all(
          Array.from({ length: 30 * times }, (_, at) =>
            guess(url, `name ${at % 30}`, `203.0.113.${at}`),
          ),
        )
      expect(new Set(await guesses(1))).toEqual(new Set([401]))
      // At once: one after the other, a slow machine is within what is allowed.
      expect(await guesses(4)).toContain(429)
      expect(await guess(url, 'anna')).toBe(401)
    },
  )
})

describe.each(OF_EXAMPLES)('examples/deploy/$name', (proxy) => {
  test.skipIf(proxy.program === null)(
    '[run.reach] [sandbox.key] opens no sandbox to a token, even if no setting names a proxy',
    async () => {
      const url = await behind(proxy, {})
      const { token } = await signedIn(url)
      expect(await controlsBy(url, bearer(token))).toEqual(REFUSED)
      expect(await statusOf(url, '/metrics')).toBe(404)
    },
  )

  test.skipIf(proxy.program === null)(
    '[run.trusted-proxies] [console.attempts] distinguishes callers, hands the stream on, and keeps the port of the page',
    async () => {
      const url = await behind(proxy, { ...KEYS, TRUSTED_PROXIES: '127.0.0.1' })
      // The callers come over a proxy before this one, which is on this machine too.
      const [one, other] = ['203.0.113.7', '203.0.113.8']
      // They come at once, as above. Two callers would have five attempts each.
      const guesses = Array.from({ length: 20 }, (_, at) =>
        guess(url, 'anna', at % 2 === 0 ? one : `${other}, ${one}`),
      )
      const heard = (await Promise.all(guesses)).filter((status) => status === 401).length
      expect([heard >= 5, heard < 10]).toEqual([true, true])
      expect(await guess(url, 'anna', other)).toBe(401)

      const trader = await signedIn(url)
      const events = openClient({ url, token: async () => trader.token }).orderEvents({ since: 0 })
      const { orderId } = await answered(() => trader.buy('through-the-proxy'))
      for await (const { order } of events) {
        expect(order.orderId).toBe(orderId)
        break
      }
      events.close()
    },
  )
})
