/** An application whose endpoints fail, and fakes for what is behind them. */
import { Elysia, NotFoundError, t } from 'elysia'
import { refused } from '../../src/core/refusals'
import { callers, requestedOrigin } from '../../src/http/addresses'
import { auths, sandboxKeyOf } from '../../src/http/auth'
import type { Failure, Http } from '../../src/http/call'
import { type Endpoint, endpoint } from '../../src/http/endpoint'
import { answerOutside, register } from '../../src/http/handle'
import { rateLimiter } from '../../src/http/rate-limit'
import { answer } from '../../src/http/wire/schemas'
import type { Bearer } from '../../src/identity/tokens'

const TRADER: Bearer = { clientId: 'pk_test_trader', scope: 'TRADE', accountIds: ['acc_1'] }

class DatabaseAway extends Error {}
const databaseRefusal = (error: unknown) =>
  error instanceof DatabaseAway ? refused('server-busy') : undefined
/** A service's work while the database is away. */
const away = (): never => {
  throw new DatabaseAway('the inside of the server')
}

const READ = { method: 'GET', tag: 'Orders', auth: 'bearer' } as const
const Shown = answer({ shown: t.String() })

const FAILING = [
  endpoint({
    ...READ,
    id: 'getLeaky',
    path: '/v1/orders/leaky',
    answer: Shown,
    run() {
      const leaky = { shown: 'yes', secret: 'inside' }
      return leaky
    },
  }),
  endpoint({
    ...READ,
    id: 'getBroken',
    path: '/v1/orders/broken',
    answer: Shown,
    run() {
      throw new Error('the inside of the server')
    },
  }),
  endpoint({
    ...READ,
    id: 'getImposter',
    path: '/v1/orders/imposter',
    answer: Shown,
    run() {
      throw Object.assign(new Error('from a driver'), { code: 'NOT_FOUND', status: 404 })
    },
  }),
  endpoint({ ...READ, id: 'getAway', path: '/v1/orders/away', answer: Shown, run: away }),
  endpoint({
    ...READ,
    id: 'postAway',
    method: 'POST',
    path: '/v1/orders/away',
    answer: Shown,
    run: away,
  }),
  endpoint({ id: 'away', method: 'GET', path: '/sandbox/away', auth: 'sandbox', run: away }),
  endpoint({ id: 'sendAway', method: 'POST', path: '/sandbox/away', auth: 'sandbox', run: away }),
] as const

/** The failing endpoints, and these. */
export function testApp({ endpoints = [] }: { readonly endpoints?: readonly Endpoint[] } = {}) {
  const failures: Failure[] = []
  const http: Http = {
    signIn: async () => TRADER,
    limiter: rateLimiter('off', () => 0),
    baseUrlOf: requestedOrigin,
    server: () => null,
    callers: callers(() => null, null),
    elapsedMs: () => 0,
    databaseRefusal,
    report: (failure: Failure) => void failures.push(failure),
    ending: () => false,
    compat: false,
    checksAnswers: true,
  }
  const app = new Elysia({ normalize: false, strictPath: true })
  const auth = auths({ pages: [], sandboxKey: ANY_TOKEN, feedKey: null, sessions: null })
  app.onError(({ error, request }) =>
    answerOutside(http, request, error instanceof NotFoundError ? null : { error }),
  )
  register(app, [...FAILING, ...endpoints], http, auth)
  return { app, failures }
}

const ANY_TOKEN = sandboxKeyOf(null, true)

export interface App {
  handle(request: Request): Response | Promise<Response>
}

/** Sends a request of a client that may trade. */
export async function send(app: App, method: string, path: string) {
  const headers = { authorization: 'Bearer trader', 'x-service-request-id': 'req-1' }
  const response = await app.handle(new Request(`http://localhost${path}`, { method, headers }))
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: asJson(text) }
}

function asJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
