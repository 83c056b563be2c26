/** Scenarios in a test of a bot's own. */
import { expect, test } from 'bun:test'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answered } from '../../src/clients/sdk'
import { startBroker } from '../../src/clients/testing'

async function written(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'scenario-')), 'open.scenario')
  await writeFile(path, text)
  return path
}

test('[run.scenario] [scenario.report] a broker plays the scenario of its start, with its settings', async () => {
  const scenario = await written(`
    clock 2026-03-02T09:28-05:00  profile ideal  cash 1000
    09:28:00  AAPL  pin 99.99 / 100.00
    09:30:00  AAPL  pin 104.00 / 104.02
    expect    orders 1 FILLED
    expect    cash = 0
  `)
  await using broker = await startBroker({ scenario })
  expect(await broker.clock.read()).toMatchObject({
    now: '2026-03-02T23:28:00.000+09:00',
    speed: 0,
  })
  const order = { symbol: 'AAPL', side: 'BUY', orderType: 'LIMIT', limitPrice: 100 } as const
  const orders = broker.client.api.v1.orders
  const { orderId } = await answered(orders.post({ ...order, quantity: 9, clientOrderId: 'a' }))
  await broker.clock.advance('PT3M')
  expect(await broker.explain(orderId)).toEqual([
    '9 shares at 100.00: the ask was 100.00 for 1000000 shares, pinned, under ideal@1.',
    'All of it is filled.',
  ])
  const { rows, failed, waiting } = await broker.scenario()
  expect(rows.map(({ line, state, happened }) => `${line} ${state} ${happened}`)).toEqual([
    '3 DONE ',
    '4 DONE ',
    '5 DONE 1 such, 0 others',
    '6 FAILED 100.00 USD',
  ])
  expect({ failed, waiting }).toEqual({ failed: 1, waiting: 0 })
})

test('[scenario.faults] a broker does not start with a scenario that it does not understand', async () => {
  const scenario = await written('clock 2026-03-02T09:28-05:00\n09:30 market hlat\n')
  const starting = startBroker({ scenario })
  expect(starting).rejects.toThrow(`${scenario}:2:14: "hlat" is not what the market does`)
})

test('[run.scenario] a scenario without a clock needs one from elsewhere', async () => {
  const scenario = await written('seed 3\nexpect orders 0\n')
  expect(startBroker({ scenario })).rejects.toThrow('it needs a clock')
  await using broker = await startBroker({ scenario, clock: '2026-03-02T12:00-05:00' })
  expect(await broker.scenario()).toMatchObject({ failed: 0 })
})
