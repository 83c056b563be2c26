/** A run repeats exactly under every fill profile, and fills at prices of the market's trades. */
import { expect, test } from 'bun:test'
import { FILL_PROFILES } from '../../src/core/order/fill-profile'
import { atMs } from '../../src/core/time'
import { backtest, openBacktest, type Pace, type Placing, resultOf } from '../support/backtest'
import { freshDatabase } from '../support/database'
import { INSTRUMENTS, newFeed } from '../support/feed'
import { newYork } from '../support/recording'

const at = (time: string) => `2026-03-02 ${time}`
const ORDERS: readonly Placing[] = [
  { clientOrderId: 'a', at: at('09:31:00'), symbol: 'BUSY', quantity: '2500' },
  { clientOrderId: 'b', at: at('09:31:00.5'), symbol: 'IDLE', quantity: '300' },
  { clientOrderId: 'c', at: at('09:33:10'), symbol: 'BUSY', quantity: '400', timeInForce: 'IOC' },
  { clientOrderId: 'd', at: at('09:35:00'), symbol: 'BUSY', quantity: '300', limit: '249.00' },
  { clientOrderId: 'e', at: at('09:36:20'), symbol: 'BUSY', side: 'SELL', quantity: '900' },
  { clientOrderId: 'f', at: at('09:40:00'), symbol: 'PENNY', quantity: '5000' },
  { clientOrderId: 'g', at: at('09:41:00'), symbol: 'PENNY', side: 'SELL', quantity: '700' },
]
const PACES: readonly Pace[] = [{}, { stepMs: 900 }, { stepMs: 33_333, restarts: true }]

async function runUnder(fillProfile: (typeof FILL_PROFILES)[number], pace: Pace) {
  const database = await freshDatabase()
  const symbols = INSTRUMENTS.map(({ symbol }) => symbol)
  await openBacktest(database, symbols, '10000000', fillProfile)
  await backtest(database, async () => newFeed(7), ORDERS, at('09:50'), pace)
  return resultOf(database)
}

test.each(FILL_PROFILES)(
  '[profile.repeats] [profile.account] %s repeats at every pace and after restarts',
  async (profile) => {
    const [once, ...again] = [
      await runUnder(profile, PACES[0] ?? {}),
      await runUnder(profile, PACES[1] ?? {}),
      await runUnder(profile, PACES[2] ?? {}),
    ]
    const { fills } = once
    expect(fills.length).toBeGreaterThan(5)
    expect(new Set(fills.map(({ fillProfile }) => fillProfile))).toEqual(new Set([profile]))
    for (const other of again) expect(JSON.stringify(other)).toBe(JSON.stringify(once))
  },
)

test.each(FILL_PROFILES)(
  '[candle.fills-inside] under %s each fill is within its minute, but for what it moved the price',
  async (profile) => {
    const { fills } = await runUnder(profile, {})
    const feed = newFeed(7)
    for (const { symbol, side, price, filledAt } of fills) {
      const minute = atMs(Math.floor(filledAt.epochMilliseconds / 60_000) * 60_000)
      const [candle] = feed.candles(symbol, '1m', {
        from: minute,
        to: minute.add({ minutes: 1 }),
        now: newYork(at('12:00')),
        sessions: ['REGULAR'],
        limit: 1,
        keep: 'newest',
      })
      const moves = profile === 'ideal@1' ? null : side
      expect([
        symbol,
        moves === 'SELL' || candle?.low.lte(price),
        moves === 'BUY' || candle?.high.gte(price),
      ]).toEqual([symbol, true, true])
    }
  },
)
