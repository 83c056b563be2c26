import { beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type ApiClient, findClient } from '../../src/identity/clients'
import { instruments } from '../../src/postgres/schema/market'
import { accounts } from '../../src/postgres/schema/trading'
import { type Answer, FEED, openApi } from '../support/api'
import { askedOf, faultsOfAnswer, fieldsIn, unfitting } from '../support/asked'
import { freshDatabase } from '../support/database'
import { type Documented, operationsOf, readDocument } from '../support/document'
import { CLIENT_ID, CLIENT_SECRET, MONDAY_AT_TEN } from '../support/trading-floor'

const ACCOUNT = 'acc_1'
const UNKNOWN = { symbol: 'ZZZZ', symbols: 'ZZZZ', orderId: 'ord_none', quote: 'JPY' }
const FAR_LIMIT = 1

const database = await freshDatabase()
/** What the server finds of the client that calls. */
let found: (client: ApiClient) => ApiClient | Promise<ApiClient> = (client) => client
const api = await openApi({ database, feed: FEED, accounts: [ACCOUNT] })
spyOn(api.deps.clients, 'find').mockImplementation(async (id) => {
  const client = await findClient(database.drizzle, id)
  return client && found(client)
})
const document = await readDocument(api.app)
const operations = operationsOf(document).filter(({ path }) => /^\/(?:v1|paper)\//.test(path))
const operation = (operationId: string): Documented => {
  const one = operations.find((each) => each.operation.operationId === operationId)
  if (one === undefined) throw new Error(`no operation ${operationId}`)
  return one
}
const placing = operation('placeOrder')
const canceling = operation('cancelOrder')
const amending = operation('amendOrder')
/** Each ends the order that is open. */
const ending = [canceling, amending, operation('cancelOrders')]
const token = operation('issueToken')

const seen = new Map(operations.map(({ name }) => [name, new Set<number>()] as const))
let orders = 0
let open = ''
let stop = ''

type Values = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string | undefined>>

/** Fields with which every operation succeeds. */
const fitting = ({ operation: { operationId } }: Documented): Values => {
  switch (operationId) {
    case 'issueToken':
      return { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
    case 'placeOrder':
      return { clientOrderId: `order-${++orders}`, limitPrice: FAR_LIMIT }
    case 'placeConditionalOrder':
      return { clientOrderId: `stop-${++orders}`, stopPrice: 900, limitPrice: 901 }
    case 'getConditionalOrder':
    case 'explainConditionalOrder':
    case 'cancelConditionalOrder':
      return { conditionalOrderId: stop }
    case 'amendConditionalOrder':
      return { conditionalOrderId: stop, stopPrice: 905 }
    case 'getOrder':
    case 'explainOrder':
    case 'cancelOrder':
      return { orderId: open }
    case 'amendOrder':
      return { orderId: open, clientOrderId: `amend-${++orders}`, limitPrice: FAR_LIMIT }
    case 'closeHolding':
    case 'closeHoldings':
    case 'placeAmountOrder':
      return { clientOrderId: `entry-${++orders}` }
    default:
      return {}
  }
}

/** Asks, holds the answer against the document, and takes note of its status. */
async function ask(
  asked: Documented,
  changes: Values = {},
  headers: Headers = {},
  server = api,
): Promise<Answer> {
  const request = askedOf(asked, { ...fitting(asked), ...changes })
  const { method, path, body } = request
  const answer = await server.send(method, path, {
    ...(body !== undefined && { body }),
    headers: { ...request.headers, ...headers },
  })
  expect([asked.name, answer.status, ...faultsOfAnswer(document, asked, answer)]).toEqual([
    asked.name,
    answer.status,
  ])
  seen.get(asked.name)?.add(answer.status)
  return answer
}

const ENDING_A_STOP = ['amendConditionalOrder', 'cancelConditionalOrder']
const stopped = async (): Promise<string> =>
  String((await ask(operation('placeConditionalOrder'))).body.conditionalOrderId)
const placed = async (changes: Values = {}): Promise<string> =>
  String((await ask(placing, changes)).body.orderId)

/** What is remembered of a client is forgotten after 5 s. */
const respondWith = (change: typeof found): void => {
  found = change
  api.pass(6_000)
}

beforeAll(async () => {
  await api.signIn()
  api.floor.feed.show('AAPL', '9.99', '10.01')
  const filled = await placed({ limitPrice: 400, quantity: 2 })
  await api.floor.advance('PT1S')
  expect((await ask(operation('getOrder'), { orderId: filled })).body.status).toBe('FILLED')
  open = await placed()
  stop = await stopped()
})

describe.each(operations.map((each) => [each.name, each] as const))('%s', (_, each) => {
  const isToken = each === token

  test('succeeds as documented', async () => {
    if (ending.includes(each)) open = await placed()
    if (ENDING_A_STOP.includes(each.operation.operationId)) stop = await stopped()
    expect(await ask(each)).toHaveProperty('status', 200)
    if (ending.includes(each)) open = await placed()
  })

  test('refuses a request without an id, and one with a wrong one', async () => {
    for (const id of [undefined, 'x'.repeat(129)]) {
      expect(await ask(each, {}, { 'x-service-request-id': id })).toHaveProperty('status', 400)
    }
  })

  test('refuses each field that does not fit', async () => {
    for (const changes of unfitting(each)) {
      expect([changes, (await ask(each, changes)).status]).toEqual([changes, 400])
    }
  })

  test('refuses who does not sign in', async () => {
    const refusals = isToken
      ? [await ask(each, { client_secret: 'wrong' })]
      : [
          await ask(each, {}, { authorization: undefined }),
          await ask(each, {}, { authorization: 'Bearer unknown' }),
        ]
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 401))
  })

  test('refuses what it does not know, where it may answer 404', async () => {
    const unknown = Object.entries(UNKNOWN).filter(([name]) => fieldsIn(each).includes(name))
    if (unknown.length === 0 || each.operation.responses['404'] === undefined) return
    expect(await ask(each, Object.fromEntries(unknown))).toHaveProperty('status', 404)
  })

  test("refuses somebody else's account, if it reads one", async () => {
    if (!each.operation.parameters.some(({ name }) => name === 'X-Service-Account-Id')) return
    const answer = await ask(each, {}, { 'x-service-account-id': 'acc_2' })
    expect(answer).toHaveProperty('body.code', 'account-mismatch')
  })
})

describe('orders', () => {
  test('one sent twice is a replay, another under its id a conflict', async () => {
    const clientOrderId = 'twice'
    await placed({ clientOrderId })
    const again = await ask(placing, { clientOrderId })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await ask(placing, { clientOrderId, quantity: 11 })).toHaveProperty('status', 409)
  })

  test.each([
    ['order-type-live-only', { orderType: 'VWAP' }],
    ['price-tick-violation', { limitPrice: 187.505 }],
    ['order-size-exceeded', { quantity: 1_000_001 }],
    ['insufficient-buying-power', { quantity: 1_000, limitPrice: 1_000 }],
    ['insufficient-holdings', { side: 'SELL', quantity: 1_000 }],
  ])('are refused with %s', async (code, changes) => {
    expect(await ask(placing, changes)).toMatchObject({ status: 422, body: { code } })
    const preview = await ask(operation('previewOrder'), changes)
    expect(preview.body.code ?? preview.body.rejectReason).toBe(code)
  })

  test('an unknown field and a body that is no JSON are refused', async () => {
    expect(await ask(placing, { timeinforce: 'IOC' })).toHaveProperty('status', 400)
    expect(await ask(placing, {}, { 'content-type': 'text/plain' })).toHaveProperty('status', 400)
  })

  test('a final order cannot be canceled', async () => {
    const { body } = await ask(operation('listOrders'), { status: 'CLOSED' })
    const [closed] = Array.isArray(body.orders) ? body.orders : []
    expect(await ask(canceling, { orderId: closed?.orderId })).toHaveProperty('status', 409)
  })

  test('lists go on with their cursor', async () => {
    await placed()
    for (const list of [operation('listOrders'), operation('listFills')]) {
      const { body } = await ask(list, { limit: 1 })
      if (body.nextCursor !== undefined) await ask(list, { limit: 1, cursor: body.nextCursor })
      expect(await ask(list, { cursor: 'nothing' })).toHaveProperty('body.code', 'invalid-cursor')
    }
  })

  test('a locked account takes none', async () => {
    await database.drizzle.update(accounts).set({ lockedAt: MONDAY_AT_TEN, version: 1 })
    expect(await ask(placing)).toHaveProperty('status', 423)
    await database.drizzle.update(accounts).set({ lockedAt: null, version: 2 })
  })
})

describe('the entries of orders beside the contract', () => {
  const entries = ['amendOrder', 'placeAmountOrder', 'closeHolding', 'closeHoldings'].map(operation)
  const tradable = (state: 'SUSPENDED' | 'TRADABLE') =>
    database.drizzle
      .update(instruments)
      .set({ tradable: state })
      .where(eq(instruments.symbol, 'AAPL'))

  test('refuse an id of another order', async () => {
    const clientOrderId = 'taken'
    await placed({ clientOrderId })
    for (const each of entries) {
      expect(await ask(each, { clientOrderId })).toHaveProperty('status', 409)
    }
  })

  test('refuse an instrument that is suspended', async () => {
    await tradable('SUSPENDED')
    for (const each of entries.slice(0, 3)) {
      expect(await ask(each)).toHaveProperty('status', 422)
    }
    await tradable('TRADABLE')
  })

  test('refuse an account that is locked', async () => {
    await database.drizzle.update(accounts).set({ lockedAt: MONDAY_AT_TEN, version: 3 })
    for (const each of entries) expect(await ask(each)).toHaveProperty('status', 423)
    await database.drizzle.update(accounts).set({ lockedAt: null, version: 4 })
  })
})

describe('conditional orders', () => {
  const placingOne = operation('placeConditionalOrder')
  const amendingOne = operation('amendConditionalOrder')

  test('one sent twice is a replay, another under its id a conflict', async () => {
    const clientOrderId = 'stop-twice'
    await ask(placingOne, { clientOrderId })
    const again = await ask(placingOne, { clientOrderId })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await ask(placingOne, { clientOrderId, quantity: 11 })).toHaveProperty('status', 409)
  })

  test.each([
    ['stop-tick-violation', { stopPrice: 900.001 }],
    ['stop-already-reached', { stopPrice: 1 }],
    ['insufficient-holdings', { side: 'SELL', stopPrice: 1, quantity: 1_000 }],
  ])('are refused with %s', async (code, changes) => {
    expect(await ask(placingOne, changes)).toMatchObject({ status: 422, body: { code } })
  })

  test('a preview of terms that nobody could place is refused', async () => {
    const previewing = operation('previewConditionalOrder')
    expect(await ask(previewing, { stopPrice: 900.001 })).toHaveProperty('status', 422)
  })

  test('a locked account takes none, and one that has ended cannot be canceled', async () => {
    await database.drizzle.update(accounts).set({ lockedAt: MONDAY_AT_TEN, version: 3 })
    expect(await ask(placingOne)).toHaveProperty('status', 423)
    expect(await ask(amendingOne, { stopPrice: 910 })).toHaveProperty('status', 423)
    await database.drizzle.update(accounts).set({ lockedAt: null, version: 4 })
    expect(await ask(amendingOne, { stopPrice: 1 })).toHaveProperty('status', 422)
    const cancelingOne = operation('cancelConditionalOrder')
    const conditionalOrderId = await stopped()
    expect(await ask(cancelingOne, { conditionalOrderId })).toHaveProperty('status', 200)
    expect(await ask(cancelingOne, { conditionalOrderId })).toHaveProperty('status', 409)
    expect(await ask(amendingOne, { conditionalOrderId })).toHaveProperty('status', 409)
  })
})

describe('every operation', () => {
  test('that trades refuses a client that may only read', async () => {
    respondWith((client) => ({ ...client, scope: 'READ_ONLY' }))
    for (const each of [placing, canceling]) {
      expect(await ask(each)).toHaveProperty('body.code', 'insufficient-scope')
    }
  })

  test('of an account refuses a client without one', async () => {
    respondWith((client) => ({ ...client, accountIds: [] }))
    for (const each of operations) {
      const { status } = await ask(each)
      expect([200, 403, 404]).toContain(status)
    }
  })

  test('refuses a client that is disabled', async () => {
    respondWith((client) => ({ ...client, disabledAt: MONDAY_AT_TEN }))
    for (const each of operations) expect(await ask(each)).toHaveProperty('status', 403)
  })

  test('says that the server failed, and nothing more', async () => {
    respondWith(() => Promise.reject(new Error('the inside')))
    for (const each of operations) expect(await ask(each)).toHaveProperty('status', 500)
  })

  test('refuses a token that has expired', async () => {
    respondWith((client) => client)
    api.pass(43_200_000)
    for (const each of operations.filter((one) => one !== token)) {
      expect(await ask(each)).toHaveProperty('body.code', 'expired-token')
    }
  })

  test('refuses too many requests', async () => {
    const none = { perSecond: 0.01, burst: 0 }
    const rateLimits = { orders: none, other: none, token: { ...none, burst: 1 } }
    const limited = await openApi({ config: { rateLimits } })
    for (const each of operations) {
      expect(await ask(each, {}, {}, limited)).toHaveProperty('status', 429)
    }
  })
})

describe('all of this together', () => {
  test('has seen each status that the document promises', () => {
    const left = operations.flatMap(({ name, operation: { responses } }) =>
      Object.keys(responses)
        .filter((status) => !seen.get(name)?.has(Number(status)))
        .map((status) => `${name} ${status}`),
    )
    expect(left).toEqual([])
  })
})
