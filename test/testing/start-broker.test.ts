/** A broker as a bot's own test uses it: controls as functions, reads as the API answers them. */
import { describe, expect, test } from 'bun:test'
import { answered, openClient } from '../../src/clients/sdk'
import { type Broker, startBroker } from '../../src/clients/testing'

const buy = (clientOrderId: string) =>
  ({ clientOrderId, symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 10 }) as const

/** As a bot that knows nothing but its environment. */
async function placeAsBot({ env }: Pick<Broker, 'env'>, clientOrderId: string) {
  const client = openClient({
    url: String(env.PAPER_URL),
    clientId: String(env.PAPER_CLIENT_ID),
    clientSecret: String(env.PAPER_CLIENT_SECRET),
  })
  return answered(client.api.v1.orders.post(buy(clientOrderId)))
}

describe.each(['own', 'child'] as const)('a broker in its %s process', (process) => {
  test('[testkit.start] [testkit.node] fills the order of a bot at the quote that the test has pinned', async () => {
    await using broker = await startBroker({ process, profile: 'ideal' })
    await broker.pin('AAPL', { bid: 99.99, ask: 100 })
    await placeAsBot(broker, 'once')
    await broker.clock.advance('PT2S')
    expect(await broker.orders()).toMatchObject([
      { clientOrderId: 'once', status: 'FILLED', avgFillPrice: 100 },
    ])
    expect(await broker.fills()).toMatchObject([{ clientOrderId: 'once', price: 100 }])
    expect(await broker.holdings()).toMatchObject([{ symbol: 'AAPL', quantity: 10 }])
    expect(await broker.balance()).toMatchObject({ cashAmount: '99000.00' })
  })

  test('says what is wrong with its options', async () => {
    const wrong = startBroker({ process, env: { MARKET_TICK_MS: 'fast' } })
    expect(wrong).rejects.toThrow('MARKET_TICK_MS: "fast" is not allowed')
  })
})

test('[testkit.in-order] a broker carries out controls in the order of the calls, awaited or not', async () => {
  await using broker = await startBroker({ cash: 50_000 })
  broker.pin('AAPL', { bid: 9.99, ask: 10 })
  broker.pin('AAPL', { bid: 19.99, ask: 20 })
  await answered(broker.client.api.v1.orders.post(buy('cheap')))
  await broker.clock.advance('PT1M')
  expect(await broker.balance()).toMatchObject({ cashAmount: '49800.00' })
})

test('[testkit.start] two brokers of one seed answer the same, to the last byte', async () => {
  const answersOf = async () => {
    await using broker = await startBroker({ seed: 7 })
    await answered(broker.client.api.v1.orders.post(buy('same')))
    await broker.clock.advance('PT5S')
    const books = [await broker.orders(), await broker.fills(), await broker.holdings()]
    return JSON.stringify([...books, await broker.balance(), await broker.events()])
  }
  expect(await answersOf()).toBe(await answersOf())
})

test('[testkit.apart] a closed broker leaves nothing behind that keeps it in memory', async () => {
  const before = process.listenerCount('beforeExit')
  const broker = await startBroker()
  await broker.close()
  expect(process.listenerCount('beforeExit')).toBe(before)
})

test('a broker pins the quotes of a path as its clock passes their instants', async () => {
  await using broker = await startBroker({ clock: '2026-03-02T10:00-05:00', profile: 'ideal' })
  await broker.pin('AAPL', { bid: 99, ask: 100 })
  broker.path('AAPL', [
    ['2026-03-02T10:02-05:00', { bid: 79, ask: 80 }],
    ['2026-03-02T10:01-05:00', { bid: 89, ask: 90 }],
  ])
  for (const [id, limitPrice] of [
    ['at-90', 90],
    ['at-80', 80],
    ['at-70', 70],
  ] as const) {
    await answered(broker.client.api.v1.orders.post({ ...buy(id), orderType: 'LIMIT', limitPrice }))
  }
  await broker.clock.advance('PT90S')
  await broker.clock.to('2026-03-02T10:05-05:00')
  const orders = await broker.orders()
  expect(orders.map(({ clientOrderId, status }) => `${clientOrderId} ${status}`)).toEqual([
    'at-90 FILLED',
    'at-80 FILLED',
    'at-70 SUBMITTED',
  ])
})

test('[stream.event] a broker returns the events of an account, also those after one', async () => {
  await using broker = await startBroker({ profile: 'ideal' })
  expect(await broker.events()).toEqual([])
  await answered(broker.client.api.v1.orders.post(buy('answered')))
  await broker.clock.advance('PT2S')
  const events = await broker.events()
  expect(events.map(({ seq, event }) => [seq, event])).toEqual([
    [1, 'SUBMITTED'],
    [2, 'FILLED'],
  ])
  expect(await broker.events({ since: 1 })).toEqual(events.slice(1))
})

test('a broker goes to the next opening and the next close of the market', async () => {
  await using broker = await startBroker({ clock: '2026-03-06T18:00-05:00' })
  expect(await broker.clock.nextOpen()).toMatchObject({
    now: '2026-03-09T22:30:00.000+09:00',
    session: 'REGULAR',
  })
  expect(await broker.clock.nextClose()).toMatchObject({ now: '2026-03-10T05:00:00.000+09:00' })
})

test('[sandbox.accounts] a broker makes further accounts and clients for a test', async () => {
  await using broker = await startBroker()
  const second = await broker.addAccount({ cash: 5_000 })
  expect(await broker.balance({ accountId: second })).toMatchObject({ cashAmount: '5000.00' })
  const rival = await broker.addClient({ cash: 7_000 })
  expect(await answered(rival.client.api.v1.account.get())).toMatchObject({
    cashAmount: '7000.00',
  })
  expect(rival.env.PAPER_URL).toBe(broker.url)
})

test('a broker halts and suspends, and lets trade again', async () => {
  await using broker = await startBroker()
  const place = async (id: string) => (await broker.client.api.v1.orders.post(buy(id))).error?.value
  await broker.halt()
  expect(await place('a')).toMatchObject({ code: 'trading-halted' })
  await broker.resume()
  await broker.suspend('AAPL')
  expect(await place('b')).toMatchObject({ code: 'instrument-suspended' })
  await broker.tradable('AAPL', 'TRADABLE')
  expect(await place('c')).toBeUndefined()
})

test('[testkit.apart] brokers in one process know nothing of each other', async () => {
  const brokers = await Promise.all(
    Array.from({ length: 4 }, (_, index) => startBroker({ cash: 1_000 * (index + 1) })),
  )
  const [first, ...others] = brokers
  first?.pin('AAPL', { bid: 1, ask: 1.01 })
  await first?.suspend('MSFT')
  await first?.clock.advance('PT1H')
  const cash = await Promise.all(brokers.map((each) => each.balance()))
  expect(cash.map(({ cashAmount }) => cashAmount)).toEqual([
    '1000.00',
    '2000.00',
    '3000.00',
    '4000.00',
  ])
  for (const other of others) {
    expect((await other.clock.read()).now).toBe('2026-03-03T00:00:00.000+09:00')
    const { quotes } = await answered(
      other.client.api.v1.market.quotes.get({ query: { symbols: 'AAPL' } }),
    )
    expect(quotes[0]?.askPrice).not.toBe(1.01)
  }
  await Promise.all(brokers.map((each) => each.close()))
})
