/** `paper quote`, `order`, `orders` and `account`: a person's hands on a real broker. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accountCommand } from '../../src/clients/cli/account/command'
import { cancelCommand } from '../../src/clients/cli/cancel/command'
import { candlesCommand } from '../../src/clients/cli/candles/command'
import { clockCommand } from '../../src/clients/cli/clock/command'
import { explainCommand } from '../../src/clients/cli/explain/command'
import { findCommand } from '../../src/clients/cli/find/command'
import { orderCommand } from '../../src/clients/cli/order/command'
import { ordersCommand } from '../../src/clients/cli/orders/command'
import { quoteCommand } from '../../src/clients/cli/quote/command'
import type { CliCommand } from '../../src/clients/cli/shared/command-line'
import { inColour } from '../../src/clients/cli/shared/terminal'
import { type Broker, startBroker } from '../../src/clients/testing'
import { recordingTerminal, run } from '../support/command'

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
    const { outcome, said: table } = await run(quoteCommand, ['aapl', 'NONE'], { env })
    const [titles, apple, unknown] = table.split('\n').map((each) => each.split(/ {2,}/))
    expect(outcome).toEqual({
      fault: 'There is no instrument NONE; `paper find NONE` looks for one.',
    })
    expect(titles?.slice(0, 5)).toEqual(['SYMBOL', 'SESSION', 'LAST', 'CHANGE', 'BID'])
    expect(apple?.slice(0, 2)).toEqual(['AAPL', 'REGULAR'])
    expect(apple).toContain('99.99')
    expect(unknown).toEqual(['NONE', 'NOT_FOUND'])
    const { quotes } = JSON.parse(await said(quoteCommand, 'AAPL --json'))
    expect(quotes).toMatchObject([{ symbol: 'AAPL', askPrice: '100.00' }])
  })

  test('find looks instruments up by a part of their symbol or name, in both languages', async () => {
    const [titles, apple] = await lines(findCommand, '애플')
    expect([titles?.[0], apple?.slice(0, 2)]).toEqual(['SYMBOL', ['AAPL', 'Apple Inc.']])
    expect(await said(findCommand, 'no such thing')).toBe('Nothing is called “no such thing”.')
    const { instruments } = JSON.parse(await said(findCommand, 'apple --limit 1 --json'))
    expect(instruments).toMatchObject([{ symbol: 'AAPL' }])
  })

  test('candles lists them, the newest last, and clock shows the market’s time', async () => {
    const rows = await lines(candlesCommand, 'KO --interval 1d --count 3')
    expect(rows.map(([start]) => start)).toEqual([
      'START',
      '2026-02-26 09:30:00',
      '2026-02-27 09:30:00',
      '2026-03-02 09:30:00',
    ])
    expect(rows[0]?.slice(1)).toEqual(['OPEN', 'HIGH', 'LOW', 'CLOSE', 'VOLUME'])
    const { candles } = JSON.parse(await said(candlesCommand, 'KO --count 5 --json'))
    expect(candles).toHaveLength(5)
    expect(await faultOf(candlesCommand, 'KO --interval 2m')).toStartWith('--interval: "2m" is not')
    const { said: clock } = await run(clockCommand, [], { env })
    expect(clock).toMatch(/^now +2026-03-02 10:\d\d:\d\d in New York/m)
    expect(clock).toMatch(/^session +REGULAR, until 2026-03-02 16:00:00$/m)
    expect(clock).toMatch(/^clock +simulated, stands still$/m)
    expect(JSON.parse(await said(clockCommand, '--json'))).toMatchObject({ session: 'REGULAR' })
  })

  test('quote, orders and account show up and down, buy and sell in colour, if there is any', async () => {
    const painted = async (command: CliCommand, args: readonly string[]) => {
      const terminal = { ...recordingTerminal(120), paint: inColour }
      await run(command, args, { env }, terminal)
      return terminal.said.join('\n')
    }
    const { quotes } = JSON.parse(await said(quoteCommand, 'NVDA --json'))
    const changeRate = `${quotes[0].changeRate}%`
    const quote = await painted(quoteCommand, ['AAPL', 'NVDA'])
    expect(quote).toContain(inColour(changeRate, changeRate.startsWith('-') ? 'red' : 'green'))
    expect(Bun.stripANSI(quote)).toBe(await said(quoteCommand, 'AAPL NVDA'))
    const { orderId } = JSON.parse(await said(orderCommand, 'buy KO 1 --limit 1 --json'))
    const orders = await painted(ordersCommand, ['--open'])
    expect(orders).toContain(inColour('BUY', 'green'))
    expect(Bun.stripANSI(orders)).toBe(await said(ordersCommand, '--open'))
    expect(await painted(accountCommand, [])).toContain(inColour('ACCOUNT', 'dim').slice(0, -4))
    await said(orderCommand, `cancel ${orderId}`)
    await broker.clock.advance('PT5S')
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

  test('[order.amount] order with --amount buys for so much money, and in no other way', async () => {
    const { order } = JSON.parse(await said(orderCommand, 'buy AAPL --amount 50.25 --json'))
    expect(order).toMatchObject({ orderType: 'MARKET', quantity: 0.5025, amount: 50.25 })
    await broker.clock.advance('PT5S')
    const shown = await said(orderCommand, `show ${order.orderId}`)
    expect(shown).toMatch(/^for USD +50\.25$/m)
    expect(shown).toMatch(/^filled +0\.5025 of 0\.5025$/m)
    expect(await said(orderCommand, 'sell AAPL --amount 50.25')).toMatch(/^ord_\w+ {3}SUBMITTED$/)
    await broker.clock.advance('PT5S')
    const without = await faultOf(orderCommand, 'buy AAPL')
    expect(without).toStartWith('QUANTITY is missing, or --amount USD.')
    expect(await faultOf(orderCommand, 'buy AAPL 1 --amount 5')).toStartWith('--amount: it stands')
    expect(await faultOf(orderCommand, 'buy AAPL --amount 5 --limit 9')).toStartWith('--limit: an')
    expect(await faultOf(orderCommand, 'buy AAPL --amount 5 --preview')).toStartWith('--preview: ')
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

  test('if no server answers', async () => {
    const fault = await faultOf(quoteCommand, 'AAPL', { PAPER_URL: 'http://127.0.0.1:1' })
    expect(fault).toBe(
      'No server answers at http://127.0.0.1:1. `paper server` starts one; --url or PAPER_URL ' +
        'names another.',
    )
  })

  test('if PAPER_URL is none', async () => {
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

describe('paper order with a stop', () => {
  const types = (text: string): readonly (string | undefined)[] =>
    text.split('\n').map((line) => line.trim().split('   ')[0])

  test('[paper.conditional-explanation] explain says how near a stop is', async () => {
    const [id = ''] = (await said(orderCommand, 'buy KO 1 --stop 900')).split(' ')
    await broker.clock.advance('PT5S')
    expect(await said(explainCommand, id)).toMatch(
      /^SINGLE {2}ARMED {2}The last price was nearest to the stop at .+ away\.$/,
    )
    const [leg = ''] = (await said(explainCommand, `${id} --json`)).split('\n')
    expect(JSON.parse(leg)).toMatchObject({ leg: 'SINGLE', nearest: { stopPrice: 900 } })
    await said(orderCommand, `cancel ${id}`)
  })

  test('[conditional.entry] order buys with exits for what it has bought', async () => {
    const both = await said(orderCommand, 'buy KO 1 --limit 1 --take-profit 900 --stop-loss 0.5')
    expect(types(both).slice(1)).toEqual(['LIMIT', 'LIMIT', 'STOP'])
    expect(both).toContain('PENDING')
    const later = 'buy KO 1 --stop 900 --take-profit 950 --stop-loss 2.5% --tif GTC --json'
    expect(JSON.parse(await said(orderCommand, later))).toMatchObject({
      type: 'BRACKET',
      timeInForce: 'GTC',
      legs: [{ leg: 'ENTRY', type: 'STOP' }, { limitPrice: 950 }, { trailPercent: 2.5 }],
    })
    const one = await said(orderCommand, 'buy KO 1 --limit 1 --take-profit 900')
    expect(types(one).slice(1)).toEqual(['LIMIT', 'LIMIT'])
    const other = await said(orderCommand, 'buy KO 1 --limit 1 --stop-loss 0.5')
    expect(types(other).slice(1)).toEqual(['LIMIT', 'STOP'])
    expect(await faultOf(orderCommand, 'sell KO 1 --take-profit 900 --stop-loss 0.5')).toBe(
      '--stop-loss goes with a buy; a sell has --stop or --trail.',
    )
  })

  test('[conditional.types] order places stops, trailing ones and a pair of exits, shows and cancels them', async () => {
    const stop = await said(orderCommand, 'buy KO 1 --stop 900 --limit 901 --tif GTC')
    expect(stop).toMatch(
      /^cnd_\w+ {3}ARMED\n {2}STOP_LIMIT {3}BUY 1 KO {3}stop 900.00 {3}limit 901.00 {3}ARMED$/,
    )
    const [id = ''] = stop.split(' ')
    expect(await said(orderCommand, `show ${id}`)).toBe(stop)
    expect(await said(orderCommand, `cancel ${id}`)).toStartWith(`${id}   CANCELED`)
    const trail = JSON.parse(await said(orderCommand, 'buy KO 1 --trail 5% --json'))
    expect(trail).toMatchObject({ type: 'TRAILING_STOP', legs: [{ trailPercent: 5 }] })
    const pair = await said(orderCommand, 'buy KO 1 --stop 900 --take-profit 1')
    expect(pair.split('\n').map((line) => line.trim().split('   ')[0])).toEqual([
      expect.stringMatching(/^cnd_/),
      'LIMIT',
      'STOP',
    ])
    expect(await faultOf(orderCommand, 'buy KO 1 --stop 900 --trail 5')).toBe(
      '--stop or --trail, not both.',
    )
    expect(await faultOf(orderCommand, 'sell KO 1 --take-profit 5')).toBe(
      '--take-profit goes with --stop or --trail, or with a buy.',
    )
    expect(await faultOf(orderCommand, 'buy KO 1 --stop 900 --tif IOC')).toBe(
      '--tif: a stop lasts DAY or GTC.',
    )
    const preview = await said(orderCommand, 'buy KO 1 --stop 900 --preview')
    expect(preview).toMatch(/^would be +accepted$/m)
    expect(preview).toMatch(/^holds USD +927\.00$/m)
    expect(await faultOf(orderCommand, 'buy KO 1 --stop-price 900')).toContain('--stop PRICE')
  })

  test('orders --conditional lists them with their legs, the newest first', async () => {
    await said(cancelCommand, '--all')
    await broker.clock.advance('PT2S')
    const stop = await said(orderCommand, 'buy KO 1 --stop 900')
    const pair = await said(orderCommand, 'buy MSFT 1 --stop 3000 --take-profit 1')
    expect(await said(ordersCommand, '--conditional --open')).toBe(`${pair}\n${stop}`)
    expect(await said(ordersCommand, '--conditional --open --symbol KO')).toBe(stop)
    const [, ...first] = (await said(ordersCommand, '--conditional --open --limit 1')).split('\n')
    expect(first.at(-1)).toBe(
      'There are more open conditional orders: see --limit (up to 500) and --symbol.',
    )
    const [newest, ...others] = JSON.parse(
      await said(ordersCommand, '--conditional --closed --limit 1 --json'),
    ).conditionalOrders
    expect([newest, others]).toMatchObject([{ status: 'CANCELED' }, []])
    await said(cancelCommand, '--all')
    await broker.clock.advance('PT2S')
    expect(await said(ordersCommand, '--conditional --open')).toBe(
      'There are no open conditional orders.',
    )
    expect(await faultOf(ordersCommand, '--conditional --fills')).toBe(
      'Choose one of --fills and --conditional.',
    )
  })
})
