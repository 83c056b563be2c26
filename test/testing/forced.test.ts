/** A test of a bot forces the outcome of an order, and the loss of an answer. */
import { expect, expectTypeOf, test } from 'bun:test'
import { answered } from '../../src/clients/sdk'
import { startBroker, type WantedFault, type WantedOutcome } from '../../src/clients/testing'
import type { Sandbox } from '../../src/clients/testing/steer'

const buy = (clientOrderId: string) =>
  ({ clientOrderId, symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 100 }) as const

type OutcomeBody = Parameters<Sandbox['outcomes']['put']>[0]
type FaultBody = NonNullable<Parameters<Sandbox['faults']['put']>[0]>

// The compiler compares them: the kit's types have all fields of the requests but the handles.
test('[outcome.force] [fault.force] outcomes and faults have the fields of the requests', () => {
  expectTypeOf<keyof WantedOutcome>().toEqualTypeOf<Exclude<keyof OutcomeBody, 'outcomeId'>>()
  expectTypeOf<keyof WantedFault>().toEqualTypeOf<Exclude<keyof FaultBody, 'faultId'>>()
})

test('[outcome.force] a broker fills an order in the parts that a test says', async () => {
  await using broker = await startBroker()
  await broker.pin('AAPL', { bid: 99.99, ask: 100 })
  const outcome = await broker.outcome({ result: 'fill', parts: [40, 60], times: 1 })
  await answered(broker.client.api.v1.orders.post(buy('parts')))
  await broker.clock.advance('PT5S')
  expect((await broker.fills()).map(({ quantity }) => quantity)).toEqual([40, 60])
  expect(await outcome.hits()).toBe(1)
  await outcome.remove()
})

test('[fault.force] [fault.books] a broker loses the answer to an order that it has taken', async () => {
  await using broker = await startBroker()
  const fault = await broker.fault({ route: 'placeOrder', cut: 'after-commit', times: 1 })
  const lost = await broker.client.api.v1.orders.post(buy('once')).catch((error: unknown) => error)
  expect(lost).toMatchObject({ error: expect.anything() })
  expect(await fault.hits()).toBe(1)
  // A bot that sends the same order again gets the first one.
  await answered(broker.client.api.v1.orders.post(buy('once')))
  expect(await broker.orders()).toHaveLength(1)
})
