/** Instruments that move with another: what a pair of them shows, and that their figures fit. */
import { describe, expect, test } from 'bun:test'
import { atMs } from '../../src/core/time'
import { wireNumber } from '../../src/core/units'
import type { Interval } from '../../src/market/feed'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { US_INSTRUMENTS } from '../../src/market/instruments/us'
import { at, quoted, range } from '../support/feed'

const feed = simulatedFeed({ seed: 7, instruments: US_INSTRUMENTS })

const returnsOf = (symbol: string, interval: Interval): readonly number[] => {
  const candles = feed.candles(
    symbol,
    interval,
    range('2025-01-01T00:00:00Z', '2026-06-01T00:00:00Z'),
  )
  const closes = candles.map(({ close }) => Math.log(wireNumber(close)))
  return closes.slice(1).map((close, index) => close - (closes[index] ?? close))
}

const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length

/** How `follower` moves with `leader`: the slope of its returns, and their correlation. */
function together(follower: string, leader: string, interval: Interval) {
  const [one, other] = [returnsOf(follower, interval), returnsOf(leader, interval)]
  const product = mean(one.map((x, index) => x * (other[index] ?? 0)))
  const square = (values: readonly number[]) => mean(values.map((x) => x * x))
  return {
    slope: product / square(other),
    correlation: product / Math.sqrt(square(one) * square(other)),
  }
}

describe('daily returns', () => {
  test.each([
    ['GOOG', 'GOOGL', 1],
    ['BRK.A', 'BRK.B', 1],
    ['VOO', 'SPY', 1],
    ['TQQQ', 'QQQ', 3],
    ['SQQQ', 'QQQ', -3],
    ['NVDL', 'NVDA', 2],
  ])('of %s are those of %s, times %d', (follower, leader, times) => {
    const { slope, correlation } = together(follower, leader, '1d')
    expect(Math.abs(slope / times - 1)).toBeLessThan(0.02)
    expect(Math.abs(correlation)).toBeGreaterThan(0.99)
  })

  test('of two companies are not', () =>
    expect(together('GOOGL', 'BRK.B', '1d').correlation).toBeLessThan(0.6))
})

test('each trades in its own way within a minute', () => {
  const START = at('2026-03-02T15:00:00Z').epochMilliseconds
  const path = (symbol: string) =>
    Array.from({ length: 60 }, (_, second) =>
      Math.log(wireNumber(quoted(feed, symbol, atMs(START + second * 1_000)).price)),
    )
  const [one, other] = [path('GOOG'), path('GOOGL')]
  const apart = one.map((level, second) => level - (other[second] ?? 0))
  // Were their trades the same ones, rounding to a cent would be all, some 0.00004.
  expect(Math.max(...apart) - Math.min(...apart)).toBeGreaterThan(0.0002)
})
