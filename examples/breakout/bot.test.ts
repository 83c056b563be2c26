import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Broker, startBroker } from 'paper-brokerage/testing'
import { type Strategy, tradeToday } from './bot'

const STRATEGY: Strategy = { symbols: ['AAPL'], minutes: 15, risk: 20, budget: 5_000 }

/** The range is 99 to 101, so 10 shares risk 20 USD, and the target is 105. */
const RANGE = { '09:29:30': 100, '09:35': 101, '09:40': 99, '09:44': 100 }

let broker: Broker
beforeEach(async () => {
  broker = await startBroker({ clock: '2026-03-02T09:29-05:00', profile: 'ideal', cash: 10_000 })
})
afterEach(() => broker.close())

/** Trades a day with these prices. Returns how each leg ended, and the cash. */
async function day(prices: Readonly<Record<string, number>>) {
  const path = Object.entries({ ...RANGE, ...prices }).map(
    ([time, price]) => [`2026-03-02T${time}-05:00`, { bid: price, ask: price }] as const,
  )
  broker.path('AAPL', path)
  await tradeToday(broker.client.api, STRATEGY, broker.clock.to)
  expect(await broker.holdings()).toEqual([])
  const [bracket] = await broker.conditionalOrders()
  const ended = bracket?.legs.map(({ status, reason }) => reason ?? status)
  return { ended, cash: (await broker.balance()).cashAmount }
}

describe('the bot', () => {
  test('buys above the range, and sells at its target', async () => {
    expect(await day({ '10:00': 101, '11:00': 105 })).toEqual({
      ended: ['FILLED', 'FILLED', 'other-exit-filled'],
      cash: '10040.00',
    })
  })

  test('loses its risk at the low of the range', async () => {
    expect(await day({ '10:00': 101, '11:00': 99 })).toEqual({
      ended: ['FILLED', 'other-exit-triggered', 'FILLED'],
      cash: '9980.00',
    })
  })

  test('buys nothing as long as the price stays in the range', async () => {
    const { ended, cash } = await day({ '11:00': 100.5 })
    expect([ended, cash]).toEqual([['CANCELED', 'CANCELED', 'CANCELED'], '10000.00'])
  })

  test('sells ten minutes before the close what it still holds, and places nothing twice', async () => {
    expect(await day({ '10:00': 101, '12:00': 103 })).toEqual({
      ended: ['FILLED', 'holding-closed', 'other-exit-ended'],
      cash: '10020.00',
    })
    await tradeToday(broker.client.api, STRATEGY, async () => {})
    expect(await broker.conditionalOrders()).toHaveLength(1)
  })
})

describe('on a bad day the bot', () => {
  test('is protected from the first share on', async () => {
    await broker.outcome({ leg: 'ENTRY', result: 'fill', quantity: 4, price: 101 })
    expect(await day({ '10:00': 101, '11:00': 99 })).toEqual({
      ended: ['exit-began', 'other-exit-triggered', 'FILLED'],
      cash: '9992.00',
    })
  })

  test('sells before the close if the order of its stop is rejected', async () => {
    await broker.outcome({ leg: 'STOP_LOSS', result: 'reject', code: 'instrument-suspended' })
    expect(await day({ '10:00': 101, '11:00': 99, '12:00': 98 })).toEqual({
      ended: ['FILLED', 'other-exit-triggered', 'instrument-suspended'],
      cash: '9970.00',
    })
  })
})
