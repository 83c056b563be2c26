import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Client, openClient } from 'paper-brokerage/client'
import { type Broker, startBroker } from 'paper-brokerage/testing'
import { type Strategy, step } from './bot'

const STRATEGY: Strategy = { symbol: 'AAPL', fast: 3, slow: 10, quantity: 10 }

let broker: Broker
/** The seconds for which the bot has waited before it asked again. */
let waited: number[] = []

beforeEach(async () => {
  broker = await startBroker({ clock: '2026-03-02T10:00-05:00', profile: 'ideal' })
  waited = []
  await broker.pin('AAPL', { bid: 99.99, ask: 100.01 })
  await broker.clock.advance('PT12M')
})
afterEach(() => broker.close())

const look = (client: Client = broker.client) =>
  step(client, STRATEGY, async (seconds) => void waited.push(seconds))

/** The price rises for two minutes, and with it the fast average. */
async function rise(): Promise<void> {
  await broker.pin('AAPL', { bid: 101.99, ask: 102.01 })
  await broker.clock.advance('PT2M')
}

/** The bot's client over a network that does to the first order what the test says. */
function clientOver(first: (send: () => Promise<Response>) => Promise<Response>): Client {
  let struck = false
  const send = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const isOrder = init?.method === 'POST' && String(input).endsWith('/v1/orders')
    if (!isOrder || struck) return fetch(input, init)
    struck = true
    return first(() => fetch(input, init))
  }
  const { PAPER_URL = '', PAPER_CLIENT_ID = '', PAPER_CLIENT_SECRET = '' } = broker.env
  return openClient({
    url: PAPER_URL,
    clientId: PAPER_CLIENT_ID,
    clientSecret: PAPER_CLIENT_SECRET,
    fetch: Object.assign(send, { preconnect: fetch.preconnect }),
  })
}

const refusal = (status: number, type: string, code: string, data?: object) =>
  Response.json({ type, code, message: code, requestId: '1', docUrl: '', data }, { status })

describe('the bot', () => {
  test('buys when the fast average rises above the slow one, and sells when it falls', async () => {
    expect(await look()).toBeNull()
    await rise()
    expect(await look()).toStartWith('ord_')
    await broker.clock.advance('PT1S')
    expect(await broker.holdings()).toMatchObject([{ symbol: 'AAPL', quantity: 10 }])

    await broker.pin('AAPL', { bid: 95.99, ask: 96.01 })
    await broker.clock.advance('PT4M')
    expect(await look()).toStartWith('ord_')
    await broker.clock.advance('PT1S')
    expect(await broker.holdings()).toEqual([])
  })

  test('does not buy twice in a minute, however often it looks', async () => {
    await rise()
    await look()
    expect(await look()).toBeNull()
    expect(await broker.orders()).toHaveLength(1)
  })
})

describe('on a bad day the bot', () => {
  test('does not buy twice when the answer is lost', async () => {
    await rise()
    const client = clientOver(async (send) => {
      await send()
      throw new TypeError('the connection was closed')
    })
    expect(await look(client)).toStartWith('ord_')
    expect(await broker.orders()).toHaveLength(1)
  })

  test('waits as long as a 429 asks for', async () => {
    await rise()
    const data = { retryAfterSeconds: 2 }
    const client = clientOver(async () => refusal(429, 'rate_limit', 'rate-limit-exceeded', data))
    expect(await look(client)).toStartWith('ord_')
    expect(waited).toEqual([2])
  })

  test('goes on with a new token when its own has expired', async () => {
    await rise()
    const client = clientOver(async () => refusal(401, 'authentication', 'expired-token'))
    expect(await look(client)).toStartWith('ord_')
    expect(await broker.orders()).toHaveLength(1)
  })

  test('orders nothing more while an order is filled in part', async () => {
    await rise()
    await broker.pin('AAPL', { bid: 101.99, ask: 102.01, bidSize: 4, askSize: 4 })
    await look()
    await broker.clock.advance('PT1S')
    expect(await broker.orders()).toMatchObject([{ status: 'PARTIALLY_FILLED', filledQuantity: 4 }])
    expect(await look()).toBeNull()
    await broker.clock.advance('PT2S')
    expect(await broker.holdings()).toMatchObject([{ quantity: 10 }])
  })

  test('gives up while trading is halted, and buys when it is resumed', async () => {
    await rise()
    await broker.halt()
    expect(look()).rejects.toMatchObject({ code: 'trading-halted' })
    await broker.resume()
    expect(await look()).toStartWith('ord_')
  })
})
