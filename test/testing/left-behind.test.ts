/** A suite of users opens a broker for each test: what one leaves behind, all of them add up. */
import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { answered } from '../../src/clients/sdk'
import { startBroker } from '../../src/clients/testing'

/** One that is held has 47,000 and more; what the engine caches of the code is far less. */
const OBJECTS_OF_ONE_MAX = 15_000
/** The stack may hold the last one until it is overwritten, so one of them is allowed. */
const BROKERS = 6

async function tradeAndClose(): Promise<void> {
  await using broker = await startBroker()
  await answered(broker.client.api.v1.orders.post({ ...ORDER, clientOrderId: 'of-this-broker' }))
  await broker.clock.advance('PT1M')
  expect(await broker.events()).not.toEqual([])
}

const ORDER = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 1 } as const

/** What is alive: servers that end are let go some turns and a collection later. */
async function objects(): Promise<number> {
  for (let collections = 0; collections < 3; collections++) {
    for (let turns = 0; turns < 10; turns++) await new Promise((next) => setImmediate(next))
    Bun.gc(true)
  }
  return heapStats().objectCount
}

test('brokers that have traded leave nothing behind once they are closed', async () => {
  // The first ones fill the pool of databases, and what all brokers share.
  for (let count = 0; count < 3; count++) await tradeAndClose()
  const before = await objects()
  for (let count = 0; count < BROKERS; count++) await tradeAndClose()
  const grown = (await objects()) - before
  expect(grown).toBeLessThan(BROKERS * OBJECTS_OF_ONE_MAX)
})
