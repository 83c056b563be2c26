/** D11: quotes, instruments, accounts, locks and the halt, and who may use them. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { amount } from '../../../src/core/money'
import { atMs } from '../../../src/core/time'
import { createClient } from '../../../src/identity/clients'
import { accountIdOf, hashOf, userIdOf } from '../../../src/identity/secrets'
import { orderEvents } from '../../../src/store/schema'
import { createAccount } from '../../../src/store/tables/accounts'
import { freshDatabase } from '../../support/database'
import { openSandbox, SANDBOX_CLIENT, type SandboxApi } from '../../support/sandbox-api'

const database = await freshDatabase()
const account = accountIdOf(SANDBOX_CLIENT.id, 1)
const READER = { id: 'pk_test_reader', secret: 'sk_test_of_a_reader_012345' } as const
let api: SandboxApi

beforeEach(async () => {
  await freshDatabase()
  api = await openSandbox(database)
})
afterEach(async () => {
  await api.brokerage.close()
  expect(api.failures).toEqual([])
})

const place = (clientOrderId: string, more: Readonly<Record<string, unknown>> = {}) =>
  api.post('/v1/orders', {
    clientOrderId,
    symbol: 'AAPL',
    side: 'BUY',
    orderType: 'LIMIT',
    quantity: 10,
    limitPrice: 10,
    ...more,
  })
const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer
  return [status, body.code ?? null, body.param ?? null]
}

describe('a pin', () => {
  test('answers with what stands, and from when on', async () => {
    const sides = { bidPrice: 9.99, askPrice: 10, bidSize: 1.5 }
    expect((await api.put('/sandbox/quotes/aapl', sides)).body).toEqual({
      symbol: 'AAPL',
      pinned: true,
      bidPrice: '9.99',
      bidSize: '1.5',
      askPrice: '10.00',
      askSize: '1000000',
      pinnedAt: '2026-03-02T23:30:00.000+09:00',
      requestId: 'sandbox-1',
    })
  })

  test('takes the place of the one before, also at the same instant', async () => {
    await api.pin('AAPL', 9.99, 10)
    await api.pin('AAPL', 19.99, 20)
    await api.advance('PT1M')
    await api.pin('AAPL', 29.99, 30)
    const { quotes } = (await api.get('/v1/market/quotes?symbols=AAPL')).body
    expect(quotes).toMatchObject([{ bidPrice: '29.99' }])
  })

  test('released, the market is what it was without it, also when released again', async () => {
    const quote = async () => (await api.get('/v1/market/quotes?symbols=AAPL')).body.quotes
    const before = await quote()
    await api.pin('AAPL', 9.99, 10)
    expect(await quote()).not.toEqual(before)
    for (let time = 1; time <= 2; time++) {
      expect((await api.remove('/sandbox/quotes/AAPL')).body).toMatchObject({ pinned: false })
      expect(await quote()).toEqual(before)
    }
  })

  test.each([
    [{ bidPrice: 10 }, [400, 'missing-parameter', 'askPrice']],
    [{ bidPrice: 0, askPrice: 1 }, [400, 'invalid-parameter', 'bidPrice']],
    [{ bidPrice: 9.999, askPrice: 10 }, [400, 'invalid-parameter', 'bidPrice']],
    [{ bidPrice: 9.99, askPrice: 10.001 }, [400, 'invalid-parameter', 'askPrice']],
    [{ bidPrice: 1, askPrice: 1_000_000_001 }, [400, 'invalid-parameter', 'askPrice']],
    [{ bidPrice: 10.01, askPrice: 10 }, [400, 'invalid-parameter', 'bidPrice']],
    [{ bidPrice: 9, askPrice: 10, bidSize: -1 }, [400, 'invalid-parameter', 'bidSize']],
    [{ bidPrice: 9, askPrice: 10, askSize: 0.0000001 }, [400, 'invalid-parameter', 'askSize']],
    [{ bidPrice: '9', askPrice: 10 }, [400, 'invalid-parameter', 'bidPrice']],
    [{ bidPrice: 9, askPrice: 10, price: 9 }, [400, 'unknown-parameter', 'price']],
  ])('%j is refused', async (sides, expected) => {
    expect(await codeOf(api.put('/sandbox/quotes/AAPL', sides))).toEqual(expected)
  })

  test('of an unknown symbol is refused', async () => {
    const unknown = [404, 'symbol-not-found', 'symbol']
    expect(await codeOf(api.pin('NONE', 9, 10))).toEqual(unknown)
    expect(await codeOf(api.remove('/sandbox/quotes/NONE'))).toEqual(unknown)
    expect(await codeOf(api.put('/sandbox/instruments/NONE', { tradable: 'TRADABLE' }))).toEqual(
      unknown,
    )
  })
})

describe('an instrument', () => {
  test('takes the orders that it is told to', async () => {
    expect(
      (await api.put('/sandbox/instruments/aapl', { tradable: 'SELL_ONLY' })).body,
    ).toMatchObject({ symbol: 'AAPL', tradable: 'SELL_ONLY', dayMarketTradable: true })
    expect(await codeOf(place('one'))).toEqual([422, 'side-not-allowed', null])
    expect((await api.get('/v1/instruments/AAPL')).body.tradable).toBe('SELL_ONLY')
  })

  test('without a DAY market waits through that session', async () => {
    await api.put('/sandbox/instruments/AAPL', { dayMarketTradable: false })
    await api.post('/sandbox/clock', { to: '2026-03-02T21:00:00-05:00' })
    expect(await codeOf(place('one'))).toEqual([422, 'day-market-not-tradable', null])
  })

  test.each([
    [{}, [400, 'missing-parameter', 'tradable or dayMarketTradable']],
    [{ tradable: 'CLOSED' }, [400, 'invalid-parameter', 'tradable']],
    [{ dayMarketTradable: 'no' }, [400, 'invalid-parameter', 'dayMarketTradable']],
  ])('%j is refused', async (change, expected) => {
    expect(await codeOf(api.put('/sandbox/instruments/AAPL', change))).toEqual(expected)
  })
})

describe('a reset', () => {
  const reset = (cash?: unknown) =>
    api.post(`/sandbox/accounts/${account}/reset`, cash === undefined ? undefined : { cash })

  test('cancels open orders, clears holdings, sets the cash; the history stays', async () => {
    await api.pin('AAPL', 9.99, 10)
    await place('bought')
    await api.advance('PT1S')
    const resting = await place('resting', { limitPrice: 5 })
    const selling = await place('selling', { side: 'SELL', limitPrice: 20 })
    expect((await reset(5000.5)).body).toEqual({
      accountId: account,
      cashAmount: '5000.50',
      canceledOrderIds: [resting.body.orderId, selling.body.orderId],
      requestedAt: '2026-03-02T23:30:01.000+09:00',
      requestId: 'sandbox-3',
    })
    expect((await api.get('/v1/account')).body).toMatchObject({
      cashAmount: '5000.50',
      totalAssetAmount: '5000.50',
      buyingPower: '5000.50',
    })
    expect((await api.get('/v1/account/holdings')).body.holdings).toEqual([])
    expect((await api.get('/v1/orders')).body.orders).toMatchObject([
      { clientOrderId: 'selling', status: 'CANCELED' },
      { clientOrderId: 'resting', status: 'CANCELED' },
      { clientOrderId: 'bought', status: 'FILLED' },
    ])
    expect((await api.get('/v1/orders/fills')).body.fills).toHaveLength(1)
    expect(await codeOf(place('short', { side: 'SELL' }))).toEqual([
      422,
      'insufficient-holdings',
      null,
    ])
  })

  test('writes an event for each order that it cancels', async () => {
    await place('one')
    await place('two')
    await reset()
    const events = await database.drizzle
      .select({ seq: orderEvents.seq, status: orderEvents.status })
      .from(orderEvents)
      .orderBy(orderEvents.seq)
    expect(events.map(({ seq, status }) => [seq, status])).toEqual([
      [1, 'SUBMITTED'],
      [2, 'SUBMITTED'],
      [3, 'CANCELED'],
      [4, 'CANCELED'],
    ])
  })

  test('without a cash gives that of a new account, and works twice', async () => {
    await reset(1)
    expect((await reset()).body).toMatchObject({ cashAmount: '100000.00', canceledOrderIds: [] })
  })

  test.each([-1, 0.001, 1_000_000_000_001, '5'])('to a cash of %j is refused', async (cash) => {
    expect(await codeOf(reset(cash))).toEqual([400, 'invalid-parameter', 'cash'])
  })
})

describe('a lock', () => {
  test('lets nothing be placed until it is taken away; reading and cancelling go on', async () => {
    const { orderId } = (await place('before')).body
    const path = `/sandbox/accounts/${account}/lock`
    for (let time = 1; time <= 2; time++) {
      expect((await api.put(path)).body).toMatchObject({ accountId: account, locked: true })
    }
    expect(await codeOf(place('during'))).toEqual([423, 'account-locked', null])
    expect((await api.remove(`/v1/orders/${orderId}`)).status).toBe(200)
    expect((await api.remove(path)).body).toMatchObject({ locked: false })
    expect((await place('after')).status).toBe(200)
  })
})

describe('the halt', () => {
  test('lets nobody place until it is over', async () => {
    for (let time = 1; time <= 2; time++) {
      expect((await api.put('/sandbox/halt')).body).toMatchObject({ halted: true })
    }
    expect(await codeOf(place('during'))).toEqual([423, 'trading-halted', null])
    for (let time = 1; time <= 2; time++) {
      expect((await api.remove('/sandbox/halt')).body).toMatchObject({ halted: false })
    }
    expect((await place('after')).status).toBe(200)
  })
})

type Call = readonly [method: string, path: string, body: unknown]
const CHANGES: readonly Call[] = [
  ['POST', '/sandbox/clock', { advance: 'PT1S' }],
  ['PUT', '/sandbox/quotes/AAPL', { bidPrice: 9, askPrice: 10 }],
  ['DELETE', '/sandbox/quotes/AAPL', undefined],
  ['PUT', '/sandbox/instruments/AAPL', { tradable: 'TRADABLE' }],
  ['POST', `/sandbox/accounts/${account}/reset`, undefined],
  ['PUT', `/sandbox/accounts/${account}/lock`, undefined],
  ['DELETE', `/sandbox/accounts/${account}/lock`, undefined],
  ['PUT', '/sandbox/halt', undefined],
  ['DELETE', '/sandbox/halt', undefined],
]

describe('who may', () => {
  test.each(CHANGES)('%s %s: a signed-in client that may trade', async (method, path, body) => {
    await makeReader()
    await api.signIn(READER.id, READER.secret)
    expect(await codeOf(api.send(method, path, body))).toEqual([403, 'insufficient-scope', null])
    api.signOut()
    expect(await codeOf(api.send(method, path, body))).toEqual([
      401,
      'authorization-required',
      null,
    ])
  })

  test('a client that may only read reads the clock', async () => {
    await makeReader()
    await api.signIn(READER.id, READER.secret)
    expect((await api.get('/sandbox/clock')).status).toBe(200)
  })

  test('nobody touches an account of somebody else, or one that is not there', async () => {
    await makeReader()
    const mismatch = [403, 'account-mismatch', null]
    for (const other of [accountIdOf(READER.id, 1), 'acc_none']) {
      expect(await codeOf(api.post(`/sandbox/accounts/${other}/reset`))).toEqual(mismatch)
      expect(await codeOf(api.put(`/sandbox/accounts/${other}/lock`))).toEqual(mismatch)
      expect(await codeOf(api.remove(`/sandbox/accounts/${other}/lock`))).toEqual(mismatch)
    }
  })

  test.each(CHANGES)('%s %s: nobody where SANDBOX is off', async (method, path, body) => {
    await api.brokerage.close()
    api = await openSandbox(database, { SANDBOX: 'off' })
    expect(await codeOf(api.send(method, path, body))).toEqual([404, 'route-not-found', null])
  })
})

test('the controls are described under Sandbox', async () => {
  const { paths } = (await api.get('/docs/json')).body
  const operations = Object.entries(Object(paths))
    .filter(([path]) => path.startsWith('/sandbox/'))
    .flatMap(([, methods]) => Object.values(Object(methods)))
  expect(operations).toHaveLength(CHANGES.length + 1)
  for (const operation of operations) expect(operation).toMatchObject({ tags: ['Sandbox'] })
})

async function makeReader(): Promise<void> {
  const createdAt = atMs(0)
  const userId = userIdOf('console')
  const { id: clientId, secret } = READER
  const secretHash = hashOf(secret)
  await createClient(database.drizzle, {
    clientId,
    userId,
    secretHash,
    scope: 'READ_ONLY',
    createdAt,
  })
  const accountId = accountIdOf(clientId, 1)
  const start = { initialCash: amount('1'), fillProfile: 'ideal@1', createdAt } as const
  await createAccount(database.drizzle, clientId, { accountId, userId, ...start })
}
