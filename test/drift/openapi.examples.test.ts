/** Every example of a request is sent to a whole server, the sandbox's included. */
import { afterAll, describe, expect, test } from 'bun:test'
import { answerOf } from '../support/api'
import { askedOf, faultsOfAnswer } from '../support/asked'
import { freshDatabase } from '../support/database'
import { type Documented, operationsOf, readDocument } from '../support/document'
import { openSandbox, SANDBOX_CLIENT } from '../support/sandbox-api'

const SANDBOX_KEY = 'sk_sandbox_0123456789abcdef'
const api = await openSandbox(await freshDatabase(), { RATE_LIMIT: 'on', SANDBOX_KEY })
afterAll(api.brokerage.close)
const { app } = api.brokerage
const document = await readDocument(app)
/** What an operator asks of a server is no request of a client. */
const operations = operationsOf(document).filter(({ path }) =>
  /^\/(?:v1|paper|sandbox)\//.test(path),
)
const token = await api.tokenOf()
const accountId = String((await api.get('/v1/account')).body.accountId)
let orders = 0
const KEY = { 'x-sandbox-key': SANDBOX_KEY }

/** What no document can know: the ids and the secret of this server. */
async function idsOf({ path, operation: { operationId } }: Documented) {
  if (operationId === 'issueToken') {
    return { client_id: SANDBOX_CLIENT.id, client_secret: SANDBOX_CLIENT.secret }
  }
  if (path.includes('{accountId}')) return { accountId }
  if (path.includes('{faultId}')) {
    const once = { route: 'getAccount', times: 1, cut: 'before' }
    return { faultId: (await api.put('/sandbox/faults', once)).body.faultId }
  }
  if (path.includes('{snapshotId}')) {
    const saving = { method: 'POST', headers: KEY }
    const saved = await app.handle(new Request('http://localhost/sandbox/snapshots', saving))
    return { snapshotId: (await answerOf(saved)).body.snapshotId }
  }
  if (path.includes('{outcomeId}')) {
    return { outcomeId: (await api.put('/sandbox/outcomes', { result: 'hold' })).body.outcomeId }
  }
  if (operationId === 'closeHolding') await hold('AAPL')
  if (path.includes('{conditionalOrderId}')) return { conditionalOrderId: await stopped() }
  return path.includes('{orderId}') ? { orderId: await placed() } : {}
}

/** Far from the market, so that it stays open. */
async function placed(): Promise<unknown> {
  const far = { symbol: 'KO', side: 'BUY', orderType: 'LIMIT', quantity: 1, limitPrice: 1 }
  const { body } = await api.post('/v1/orders', { ...far, clientOrderId: `far-${++orders}` })
  return body.orderId
}

/** A test's outcome fills the order at once. */
async function hold(symbol: string): Promise<void> {
  const clientOrderId = `held-${++orders}`
  await api.put('/sandbox/outcomes', { result: 'fill', times: 1, clientOrderId })
  const order = { symbol, side: 'BUY', orderType: 'MARKET', quantity: 2, clientOrderId }
  await api.post('/v1/orders', order)
}

async function stopped(): Promise<unknown> {
  const far = { symbol: 'KO', side: 'BUY', type: 'STOP', quantity: 1, stopPrice: 900 }
  const sent = { ...far, clientOrderId: `far-${++orders}` }
  return (await api.post('/paper/conditional-orders', sent)).body.conditionalOrderId
}

async function send(documented: Documented, changes: Readonly<Record<string, unknown>> = {}) {
  const ids = await idsOf(documented)
  const { method, path, body, headers } = askedOf(documented, { ...ids, ...changes })
  // Snapshots are of all accounts, and other examples make some for other clients.
  const key = /snapshots|rewind/.test(path) ? KEY : {}
  const response = await app.handle(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-service-request-id': 'example',
        ...headers,
        ...key,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const answer = await answerOf(response)
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, ''])
  expect(faultsOfAnswer(document, documented, answer)).toEqual([])
}

test('the operations are those of the contract and of the sandbox', () => {
  expect(operations.filter(({ path }) => path.startsWith('/v1/'))).toHaveLength(16)
  expect(operations.length).toBeGreaterThan(20)
})

describe.each(operations.map((each) => [each.name, each] as const))('%s', (_, documented) => {
  test('takes its own example, and answers as it says', async () => {
    if (documented.operation.operationId === 'getOrder') await placed()
    await send(documented)
  })

  const { parameters, requestBody } = documented.operation
  const optional = parameters.filter(
    (parameter) => parameter.in === 'query' && !parameter.required && 'example' in parameter,
  )
  test.each(optional.map(({ name, example }) => [name, example] as const))(
    'takes the example of the parameter %s',
    (name, example) => send(documented, { [name]: example }),
  )

  test('takes its example without what may be left out, and with null for it', async () => {
    const { properties = {}, required = [] } = Object(
      Object.values(requestBody?.content ?? {})[0]?.schema,
    )
    const media = Object.values(requestBody?.content ?? {})[0]
    const given = Object.keys(Object(media?.example))
    const rest = Object.keys(properties).filter((name) => !required.includes(name))
    const absent = rest.filter((name) => !given.includes(name))
    if (absent.length > 0)
      await send(documented, Object.fromEntries(absent.map((name) => [name, null])))
  })
})
