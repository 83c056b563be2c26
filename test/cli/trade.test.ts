/** `paper quote`, `order`, `orders` and `account`: a person's hands on a real broker. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { accountCommand } from '../../src/cli/account/command'
import { orderCommand } from '../../src/cli/order/command'
import { ordersCommand } from '../../src/cli/orders/command'
import { quoteCommand } from '../../src/cli/quote/command'
import type { CliCommand } from '../../src/cli/shared/command'
import { type Broker, startBroker } from '../../src/testing'
import { run } from '../support/command'

/** Servers are started, and others may keep the machine busy. */
setDefaultTimeout(180_000)

let broker: Broker
let env: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  broker = await startBroker({ profile: 'ideal', cash: 10_000 })
  env = broker.env
  await broker.pin('AAPL', { bid: 99.99, ask: 100 })
})
afterAll(() => broker.close())

async function said(command: CliCommand, line: string): Promise<string> {
  const { outcome, said } = await run(command, line.split(' '), { env })
  expect(outcome).toBeUndefined()
  return said
}
const lines = async (command: CliCommand, line: string) =>
  (await said(command, line)).split('\n').map((each) => each.split(/ {2,}/))
const faultOf = async (command: CliCommand, line: string, others = {}) =>
  (await run(command, line.split(' '), { env: { ...env, ...others } })).outcome?.fault

describe('paper', () => {
  test('quote shows the last price, the bid and the ask, and what is not known', async () => {
    const [titles, apple, unknown] = await lines(quoteCommand, 'aapl NONE')
    expect(titles?.slice(0, 5)).toEqual(['SYMBOL', 'SESSION', 'LAST', 'CHANGE', 'BID'])
    expect(apple?.slice(0, 2)).toEqual(['AAPL', 'REGULAR'])
    expect(apple).toContain('99.99')
    expect(unknown).toEqual(['NONE', 'NOT_FOUND'])
    const { quotes } = JSON.parse(await said(quoteCommand, 'AAPL --json'))
    expect(quotes).toMatchObject([{ symbol: 'AAPL', askPrice: '100.00' }])
  })

  test('order buys and sells; orders, its fills and the account show it', async () => {
    const { orderId } = JSON.parse(await said(orderCommand, 'buy AAPL 10 --json'))
    await broker.clock.advance('PT5S')
    const shown = await said(orderCommand, `show ${orderId}`)
    expect(shown).toMatch(/^is +BUY 10 AAPL$/m)
    expect(shown).toMatch(/^status +FILLED$/m)
    expect(shown).toMatch(/^average +100\.00$/m)
    const [, order] = await lines(ordersCommand, '--closed --limit 1')
    expect(order?.slice(1)).toEqual([
      'AAPL',
      'BUY',
      'MARKET DAY',
      '10',
      '10',
      '100.00',
      'FILLED',
      orderId,
    ])
    const [, fill] = await lines(ordersCommand, '--fills --symbol AAPL')
    expect(fill?.slice(1)).toEqual(['AAPL', 'BUY', '10', '100.00', '1,000.00', orderId])
    const account = await said(accountCommand, '--json')
    expect(JSON.parse(account)).toMatchObject({
      account: { cashAmount: '9000.00' },
      holdings: [{ symbol: 'AAPL', quantity: 10 }],
    })
    const table = await lines(accountCommand, `--account=${broker.accountId}`)
    expect(table.map(([first]) => first)).toEqual([
      'ACCOUNT',
      broker.accountId,
      '',
      'SYMBOL',
      'AAPL',
    ])
  })

  test('order with --limit waits, and is cancelled', async () => {
    const placed = await said(orderCommand, 'sell AAPL 10 --limit 180.50 --tif day')
    const [orderId = ''] = placed.split(' ')
    expect(placed).toMatch(/^ord_\w+ {3}SUBMITTED$/)
    expect(await said(orderCommand, `show ${orderId}`)).toMatch(/^limit +180\.50$/m)
    expect((await lines(ordersCommand, '--open')).length).toBe(2)
    expect(await said(orderCommand, `cancel ${orderId}`)).toBe(`${orderId}   PENDING_CANCEL`)
    await broker.clock.advance('PT5S')
    expect(await said(ordersCommand, '--open')).toBe('There are no open orders.')
  })

  test('order with --preview places nothing', async () => {
    const shown = await said(orderCommand, 'buy AAPL 1000 --preview')
    expect(shown).toMatch(/^would be +refused: insufficient-buying-power$/m)
    expect(await said(ordersCommand, '--open')).toBe('There are no open orders.')
  })

  test('order with --id places the same order once', async () => {
    const place = async () => JSON.parse(await said(orderCommand, 'buy KO 1 --id mine --json'))
    expect((await place()).orderId).toBe((await place()).orderId)
  })

  test('order sends quantities and prices as they are written', async () => {
    expect(await faultOf(orderCommand, 'buy AAPL ten')).toContain('invalid-parameter')
    expect(await faultOf(orderCommand, 'buy AAPL 1 --limit 10.123')).toContain('price-tick')
    expect(await faultOf(orderCommand, 'buy AAPL 1 --tif GTC')).toMatch(/^--tif: "GTC" is not/)
  })
})

describe('a command that calls a server says what to do', () => {
  test('without a key', async () => {
    const fault = await faultOf(accountCommand, '--json', { PAPER_CLIENT_SECRET: '' })
    expect(fault).toStartWith('Which key? --client-secret or PAPER_CLIENT_SECRET is missing;')
  })

  test('with a wrong key', async () => {
    const fault = await faultOf(accountCommand, '--json', { PAPER_CLIENT_SECRET: 'sk_wrong' })
    expect(fault).toContain('(invalid-client)')
    expect(fault).toContain('`paper keys rotate pk_test_bot`')
  })

  test('where no server answers', async () => {
    const fault = await faultOf(quoteCommand, 'AAPL', { PAPER_URL: 'http://127.0.0.1:1' })
    expect(fault).toBe(
      'No server answers at http://127.0.0.1:1. `paper server` starts one; --url or PAPER_URL ' +
        'names another.',
    )
  })

  test('where PAPER_URL is none', async () => {
    expect(await faultOf(quoteCommand, 'AAPL', { PAPER_URL: 'localhost:3000' })).toBe(
      'PAPER_URL: "localhost:3000" is not allowed; allowed: http://… or https://…',
    )
  })

  test('for an account of another client', async () => {
    const fault = await faultOf(accountCommand, '--account acc_none')
    expect(fault).toContain('(account-mismatch)')
    expect(fault).toContain('`paper keys list` shows the accounts of a client')
    const named = await faultOf(accountCommand, '--json', { PAPER_ACCOUNT_ID: 'acc_none' })
    expect(named).toContain('--account or PAPER_ACCOUNT_ID names one')
  })
})
