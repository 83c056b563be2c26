/** A test of a bot follows conditional orders: by reads, by events, and by the barrier. */
import { expect, test } from 'bun:test'
import { answered } from '../../src/clients/sdk'
import { type Broker, startBroker } from '../../src/clients/testing'

/** Buys 10 AAPL at 100 with a bracket around them, all in one request. */
const bracket = {
  type: 'BRACKET',
  symbol: 'AAPL',
  side: 'BUY',
  quantity: 10,
  takeProfit: { limitPrice: 110 },
  stopLoss: { stopPrice: 95 },
  clientOrderId: 'trade-1',
} as const

async function withBracket(): Promise<Broker> {
  const broker = await startBroker({ profile: 'ideal' })
  await broker.pin('AAPL', { bid: 99.99, ask: 100 })
  await broker.clock.advance('PT1S')
  await answered(broker.client.api.paper['conditional-orders'].post(bracket))
  return broker
}

test('[testkit.conditional] a broker reads the conditional orders of an account with their legs', async () => {
  await using broker = await withBracket()
  await broker.clock.advance('PT1S')
  expect(await broker.conditionalOrders({ symbol: 'AAPL' })).toMatchObject([
    {
      clientOrderId: 'trade-1',
      legs: [
        { leg: 'ENTRY', status: 'FILLED' },
        { leg: 'TAKE_PROFIT', status: 'TRIGGERED' },
        { leg: 'STOP_LOSS', status: 'ARMED' },
      ],
    },
  ])
  expect(await broker.conditionalOrders({ symbol: 'MSFT' })).toEqual([])
})

test('[testkit.conditional] its events are those of orders and of legs, without gaps', async () => {
  await using broker = await withBracket()
  await broker.clock.advance('PT1S')
  const events = await broker.events()
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['order', 'conditionalOrder']))
})

test('[stream.sdk-events] [testkit.barrier] a move of the clock waits for a loop over all events', async () => {
  await using broker = await withBracket()
  const ended: string[] = []
  const live = Promise.withResolvers<void>()
  const events = broker.client.events({
    since: 0,
    onState: ({ state }) => state === 'live' && live.resolve(),
  })
  const following = (async () => {
    for await (const message of events) {
      if (message.type === 'order') continue
      const { leg, status, reason } = message.leg
      if (status === 'FILLED' || status === 'CANCELED') ended.push(`${leg} ${reason ?? status}`)
    }
  })()
  await live.promise
  await broker.clock.advance('PT1S')
  expect(ended).toEqual(['ENTRY FILLED'])
  await broker.pin('AAPL', { bid: 94, ask: 94.01 })
  await broker.clock.advance('PT2S')
  expect(ended).toEqual(['ENTRY FILLED', 'TAKE_PROFIT other-exit-triggered', 'STOP_LOSS FILLED'])
  events.close()
  await following
})

test('[stream.sdk-events] a loop over the events of orders leaves out those of legs', async () => {
  await using broker = await withBracket()
  await broker.clock.advance('PT1S')
  const seen: string[] = []
  for await (const { type, order, event } of broker.client.orderEvents({ since: 0 })) {
    seen.push(`${type} ${order.side} ${event}`)
    if (order.side === 'SELL') break
  }
  expect(seen).toEqual(['order BUY SUBMITTED', 'order BUY FILLED', 'order SELL SUBMITTED'])
})
