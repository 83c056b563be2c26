/** A small brokerage that is all HTTP: two gates, a few routes, and fakes for the rest. */
import { Elysia, status, t } from 'elysia'
import { jsonBody } from '../../src/api/pipeline/body'
import { callers } from '../../src/api/pipeline/callers'
import { errors, type Failure } from '../../src/api/pipeline/errors'
import { type Gate, gate } from '../../src/api/pipeline/gate'
import { openGates } from '../../src/api/pipeline/gates'
import { knownSenders } from '../../src/api/pipeline/known-senders'
import { asRequested } from '../../src/api/pipeline/origins'
import { rateLimiter } from '../../src/api/pipeline/rate-limit'
import type { SignedIn } from '../../src/api/pipeline/request-context'
import { ACCOUNT_OR_404_REFUSALS } from '../../src/api/pipeline/request-context'
import { byToken, type SignIn } from '../../src/api/pipeline/sender'
import { query, queryInstant, queryInteger } from '../../src/api/wire/query'
import { EVERY_BODY, EVERY_CALL, refusals } from '../../src/api/wire/refusal'
import { answer, body, moneyNumber, oneOf, symbolText } from '../../src/api/wire/schemas'
import type { RateLimits } from '../../src/core/rate-limits'
import { type Refused, refused } from '../../src/core/refusals'

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

const trading = (guard: Gate) =>
  new Elysia({ name: 'test.trading', prefix: '/orders', tags: ['Orders'] })
    .use(guard)
    .post(
      '',
      async ({ context, body }) => context.forAccountOr404((accountId) => place(accountId, body)),
      {
        parse: jsonBody,
        body: Order,
        response: {
          200: Placed,
          ...refusals(...EVERY_CALL, ...EVERY_BODY, ...ACCOUNT_OR_404_REFUSALS, 'symbol-not-found'),
        },
        detail: { operationId: 'placeOrder', summary: 'Place an order' },
      },
    )

const reading = (guard: Gate) =>
  new Elysia({ name: 'test.reading', prefix: '/orders', tags: ['Orders'] })
    .use(guard)
    .get(
      '',
      async ({ context, query }) =>
        context.answer({ limit: query.limit ?? 100, fromMs: query.from?.epochMilliseconds ?? 0 }),
      {
        query: query({
          limit: t.Optional(queryInteger(1, 500, 'Orders a page.')),
          from: t.Optional(queryInstant('Start, inclusive.')),
          status: t.Optional(oneOf(['OPEN', 'CLOSED'])),
        }),
        response: {
          200: answer({ limit: t.Number(), fromMs: t.Number() }),
          ...refusals(...EVERY_CALL),
        },
        detail: { operationId: 'listOrders', summary: 'List orders' },
      },
    )
    .get('/leaky', async ({ context }) => context.answer({ shown: 'yes', secret: 'inside' }), {
      response: { 200: answer({ shown: t.String() }), ...refusals(...EVERY_CALL) },
    })
    .get('/broken', (): { shown: string } => {
      throw new Error('the inside of the server')
    })
    .get('/imposter', (): { shown: string } => {
      throw Object.assign(new Error('from a driver'), { code: 'NOT_FOUND', status: 404 })
    })
    .get('/thrown-status', (): { shown: string } => {
      throw status(418, 'the inside of the server')
    })
    .get('/away', away)
    .post('/away', away)
    .delete('/:orderId', async ({ context, params }) => context.answer({ orderId: params.orderId }))
    .get('/:orderId', async ({ context, params }) => context.answer({ orderId: params.orderId }), {
      response: {
        200: answer({ orderId: t.String() }),
        ...refusals(...EVERY_CALL, 'order-not-found'),
      },
    })

class DatabaseAway extends Error {}
const databaseRefusal = (error: unknown) =>
  error instanceof DatabaseAway ? refused('server-busy') : undefined
/** A route's work while the database is away. */
const away = (): never => {
  throw new DatabaseAway('the inside of the server')
}

export interface TestApp {
  readonly limits?: RateLimits | 'off'
  readonly nowMs?: () => number
}

export function testApp({ limits = 'off', nowMs = () => 0 }: TestApp = {}) {
  const failures: Failure[] = []
  const limiter = rateLimiter(limits, nowMs)
  const deps = {
    ...{ signIn, senders: knownSenders(signIn, /\/v1\/quotes/), limiter, reachedAt: asRequested },
    ...{ callers: callers(() => null, null), elapsedMs: nowMs, beginSending: () => NO_SENDING },
  }
  const { read, trade } = openGates(deps, [])
  const outside = gate(deps, {
    ...{ seed: 'outside', scope: 'READ_ONLY', rateGroup: 'other' },
    withoutRequestId: () => 'made-up',
    findSender: byToken,
  })
  const app = new Elysia({ normalize: false })
    .use(errors({ report: (failure) => failures.push(failure), databaseRefusal }, deps))
    .group('/v1', (v1) => v1.use(reading(read)).use(trading(trade)))
    .use(
      new Elysia({ prefix: '/sandbox' })
        .use(outside)
        .get('', ({ context }) => context.answer({}))
        .get('/away', away)
        .post('/away', away),
    )
    .get('/open', () => 'no gate')
  return { app, failures }
}

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

/** Nobody asks what became of a file. */
export const NO_SENDING = { ended() {}, failed() {} }

/** For an application that knows no client. */
const knowsNobody = async () => refused('invalid-token')
export const NO_ENTRANCE = {
  signIn: knowsNobody,
  senders: knownSenders(knowsNobody, /\/v1\/quotes/),
  limiter: rateLimiter('off', () => 0),
  reachedAt: asRequested,
  callers: callers(() => null, null),
  elapsedMs: () => 0,
  beginSending: () => NO_SENDING,
}
