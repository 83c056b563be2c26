/** What every route asks for, for each route that the application has. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Contract, openContract, orderOf, tokenRequest } from '../../support/brokerage'
import { refusalIn } from '../../support/market-api'

const b = await openContract({ config: { sandbox: true } })
let reader: { readonly authorization: string }
beforeAll(async () => {
  await b.client('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
  reader = await b.tokenOf('pk_test_reader')
})

interface Route {
  readonly method: string
  readonly path: string
}
const ROUTES: readonly Route[] = b.app.routes.filter(
  // The stream is a WebSocket, with tests of its own (D9).
  ({ method, path }) => path.startsWith('/v1/') && method !== 'WS',
)
const SANDBOX: readonly Route[] = b.app.routes.filter(({ path }) => path.startsWith('/sandbox/'))
const WITH_TOKEN = [...ROUTES.filter(({ path }) => path !== '/v1/oauth/token'), ...SANDBOX]
const WRITES = WITH_TOKEN.filter(
  ({ method, path }) =>
    method === 'DELETE' ||
    `${method} ${path}` === 'POST /v1/orders' ||
    (path.startsWith('/sandbox/') && method !== 'GET'),
)
const named = (routes: readonly Route[]) =>
  routes.map(({ method, path }) => [`${method} ${path}`, method, path] as const)

/** A request that is fine but for what the test spoils. */
const ask = (method: string, path: string, headers: Parameters<Contract['get']>[1] = {}) => {
  const token = path === '/v1/oauth/token' ? tokenRequest('pk_test') : {}
  const at = path.replace(':symbol', 'AAPL').replace(':orderId', 'ord_1')
  return b.send(method, at.replace(':accountId', 'acc_1'), {
    ...token,
    ...(method === 'POST' && !token.body && { body: orderOf() }),
    headers: { ...token.headers, ...headers },
  })
}

test('[service.path] every route of the contract is there, under /v1', () => {
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
      'POST /sandbox/accounts/:accountId/reset',
      'POST /sandbox/clock',
      'PUT /sandbox/accounts/:accountId/lock',
      'PUT /sandbox/halt',
      'PUT /sandbox/instruments/:symbol',
      'PUT /sandbox/quotes/:symbol',
    ].sort(),
  )
})

describe.each(named(SANDBOX))('%s', (_, method, path) => {
  test(
    '[sandbox.token] needs no id, gives back one that it gets, and refuses ' + 'a bad one',
    async () => {
      const without = await ask(method, path, { 'x-service-request-id': undefined })
      expect(without.body.requestId).toMatch(/^sandbox-\d+$/)
      const mine = await ask(method, path, { 'x-service-request-id': 'mine' })
      expect(mine.body.requestId).toBe('mine')
      const refused = await ask(method, path, { 'x-service-request-id': 'x'.repeat(129) })
      expect(refusalIn(refused)).toMatchObject({ status: 400, code: 'request-id-invalid' })
    },
  )
})

describe.each(named(ROUTES))('%s', (_, method, path) => {
  test('[request-id.first] [request-id.required] needs an id', async () => {
    const headers = { 'x-service-request-id': undefined, authorization: 'Bearer nobody' }
    const answer = await ask(method, path, headers)
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'request-id-required' })
    expect(answer.body.requestId).toBeUndefined()
  })

  test('[request-id.form] an id of other characters is refused', async () => {
    const answer = await ask(method, path, { 'x-service-request-id': 'caf\u00e9' })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code: 'request-id-invalid' })
  })

  test('[error.requestId] [request-id.returned] gives the id back', async () => {
    const { status, headers, body } = await ask(method, path, { 'x-service-request-id': 'mine 7' })
    expect(headers.get('x-service-request-id')).toBe('mine 7')
    if (status !== 200 || !('clientOrderId' in body)) expect(body.requestId).toBe('mine 7')
  })
})

describe.each(named(WITH_TOKEN))('%s', (_, method, path) => {
  test('[auth.bearer] [auth.statuses] without a token is 401', async () => {
    const answer = await ask(method, path, { authorization: undefined })
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'authorization-required' })
    expect(answer.headers.get('www-authenticate')).toStartWith('Bearer ')
  })

  test('[auth.challenges] [auth.bearer] with a bad scheme or an unknown token is 401', async () => {
    for (const authorization of ['Basic cGs6c2s=', 'Bearer', 'Bearer nobody']) {
      const answer = await ask(method, path, { authorization })
      expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'invalid-token' })
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    }
  })
})

test('[auth.challenges] an expired token is 401 expired-token', async () => {
  const { authorization } = reader
  b.pass(43_200_000)
  for (const { method, path } of WITH_TOKEN) {
    const answer = await ask(method, path, { authorization })
    expect(refusalIn(answer)).toMatchObject({ status: 401, code: 'expired-token' })
    expect(answer.headers.get('www-authenticate')).toContain('expired')
  }
  await b.signIn()
  reader = await b.tokenOf('pk_test_reader')
})

describe.each(named(WITH_TOKEN))('%s by a READ_ONLY client', (_, method, path) => {
  const writes = WRITES.some((write) => write.method === method && write.path === path)
  const outcome = writes ? '403' : 'not a matter of rights'
  test(`[auth.read-only] [auth.statuses] is ${outcome}`, async () => {
    const answer = await ask(method, path, reader)
    const code = 'insufficient-scope'
    if (writes) expect(refusalIn(answer)).toMatchObject({ status: 403, code })
    else expect(answer.status).not.toBe(403)
  })
})

test('[auth.read-only] a READ_ONLY client is told so before its body is looked at', async () => {
  const answer = await b.send('POST', '/v1/orders', { body: '{', headers: reader })
  expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'insufficient-scope' })
})

describe('the form of a request id', () => {
  test.each(['1', 'x'.repeat(128), '~!@#$%^&*()', 'two words'])('may be %j', async (id) => {
    const answer = await b.get('/v1/account', { 'x-service-request-id': id })
    expect([answer.status, answer.body.requestId]).toEqual([200, id])
  })

  test.each([
    ['[request-id.required] empty', '', 'request-id-required'],
    ['[request-id.form] 129 characters', 'x'.repeat(129), 'request-id-invalid'],
    ['[request-id.form] a tab', 'a\tb', 'request-id-invalid'],
  ])('%s is refused', async (_, id, code) => {
    const answer = await b.get('/v1/account', { 'x-service-request-id': id })
    expect(refusalIn(answer)).toMatchObject({ status: 400, code })
  })
})
