/** The headers that every route requires, for each route of the application. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { refusalIn } from '../../support/answers'
import { type Api, openApi, tokenRequest } from '../../support/api'
import { orderOf } from '../../support/orders'

const api = await openApi({ config: { sandbox: true } })
let reader: { readonly authorization: string }
beforeAll(async () => {
  await api.operator.addClient('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
  reader = await api.bearerOf('pk_test_reader')
})

interface Route {
  readonly method: string
  readonly path: string
}
const ROUTES: readonly Route[] = api.app.endpoints.filter(
  // The stream is a WebSocket, with tests of its own.
  ({ path, upgrades }) => path.startsWith('/v1/') && !upgrades,
)
const SANDBOX: readonly Route[] = api.app.endpoints.filter(({ path }) =>
  path.startsWith('/sandbox/'),
)
const WITH_TOKEN = [...ROUTES.filter(({ path }) => path !== '/v1/oauth/token'), ...SANDBOX]
const WRITES = WITH_TOKEN.filter(
  ({ method, path }) =>
    method === 'DELETE' ||
    `${method} ${path}` === 'POST /v1/orders' ||
    (path.startsWith('/sandbox/') && method !== 'GET'),
)
const named = (routes: readonly Route[]) =>
  routes.map(({ method, path }) => [`${method} ${path}`, method, path] as const)

/** Sends a request that is valid except for what the test spoils. */
const ask = (method: string, path: string, headers: Parameters<Api['get']>[1] = {}) => {
  const token = path === '/v1/oauth/token' ? tokenRequest('pk_test') : {}
  const at = path.replace(':symbol', 'AAPL').replace(':orderId', 'ord_1')
  return api.send(method, at.replace(':accountId', 'acc_1'), {
    ...token,
    ...(method === 'POST' && !token.body && { body: orderOf() }),
    headers: { ...token.headers, ...headers },
  })
}

test('[service.path] every endpoint of the API is under /v1', () => {
  expect(ROUTES.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [
      'DELETE /v1/orders/:orderId',
      'GET /v1/account',
      'GET /v1/account/buying-power',
      'GET /v1/account/holdings',
      'GET /v1/instruments',
      'GET /v1/instruments/:symbol',
      'GET /v1/market/calendar',
      'GET /v1/market/candles',
      'GET /v1/market/exchange-rate',
      'GET /v1/market/quotes',
      'GET /v1/orders',
      'GET /v1/orders/:orderId',
      'GET /v1/orders/fills',
      'POST /v1/oauth/token',
      'POST /v1/orders',
      'POST /v1/orders/preview',
    ].sort(),
  )
})

test('[sandbox.outside] every control of the sandbox is there, outside of /v1', () => {
  expect(SANDBOX.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [
      'DELETE /sandbox/accounts/:accountId/lock',
      'DELETE /sandbox/halt',
      'DELETE /sandbox/quotes/:symbol',
      'GET /sandbox/clock',
      'POST /sandbox/accounts',
      'POST /sandbox/accounts/:accountId/reset',
      'POST /sandbox/clients',
      'POST /sandbox/clock',
      'PUT /sandbox/accounts/:accountId/lock',
      'PUT /sandbox/halt',
      'PUT /sandbox/instruments/:symbol',
      'PUT /sandbox/quotes/:symbol',
      'PUT /sandbox/outcomes',
      'GET /sandbox/outcomes',
      'DELETE /sandbox/outcomes',
      'GET /sandbox/outcomes/:outcomeId',
      'GET /sandbox/quotes',
      'DELETE /sandbox/outcomes/:outcomeId',
      'PUT /sandbox/faults',
      'GET /sandbox/faults',
      'DELETE /sandbox/faults',
      'GET /sandbox/faults/:faultId',
      'DELETE /sandbox/faults/:faultId',
      'POST /sandbox/snapshots',
      'POST /sandbox/snapshots/:snapshotId/restore',
      'POST /sandbox/rewind',
      'POST /sandbox/scenarios',
      'GET /sandbox/scenarios',
    ].sort(),
  )
})

describe.each(named(SANDBOX))('%s', (_, method, path) => {
  test('[sandbox.token] needs no request id, gives one back, and refuses a bad one', async () => {
    const without = await ask(method, path, { 'x-service-request-id': undefined })
    expect(without.body.requestId).toMatch(/^sandbox-\d+$/)
    const mine = await ask(method, path, { 'x-service-request-id': 'mine' })
    expect(mine.body.requestId).toBe('mine')
    const refused = await ask(method, path, { 'x-service-request-id': 'x'.repeat(129) })
    expect(refusalIn(refused)).toMatchObject({ status: 400, code: 'request-id-invalid' })
  })
})

describe.each(named(ROUTES))('%s', (_, method, path) => {
  test('[request-id.first] [request-id.required] needs a request id, before a token', async () => {
    const headers = { 'x-service-request-id': undefined, authorization: 'Bearer nobody' }
    const answer = await ask(method, path, headers)
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'request-id-required' })
    expect(answer.body.requestId).toBeUndefined()
    expect(answer.headers.has('x-service-request-id')).toBe(false)
  })

  test('[request-id.form] refuses a request id of other characters, and does not echo it', async () => {
    const answer = await ask(method, path, { 'x-service-request-id': 'caf\u00e9' })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'request-id-invalid' })
    expect(answer.headers.has('x-service-request-id')).toBe(false)
    expect(answer.body).not.toHaveProperty('requestId')
  })

  test('[error.requestId] [request-id.returned] gives the request id back, in the header and the body', async () => {
    const { status, headers, body } = await ask(method, path, {
      'x-service-request-id': 'mine 7',
    })
    expect(headers.get('x-service-request-id')).toBe('mine 7')
    if (status !== 200 || !('clientOrderId' in body)) expect(body.requestId).toBe('mine 7')
  })
})

describe.each(named(WITH_TOKEN))('%s', (_, method, path) => {
  test('[auth.bearer] [auth.statuses] is 401 without a token', async () => {
    const answer = await ask(method, path, { authorization: undefined })
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'authorization-required' })
    expect(answer.headers.get('www-authenticate')).toStartWith('Bearer ')
  })

  test('[auth.challenges] [auth.bearer] is 401 with a bad scheme or an unknown token', async () => {
    for (const authorization of ['Basic cGs6c2s=', 'Bearer', 'Bearer nobody']) {
      const answer = await ask(method, path, { authorization })
      expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'invalid-token' })
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }
  })
})

test('[auth.challenges] every endpoint answers an expired token with 401 expired-token', async () => {
  const { authorization } = reader
  api.pass(43_200_000)
  for (const { method, path } of WITH_TOKEN) {
    const answer = await ask(method, path, { authorization })
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'expired-token' })
    expect(answer.headers.get('www-authenticate')).toContain('expired')
  }
  await api.signIn()
  reader = await api.bearerOf('pk_test_reader')
})

describe.each(named(WITH_TOKEN))('%s from a READ_ONLY client', (_, method, path) => {
  const writes = WRITES.some((write) => write.method === method && write.path === path)
  const outcome = writes ? '403' : 'not a matter of rights'
  test(`[auth.read-only] [auth.statuses] is ${outcome}`, async () => {
    const answer = await ask(method, path, reader)
    const code = 'insufficient-scope'
    if (writes) expect(refusalIn(answer)).toMatchObject({ status: 403, code })
    else expect(answer.status).not.toBe(403)
  })
})

test('[auth.read-only] a READ_ONLY client is refused before its body is looked at', async () => {
  const answer = await api.send('POST', '/v1/orders', { body: '{', headers: reader })
  expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'insufficient-scope' })
})

describe('a request id', () => {
  test.each(['1', 'x'.repeat(128), '~!@#$%^&*()', 'two words'])(
    '[request-id.form] a request id may be %j',
    async (id) => {
      const answer = await api.get('/v1/account', { 'x-service-request-id': id })
      expect([answer.status, answer.body.requestId]).toEqual([200, id])
    },
  )

  test.each([
    ['[request-id.required] that is empty', '', 'request-id-required'],
    ['[request-id.form] of 129 characters', 'x'.repeat(129), 'request-id-invalid'],
    ['[request-id.form] with a tab', 'a\tb', 'request-id-invalid'],
  ])('%s is refused', async (_, id, code) => {
    const answer = await api.get('/v1/account', { 'x-service-request-id': id })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code })
  })
})

/** Requests with a fault in a part of them. */
const FAULTY = [
  '/v1/market/quotes',
  '/v1/market/candles?symbol=AAPL',
  '/v1/market/exchange-rate?base=1',
  '/v1/market/calendar?from=x',
  '/v1/instruments?limit=x',
  '/v1/instruments/A%20B',
]

test.each(FAULTY)(
  '[request.order-of-checks] GET %s is refused for its id and its token before its shape',
  async (path) => {
    const codeOf = async (headers: Parameters<typeof api.get>[1]) =>
      (await api.get(path, headers)).body.code
    expect(await codeOf({ 'x-service-request-id': undefined })).toBe('request-id-required')
    expect(await codeOf({ 'x-service-request-id': 'x'.repeat(129) })).toBe('request-id-invalid')
    expect(await codeOf({ authorization: undefined })).toBe('authorization-required')
    expect(await codeOf({ authorization: 'Bearer nope' })).toBe('invalid-token')
    expect((await api.get(path)).status).toBe(400)
  },
)

test('[request-id.returned] [record.requestId] an order record keeps its own requestId, and the header has the request’s', async () => {
  const order = orderOf()
  const orderId = await api.placed(order)
  const answer = await api.get(`/v1/orders/${orderId}`, { 'x-service-request-id': 'mine' })
  expect(answer.body.requestId).toBe(String(order.clientOrderId))
  expect(answer.headers.get('x-service-request-id')).toBe('mine')
})

test('[request.success] a new order and a cancellation are 200', async () => {
  const placed = await api.place()
  const canceled = await api.cancel(String(placed.body.orderId))
  expect([placed.status, canceled.status]).toEqual([200, 200])
})

test('no answer has a header of the answer before it', async () => {
  const refusal = await api.get('/v1/account', { authorization: 'Bearer wrong' })
  const quote = await api.get('/v1/market/quotes?symbols=AAPL', { 'x-service-request-id': 'next' })
  const again = await api.get('/v1/account', { authorization: 'Bearer wrong' })

  expect(refusal.headers.get('www-authenticate')).toContain('invalid_token')
  expect(quote.headers.get('www-authenticate')).toBeNull()
  expect(quote.headers.get('x-service-request-id')).toBe('next')
  expect(again.headers.get('x-service-request-id')).not.toBe('next')
})
