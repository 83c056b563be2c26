/** Halts of the simulated market: of all instruments after a fall, of one that leaves its band. */
import { describe, expect, test } from 'bun:test'
import { wireNumber } from '../../src/core/money'
import { atMs } from '../../src/core/time'
import type { MarketQuote } from '../../src/market/feed'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import {
  bandHalts,
  bandOf,
  type Halt,
  joinHalts,
  marketHalts,
} from '../../src/market/feeds/simulated/halts'
import { dayOn, regularSpan } from '../../src/market/feeds/trading-day'
import { at, listed, quoted, range } from '../support/feed'
import { forThisFile } from '../support/for-this-file'

const MINUTES = 390
const falling = (falls: Readonly<Record<number, number>>) => (minute: number) => {
  const since = Object.keys(falls)
    .map(Number)
    .filter((from) => from <= minute)
  return Math.log(1 - (falls[Math.max(...since)] ?? 0))
}

describe('[order.market-halt] all trading is halted', () => {
  test('for fifteen minutes after a fall of 7 %, and again after 13 %', () => {
    const levels = falling({ 0: 0, 60: 0.071, 200: 0.131 })
    expect(marketHalts(levels, MINUTES)).toEqual([
      { from: 60, to: 75 },
      { from: 200, to: 215 },
    ])
  })
  test('once a day for each fall', () => {
    expect(marketHalts(falling({ 0: 0, 60: 0.08, 120: 0, 180: 0.08 }), MINUTES)).toHaveLength(1)
  })
  test('until the close after 20 %', () => {
    const levels = falling({ 0: 0, 10: 0.21 })
    expect(marketHalts(levels, MINUTES).at(-1)).toEqual({ from: 40, to: MINUTES })
  })
  test('from 15:25 on only after 20 %', () => {
    expect(marketHalts(falling({ 0: 0, 355: 0.15 }), MINUTES)).toEqual([])
    expect(marketHalts(falling({ 0: 0, 354: 0.08 }), MINUTES)).toEqual([{ from: 354, to: 369 }])
  })
  test('and not after less', () => {
    expect(marketHalts(falling({ 0: 0, 60: 0.069 }), MINUTES)).toEqual([])
  })
})

describe('[order.market-halt] one instrument is halted', () => {
  const jump = (minute: number, by: number) =>
    Float64Array.from({ length: MINUTES }, (_, each) => (each < minute ? 0 : Math.log(by)))
  test('for five minutes if it leaves the band around its last five minutes', () => {
    expect(bandHalts(jump(100, 1.051), MINUTES, 0.05)).toEqual([{ from: 100, to: 105 }])
    expect(bandHalts(jump(100, 0.949), MINUTES, 0.05)).toEqual([{ from: 100, to: 105 }])
    expect(bandHalts(jump(100, 1.049), MINUTES, 0.05)).toEqual([])
  })
  test('with twice the band in the first quarter of an hour and near the close', () => {
    for (const minute of [5, 365]) {
      expect(bandHalts(jump(minute, 1.09), MINUTES, 0.05)).toEqual([])
      expect(bandHalts(jump(minute, 1.11), MINUTES, 0.05)).toHaveLength(1)
    }
  })
  test('never in the last ten minutes', () => {
    expect(bandHalts(jump(380, 2), MINUTES, 0.05)).toEqual([])
  })
  test.each([
    [100, true, 1, 0.05],
    [100, false, 1, 0.1],
    [2, true, 1, 0.2],
    [0.5, true, 1, 0.3],
    [0.1, true, 1, 0.75],
    [100, true, -3, 0.15],
  ])('at %d USD, busy %p, %d times its leader by %d', (close, busy, times, band) =>
    expect(bandOf({ close, busy, times })).toBeCloseTo(band, 10),
  )
  test('and once if both kinds of halts overlap', () => {
    const [one, other] = [[{ from: 10, to: 25 }], [{ from: 20, to: 30 }]]
    expect(joinHalts(one, other)).toEqual([{ from: 10, to: 30 }])
  })
})

describe('[order.market-halt] in a halt', () => {
  const feed = forThisFile(() =>
    simulatedFeed({
      seed: 3,
      instruments: [listed('WILD', '40', { annualVolatility: 2.2, dailyVolume: 3_000_000 })],
    }),
  )
  interface Found extends Halt {
    readonly opensMs: number
  }
  /** The halts of four years. */
  const halts = forThisFile(() => {
    const found: Found[] = []
    for (let epochDay = 20_000; epochDay < 21_400; epochDay++) {
      const span = regularSpan(dayOn(epochDay))
      if (span === undefined) continue
      for (let minute = 0; minute < span.minutes; minute++) {
        const until = feed().haltedUntil?.('WILD', atMs(span.opensMs + minute * 60_000))
        if (until === undefined) continue
        const to = (until.epochMilliseconds - span.opensMs) / 60_000
        found.push({ from: minute, to, opensMs: span.opensMs })
        minute = to
      }
    }
    return found
  })
  const quoteAt = ({ opensMs }: Found, second: number): MarketQuote =>
    quoted(feed(), 'WILD', atMs(opensMs + second * 1_000))
  const shown = ({ bidPrice, askPrice, price }: MarketQuote) =>
    [bidPrice, askPrice, price].map(String)

  test('the quote stands still and has no size', () => {
    expect(halts().length).toBeGreaterThan(20)
    for (const halt of halts().slice(0, 20)) {
      const first = quoteAt(halt, halt.from * 60)
      for (let second = halt.from * 60; second < halt.to * 60; second += 7) {
        const quote = quoteAt(halt, second)
        expect([quote.bidSize, quote.askSize].map(String)).toEqual(['0', '0'])
        expect(shown(quote)).toEqual(shown(first))
        expect(quote.volume.eq(first.volume)).toBe(true)
      }
    }
  })
  test('the minute’s candles have every quote inside', () => {
    for (const halt of halts().slice(0, 5)) {
      const [from, to] = [halt.from - 1, halt.to + 1].map((minute) =>
        atMs(halt.opensMs + minute * 60_000).toString(),
      )
      const candles = feed().candles('WILD', '1m', range(from ?? '', to ?? ''))
      for (const [index, { high, low }] of candles.entries()) {
        for (let second = 0; second < 60; second += 3) {
          const quote = quoteAt(halt, (halt.from - 1 + index) * 60 + second)
          expect(low.lte(quote.bidPrice) && high.gte(quote.askPrice)).toBe(true)
        }
      }
    }
  })
  test('the price goes on behind it, up or down by chance', () => {
    const moves = halts().map((halt) => {
      const before = quoteAt(halt, Math.max(0, halt.from - 1) * 60)
      const during = quoteAt(halt, halt.from * 60)
      const after = quoteAt(halt, halt.to * 60)
      const middle = ({ bidPrice, askPrice }: MarketQuote) => wireNumber(bidPrice.plus(askPrice))
      const way = Math.sign(middle(during) - middle(before))
      return way * (middle(after) / middle(during) - 1)
    })
    const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length
    const variance = moves.reduce((sum, move) => sum + (move - mean) ** 2, 0) / moves.length
    expect(variance).toBeGreaterThan(1e-5)
    expect(Math.abs(mean) / Math.sqrt(variance / moves.length)).toBeLessThan(3)
  })
  test('another time has none', () => {
    expect(feed().haltedUntil?.('WILD', at('2026-03-02T12:00:00Z'))).toBeUndefined()
    expect(feed().haltedUntil?.('NOPE', at('2026-03-02T15:00:00Z'))).toBeUndefined()
  })
})
