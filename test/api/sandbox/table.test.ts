/** Each line in the tables of docs/faults.md, sent as written, forces what it says. */
import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { accountIdOf } from '../../../src/identity/secrets'
import type { Body } from '../../support/answers'
import { freshDatabase } from '../../support/database'
import { type FaultLine, faultLines } from '../../support/fault-lines'
import { orderOf } from '../../support/orders'
import { openSandbox, SANDBOX_CLIENT } from '../../support/sandbox-api'
import { until } from '../../support/until'

const KEY = 'a-key-of-16-characters'
const ACCOUNT = accountIdOf(SANDBOX_CLIENT.id, 1)
const api = await openSandbox(await freshDatabase(), {
  MARKET_CLOCK: '2026-03-02T10:00-05:00',
  SANDBOX_KEY: KEY,
})
api.app.listen({ hostname: '127.0.0.1', port: 0 })
const origin = String(api.app.server?.url.origin)
let token = ''
beforeEach(async () => {
  token = await api.signIn()
})
afterEach(async () => {
  await steer('DELETE', '/sandbox/faults')
  await steer('DELETE', '/sandbox/outcomes')
  await steer('DELETE', '/sandbox/halt')
  await steer('DELETE', `/sandbox/accounts/${ACCOUNT}/lock`)
  await steer('PUT', '/sandbox/instruments/AAPL', '{"tradable":"TRADABLE"}')
  await steer('POST', `/sandbox/accounts/${ACCOUNT}/reset`)
})
afterAll(async () => {
  await api.app.server?.stop(true)
  await api.close()
  expect(api.failures).toEqual([])
})

async function steer(method: string, path: string, body?: string) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { 'x-sandbox-key': KEY, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
  })
  return response.status
}

interface Got {
  readonly status: number
  readonly body: Body
  readonly retryAfter: string | null
}
/** Undefined if the connection was cut. */
async function send(method: string, path: string, body?: Body): Promise<Got | undefined> {
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-service-request-id': 'bot',
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const known: unknown = text.startsWith('{') ? JSON.parse(text) : {}
    const { status, headers } = response
    return { status, retryAfter: headers.get('retry-after'), body: { ...Object(known) } }
  } catch {
    return undefined
  }
}

let orders = 0
const newOrder = () =>
  orderOf({ clientOrderId: `bot-${++orders}`, quantity: 100, limitPrice: 99, symbol: 'AAPL' })
const place = (order: Body) => send('POST', '/v1/orders', order)
const read = async (orderId: unknown) => (await send('GET', `/v1/orders/${orderId}`))?.body.status
const isPlaced = async (order: Body) => {
  const { body } = await api.get('/v1/orders')
  return JSON.stringify(body).includes(`"${order.clientOrderId}"`)
}

/** The states of an order: at once, after a cancel, after a tick. */
async function statesOf(expected: string): Promise<string> {
  const placed = await place(newOrder())
  const { orderId } = placed?.body ?? {}
  const seen: unknown[] = []
  const [first = '', second] = expected.split(', then ')
  if (first.endsWith(' after a cancel')) {
    const canceled = await send('DELETE', `/v1/orders/${orderId}`)
    const { status, code } = canceled?.body ?? {}
    const answered = code === undefined ? status : `${canceled?.status} ${code}`
    seen.push(`${answered} after a cancel`)
  } else seen.push(await read(orderId))
  if (second !== undefined) {
    await steer('POST', '/sandbox/clock', '{"advance":"PT1S"}')
    seen.push(await read(orderId))
  }
  return seen.join(', then ')
}

/** The answer to a request, in the words of the table. */
async function answerOf(expected: string): Promise<string> {
  if (expected === '502 for a share') {
    const statuses = new Set<unknown>()
    for (let at = 0; at < 12; at++) statuses.add((await send('GET', '/v1/account'))?.status)
    return [...statuses].sort().join() === '200,502' ? expected : [...statuses].join()
  }
  const order = newOrder()
  const got = await place(order)
  const words = [got === undefined ? 'cut' : wordsOf(got)]
  if (got !== undefined && expected.includes('Retry-After')) {
    words.push(`Retry-After ${got.retryAfter}`)
  }
  if (expected.endsWith('placed')) words.push((await isPlaced(order)) ? 'placed' : 'not placed')
  return words.join(', ')
}

const wordsOf = ({ status, body: { code } }: Got): string =>
  status === 200 ? 'late' : code === undefined ? String(status) : `${status} ${code}`

/** Opens a stream before the line is sent. */
async function streamOf(line: FaultLine): Promise<string> {
  const url = `${origin.replace('http', 'ws')}/v1/stream`
  const open = () => new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  const closing = (socket: WebSocket) =>
    new Promise<string>((resolve) => {
      socket.onclose = ({ code }) => resolve(`stream closed ${code}`)
    })
  if (line.expected === 'stream refused') {
    await force(line)
    return (await closing(open())) === 'stream closed 1006' ? 'stream refused' : 'opened'
  }
  const socket = open()
  const messages: string[] = []
  let awake = () => {}
  const next = async (type: string) => {
    while (!messages.some((text) => text.includes(`"type":"${type}"`))) {
      await new Promise<void>((resume) => {
        awake = resume
      })
    }
  }
  socket.onmessage = ({ data }) => {
    messages.push(String(data))
    awake()
  }
  const closed = closing(socket)
  await next('ready')
  socket.send('{"type":"subscribe"}')
  await next('subscribed')
  await force(line)
  if (line.expected.startsWith('stream closed')) {
    await place(newOrder())
    return closed
  }
  if (line.expected === 'event late') {
    await place(newOrder())
    await next('order')
    socket.close()
    return 'event late'
  }
  // The server may have sent a heartbeat of its own before: it comes before this answer.
  socket.send('{"type":"unsubscribe"}')
  await next('unsubscribed')
  messages.length = 0
  // The hit is counted a moment after the heartbeat was delayed.
  await until(async () => {
    await api.stream?.sendHeartbeats()
    return unusedIn('/sandbox/faults')
  }, isUsed)
  const isLate = !messages.some((text) => text.includes('"type":"heartbeat"'))
  socket.close()
  return isLate ? 'heartbeat late' : 'heartbeat'
}

/** Expects that each outcome and fault that is set has hit something. */
async function expectHits(): Promise<void> {
  for (const path of ['/sandbox/outcomes', '/sandbox/faults']) {
    expect(await unusedIn(path)).toBeUndefined()
  }
}

/** The first one without a hit. */
async function unusedIn(path: string): Promise<string | undefined> {
  const listed = await fetch(`${origin}${path}`, { headers: { 'x-sandbox-key': KEY } })
  return /\{[^{}]*"hits":0[^{}]*\}/.exec(await listed.text())?.[0]
}

const isUsed = (unused: string | undefined): boolean => unused === undefined

async function force({ method, path, body }: FaultLine): Promise<void> {
  const own = (text: string) =>
    text.replace('$CLIENT', SANDBOX_CLIENT.id).replace('$ACCOUNT', ACCOUNT)
  expect(await steer(method, own(path), body && own(body))).toBe(200)
}

const LINES = faultLines()

test.each(LINES.map((line) => [line.written, line.expected, line] as const))(
  '[fault.force] [outcome.force] docs/faults.md: %s forces %s',
  async (_, expected, line) => {
    if (line.section === 'Streams') expect(await streamOf(line)).toBe(expected)
    else {
      await force(line)
      const got = line.section === 'Orders' ? await statesOf(expected) : await answerOf(expected)
      expect(got).toBe(expected)
    }
    await expectHits()
  },
)
