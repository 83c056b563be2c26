/** PUT /sandbox/faults: a test makes requests and streams fail, over real connections. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { REFUSALS, type RefusalCode } from '../../../src/core/refusals'
import { statusOf } from '../../../src/http/wire/refusal'
import { type Body, badParam, missing, must, refusalIn, rowsIn } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { orderOf } from '../../support/orders'
import { openSandbox, SANDBOX_CLIENT } from '../../support/sandbox-api'

const KEY = 'a-key-of-16-characters'
const api = await openSandbox(await freshDatabase(), {
  MARKET_CLOCK: '2026-03-02T10:00-05:00',
  SANDBOX_KEY: KEY,
})
api.app.listen({ hostname: '127.0.0.1', port: 0 })
const origin = String(api.app.server?.url.origin)
afterAll(async () => {
  await api.app.server?.stop(true)
  await api.close()
  expect(api.failures).toEqual([])
})
afterEach(() => steer('DELETE', '/sandbox/faults'))

/** Calls the controls with the key, since a client may be disabled. */
async function steer(method: string, path: string, body?: Body) {
  const sent = body && { 'content-type': 'application/json' }
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { 'x-sandbox-key': KEY, ...sent },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answered: unknown = await response.json()
  return { status: response.status, body: Object(answered) as Body } // safe: always an object
}
const strike = async (fault: Body): Promise<Body> => {
  const { status, body } = await steer('PUT', '/sandbox/faults', fault)
  expect([status, body.code]).toEqual([200, fault.code])
  return body
}
const fault = async ({ faultId }: Body) => (await steer('GET', `/sandbox/faults/${faultId}`)).body

let token = await api.tokenOf()
let requests = 0
/** Sends over a connection of its own; returns a network code if it is cut. */
async function send(method: string, path: string, body?: Body) {
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-service-request-id': `bot-${++requests}`,
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status, headers } = response
    const isJson = headers.get('content-type')?.startsWith('application/json') === true
    return { status, headers, text, body: isJson ? JSON.parse(text) : {}, cut: false }
  } catch {
    return { status: 0, headers: new Headers(), text: '', body: {}, cut: true }
  }
}
const account = () => send('GET', '/v1/account')
const order = (clientOrderId: string) => orderOf({ clientOrderId, quantity: 1, limitPrice: 5 })
const place = (clientOrderId: string) => send('POST', '/v1/orders', order(clientOrderId))
const ordersOf = async () => rowsIn(await api.get('/v1/orders'), 'orders')

describe('an answer', () => {
  test.each(Object.keys(REFUSALS) as RefusalCode[])(
    // safe: its own keys
    '[fault.force] a fault answers %s with its status, in the envelope, and nothing is done',
    async (code) => {
      const before = (await ordersOf()).length
      await strike({ route: 'placeOrder', code, times: 1 })
      const { status, body, headers } = await place(`forced-${code}`)
      expect({ status, code: body.code, type: body.type }).toEqual({
        status: statusOf(code),
        code,
        type: REFUSALS[code].type,
      })
      expect(body.requestId).toBe(headers.get('x-service-request-id'))
      expect(body.message).not.toContain('{')
      expect(await ordersOf()).toHaveLength(before)
    },
  )

  test('[fault.force] a fault answers 429 with the Retry-After that it says', async () => {
    await strike({ code: 'rate-limit-exceeded', retryAfterSeconds: 7, times: 1 })
    const { status, headers, body } = await account()
    expect([status, headers.get('retry-after'), body.data]).toEqual([
      429,
      '7',
      { retryAfterSeconds: 7 },
    ])
    expect((await account()).status).toBe(200)
  })

  test('[fault.force] a fault answers 503 as a proxy does, with Retry-After', async () => {
    await strike({ status: 503, retryAfterSeconds: 2, times: 1 })
    const { status, headers, text } = await account()
    expect([status, headers.get('retry-after'), text]).toEqual([
      503,
      '2',
      '503, forced by a test\n',
    ])
  })

  test('[fault.force] [fault.books] a fault answers 500 after the commit: the order is there, and a retry finds it', async () => {
    await strike({ route: 'placeOrder', code: 'internal-error', at: 'after-commit', times: 1 })
    expect((await place('lost-500')).status).toBe(500)
    const again = await place('lost-500')
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  })
})

describe('a cut', () => {
  test('[fault.force] [fault.books] a connection is cut before the commit, and nothing is done', async () => {
    const { faultId } = await strike({ route: 'placeOrder', cut: 'before', times: 1 })
    expect((await place('cut-before')).cut).toBe(true)
    expect((await ordersOf()).map((each) => each.clientOrderId)).not.toContain('cut-before')
    expect((await place('cut-before')).headers.get('idempotent-replayed')).toBeNull()
    expect(await fault({ faultId })).toMatchObject({ hits: 1, seen: 1 })
  })

  test('[fault.force] [fault.books] a connection is cut after the commit: one retry finds the order', async () => {
    await strike({ route: 'placeOrder', cut: 'after-commit', times: 1 })
    expect((await place('cut-after')).cut).toBe(true)
    expect((await place('cut-after')).headers.get('idempotent-replayed')).toBe('true')
    const placed = (await ordersOf()).filter((each) => each.clientOrderId === 'cut-after')
    expect(placed).toHaveLength(1)
  })

  test.each(['listOrders', 'getAccount', 'getQuotes', 'issueToken', 'cancelOrder'])(
    '[fault.force] a cut strikes the operation %s and no other',
    async (route) => {
      const { orderId } = (await place(`for-${route}`)).body
      await strike({ route, cut: 'after-commit' })
      const answers = {
        listOrders: await send('GET', '/v1/orders'),
        getAccount: await account(),
        getQuotes: await send('GET', '/v1/market/quotes?symbols=AAPL'),
        cancelOrder: await send('DELETE', `/v1/orders/${orderId}`),
      }
      const cut = Object.entries(answers).filter((each) => each[1].cut)
      expect(cut.map(([name]) => name)).toEqual(route === 'issueToken' ? [] : [route])
    },
  )
})

describe('a delay', () => {
  test.each(['before', 'after-commit'])(
    '[fault.force] a delay %s makes an answer late',
    async (at) => {
      await strike({ route: 'placeOrder', delay: 'PT0.05S', at, times: 1 })
      expect((await place(`late-${at}`)).status).toBe(200)
    },
  )

  test('[fault.force] [request.deadline] an order that a delay keeps for 5 s is refused and never placed', async () => {
    await strike({ route: 'placeOrder', delay: 'PT5.1S', times: 1 })
    expect(refusalIn(await place('too-late'))).toMatchObject({ status: 500, code: 'server-busy' })
    expect((await ordersOf()).map((each) => each.clientOrderId)).not.toContain('too-late')
  })
})

describe('which requests a fault strikes', () => {
  test('[fault.force] a share of the requests is drawn from the seed, the same in each run', async () => {
    const run = async (seed: number) => {
      await strike({ faultId: 'share', route: 'getAccount', share: 0.5, seed, status: 502 })
      const statuses = []
      for (let at = 0; at < 20; at++) statuses.push((await account()).status)
      return statuses.join(' ')
    }
    const [first, again, other] = [await run(1), await run(1), await run(2)]
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    const struck = first.split(' ').filter((status) => status === '502').length
    expect(struck).toBeGreaterThan(4)
    expect(struck).toBeLessThan(16)
    expect(await fault({ faultId: 'share' })).toMatchObject({ seen: 20 })
  })

  test('[fault.force] a fault of a client leaves other clients alone', async () => {
    await strike({ clientId: 'pk_other', status: 502 })
    expect((await account()).status).toBe(200)
    await strike({ clientId: SANDBOX_CLIENT.id, status: 502 })
    expect((await account()).status).toBe(502)
  })

  test('[fault.gate] [request.order-of-checks] a request that the gate or its shape refuses is refused as ever, and counts for no fault', async () => {
    const set = await strike({ status: 502 })
    const headers = { authorization: `Bearer ${token}` }
    const withoutId = await fetch(`${origin}/v1/account`, { headers })
    expect(withoutId.status).toBe(400)
    expect((await send('GET', '/v1/account?nonsense=1')).status).toBe(400)
    expect((await send('GET', '/v1/nowhere')).status).toBe(404)
    const known = token
    token = 'nobody'
    expect((await account()).status).toBe(401)
    token = known
    expect(await fault(set)).toMatchObject({ seen: 0, hits: 0 })
    expect((await send('GET', '/v1/orders/ord_none')).status).toBe(502)
  })

  test('[fault.gate] the sandbox is never struck, and a fault that is removed strikes no more', async () => {
    const { faultId } = await strike({ status: 502 })
    expect((await steer('GET', '/sandbox/clock')).status).toBe(200)
    await steer('DELETE', `/sandbox/faults/${faultId}`)
    expect((await account()).status).toBe(200)
    expect((await steer('GET', `/sandbox/faults/${faultId}`)).body.code).toBe('control-not-found')
  })

  test('[fault.force] of several faults the first strikes as often as it is to, then the next', async () => {
    await strike({ route: 'getAccount', status: 502, times: 1 })
    await strike({ route: 'getAccount', status: 504, times: 1 })
    const statuses = []
    for (let at = 0; at < 3; at++) statuses.push((await account()).status)
    expect(statuses).toEqual([502, 504, 200])
  })
})

describe('a client', () => {
  const mine = { clientId: SANDBOX_CLIENT.id }

  test.each([
    ['expired', 'expired-token'],
    ['revoked', 'invalid-token'],
  ])('[fault.force] every token of a client is %s now, and a new one works', async (end, code) => {
    const { hits } = await strike({ ...mine, token: end })
    expect(Number(hits)).toBeGreaterThan(0)
    expect(refusalIn(await account())).toMatchObject({ status: 401, code })
    token = await api.signIn()
    expect((await account()).status).toBe(200)
  })

  test('[fault.force] a client is disabled until the fault is removed', async () => {
    const { faultId } = await strike({ ...mine, client: 'disabled' })
    const refusal = { status: 403, code: 'client-disabled' }
    expect(refusalIn(await account())).toMatchObject(refusal)
    expect(refusalIn(await api.issueToken())).toMatchObject(refusal)
    await steer('DELETE', `/sandbox/faults/${faultId}`)
    expect((await account()).status).toBe(200)
  })
})

describe('a stream', () => {
  interface Message {
    readonly type: string
    readonly seq?: number
  }
  async function listen(since?: number) {
    const messages: Message[] = []
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const closed = new Promise<number>((resolve) => {
      socket.onclose = ({ code }) => resolve(code)
    })
    let awake = () => {}
    socket.onmessage = ({ data }) => {
      messages.push(JSON.parse(String(data)))
      awake()
    }
    const next = async (type: string): Promise<Message> => {
      for (;;) {
        const at = messages.findIndex((each) => each.type === type)
        const found = messages.splice(0, at + 1).at(-1)
        if (at >= 0 && found !== undefined) return found
        await new Promise<void>((resume) => {
          awake = resume
        })
      }
    }
    await next('ready')
    socket.send(JSON.stringify({ type: 'subscribe', ...(since !== undefined && { since }) }))
    await next('subscribed')
    return { next, closed, close: () => socket.close() }
  }

  test('[fault.force] [fault.books] a stream is cut instead of sending an event, which a resumed one has', async () => {
    const one = await listen()
    const { faultId } = await strike({ stream: 'cut', times: 1 })
    await place('stream-cut')
    expect(await one.closed).toBe(1006)
    expect(await fault({ faultId })).toMatchObject({ hits: 1 })
    const other = await listen(0)
    await other.next('order')
    other.close()
  })

  test('[fault.force] a late event comes after its delay, and those behind it in their order', async () => {
    const one = await listen()
    await strike({ stream: 'late', delay: 'PT0.05S', times: 1 })
    await place('late-1')
    await place('late-2')
    const [first, second] = [await one.next('order'), await one.next('order')]
    expect(Number(second.seq)).toBe(Number(first.seq) + 1)
    one.close()
  })

  test('[fault.force] the opening of a stream is struck as openStream', async () => {
    await strike({ route: 'openStream', code: 'too-many-streams', times: 1 })
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const code = await new Promise((resolve) => {
      socket.onclose = (event) => resolve(event.code)
    })
    expect(code).toBe(1006)
  })
})

test.each<[Body, ReturnType<typeof badParam>]>([
  [{}, missing('code, status, cut, stream, token, client, delay')],
  [{ code: 'no-such-code' }, badParam('code')],
  [{ status: 429 }, badParam('status')],
  [{ status: 200 }, badParam('status')],
  [{ status: 503, cut: 'before' }, badParam('cut')],
  [{ cut: 'later' }, badParam('cut')],
  [{ cut: 'before', at: 'before' }, badParam('at')],
  [{ cut: 'before', route: 'placeOrders' }, badParam('route')],
  [{ delay: 'soon' }, badParam('delay')],
  [{ delay: 'PT61S' }, badParam('delay')],
  [{ delay: '-PT1S' }, badParam('delay')],
  [{ stream: 'late' }, missing('delay')],
  [{ stream: 'cut', delay: 'PT1S' }, badParam('delay')],
  [{ stream: 'cut', route: 'placeOrder' }, badParam('route')],
  [{ status: 503, share: 1.1 }, badParam('share')],
  [{ status: 503, times: 0 }, badParam('times')],
  [{ token: 'expired' }, missing('clientId')],
  [{ token: 'expired', clientId: 'pk_nobody' }, badParam('clientId')],
  [{ token: 'expired', clientId: SANDBOX_CLIENT.id, times: 1 }, badParam('times')],
])('[fault.force] PUT /sandbox/faults refuses %j', async (body, refusal) => {
  const { status, body: answered } = await steer('PUT', '/sandbox/faults', body)
  expect({ status, code: answered.code, param: answered.param }).toEqual(refusal)
})

test('[fault.force] [sandbox.rights] a client strikes its own requests only', async () => {
  const others = await api.put('/sandbox/faults', { status: 502, clientId: 'pk_other' })
  expect(refusalIn(others)).toMatchObject({ status: 403, code: 'account-mismatch' })
  const own = must(await api.put('/sandbox/faults', { status: 502, route: 'getQuotes' }))
  expect(own.clientId).toBe(SANDBOX_CLIENT.id)
})
