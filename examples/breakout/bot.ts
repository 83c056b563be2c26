/**
 * A bot that buys the breakout of the opening range. One bracket for each symbol is the whole trade,
 * and the broker keeps its exits in step with the shares, even if this program ends. So there is no
 * state to follow. What has not ended ten minutes before the close is sold.
 *
 *     paper exec bun breakout/bot.ts AAPL MSFT NVDA KO
 */
import { answered, type Client, openClient, RefusalError } from 'paper-brokerage/client'

export interface Strategy {
  readonly symbols: readonly string[]
  /** The minutes of the opening range. */
  readonly minutes: number
  /** For each symbol: the USD to lose at the stop, and the most USD to spend. */
  readonly risk: number
  readonly budget: number
}

/** Returns when the market's time is there: a test moves the clock, a bot waits. */
export type Reach = (at: string) => Promise<unknown>

/** Trades on the market's date, in an account that has nothing else. */
export async function tradeToday(api: Client['api'], strategy: Strategy, reach: Reach) {
  const { today } = await answered(api.paper.clock.get())
  const regular = today?.sessions.find(({ session }) => session === 'REGULAR')
  if (!today || !regular) return
  const range = { from: regular.openAt, to: shifted(regular.openAt, strategy.minutes) }
  await reach(range.to)
  for (const symbol of strategy.symbols) {
    const query = { symbol, interval: '1m', ...range } as const
    const { candles } = await answered(api.v1.market.candles.get({ query }))
    const bracket = bracketOf(candles, strategy)
    if (bracket.quantity < 1) continue
    // A program that starts again sends the same bracket, and the broker takes it once.
    const terms = { ...bracket, symbol, clientOrderId: `${today.date}-${symbol}` }
    await answered(api.paper['conditional-orders'].post(terms)).catch(unlessRefused)
  }
  await reach(shifted(regular.closeAt, -10))
  // An entry that still waits ends with its exits; a close ends the exits that hold its shares.
  await answered(api.paper.orders.delete(undefined, { query: { side: 'BUY' } }))
  await answered(api.paper.holdings.close.post({ clientOrderId: `${today.date}-close` }))
  await reach(regular.closeAt)
}

type Candle = Readonly<Record<'high' | 'low', number>>

/** Buys above the range, stops at its low, and aims twice as far up as the stop is down. */
function bracketOf(candles: readonly Candle[], { risk, budget }: Strategy) {
  const high = Math.max(...candles.map((candle) => candle.high))
  const low = Math.min(...candles.map((candle) => candle.low))
  return {
    type: 'BRACKET',
    side: 'BUY',
    quantity: Math.floor(Math.min(risk / (high - low), budget / high)),
    entry: { stopPrice: high },
    stopLoss: { stopPrice: low },
    takeProfit: { limitPrice: Number((high + 2 * (high - low)).toFixed(2)) },
  } as const
}

/** A refused bracket is a day without a trade: the market has left the range already, say. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof RefusalError) || error.isTemporary) throw error
  console.log(error.message)
}

const shifted = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString()

if (import.meta.main) {
  const { PAPER_URL: url = '', SANDBOX_KEY = '' } = process.env
  const { PAPER_CLIENT_ID: clientId = '', PAPER_CLIENT_SECRET: clientSecret = '' } = process.env
  const { api, fetch } = openClient({ url, clientId, clientSecret })
  const headers = { 'x-sandbox-key': SANDBOX_KEY, 'content-type': 'application/json' }
  // In a market that moves by itself, wait for the time instead.
  const reach: Reach = (to) =>
    fetch('/sandbox/clock', { method: 'POST', headers, body: JSON.stringify({ to }) })
  const { nextRegularOpeningAt } = await answered(api.paper.clock.get())
  await reach(nextRegularOpeningAt ?? '')
  const symbols = process.argv.slice(2)
  await tradeToday(api, { symbols, minutes: 15, risk: 200, budget: 20_000 }, reach)
  const { conditionalOrders } = await answered(api.paper['conditional-orders'].get())
  for (const { symbol, legs } of conditionalOrders) {
    console.log(symbol, ...legs.map(({ leg, status }) => `${leg} ${status}`))
  }
  console.log(`worth ${(await answered(api.v1.account.get())).totalAssetAmount} USD`)
}
