/** Many tests from one prepared broker: snapshots, rewinding, and a fork. */
import { expect, test } from 'bun:test'
import { answered, RefusalError } from '../../src/clients/sdk'
import { type Broker, startBroker } from '../../src/clients/testing'

async function buy({ client, clock }: Broker, clientOrderId: string) {
  const order = { symbol: 'AAPL', side: 'BUY', orderType: 'MARKET', quantity: 10 } as const
  await answered(client.api.v1.orders.post({ ...order, clientOrderId }))
  await clock.advance('PT2S')
}

const bought = async (broker: Broker) =>
  (await broker.fills()).map(({ fillId, clientOrderId, price }) => ({
    fillId,
    clientOrderId,
    price,
  }))

test('[snapshot.save] tests that begin with one snapshot do not see each other', async () => {
  await using broker = await startBroker({ profile: 'ideal' })
  await broker.pin('AAPL', { bid: 99, ask: 100 })
  await buy(broker, 'prepared')
  const prepared = await broker.snapshot()
  const runs: unknown[] = []
  for (const ask of [50, 60, 50]) {
    await broker.restore(prepared)
    await broker.pin('AAPL', { bid: 49, ask })
    await buy(broker, 'mine')
    runs.push(await bought(broker))
  }
  expect(runs[0]).toMatchObject([{ price: 100 }, { clientOrderId: 'mine', price: 50 }])
  expect(runs[1]).toMatchObject([{ price: 100 }, { clientOrderId: 'mine', price: 60 }])
  expect(runs[2]).toEqual(runs[0])
})

test('[snapshot.save] a stream is notified that the broker was taken back', async () => {
  await using broker = await startBroker({ profile: 'ideal' })
  const empty = await broker.snapshot()
  const events = broker.client.orderEvents({ since: 0 })
  await buy(broker, 'lost')
  const read = async () => {
    const seqs: number[] = []
    for await (const { seq, event } of events) {
      seqs.push(seq)
      if (event === 'FILLED') await broker.restore(empty)
    }
    return seqs
  }
  const error = await read().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RefusalError)
  expect(error).toMatchObject({ code: 'since-out-of-range' })
})

test('[snapshot.save] a stream is notified even if the broker has as many events again', async () => {
  await using broker = await startBroker({ profile: 'ideal' })
  const empty = await broker.snapshot()
  const events = broker.client.orderEvents({ since: 0 })
  await buy(broker, 'lost')
  const read = async () => {
    for await (const { event } of events) {
      if (event !== 'FILLED') continue
      await broker.restore(empty)
      await buy(broker, 'first')
      await buy(broker, 'second')
    }
  }
  const error = await read().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'since-out-of-range' })
})

test('[snapshot.rewind] a rewound market shows the same prices again', async () => {
  await using broker = await startBroker({ seed: 7 })
  const run = async () => {
    await buy(broker, 'first')
    await broker.clock.advance('PT10M')
    await buy(broker, 'second')
    return { fills: await bought(broker), balance: await broker.balance() }
  }
  const { requestId: _, ...first } = Object(await run())
  await broker.rewind()
  const { requestId: __, ...again } = Object(await run())
  expect(again.fills).toEqual(first.fills)
  expect(again.fills).toHaveLength(2)
})

test('[testkit.fork] two brokers go on from one, apart from each other', async () => {
  await using broker = await startBroker({ profile: 'ideal', cash: 5_000 })
  await broker.pin('AAPL', { bid: 99, ask: 100 })
  await buy(broker, 'common')
  await using fork = await broker.fork()
  await fork.pin('AAPL', { bid: 79, ask: 80 })
  await buy(fork, 'in-the-fork')
  await buy(broker, 'in-the-first')
  expect((await bought(broker)).map(({ price }) => price)).toEqual([100, 100])
  expect((await bought(fork)).map(({ price }) => price)).toEqual([100, 80])
  expect((await bought(fork))[0]).toEqual((await bought(broker))[0])
  expect((await fork.clock.read()).now).toBe((await broker.clock.read()).now)
})
