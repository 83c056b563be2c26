/**
 * [profile.repeats] The matcher keeps used sizes in memory. That changes nothing: a run is the same
 * if it keeps none. And no fill is better than the price that its tick shows.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { price, quantity } from '../../src/core/money'
import { FILL_PROFILES, type FillProfile } from '../../src/core/order/fill-profile'
import type { PinnedQuote } from '../../src/core/quote'
import type { Feed } from '../../src/market/feed'
import { pinnedFeed } from '../../src/market/feeds/pinned'
import { backtest, openBacktest, type Pace, type Placing, resultOf } from '../support/backtest'
import { freshDatabase } from '../support/database'
import { INSTRUMENTS, newFeed } from '../support/feed'
import { newYork } from '../support/recording'

const SEED = 7
const MINUTES = 4
const two = (value: number): string => String(value).padStart(2, '0')
const timeOf = (seconds: number): string =>
  `2026-03-02 09:${two(31 + Math.floor(seconds / 60))}:${two(seconds % 60)}`
const UNTIL = timeOf((MINUTES + 2) * 60)
const moment = fc.integer({ min: 0, max: MINUTES * 60 })
const thin = fc.constantFrom('IDLE', 'PENNY')

/** Mostly more than is shown, at limits around the touch. */
const placing = fc.record({
  seconds: moment,
  symbol: thin,
  side: fc.constantFrom('BUY' as const, 'BUY' as const, 'SELL' as const),
  quantity: fc.integer({ min: 1, max: 4_000 }).map(String),
  cents: fc.option(fc.integer({ min: -3, max: 6 }), { nil: null }),
  timeInForce: fc.constantFrom('DAY' as const, 'DAY' as const, 'DAY' as const, 'IOC' as const),
})
const pinning = fc.record({
  symbol: thin,
  from: moment,
  seconds: fc.integer({ min: 1, max: 40 }),
  size: fc.integer({ min: 1, max: 300 }).map(String),
})
const plan = fc.record({
  placings: fc.array(placing, { minLength: 3, maxLength: 8 }),
  pinnings: fc.array(pinning, { maxLength: 2 }),
})
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never

const base = newFeed(SEED)

function placingsOf({ placings }: Plan): readonly Placing[] {
  return placings
    .toSorted((one, other) => one.seconds - other.seconds)
    .map(({ seconds, cents, ...terms }, index) => {
      const at = timeOf(seconds)
      const ask = base.bidAsk(terms.symbol, newYork(at))?.askPrice
      const limit =
        cents === null || ask === undefined
          ? {}
          : { limit: ask.plus((cents / 100).toFixed(2)).toFixed(2) }
      return { ...terms, ...limit, at, clientOrderId: `order-${index}`, mayBeRefused: true }
    })
}

/** One that begins later takes the place of one before it, as at the sandbox. */
function pinsOf({ pinnings }: Plan): readonly PinnedQuote[] {
  const [first] = pinnings
  return [first, pinnings.find(({ symbol }) => symbol !== first?.symbol)].flatMap((asked) => {
    if (asked === undefined) return []
    const pinnedAt = newYork(timeOf(asked.from))
    const quote = base.bidAsk(asked.symbol, pinnedAt)
    if (quote === undefined) return []
    const { symbol, bidPrice, askPrice } = quote
    const size = quantity(asked.size)
    const releasedAt = pinnedAt.add({ seconds: asked.seconds })
    return [{ symbol, bidPrice, askPrice, bidSize: size, askSize: size, pinnedAt, releasedAt }]
  })
}

const feedOf = (asked: Plan): Feed => {
  const pins = pinsOf(asked)
  return pinnedFeed(newFeed(SEED), { of: (name) => pins.filter(({ symbol }) => symbol === name) })
}

async function runOf(asked: Plan, profile: FillProfile, pace: Pace) {
  const database = await freshDatabase()
  const symbols = INSTRUMENTS.map(({ symbol }) => symbol)
  await openBacktest(database, symbols, '10000000', profile)
  const shares: Placing[] = ['IDLE', 'PENNY'].map((symbol) => ({
    symbol,
    quantity: '1500',
    at: '2026-03-02 09:30:30',
    clientOrderId: `of ${symbol}`,
  }))
  const all = [...shares, ...placingsOf(asked)]
  await backtest(database, async () => feedOf(asked), all, UNTIL, pace)
  return resultOf(database)
}

const EACH_TICK_ANEW: Pace = { stepMs: 1_000, forgets: true }

test.each(FILL_PROFILES)(
  'under %s a run is the same whether the matcher remembers used-up sizes or not',
  async (profile) => {
    let fillsSeen = 0
    await fc.assert(
      fc.asyncProperty(plan, async (asked) => {
        const anew = await runOf(asked, profile, EACH_TICK_ANEW)
        for (const pace of [{}, { restarts: true }]) {
          const kept = await runOf(asked, profile, pace)
          expect(JSON.stringify(kept)).toBe(JSON.stringify(anew))
        }
        const feed = feedOf(asked)
        for (const { symbol, side, price: paid, filledAt } of anew.fills) {
          const quote = feed.bidAsk(symbol, filledAt) ?? {
            askPrice: price('0'),
            bidPrice: price('0'),
          }
          const isNoBetter = side === 'BUY' ? paid.gte(quote.askPrice) : paid.lte(quote.bidPrice)
          expect([symbol, side, isNoBetter]).toEqual([symbol, side, true])
        }
        fillsSeen += anew.fills.length
      }),
      { numRuns: 3, seed: 11, endOnFailure: true },
    )
    expect(fillsSeen).toBeGreaterThan(20)
  },
)
