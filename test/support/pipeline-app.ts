/** A small brokerage that is all HTTP: a few endpoints, and fakes for the rest. */
import { Elysia, NotFoundError, t } from 'elysia'
import type { RateLimits } from '../../src/core/limits'
import { type Refused, refused } from '../../src/core/refusals'
import { auths } from '../../src/http/auth'
import type { Failure, Http } from '../../src/http/call'
import { callers } from '../../src/http/callers'
import type { SignedIn, SignIn } from '../../src/http/clients'
import { type Endpoint, endpoint } from '../../src/http/endpoint'
import { answerOutside, register } from '../../src/http/handle'
import { requestedOrigin } from '../../src/http/origins'
import { page } from '../../src/http/page'
import { rateLimiter } from '../../src/http/rate-limit'

import { sandboxKeyOf } from '../../src/http/sandbox-key'
import { query, queryInstant, queryInteger } from '../../src/http/wire/query'
import { answer, body, moneyNumber, oneOf, symbolText } from '../../src/http/wire/schemas'

const CLIENTS: Readonly<Record<string, SignedIn>> = {
  trader: { clientId: 'pk_test_trader', scope: 'TRADE', accountIds: ['acc_1'] },
  reader: { clientId: 'pk_test_reader', scope: 'READ_ONLY', accountIds: ['acc_2'] },
  pair: { clientId: 'pk_test_pair', scope: 'TRADE', accountIds: ['acc_3', 'acc_4'] },
  bare: { clientId: 'pk_test_bare', scope: 'TRADE', accountIds: [] },
}

const signIn: SignIn = async (authorization) => {
  if (authorization === undefined) return refused('authorization-required')
  const name = authorization.replace('Bearer ', '')
  if (name === 'expired') return refused('expired-token')
  if (name === 'disabled') return refused('client-disabled')
  return CLIENTS[name] ?? refused('invalid-token')
}

const Order = body({
  symbol: symbolText(),
  side: oneOf(['BUY', 'SELL']),
  quantity: moneyNumber('Shares.', { exclusiveMinimum: 0 }),
  timeInForce: t.Optional(oneOf(['DAY', 'IOC'])),
})
const Placed = answer({ orderId: t.String(), symbol: t.String(), accountId: t.String() })

async function place(
  accountId: string,
  order: { readonly symbol: string; readonly quantity: number },
): Promise<{ orderId: string; symbol: string; accountId: string } | Refused<'symbol-not-found'>> {
  return order.symbol === 'NONE'
    ? refused('symbol-not-found', { symbol: order.symbol })
    : { orderId: 'ord_1', symbol: order.symbol, accountId }
}

class DatabaseAway extends Error {}
const databaseRefusal = (error: unknown) =>
  error instanceof DatabaseAway ? refused('server-busy') : undefined
/** A service's work while the database is away. */
const away = (): never => {
  throw new DatabaseAway('the inside of the server')
}

const READ = { method: 'GET', tag: 'Orders', auth: 'bearer' } as const
const Shown = answer({ shown: t.String() })
const Id = answer({ orderId: t.String() })

export const TEST_ENDPOINTS = [
  endpoint({
    id: 'placeOrder',
    method: 'POST',
    path: '/v1/orders',
    tag: 'Orders',
    summary: 'Place an order',
    auth: 'bearer',
    scope: 'TRADE',
    limit: 'orders',
    account: 'or-404',
    body: Order,
    answer: Placed,
    refusals: ['symbol-not-found'],
    run: ({ accountId, body }) => place(accountId, body),
  }),
  endpoint({
    ...READ,
    id: 'listOrders',
    path: '/v1/orders',
    summary: 'List orders',
    query: query({
      limit: t.Optional(queryInteger(1, 500, 'Orders a page.')),
      from: t.Optional(queryInstant('Start, inclusive.')),
      status: t.Optional(oneOf(['OPEN', 'CLOSED'])),
    }),
    answer: answer({ limit: t.Number(), fromMs: t.Number() }),
    run: ({ query }) => ({
      limit: query.limit ?? 100,
      fromMs: query.from?.epochMilliseconds ?? 0,
    }),
  }),
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
  endpoint({
    ...READ,
    id: 'getOrder',
    path: '/v1/orders/:orderId',
    answer: Id,
    refusals: ['order-not-found'],
    run: ({ params }) => ({ orderId: params.orderId }),
  }),
] as const

/** Endpoints outside of /v1, which need no request id. */
const OUTSIDE = [
  endpoint({
    id: 'getSandbox',
    method: 'GET',
    path: '/sandbox',
    auth: 'sandbox',
    answer: answer({}),
    run: () => ({}),
  }),
  endpoint({ id: 'away', method: 'GET', path: '/sandbox/away', auth: 'sandbox', run: away }),
  endpoint({ id: 'sendAway', method: 'POST', path: '/sandbox/away', auth: 'sandbox', run: away }),
  page('/open', () => new Response('nobody signs in')),
] as const

export interface TestApp {
  readonly limits?: RateLimits | 'off'
  readonly nowMs?: () => number
  /** Further endpoints besides the ones of this file. */
  readonly endpoints?: readonly Endpoint[]
}

export function testApp({ limits = 'off', nowMs = () => 0, endpoints = [] }: TestApp = {}) {
  const failures: Failure[] = []
  const http: Http = {
    signIn,
    limiter: rateLimiter(limits, nowMs),
    baseUrlOf: requestedOrigin,
    server: () => null,
    callers: callers(() => null, null),
    elapsedMs: nowMs,
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
  register(app, [...TEST_ENDPOINTS, ...OUTSIDE, ...endpoints], http, auth)
  return { app, failures }
}

const ANY_TOKEN = sandboxKeyOf(null, true)

export interface Sent {
  /** The bearer's name; null sends no Authorization header. */
  readonly token?: string | null
  /** Null sends no X-Service-Request-Id. */
  readonly requestId?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream
}

export interface App {
  handle(request: Request): Response | Promise<Response>
}

/** Sends one request as a trader who does everything right, but for what is given. */
export async function send(app: App, method: string, path: string, sent: Sent = {}) {
  const { token = 'trader', requestId = 'req-1', body } = sent
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (requestId !== null) headers.set('x-service-request-id', requestId)
  for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value)
  const init = { method, headers, ...(body !== undefined && { body }) }
  const response = await app.handle(new Request(`http://localhost${path}`, init))
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

export const ORDER = { symbol: 'AAPL', side: 'BUY', quantity: 1 }

export const sendOrder = (app: App, order: unknown, sent: Sent = {}) =>
  send(app, 'POST', '/v1/orders', { ...sent, body: JSON.stringify(order) })
