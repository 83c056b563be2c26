/** What a bot knows from the stream when the clock has moved does not depend on the machine. */
import { afterEach, expect, test } from 'bun:test'
import { answered, type Client, openClient } from '../../src/clients/sdk'
import { type Broker, startBroker } from '../../src/clients/testing'
import { lateSocket } from '../support/late-socket'
import { randomOf } from '../support/random'

const { WebSocket } = globalThis
afterEach(() => void Object.assign(globalThis, { WebSocket }))

const buy = (clientOrderId: string) =>
  ({ clientOrderId, symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 10 }) as const

test('[testkit.barrier] an advance ends when the loop over the events of the own client is done with them', async () => {
  Object.assign(globalThis, { WebSocket: lateSocket(() => 200) })
  await using broker = await startBroker()
  const seen: number[] = []
  const live = Promise.withResolvers<void>()
  const events = broker.client.orderEvents({
    onState: ({ state }) => state === 'live' && live.resolve(),
  })
  const following = (async () => {
    for await (const { seq } of events) seen.push(seq)
  })()
  await live.promise
  for (const [id, seqs] of [
    ['first', [1, 2]],
    ['second', [1, 2, 3, 4]],
  ] as const) {
    await answered(broker.client.api.v1.orders.post(buy(id)))
    await broker.clock.advance('PT1S')
    expect(seen).toEqual([...seqs])
  }
  events.close()
  await following
})

test('[testkit.barrier] an advance from inside the loop does not wait for the loop', async () => {
  await using broker = await startBroker()
  await answered(broker.client.api.v1.orders.post(buy('first')))
  const seen: string[] = []
  for await (const { event } of broker.client.orderEvents({ since: 0 })) {
    seen.push(event)
    if (event === 'FILLED') break
    await broker.clock.advance('PT1S')
  }
  expect(seen).toEqual(['SUBMITTED', 'FILLED'])
})

test('[testkit.barrier] an advance does not wait for a stream that the test has cut', async () => {
  await using broker = await startBroker()
  const received: string[] = []
  const live = Promise.withResolvers<void>()
  const events = broker.client.orderEvents({
    onState: ({ state }) => state === 'live' && live.resolve(),
  })
  const following = (async () => {
    for await (const { event } of events) received.push(event)
  })()
  await live.promise
  await broker.fault({ stream: 'cut' })
  await answered(broker.client.api.v1.orders.post(buy('first')))
  await broker.clock.advance('PT1S')
  expect(await broker.fills()).toHaveLength(1)
  events.close()
  await following
})

const STEPS = 40

/**
 * A bot that trades by the messages of its stream: it buys while it has nothing, and sells what it
 * has. It steers the clock over HTTP, as a bot of any language does.
 */
async function traded(broker: Broker, client: Client): Promise<string> {
  const advance = async () => {
    const response = await fetch(`${broker.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'x-sandbox-key': broker.sandboxKey, 'content-type': 'application/json' },
      body: JSON.stringify({ advance: 'PT5S' }),
    })
    const moved: unknown = await response.json()
    const { accounts = [] }: { readonly accounts?: readonly { readonly lastSeq: number }[] } =
      Object(moved)
    return accounts[0]?.lastSeq ?? 0
  }
  let holds = 0
  let isOpen = false
  const live = Promise.withResolvers<void>()
  const events = client.orderEvents({ onState: ({ state }) => state === 'live' && live.resolve() })
  const following = (async () => {
    for await (const { event, order, fill } of events) {
      if (event === 'FILLED') isOpen = false
      if (fill) holds += order.side === 'BUY' ? fill.quantity : -fill.quantity
    }
  })()
  await live.promise
  for (let step = 0; step < STEPS; step++) {
    if (!isOpen) {
      isOpen = true
      const side = holds === 0 ? 'BUY' : 'SELL'
      const order = { ...buy(`step-${step}`), side } as const
      await answered(client.api.v1.orders.post(order))
    }
    await events.reached(await advance())
  }
  events.close()
  await following
  return JSON.stringify([await broker.fills(), await broker.balance()])
}

test('[sandbox.barrier] [stream.reached] five runs of a bot on slow streams give one result', async () => {
  const results = new Set<string>()
  for (const seed of [1, 2, 3, 4, 5]) {
    await using broker = await startBroker({ seed: 1 })
    const { PAPER_URL = '', PAPER_CLIENT_ID = '', PAPER_CLIENT_SECRET = '' } = broker.env
    const draw = randomOf(seed)
    const client = openClient({
      url: PAPER_URL,
      clientId: PAPER_CLIENT_ID,
      clientSecret: PAPER_CLIENT_SECRET,
      WebSocket: lateSocket(() => draw() * 40),
    })
    results.add(await traded(broker, client))
  }
  expect(results.size).toBe(1)
})
