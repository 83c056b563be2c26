/** `paper order amend`, `paper cancel` and `paper close`. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { cancelCommand } from '../../src/clients/cli/cancel/command'
import { closeCommand } from '../../src/clients/cli/close/command'
import { orderCommand } from '../../src/clients/cli/order/command'
import { ordersCommand } from '../../src/clients/cli/orders/command'
import type { CliCommand } from '../../src/clients/cli/shared/command-line'
import { type Broker, startBroker } from '../../src/clients/testing'
import { run } from '../support/command'

let broker: Broker
let env: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  broker = await startBroker({ profile: 'ideal', cash: 10_000 })
  env = broker.env
  await broker.pin('AAPL', { bid: 99.99, ask: 100 })
  await broker.pin('KO', { bid: 49.99, ask: 50 })
})
beforeEach(() => broker.reset(broker.accountId))
afterAll(() => broker.close())

const ran = (command: CliCommand, line: string) => run(command, line.split(' '), { env })
async function said(command: CliCommand, line: string): Promise<string> {
  const { outcome, said } = await ran(command, line)
  expect(outcome).toBeUndefined()
  return said
}
const faultOf = async (command: CliCommand, line: string) =>
  (await ran(command, line)).outcome?.fault
const rows = (table: string) => table.split('\n').map((each) => each.split(/ {2,}/))

async function placed(line: string): Promise<string> {
  return JSON.parse(await said(orderCommand, `${line} --json`)).orderId
}
async function hold(symbol: string, quantity: number): Promise<void> {
  await placed(`buy ${symbol} ${quantity}`)
  await broker.clock.advance('PT5S')
}

describe('paper order amend', () => {
  test('puts another order in the place of one, and both show it', async () => {
    const orderId = await placed('buy AAPL 10 --limit 90')
    const answer = await said(orderCommand, `amend ${orderId} --limit 91.50 --quantity 12`)
    const [other = ''] = answer.split(' ')
    expect(answer).toBe(`${other}   SUBMITTED   in place of ${orderId}`)
    const before = await said(orderCommand, `show ${orderId}`)
    expect(before).toMatch(/^reason +amended$/m)
    expect(before).toContain(other)
    const after = await said(orderCommand, `show ${other}`)
    expect(after).toMatch(/^is +BUY 12 AAPL$/m)
    expect(after).toMatch(/^limit +91\.50$/m)
  })

  test('with --id does it once', async () => {
    const orderId = await placed('buy AAPL 10 --limit 90')
    const amend = async () =>
      JSON.parse(await said(orderCommand, `amend ${orderId} --tif cls --id again --json`)).order
    expect((await amend()).orderId).toBe((await amend()).orderId)
  })

  test('says what it is refused for', async () => {
    const orderId = await placed('buy AAPL 10 --limit 90')
    expect(await faultOf(orderCommand, `amend ${orderId}`)).toContain('missing-parameter')
    expect(await faultOf(orderCommand, `amend ${orderId} --quantity 10000`)).toContain(
      'insufficient-buying-power',
    )
    expect(await faultOf(orderCommand, `amend ${orderId} --tif GTC`)).toStartWith('--tif: "GTC"')
  })
})

describe('paper order amend of a conditional order', () => {
  const stopId = async (line: string): Promise<string> =>
    JSON.parse(await said(orderCommand, `${line} --json`)).conditionalOrderId

  test('changes its stop, and shows its legs', async () => {
    await hold('AAPL', 10)
    const id = await stopId('sell AAPL 10 --stop 90')
    const answer = await said(orderCommand, `amend ${id} --stop 91 --quantity 8`)
    expect(answer).toBe(`${id}   ARMED\n  STOP   SELL 8 AAPL   stop 91.00   ARMED`)
  })

  test('names the prices of an OCO as when it was placed', async () => {
    await hold('AAPL', 10)
    const id = await stopId('sell AAPL 10 --trail 5 --take-profit 120')
    const answer = await said(orderCommand, `amend ${id} --trail 2.5% --take-profit 115`)
    expect(answer).toContain('  LIMIT   SELL 10 AAPL   limit 115.00   TRIGGERED')
    const { legs } = JSON.parse(await said(orderCommand, `show ${id} --json`))
    expect(legs).toMatchObject([{ limitPrice: 115 }, { trailPercent: 2.5 }])
  })

  test('names the entry and the exits of a bracket', async () => {
    const id = await stopId('buy AAPL 10 --limit 90 --take-profit 120 --stop-loss 80')
    await said(orderCommand, `amend ${id} --limit 91 --take-profit 121 --stop-loss 81`)
    const { legs } = JSON.parse(await said(orderCommand, `show ${id} --json`))
    expect(legs).toMatchObject([{ limitPrice: 91 }, { limitPrice: 121 }, { stopPrice: 81 }])
  })

  test('says what it is refused for', async () => {
    const id = await stopId('buy AAPL 1 --stop 110')
    const refusals = {
      '': 'missing-parameter',
      '--limit 111': 'a STOP has none',
      '--stop 99': 'stop-already-reached',
      '--stop 99 --trail 1': '--stop or --trail',
      '--tif DAY': '--tif: a conditional order keeps its own',
      '--id other': '--id: a conditional order keeps its own',
    }
    for (const [options, refusal] of Object.entries(refusals)) {
      expect(await faultOf(orderCommand, `amend ${id} ${options}`.trim())).toContain(refusal)
    }
    const orderId = await placed('buy AAPL 1 --limit 90')
    expect(await faultOf(orderCommand, `amend ${orderId} --stop 91`)).toContain(
      '--stop: an order has none',
    )
  })
})

describe('paper cancel', () => {
  test('--all cancels all open orders, and lists them', async () => {
    const first = await placed('buy AAPL 1 --limit 90')
    const second = await placed('buy KO 1 --limit 40')
    const [, ...listed] = rows(await said(cancelCommand, '--all'))
    expect(listed.map((row) => row.slice(-2))).toEqual([
      ['PENDING_CANCEL', first],
      ['PENDING_CANCEL', second],
    ])
    await broker.clock.advance('PT5S')
    expect(await said(cancelCommand, '--all')).toBe('There are no open orders.')
  })

  test('--all lists the conditional orders that it has ended too', async () => {
    const stop = await said(orderCommand, 'buy KO 1 --stop 900')
    const [id] = stop.split(' ')
    expect(await said(cancelCommand, '--all')).toBe(`${id}   CANCELED`)
    expect(await said(cancelCommand, '--all')).toBe('There are no open orders.')
  })

  test('--symbol and --side keep the others', async () => {
    await placed('buy AAPL 1 --limit 90')
    const other = await placed('buy KO 1 --limit 40')
    const { orders } = JSON.parse(await said(cancelCommand, '--all --symbol ko --side buy --json'))
    expect(orders).toMatchObject([{ orderId: other }])
    expect(await said(cancelCommand, '--all --side sell')).toBe('There are no open orders.')
  })

  test('without --all cancels nothing', async () => {
    await placed('buy AAPL 1 --limit 90')
    expect(await faultOf(cancelCommand, '--symbol AAPL')).toBe(
      '--all cancels all open orders; `paper order cancel ORDER_ID` cancels one.',
    )
    expect(rows(await said(ordersCommand, '--open'))).toHaveLength(2)
  })
})

describe('paper close', () => {
  test('sells a holding, or a part of it, and cancels what holds the shares', async () => {
    await hold('AAPL', 10)
    const selling = await placed('sell AAPL 10 --limit 180')
    const [, sale, canceled] = rows(await said(closeCommand, 'AAPL --percent 50'))
    expect(sale?.slice(1, 5)).toEqual(['AAPL', 'SELL', 'MARKET DAY', '5'])
    expect(canceled?.slice(-2)).toEqual(['CANCELED', selling])
  })

  test('--all sells every holding, and names what stays', async () => {
    await hold('AAPL', 10)
    await hold('KO', 2)
    await broker.suspend('KO')
    const { outcome, said: table } = await ran(closeCommand, '--all')
    expect(outcome?.fault).toBe('KO stays: Trading in KO is suspended.')
    expect(rows(table).slice(1)).toMatchObject([{ 1: 'AAPL' }])
    await broker.tradable('KO', 'TRADABLE')
  })

  test('--id closes once', async () => {
    await hold('AAPL', 10)
    const close = async () =>
      JSON.parse(await said(closeCommand, 'AAPL --percent 50 --id once --json')).order.orderId
    expect(await close()).toBe(await close())
  })

  test('says what it needs, and what it is refused for', async () => {
    expect(await faultOf(closeCommand, '--percent 50')).toBe('Name a SYMBOL, or say --all.')
    expect(await faultOf(closeCommand, 'AAPL --all')).toBe('Name a SYMBOL, or say --all.')
    expect(await faultOf(closeCommand, 'AAPL')).toContain('holding-not-found')
    expect(await faultOf(closeCommand, 'AAPL --percent 101')).toContain('invalid-parameter')
    expect(await said(closeCommand, '--all')).toBe('There are no holdings.')
  })
})
