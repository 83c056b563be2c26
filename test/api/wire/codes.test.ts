/**
 * Reaches every code of the catalogue over HTTP, in the catalogue's order.
 * test/api/v1/stream.messages.test.ts reaches the codes of the stream.
 */
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { createApp } from '../../../src/api/app'
import { RATE_LIMITS_DEFAULT } from '../../../src/core/limits'
import { REFUSALS, type RefusalCode, refusalMessage } from '../../../src/core/refusals'
import { statusOf } from '../../../src/http/wire/refusal'
import { replayCalendar } from '../../../src/market/calendar'
import { DiskFull } from '../../../src/postgres/errors'
import { SequencerBusy } from '../../../src/trading/command'
import { type Answer, type Api, answerOf, openApi, tokenRequest } from '../../support/api'
import { marketOrder, orderOf } from '../../support/orders'
import { STREAM_RECIPES } from '../../support/stream-codes'

type Recipe = (api: Api) => Promise<Answer>

const get =
  (path: string, headers?: Record<string, string | undefined>): Recipe =>
  (api) =>
    api.get(path, headers)
const placing =
  (over: Record<string, unknown>): Recipe =>
  (api) =>
    api.place(orderOf(over))
const posting =
  (
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Recipe =>
  (api) =>
    api.send('POST', '/v1/orders', { body, headers })
const asking =
  (body: string): Recipe =>
  (api) =>
    api.send('POST', '/v1/oauth/token', { ...tokenRequest(''), body })

const clock =
  (body: Record<string, unknown>): Recipe =>
  (api) =>
    api.post('/sandbox/clock', body)

/** Sends to an application other than the brokerage's own. */
const requestTo = async (api: Api, path: string, body: string): Promise<Request> =>
  new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: {
      ...(await api.bearerOf('pk_test_two')),
      'content-type': 'application/json',
      'x-service-request-id': 'beside',
      'x-service-account-id': 'acc_two_1',
    },
    body,
  })

let stops = 0
/** Places a BUY stop of AAPL, far above the market unless `over` says otherwise. */
const placeStop = (api: Api, over: Record<string, unknown> = {}): Promise<Answer> => {
  const far = { symbol: 'AAPL', side: 'BUY', type: 'STOP', quantity: 1, stopPrice: 50 }
  const sessions = ['REGULAR', 'AFTER']
  const order = { ...far, sessions, triggerBy: 'BID_ASK', clientOrderId: `stop-${++stops}` }
  return api.post('/paper/conditional-orders', { ...order, ...over })
}

const ASK = 'grant_type=client_credentials'

/** In the order of the catalogue, in which they run: the market's time only moves forward. */
const RECIPES: Partial<Record<RefusalCode, Recipe>> = {
  'host-repeated': get('/v1/account', { host: 'localhost, localhost' }),
  'request-id-required': get('/v1/account', { 'x-service-request-id': undefined }),
  'request-id-invalid': get('/v1/account', { 'x-service-request-id': 'x'.repeat(129) }),
  'authorization-required': get('/v1/account', { authorization: undefined }),
  'invalid-token': get('/v1/account', { authorization: 'Bearer nobody' }),
  'expired-token': async (api) => {
    await api.operator.addClient('pk_test_late', { accounts: ['acc_late'] })
    const token = await api.bearerOf('pk_test_late')
    api.pass(43_200_000)
    const answer = await api.get('/v1/account', token)
    await api.signIn()
    return answer
  },
  'invalid-sandbox-key': get('/sandbox/clock', { 'x-sandbox-key': 'a guess' }),
  'sandbox-key-required': async (api) => {
    const { sandbox } = api.deps
    if (sandbox === undefined) throw new Error('no sandbox')
    const key = { opensWith: () => true, acceptsTokens: false }
    const app = createApp({ ...api.deps, sandbox: { ...sandbox, key } })
    const headers = { 'x-service-request-id': 'beside' }
    return answerOf(await app.handle(new Request('http://localhost/sandbox/clock', { headers })))
  },
  'client-disabled': async (api) => {
    await api.operator.addClient('pk_test_off', { accounts: ['acc_off'] })
    await api.operator.disable('pk_test_off')
    return api.send('POST', '/v1/oauth/token', tokenRequest('pk_test_off'))
  },
  'insufficient-scope': async (api) => {
    await api.operator.addClient('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
    return api.place(orderOf(), await api.bearerOf('pk_test_reader'))
  },
  'rate-limit-exceeded': async (api) => {
    for (let at = 0; at < 20; at++) await asking(`${ASK}&client_id=flood`)(api)
    return asking(`${ASK}&client_id=flood`)(api)
  },
  'unsupported-content-type': posting('{}', { 'content-type': 'text/plain' }),
  'body-too-large': posting(`"${'x'.repeat(65_536)}"`),
  'malformed-body': posting('{'),
  'missing-parameter': placing({ side: undefined }),
  'unknown-parameter': placing({ timeInforce: 'DAY' }),
  'invalid-parameter': placing({ quantity: 'one' }),
  'invalid-range': get('/v1/orders?from=2026-03-02&to=2026-03-01'),
  'range-too-long': get('/v1/market/calendar?from=2026-01-01&to=2027-01-03'),
  'invalid-cursor': get('/v1/orders?cursor=nonsense'),
  'limit-price-not-allowed': placing({ orderType: 'MARKET' }),
  'unsupported-grant-type': asking('grant_type=password&client_id=a&client_secret=b'),
  'invalid-client': asking(`${ASK}&client_id=nobody&client_secret=wrong`),
  'account-header-required': async (api) => {
    await api.operator.addClient('pk_test_two', { accounts: ['acc_two_1', 'acc_two_2'] })
    return api.get('/v1/account', await api.bearerOf('pk_test_two'))
  },
  'account-mismatch': get('/v1/account', { 'x-service-account-id': 'acc_two_1' }),
  'account-not-found': async (api) => {
    await api.operator.addClient('pk_test_bare')
    return api.send('POST', '/v1/oauth/token', tokenRequest('pk_test_bare'))
  },
  'route-not-found': get('/v1/nowhere'),
  'symbol-not-found': get('/v1/instruments/NOWHERE'),
  'exchange-rate-not-found': get('/v1/market/exchange-rate?base=USD&quote=EUR'),
  'order-not-found': get('/v1/orders/ord_nowhere'),
  'conditional-order-not-found': get('/paper/conditional-orders/cnd_nowhere'),
  'control-not-found': get('/sandbox/outcomes/none'),
  'account-locked': async (api) => {
    await api.operator.lock('acc_1', true)
    const answer = await api.place()
    await api.operator.lock('acc_1', false)
    return answer
  },
  'trading-halted': async (api) => {
    await api.operator.halt(true)
    const answer = await api.place()
    await api.operator.halt(false)
    return answer
  },
  'idempotency-key-conflict': async (api) => {
    const order = orderOf()
    await api.placed(order)
    return api.place({ ...order, quantity: 2 })
  },
  'already-filled': async (api) => {
    const orderId = await api.placed(marketOrder())
    await api.advance('PT1S')
    return api.cancel(orderId)
  },
  'already-canceled': async (api) => {
    const orderId = await api.placed(orderOf({ limitPrice: 5 }))
    await api.cancel(orderId)
    await api.advance('PT1S')
    return api.cancel(orderId)
  },
  'already-expired': async (api) => {
    const orderId = await api.placed(orderOf({ limitPrice: 5 }))
    await api.advanceTo('2026-03-02T16:00:00-05:00')
    return api.cancel(orderId)
  },
  'already-rejected': async (api) => {
    const orderId = await api.placed(marketOrder())
    api.show('AAPL', '199999.99', '200000.00')
    await api.advance('PT1S')
    api.show('AAPL', '9.99', '10.00')
    return api.cancel(orderId)
  },
  'holding-not-found': (api) =>
    api.post('/paper/holdings/MSFT/close', { clientOrderId: 'nothing-held' }),
  'cancel-pending': async (api) => {
    const orderId = await api.placed(orderOf({ limitPrice: 5 }))
    await api.cancel(orderId)
    const amendment = { limitPrice: 6, clientOrderId: 'amends-pending' }
    return api.post(`/paper/orders/${orderId}/replacement`, amendment)
  },
  'placed-by-conditional-order': async (api) => {
    await placeStop(api, { type: 'STOP_LIMIT', stopPrice: 11, limitPrice: 5 })
    api.show('AAPL', '11.00', '11.01')
    await api.advance('PT1S')
    api.show('AAPL', '9.99', '10.00')
    const { body } = await api.get('/v1/orders?status=OPEN')
    const orders: readonly Record<string, unknown>[] = Array.isArray(body.orders) ? body.orders : []
    const child = orders.find(({ clientOrderId }) => String(clientOrderId).startsWith('cnd_'))
    const amendment = { limitPrice: 6, clientOrderId: 'amends-child' }
    return api.post(`/paper/orders/${child?.orderId}/replacement`, amendment)
  },
  'below-filled-quantity': async (api) => {
    api.show('AAPL', '9.99', '10.00', '4')
    const orderId = await api.placed(orderOf({ limitPrice: 10, quantity: 8 }))
    await api.advance('PT1S')
    api.show('AAPL', '9.99', '10.00')
    const amendment = { quantity: 4, clientOrderId: 'amends-part' }
    return api.post(`/paper/orders/${orderId}/replacement`, amendment)
  },
  'conditional-order-ended': async (api) => {
    const { conditionalOrderId } = (await placeStop(api)).body
    await api.send('DELETE', `/paper/conditional-orders/${conditionalOrderId}`)
    return api.send('DELETE', `/paper/conditional-orders/${conditionalOrderId}`)
  },
  'leg-not-amendable': async (api) => {
    const { conditionalOrderId } = (await placeStop(api)).body
    api.show('AAPL', '99.99', '100.00')
    await api.advance('PT1S')
    const body = { stopPrice: 60 }
    const path = `/paper/conditional-orders/${conditionalOrderId}`
    const answer = await api.send('PATCH', path, { body })
    api.show('AAPL', '9.99', '10.00')
    await api.advance('PT1S')
    return answer
  },
  'stop-tick-violation': (api) => placeStop(api, { stopPrice: 50.001 }),
  'stop-already-reached': (api) => placeStop(api, { stopPrice: 1 }),
  'exits-crossed': (api) =>
    api.post('/paper/conditional-orders', {
      type: 'BRACKET',
      symbol: 'AAPL',
      side: 'BUY',
      quantity: 1,
      takeProfit: { limitPrice: 9 },
      stopLoss: { stopPrice: 9.5 },
      clientOrderId: 'crossed',
    }),
  'amount-too-small': async (api) => {
    api.show('AAPL', '19999.99', '20000.00')
    const order = { symbol: 'AAPL', side: 'BUY', amount: 0.01, clientOrderId: 'too-small' }
    const answer = await api.post('/paper/orders', order)
    api.show('AAPL', '9.99', '10.00')
    return answer
  },
  'order-type-live-only': (api) => api.place(marketOrder({ orderType: 'VWAP' })),
  'price-tick-violation': placing({ limitPrice: 9.001 }),
  'order-size-exceeded': placing({ quantity: 1_000_001 }),
  'quote-unavailable': (api) => api.place(marketOrder({ symbol: 'NOPRICE' })),
  'instrument-suspended': placing({ symbol: 'HALT' }),
  'side-not-allowed': placing({ symbol: 'SELLONLY' }),
  'day-market-not-tradable': async (api) => {
    await api.advanceTo('2026-03-02T20:30:00-05:00')
    return api.place(orderOf({ symbol: 'NODAY' }))
  },
  'order-hours-closed': async (api) => {
    await api.advanceTo('2026-03-03T03:55:00-05:00')
    return api.place(orderOf({ timeInForce: 'IOC' }))
  },
  'market-ended': async (api) => {
    const feed = { ...api.deps.feed, calendar: replayCalendar([]) }
    const app = createApp({ ...api.deps, feed })
    const order = JSON.stringify(orderOf({ timeInForce: 'CLS' }))
    return answerOf(await app.handle(await requestTo(api, '/v1/orders', order)))
  },
  'insufficient-buying-power': placing({ quantity: 50_000 }),
  'insufficient-holdings': placing({ side: 'SELL', quantity: 50 }),
  'clock-not-simulated': async (api) => {
    const { sandbox } = api.deps
    if (sandbox === undefined) throw new Error('no sandbox')
    const app = createApp({ ...api.deps, sandbox: { ...sandbox, simulated: null } })
    return answerOf(await app.handle(await requestTo(api, '/sandbox/clock', '{"advance":"PT1S"}')))
  },
  'clock-backwards': clock({ advance: '-PT1S' }),
  'snapshot-not-found': (api) => api.post('/sandbox/snapshots/snap_none/restore', {}),
  'server-busy': async (api) => {
    spyOn(api.floor.sequencer, 'submit').mockRejectedValueOnce(new SequencerBusy('full'))
    return api.place()
  },
  'storage-full': async (api) => {
    spyOn(api.floor.sequencer, 'submit').mockRejectedValueOnce(new DiskFull('full'))
    return api.place()
  },
  'server-stopping': async (api) => {
    await api.floor.matcher.stop()
    return clock({ advance: 'PT1S' })(api)
  },
  'internal-error': async (api) => {
    spyOn(api.floor.sequencer, 'submit').mockRejectedValueOnce(new Error('the inside'))
    return api.place()
  },
}

// safe: Object.keys of a literal gives its own keys.
const CODES = Object.keys(REFUSALS) as RefusalCode[]
const REACHED = CODES.filter((code) => RECIPES[code] !== undefined)

let api: Api
const answers = new Map<string, Answer>()
beforeAll(async () => {
  api = await openApi({ config: { rateLimits: { ...RATE_LIMITS_DEFAULT }, sandbox: true } })
})
afterAll(() => spyOn(api.floor.sequencer, 'submit').mockRestore())

test.each(REACHED)('[error.catalogue] [error.code] [error.type] an error code %s', async (code) => {
  const answer = await RECIPES[code]?.(api)
  if (answer === undefined) throw new Error('no answer')
  answers.set(code, answer)
  const { status, body, headers } = answer
  expect({ status, code: body.code, type: body.type }).toEqual({
    status: statusOf(code),
    code,
    type: REFUSALS[code].type,
  })
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
  expect(body.docUrl).toBe(`http://localhost/errors/${code}`)
  expect(body.requestId ?? null).toBe(headers.get('x-service-request-id'))
})

test.each(REACHED)(
  '[error.message] [error.data] an error code: %s has its message made of data',
  (code) => {
    const { data, message } = answers.get(code)?.body ?? {}
    const facts = typeof data === 'object' && data !== null ? { data: { ...data } } : {}
    expect(message).toBe(refusalMessage({ refused: code, ...facts }))
    expect(message).not.toMatch(/[{}]|undefined| {2}/)
  },
)

test.each(REACHED)('[error.docUrl] an error code: %s has a page of its own', async (code) => {
  const docUrl = String(answers.get(code)?.body.docUrl)
  const page = await api.app.handle(new Request(docUrl))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain(code)
})

/** Codes of a session, which test/api/console reaches. */
const OF_THE_CONSOLE = [
  'host-not-allowed',
  'page-not-allowed',
  'session-required',
  'csrf-token-invalid',
  'operator-required',
  'sign-in-failed',
  'sign-in-link-invalid',
  'client-not-found',
  'own-account-not-found',
  'user-not-found',
  'user-exists',
  'account-has-open-orders',
  'limit-reached',
]
/** Codes of the ingest of live prices, which this server does not have: test/api/feed. */
const OF_THE_INGEST = ['invalid-feed-key', 'feed-key-required']

describe('the error catalogue', () => {
  test('[error.catalogue] the error catalogue has no code that no test reaches', () => {
    const unreached = CODES.filter((code) => RECIPES[code] === undefined)
    // A stream that is not open cannot send a code: test/api/pipeline/cors.test.ts.
    const reached = [
      'origin-not-allowed',
      ...Object.keys(STREAM_RECIPES),
      ...OF_THE_CONSOLE,
      ...OF_THE_INGEST,
    ]
    expect(unreached.filter((code) => !reached.includes(code))).toEqual([])
  })

  test.each([
    ['[error.type] ', 'validation', 400],
    ['[error.type] ', 'authentication', 401],
    ['[error.type] ', 'permission', 403],
    ['[error.type] ', 'not_found', 404],
    ['[error.type] ', 'conflict', 409],
    ['[error.type] ', 'business_rule', 422],
    ['[error.type] ', 'locked', 423],
    ['[error.type] ', 'rate_limit', 429],
    ['[error.type] ', 'server', 500],
  ])('%s%s is %d', (_, type, status) => {
    const found = [...answers.values()].filter(({ body }) => body.type === type)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map((answer) => answer.status))).toEqual(new Set([status]))
  })

  test('[error.internal] the error catalogue: internal-error shows nothing of the inside', () => {
    const answer = answers.get('internal-error')
    expect(JSON.stringify(answer?.body)).not.toContain('the inside')
    expect(answer?.body.data).toBeUndefined()
    expect(api.failures.splice(0)).toMatchObject([{ path: '/v1/orders' }])
  })
})
