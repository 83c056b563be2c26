/** A run is kept, and plays again byte by byte; a changed file says where. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { chainOf, recordRun } from '../../src/clients/cli/exec/record'
import { verifyRun } from '../../src/clients/cli/verify/command'
import { answered } from '../../src/clients/sdk'
import { type Broker, brokerAt, settingsOf } from '../../src/clients/testing/broker'
import { serveInProcess } from '../../src/clients/testing/in-process'

const SCENARIO = `clock 2026-03-02T10:00-05:00
10:01 AAPL pin 98.99 / 99.00
10:02 bot  next placeOrder: cut before commit
`

/** The lines of a run, or why it was not kept. */
async function recorded(trade: (broker: Broker) => Promise<unknown>, scenario: string | null) {
  const { variables, bot, sandboxKey } = settingsOf({ profile: 'ideal' })
  const run = recordRun()
  const running = await serveInProcess(variables, { recording: run, scenario })
  await using broker = await brokerAt({ running, bot, sandboxKey })
  await trade(broker)
  return run.end()
}

const order = (clientOrderId: string, terms: object = {}) => ({
  clientOrderId,
  symbol: 'AAPL',
  side: 'BUY' as const,
  orderType: 'MARKET' as const,
  quantity: 10,
  ...terms,
})

/** With an answer that is lost, an order during an advance, another client, and a way back. */
async function trade(broker: Broker): Promise<void> {
  const { orders } = broker.client.api.v1
  const place = (id: string, terms?: object) => answered(orders.post(order(id, terms)))
  await broker.pin('AAPL', { bid: 99.99, ask: 100 })
  await broker.fault({ route: 'placeOrder', cut: 'after-commit', times: 1 })
  await place('lost').catch(() => place('lost'))
  const waiting = await place('low', { orderType: 'LIMIT', limitPrice: 1.25 })
  await Promise.all([broker.clock.advance('PT90S'), place('meanwhile'), place('too')])
  const before = await broker.snapshot()
  await broker.clock.advance('PT1M')
  await place('cut').catch(() => place('cut'))
  await answered(orders({ orderId: waiting.orderId }).delete())
  await broker.restore(before)
  const other = await broker.addClient({ cash: 500 })
  await broker.outcome({ clientId: other.clientId, result: 'fill', parts: [2, 1] })
  await answered(other.client.api.v1.orders.post(order('other', { quantity: 3 })))
  await broker.clock.advance('PT5S')
}

let lines: readonly string[] = []
beforeAll(async () => {
  const kept = await recorded(trade, SCENARIO)
  if ('fault' in kept) throw new Error(kept.fault)
  lines = kept
})

test('[exec.record] [exec.verify] a run with lost answers, faults, a scenario and a way back plays again byte by byte', async () => {
  const found = await verifyRun(chainOf(lines))
  expect(found).toMatchObject({ lines: lines.length, difference: null })
  const events = lines.flatMap((line) => JSON.parse(line).event?.event ?? [])
  expect(events.filter((event) => event === 'FILLED').length).toBeGreaterThan(4)
})

test('[exec.record] [exec.verify] a run plays again with what is asked beside the contract, its queries included', async () => {
  const kept = await recorded(async (broker) => {
    const { api } = broker.client
    const resting = (id: string, symbol: string) =>
      answered(api.v1.orders.post(order(id, { symbol, orderType: 'LIMIT', limitPrice: 1.25 })))
    await broker.pin('AAPL', { bid: 99.99, ask: 100 })
    await answered(api.v1.orders.post(order('held')))
    const { orderId } = await resting('first', 'AAPL')
    await resting('kept', 'KO')
    await broker.clock.advance('PT5S')
    const amendment = { limitPrice: 1.5, clientOrderId: 'second' }
    await answered(api.paper.orders({ orderId }).replacement.post(amendment))
    await answered(api.paper.orders.delete(undefined, { query: { symbol: 'AAPL' } }))
    await answered(
      api.paper.holdings({ symbol: 'AAPL' }).close.post({ percent: 50, clientOrderId: 'half' }),
    )
    const amount = { symbol: 'AAPL', side: 'BUY', amount: 33, clientOrderId: 'amount' } as const
    await answered(api.paper.orders.post(amount))
    await broker.clock.advance('PT5S')
  }, null)
  if ('fault' in kept) throw new Error(kept.fault)
  expect(await verifyRun(chainOf(kept))).toMatchObject({ lines: kept.length, difference: null })
})

test('[exec.record] a run keeps its version, seed and settings, and no secret', () => {
  const [{ run }] = lines.map((line) => JSON.parse(line))
  expect(run).toEqual({
    version: expect.stringMatching(/^\d/),
    variables: expect.objectContaining({ MARKET_CLOCK: '2026-03-02T15:00:00Z', MARKET_SPEED: '0' }),
    scenario: SCENARIO,
  })
  expect(Object.keys(run.variables).filter((name) => /SECRET|KEY/.test(name))).toEqual([])
})

test('[exec.record] a run whose clock was let run by itself is not kept', async () => {
  const kept = await recorded((broker) => broker.clock.speed(60), null)
  expect(kept).toEqual({ fault: expect.stringContaining('the clock was let run by itself at') })
  const { variables } = settingsOf({ speed: 60 })
  expect(serveInProcess(variables, { recording: recordRun() })).rejects.toThrow('stands still')
})

describe('[exec.verify] says in which line', () => {
  const text = () => chainOf(lines)
  const last = () => lines.length

  test('a byte was changed', async () => {
    const at = text().indexOf('"ask', text().indexOf('\n'))
    const changed = `${text().slice(0, at)}"b${text().slice(at + 2)}`
    expect(await verifyRun(changed)).toEqual({
      line: 2,
      fault: 'this line is not as it was recorded',
    })
  })

  test.each([
    [1, 'line 4 of the run is missing here'],
    [3, 'lines 4 to 6 of the run are missing here'],
  ])('%d lines are missing', async (count, fault) => {
    const kept = text().split('\n')
    kept.splice(3, count)
    expect(await verifyRun(kept.join('\n'))).toEqual({ line: 4, fault })
  })

  test('the run has no end', async () => {
    const short = chainOf(lines.slice(0, -1))
    expect(await verifyRun(short)).toMatchObject({
      line: last(),
      fault: expect.stringMatching(/no end/),
    })
    expect(await verifyRun(text().slice(0, -9))).toMatchObject({
      fault: 'it ends within this line',
    })
  })

  test('a text is no recorded run', async () => {
    expect(await verifyRun('')).toMatchObject({ line: 1 })
    expect(await verifyRun('hello\n')).toMatchObject({
      line: 1,
      fault: 'it is no line of a recorded run',
    })
    expect(await verifyRun(chainOf(['{"n":1,"end":{}}']))).toMatchObject({ line: 1 })
  })

  test('another market came out, whatever made the hashes anew', async () => {
    const cheaper = lines.map((line) => line.replace('"askPrice":100', '"askPrice":99.995'))
    const found = await verifyRun(chainOf(cheaper))
    const differs = expect.stringMatching(/^it came out otherwise\n {2}event\.order\.\w+: .* → /)
    expect(found).toMatchObject({ difference: { fault: differs } })
  })

  test('another version is reported, and is no difference by itself', async () => {
    const older = lines.map((line) => line.replace(/"version":"[^"]+"/, '"version":"0.0.1"'))
    const found = await verifyRun(chainOf(older))
    expect(found).toMatchObject({ start: { version: '0.0.1' }, difference: null })
  })
})
