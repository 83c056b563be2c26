/** A request that is wrong in two ways is refused by the check that comes first. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Body } from '../../support/answers'
import { openApi, type SentHeaders } from '../../support/api'
import { orderOf } from '../../support/orders'

/** The burst of order writes, which refills within a second. */
const BURST = 3
const api = await openApi({
  config: {
    rateLimits: {
      orders: { perSecond: BURST, burst: BURST },
      other: { perSecond: 1_000, burst: 1_000 },
      token: { perSecond: 1_000, burst: 1_000 },
    },
  },
})
beforeEach(() => api.pass(1_000))

let reader: { readonly authorization: string }
const taken = orderOf()
beforeAll(async () => {
  await api.operator.addClient('pk_test_reader', { scope: 'READ_ONLY', accounts: ['acc_reader'] })
  reader = await api.bearerOf('pk_test_reader')
  await api.placed(taken)
})

interface Fault {
  readonly code: string
  readonly headers?: () => SentHeaders
  readonly over?: Body
  readonly written?: (body: string) => string
  readonly before?: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
  /** Later faults that cannot be in the same request. */
  readonly excludes?: readonly string[]
}

const lock = (on: boolean) =>
  Promise.all([api.operator.lock('acc_1', on), api.operator.lock('acc_reader', on)])

/** In the order of the checks. */
const FAULTS: readonly Fault[] = [
  { code: 'request-id-required', headers: () => ({ 'x-service-request-id': undefined }) },
  {
    code: 'invalid-token',
    headers: () => ({ authorization: 'Bearer nobody' }),
    excludes: ['insufficient-scope', 'rate-limit-exceeded'],
  },
  { code: 'insufficient-scope', headers: () => reader },
  {
    code: 'rate-limit-exceeded',
    before: async () => {
      for (const headers of [{}, reader]) {
        for (let at = 0; at < BURST; at++) await api.place({ nonsense: 1 }, headers)
      }
    },
  },
  {
    code: 'malformed-body',
    written: (body) => body.slice(0, -1),
    excludes: ['idempotency-key-conflict'],
  },
  { code: 'unknown-parameter', over: { nonsense: 1 } },
  { code: 'account-mismatch', headers: () => ({ 'x-service-account-id': 'acc_nowhere' }) },
  { code: 'symbol-not-found', over: { symbol: 'NOWHERE' } },
  { code: 'idempotency-key-conflict', over: { clientOrderId: taken.clientOrderId, quantity: 7 } },
  { code: 'account-locked', before: () => lock(true), after: () => lock(false) },
  { code: 'price-tick-violation', over: { limitPrice: 8.999 } },
]

async function codeOf(later: Fault, earlier?: Fault): Promise<unknown> {
  await later.before?.()
  await earlier?.before?.()
  const order = { ...orderOf(), ...later.over, ...earlier?.over }
  const json = { 'content-type': 'application/json' }
  const headers = { ...json, ...later.headers?.(), ...earlier?.headers?.() }
  const written = JSON.stringify(order)
  const body = later.written?.(written) ?? earlier?.written?.(written) ?? written
  const answer = await api.send('POST', '/v1/orders', { body, headers })
  await later.after?.()
  await earlier?.after?.()
  return answer.body.code
}

const PAIRS = FAULTS.flatMap((earlier, at) =>
  FAULTS.slice(at + 1)
    .filter((later) => !earlier.excludes?.includes(later.code))
    .map((later) => [earlier.code, later.code, earlier, later] as const),
)

test.each(FAULTS.map((fault) => [fault.code, fault] as const))(
  '[request.order-of-checks] POST /v1/orders reports %s alone',
  async (code, fault) => {
    expect(await codeOf(fault)).toBe(code)
  },
)

test.each(PAIRS)(
  '[request.order-of-checks] POST /v1/orders reports %s rather than %s',
  async (code, _, earlier, later) => {
    expect(await codeOf(later, earlier)).toBe(code)
  },
)

describe('a client of several accounts that names none', () => {
  let several: { readonly authorization: string }
  beforeAll(async () => {
    await api.operator.addClient('pk_test_several', { accounts: ['acc_one', 'acc_two'] })
    several = await api.bearerOf('pk_test_several')
  })

  test.each([
    ['POST', '/v1/orders', 'limit-price-not-allowed'],
    ['POST', '/v1/orders/preview', 'limit-price-not-allowed'],
    ['GET', '/v1/orders?from=2026-03-03&to=2026-03-02', 'invalid-range'],
    ['GET', '/v1/orders/fills?from=2026-03-03&to=2026-03-02', 'invalid-range'],
  ])(
    '[request.order-of-checks] %s %s reports %s rather than the account',
    async (method, path, code) => {
      const order = { ...orderOf(), orderType: 'MARKET', limitPrice: 10 }
      const body = method === 'POST' ? { body: order } : {}
      const answer = await api.send(method, path, { ...body, headers: several })
      expect(answer.body.code).toBe(code)
      const right = method === 'POST' ? { body: orderOf() } : {}
      const other = await api.send(method, path.split('?')[0] ?? '', { ...right, headers: several })
      expect(other.body.code).toBe('account-header-required')
    },
  )
})
