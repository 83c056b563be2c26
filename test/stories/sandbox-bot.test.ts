/** A bot's own test suite, as its author would write it on the sandbox. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import { Temporal } from '../../src/core/time'
import { accountIdOf } from '../../src/identity/secrets'
import { pinQuote } from '../../src/ledger/pinned-quotes'
import { freshDatabase } from '../support/database'
import { openSandbox, SANDBOX_CLIENT, type SandboxApi } from '../support/sandbox-api'

const database = await freshDatabase()
const account = accountIdOf(SANDBOX_CLIENT.id, 1)
let bot: SandboxApi

async function open(): Promise<void> {
  await freshDatabase()
  bot = await openSandbox(database)
}
beforeEach(open)
afterEach(async () => {
  await bot.brokerage.close()
  expect(bot.failures).toEqual([])
})

const order = (clientOrderId: string, more: Readonly<Record<string, unknown>>) => ({
  clientOrderId,
  symbol: 'AAPL',
  side: 'BUY',
  orderType: 'LIMIT',
  quantity: 10,
  ...more,
})

test('a bot sees its LIMIT order wait, and fill when the price comes to it', async () => {
  await bot.pin('AAPL', 199.99, 200.01)
  const placed = await bot.post('/v1/orders', order('dip', { limitPrice: 190 }))
  expect(placed.body).toMatchObject({ status: 'SUBMITTED' })
  await bot.advance('PT30S')
  expect((await bot.get(`/v1/orders/${placed.body.orderId}`)).body).toMatchObject({
    status: 'SUBMITTED',
  })

  await bot.pin('AAPL', 189.48, 189.5)
  await bot.advance('PT1S')
  expect((await bot.get(`/v1/orders/${placed.body.orderId}`)).body).toMatchObject({
    status: 'FILLED',
    filledQuantity: 10,
    avgFillPrice: 189.5,
    updatedAt: '2026-03-02T23:30:31.000+09:00',
  })
  expect((await bot.get('/v1/account')).body).toMatchObject({
    cashAmount: '98105.00',
    totalAssetAmount: '99999.90',
    buyingPower: '98105.00',
  })
})

test('a bot sees a pin in quotes, in previews and in what a MARKET order holds', async () => {
  await bot.pin('AAPL', 99.98, 100)
  const { quotes } = (await bot.get('/v1/market/quotes?symbols=AAPL')).body
  expect(quotes).toMatchObject([{ price: '99.99', bidPrice: '99.98', askPrice: '100.00' }])
  const market = order('now', { orderType: 'MARKET' })
  expect((await bot.post('/v1/orders/preview', market)).body).toMatchObject({
    estimatedPrice: 100,
  })
  await bot.post('/v1/orders', market)
  expect((await bot.get('/v1/account')).body).toMatchObject({ buyingPower: '98970.00' })
})

test('a bot’s CLS order executes at the pinned price', async () => {
  await bot.brokerage.close()
  await freshDatabase()
  bot = await openSandbox(database, { MARKET_TICK_MS: '60000' })
  await bot.pin('AAPL', 149.98, 150.02)
  await bot.post('/sandbox/clock', { to: '2026-03-02T15:49:00-05:00' })
  const atClose = order('close', { orderType: 'MARKET', timeInForce: 'CLS' })
  const { orderId } = (await bot.post('/v1/orders', atClose)).body
  await bot.post('/sandbox/clock', { to: '2026-03-02T16:00:00-05:00' })
  expect((await bot.get(`/v1/orders/${orderId}`)).body).toMatchObject({
    status: 'FILLED',
    avgFillPrice: 150,
  })
})

/** Every kind of call, and each answer as it came. */
async function session(): Promise<readonly string[]> {
  const answers: string[] = []
  const keep = async (answer: Promise<{ readonly text: string }>): Promise<void> => {
    answers.push((await answer).text)
  }
  await keep(bot.get('/sandbox/clock'))
  await keep(bot.put('/sandbox/quotes/MSFT', { bidPrice: 49.99, askPrice: 50, askSize: 7 }))
  await keep(bot.post('/v1/orders', order('one', { symbol: 'MSFT', limitPrice: 50 })))
  await keep(bot.post('/v1/orders', order('two', { orderType: 'MARKET' })))
  await keep(bot.advance('PT5M'))
  await keep(bot.post('/v1/orders', order('three', { limitPrice: 1 })))
  await keep(bot.remove('/sandbox/quotes/MSFT'))
  await keep(bot.advance('PT1H'))
  await keep(bot.get('/v1/orders'))
  await keep(bot.get('/v1/orders/fills'))
  await keep(bot.get('/v1/account'))
  await keep(bot.get('/v1/account/holdings'))
  await keep(bot.get('/v1/market/quotes?symbols=AAPL,MSFT,SPY'))
  await keep(bot.post(`/sandbox/accounts/${account}/reset`))
  await keep(bot.get('/v1/orders'))
  await keep(bot.post('/sandbox/clock', { to: '2026-03-01' }))
  return answers
}

test('the same calls of a bot on an empty database get the same answers, byte for byte', async () => {
  const first = await session()
  expect(first.join('\n')).toContain('"status":"FILLED"')
  await bot.brokerage.close()
  await open()
  expect(await session()).toEqual(first)
})

test('[sandbox.quotes] a pin survives a restart, and the clock goes on', async () => {
  await bot.pin('AAPL', 9.99, 10)
  await bot.advance('PT10M')
  await bot.brokerage.close()
  bot = await openSandbox(database)
  expect((await bot.get('/sandbox/clock')).body.now).toBe('2026-03-02T23:40:00.000+09:00')
  const { quotes } = (await bot.get('/v1/market/quotes?symbols=AAPL')).body
  expect(quotes).toMatchObject([{ bidPrice: '9.99', askPrice: '10.00' }])
})

test('[clock.never-back] a restart does not take the clock back to before a pin', async () => {
  await pinQuote(database, {
    symbol: 'AAPL',
    pinnedAt: Temporal.Instant.from('2026-03-02T10:00:00-05:00'),
    bidPrice: price('9.99'),
    bidSize: quantity('1'),
    askPrice: price('10'),
    askSize: quantity('1'),
  })
  await bot.brokerage.close()
  bot = await openSandbox(database)
  expect((await bot.get('/sandbox/clock')).body.now).toBe('2026-03-03T00:00:00.000+09:00')
})

test('an advance in several steps has the same outcome as in one', async () => {
  async function orders(advances: readonly string[]): Promise<readonly string[]> {
    await bot.brokerage.close()
    await open()
    await bot.post('/v1/orders', order('market', { orderType: 'MARKET', quantity: 300 }))
    const { quotes } = (await bot.get('/v1/market/quotes?symbols=AAPL')).body
    const [{ bidPrice }] = Array.from(Object(quotes), Object)
    await bot.post('/v1/orders', order('limit', { limitPrice: Number(bidPrice), quantity: 50 }))
    for (const advance of advances) await bot.advance(advance)
    const lists = [await bot.get('/v1/orders'), await bot.get('/v1/orders/fills')]
    return lists.map(({ body: { requestId: _, ...rest } }) => JSON.stringify(rest))
  }
  const whole = await orders(['PT3M'])
  expect(whole.join()).toContain('"status":"FILLED"')
  expect(await orders(['PT0.4S', 'PT0.6S', 'PT1.5S', 'PT57.5S', 'PT2M'])).toEqual(whole)
})
