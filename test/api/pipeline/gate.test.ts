import { describe, expect, test } from 'bun:test'
import { RATE_LIMITS_DEFAULT } from '../../../src/core/limits'
import { ORDER, type Sent, send, sendOrder, testApp } from '../../support/pipeline-app'

/** A request that can be guilty of several things at once. */
interface Draft {
  sent: Sent
  order: Record<string, unknown>
  cutOff?: true
  tooFast?: true
}

interface Fault {
  readonly code: string
  readonly commit: (draft: Draft) => void
  /** Faults that cannot be in the same request. */
  readonly excludes?: readonly string[]
}

/** In D1's order. */
const FAULTS: readonly Fault[] = [
  {
    code: 'request-id-required',
    commit: (draft) => {
      draft.sent = { ...draft.sent, requestId: null }
    },
  },
  {
    code: 'invalid-token',
    commit: (draft) => {
      draft.sent = { ...draft.sent, token: 'nobody' }
    },
    excludes: ['insufficient-scope', 'rate-limit-exceeded', 'account-mismatch'],
  },
  {
    code: 'insufficient-scope',
    commit: (draft) => {
      draft.sent = { ...draft.sent, token: 'reader' }
    },
  },
  {
    code: 'rate-limit-exceeded',
    commit: (draft) => {
      draft.tooFast = true
    },
  },
  {
    code: 'malformed-body',
    commit: (draft) => {
      draft.cutOff = true
    },
    excludes: ['missing-parameter', 'symbol-not-found'],
  },
  {
    code: 'missing-parameter',
    commit: (draft) => {
      const { side: _, ...rest } = draft.order
      draft.order = rest
    },
  },
  {
    code: 'account-mismatch',
    commit: (draft) => {
      draft.sent = { ...draft.sent, headers: { 'x-service-account-id': 'acc_9' } }
    },
  },
  {
    code: 'symbol-not-found',
    commit: (draft) => {
      draft.order = { ...draft.order, symbol: 'NONE' }
    },
  },
]

async function codeOf(...faults: readonly Fault[]): Promise<unknown> {
  const draft: Draft = { sent: {}, order: { ...ORDER } }
  for (const fault of faults) fault.commit(draft)
  const { app } = testApp({
    limits: { ...RATE_LIMITS_DEFAULT, orders: { perSecond: 1, burst: 1 } },
  })
  const body = JSON.stringify(draft.order).slice(0, draft.cutOff ? -1 : undefined)
  const place = () => send(app, 'POST', '/v1/orders', { ...draft.sent, body })
  if (draft.tooFast) await place()
  return (await place()).body.code
}

const PAIRS = FAULTS.flatMap((earlier, at) =>
  FAULTS.slice(at + 1)
    .filter((later) => !earlier.excludes?.includes(later.code))
    .map((later) => [earlier.code, later.code, earlier, later] as const),
)

describe('the order of checks (D1)', () => {
  test.each(FAULTS.map((fault) => [fault.code, fault] as const))(
    '%s alone',
    async (code, fault) => {
      expect(await codeOf(fault)).toBe(code)
    },
  )

  test.each(PAIRS)('%s comes before %s', async (code, _, earlier, later) => {
    expect(await codeOf(later, earlier)).toBe(code)
  })
})

describe('the request id', () => {
  const { app } = testApp()

  test('comes back in the header and the body of an answer', async () => {
    const { headers, body } = await sendOrder(app, ORDER, { requestId: 'trace 7' })
    expect(headers.get('x-service-request-id')).toBe('trace 7')
    expect(body.requestId).toBe('trace 7')
  })

  test.each([
    ['a 401', 'GET', '/v1/orders', { token: null }],
    ['a 400 of shape', 'GET', '/v1/orders?limit=0', {}],
    ['a 404 of an unknown path', 'GET', '/v1/nowhere', {}],
    ['a 500', 'GET', '/v1/orders/broken', {}],
  ])('comes back in %s', async (_, method, path, sent) => {
    const { headers, body } = await send(app, method, path, sent)
    expect(headers.get('x-service-request-id')).toBe('req-1')
    expect(body.requestId).toBe('req-1')
  })

  test.each([
    ['', 'request-id-required'],
    ['x'.repeat(128), undefined],
    ['x'.repeat(129), 'request-id-invalid'],
    ['caf\u00e9', 'request-id-invalid'],
    ['a\tb', 'request-id-invalid'],
  ])('%j is %p', async (requestId, code) => {
    expect((await send(app, 'GET', '/v1/orders', { requestId })).body.code).toBe(code)
  })

  test('is not echoed when it is not valid', async () => {
    const { headers, body } = await send(app, 'GET', '/v1/orders', { requestId: 'x'.repeat(129) })
    expect(headers.has('x-service-request-id')).toBe(false)
    expect(body).not.toHaveProperty('requestId')
  })
})

describe('the token', () => {
  const { app } = testApp()

  test.each([
    [null, 401, 'authorization-required', 'Bearer realm="paper-brokerage"'],
    ['nobody', 401, 'invalid-token', 'error="invalid_token"'],
    ['expired', 401, 'expired-token', 'error="invalid_token"'],
  ])('%p is answered %d %s with a challenge', async (token, status, code, challenge) => {
    const answer = await send(app, 'GET', '/v1/orders', { token })
    expect(answer.status).toBe(status)
    expect(answer.body.code).toBe(code)
    expect(answer.headers.get('www-authenticate')).toContain(challenge)
  })

  test('of a disabled client is 403', async () => {
    const { status, body } = await send(app, 'GET', '/v1/orders', { token: 'disabled' })
    expect([status, body.code]).toEqual([403, 'client-disabled'])
  })

  test('of a client that may only read reads', async () => {
    expect((await send(app, 'GET', '/v1/orders', { token: 'reader' })).status).toBe(200)
  })
})

describe('two gates in one app', () => {
  const limits = {
    orders: { perSecond: 1, burst: 2 },
    other: { perSecond: 1, burst: 9 },
    token: { perSecond: 1, burst: 1 },
  }

  test('each take from their own bucket, once a request', async () => {
    const { app } = testApp({ limits })
    const left = async (method: string, sent: Sent) =>
      (await send(app, method, '/v1/orders', sent)).headers.get('x-ratelimit-remaining')
    expect(await left('GET', {})).toBe('8')
    expect(await left('POST', { body: JSON.stringify(ORDER) })).toBe('1')
    expect(await left('GET', {})).toBe('7')
  })

  test('say how long to wait', async () => {
    const { app } = testApp({ limits: { ...limits, orders: { perSecond: 0.25, burst: 1 } } })
    await sendOrder(app, ORDER)
    const { status, headers, body } = await sendOrder(app, ORDER)
    expect([status, body.code]).toEqual([429, 'rate-limit-exceeded'])
    expect(headers.get('retry-after')).toBe('4')
    expect(headers.get('x-ratelimit-limit')).toBe('1')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(body.message).toBe('Too many requests. Try again in 4 s.')
  })

  test('tell the rate in refusals of a known client as well', async () => {
    const { app } = testApp({ limits })
    const shape = await send(app, 'GET', '/v1/orders?limit=0')
    expect(shape.headers.get('x-ratelimit-remaining')).toBe('8')
    const rights = await sendOrder(app, ORDER, { token: 'reader' })
    expect(rights.headers.get('x-ratelimit-remaining')).toBe('1')
  })

  test('say nothing of rates when they are turned off', async () => {
    const { headers } = await send(testApp().app, 'GET', '/v1/orders')
    expect(headers.has('x-ratelimit-limit')).toBe(false)
  })
})

describe('a gate', () => {
  const { app } = testApp()

  test('guards only the module that uses it', async () => {
    const { status, text } = await send(app, 'GET', '/open', { token: null, requestId: null })
    expect([status, text]).toEqual([200, 'no gate'])
  })

  test('outside /v1 can do without a request id, but not without a token', async () => {
    const { status, headers } = await send(app, 'GET', '/sandbox', { requestId: null })
    expect([status, headers.get('x-service-request-id')]).toEqual([200, 'made-up'])
    const { body } = await send(app, 'GET', '/sandbox', { requestId: null, token: null })
    expect(body).toMatchObject({ code: 'authorization-required', requestId: 'made-up' })
  })
})

describe('the account (D1)', () => {
  const { app } = testApp()
  const named = (accountId: string) => ({ headers: { 'x-service-account-id': accountId } })

  test.each([
    ['the only one needs no header', 'trader', {}, 'acc_1'],
    ['one of several is named', 'pair', named('acc_4'), 'acc_4'],
  ])('%s', async (_, token, sent, accountId) => {
    expect((await sendOrder(app, ORDER, { token, ...sent })).body.accountId).toBe(accountId)
  })

  test.each([
    ['several and none named', 'pair', {}, 400, 'account-header-required'],
    ["another client's", 'trader', named('acc_2'), 403, 'account-mismatch'],
    ['one that does not exist', 'trader', named('acc_9'), 403, 'account-mismatch'],
    ['none at all, where 404 is listed', 'bare', {}, 404, 'account-not-found'],
  ])('%s', async (_, token, sent, status, code) => {
    const answer = await sendOrder(app, ORDER, { token, ...sent })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})
