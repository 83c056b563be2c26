/**
 * `bun run bench:year`: what a backtest over the API costs, in processor time of the whole process,
 * with the embedded database in memory. 100 orders on each trading day, one before each step of the
 * clock, half of them MARKET orders and half with limits near the price.
 */
import { parseArgs } from 'node:util'
import { Temporal } from '../src/core/time'
import { openBrokerage, readConfig } from '../src/server/compose/brokerage'
import { helpWith } from './help'

const USAGE = `usage: bun run bench:year [--days N] [--orders N]

  --days N    trading days (5)
  --orders N  orders on each of them (100)`

helpWith(USAGE)
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '5' },
    orders: { type: 'string', default: '100' },
  },
})
const [days, orders] = [Number(values.days), Number(values.orders)]

const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'V', 'WMT']
const TRADING_DAYS_A_YEAR = 252
const SESSION_SECONDS = 6.5 * 3_600
const stepSeconds = Math.floor(SESSION_SECONDS / orders)
/** Monday 5 January 2026, 09:30 in New York. */
const STARTS_AT = '2026-01-05T09:30-05:00'
const credentials = { client_id: 'pk_test_year', client_secret: 'sk_test_year_0123456789' }

const read = readConfig({
  DATA_DIR: 'memory',
  MARKET_CLOCK: STARTS_AT,
  MARKET_SPEED: '0',
  MARKET_SEED: '1',
  RATE_LIMIT: 'off',
  SANDBOX: 'on',
  PAPER_CLIENT_ID: credentials.client_id,
  PAPER_CLIENT_SECRET: credentials.client_secret,
})
if ('faults' in read) throw new Error(JSON.stringify(read.faults))
const report = (failure: unknown): void => console.error(failure)
const brokerage = await openBrokerage(read.config, { request: report, background: report })

let token = ''
async function call(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const form = path.endsWith('/token') && body !== undefined
  const request = new Request(`http://localhost${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-service-request-id': 'bench',
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    ...(body !== undefined && {
      body: form ? new URLSearchParams(credentials).toString() : JSON.stringify(body),
    }),
  })
  const answer = await brokerage.app.handle(request)
  const read: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`)
  // safe: every answer is an object.
  return read as Record<string, unknown>
}

const form = { ...credentials, grant_type: 'client_credentials' }
Object.assign(credentials, form)
token = String((await call('/v1/oauth/token', {})).access_token)

let placed = 0
async function place(): Promise<void> {
  const symbol = SYMBOLS[placed % SYMBOLS.length] ?? ''
  const side = Math.floor(placed / SYMBOLS.length) % 2 === 0 ? 'BUY' : 'SELL'
  const isMarket = Math.floor(placed / SYMBOLS.length / 2) % 2 === 0
  placed++
  const order = {
    clientOrderId: `year-${placed}`,
    symbol,
    side,
    quantity: side === 'BUY' ? '0.04' : '0.02',
  }
  if (isMarket) {
    await call('/v1/orders', { ...order, orderType: 'MARKET' })
    return
  }
  const { quotes } = await call(`/v1/market/quotes?symbols=${symbol}`)
  // safe: as the route's schema has it.
  const [quote] = quotes as { bidPrice: string; askPrice: string }[]
  const near = side === 'BUY' ? Number(quote?.bidPrice) * 0.999 : Number(quote?.askPrice) * 1.001
  await call('/v1/orders', { ...order, orderType: 'LIMIT', limitPrice: near.toFixed(2) })
}

async function day(): Promise<void> {
  for (let count = 0; count < orders; count++) {
    await place()
    await call('/sandbox/clock', { advance: `PT${stepSeconds}S` })
  }
}

async function toNextOpen(): Promise<void> {
  const { now } = await call('/sandbox/clock')
  const isFriday = Temporal.Instant.from(String(now)).toZonedDateTimeISO('UTC').dayOfWeek === 5
  await call('/sandbox/clock', {
    advance: `PT${(isFriday ? 72 : 24) * 3_600 - orders * stepSeconds}S`,
  })
}

const micros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const daily: number[] = []
for (let count = 0; count < days; count++) {
  const before = micros()
  const began = performance.now()
  await day()
  await toNextOpen()
  const ms = (micros() - before) / 1_000
  daily.push(ms)
  console.log(
    `day ${count + 1}: ${ms.toFixed(0)} ms CPU, ${(performance.now() - began).toFixed(0)} ms`,
  )
}
const warm = daily.slice(Math.min(2, daily.length - 1))
const mean = warm.reduce((sum, ms) => sum + ms, 0) / warm.length
const { fills } = await call('/v1/orders/fills')
console.log(
  `${placed} orders; a warm day ${mean.toFixed(0)} ms, so ` +
    `${((mean * TRADING_DAYS_A_YEAR) / 1_000).toFixed(0)} s a year`,
)
if (!Array.isArray(fills) || fills.length === 0) throw new Error('nothing was filled')
await brokerage.close()
process.exit(0)
