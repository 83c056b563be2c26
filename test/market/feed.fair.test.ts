/**
 * The simulated market is a fair game: bid and ask enclose a price that nobody can predict, and
 * candles contain every price that an order can fill at.
 */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { wireNumber } from '../../src/core/money'
import { atMs } from '../../src/core/time'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import { addSeconds, extremesOf } from '../../src/market/feeds/simulated/extremes'
import { simulatedMarket } from '../../src/market/feeds/simulated/market'
import {
  levelAt,
  pipsAt,
  type SessionPath,
  secondsOf,
  touchOf,
} from '../../src/market/feeds/simulated/session-path'
import { dayOn, type TradingDay } from '../../src/market/feeds/trading-day'
import { at, INSTRUMENTS, listed, only, quoted, range, tradedAt } from '../support/feed'
import { forThisFile } from '../support/for-this-file'

const INSTRUMENTS_OF_ALL_KINDS = [
  ...INSTRUMENTS,
  listed('DOLLAR', '1.02', { annualVolatility: 0.8 }),
  listed('OIL1', '50', { groups: [{ group: 'OIL', weight: 0.9 }] }),
  listed('OIL2', '80', { groups: [{ group: 'OIL', weight: 0.9 }] }),
  listed('TRIPLE', '90', {
    annualVolatility: 0.84,
    beta: 3.6,
    follows: { symbol: 'BUSY', times: 3 },
  }),
  listed('INVERSE', '20', {
    annualVolatility: 0.84,
    beta: -3.6,
    follows: { symbol: 'BUSY', times: -3 },
  }),
  listed('TWIN', '251', {
    type: 'ETF',
    annualVolatility: 0.28,
    beta: 1.2,
    follows: { symbol: 'BUSY', times: 1 },
  }),
]
const market = simulatedMarket({ seed: 6, instruments: INSTRUMENTS_OF_ALL_KINDS })
const feed = forThisFile(() => simulatedFeed({ seed: 6, instruments: INSTRUMENTS_OF_ALL_KINDS }))
const symbols = fc.constantFrom(...INSTRUMENTS_OF_ALL_KINDS.map(({ symbol }) => symbol))
const days = fc
  .integer({ min: 14_000, max: 23_500 })
  .map(dayOn)
  .filter(({ sessions }) => sessions.length > 0)

function pathOf(symbol: string, day: TradingDay, index: number): SessionPath {
  const [listing, span] = [market.get(symbol), day.sessions[index]]
  if (listing === undefined || span === undefined) throw new Error(`no ${symbol}`)
  return listing.path(day, span)
}

test('the efficient price is never outside of bid and ask: nobody trades at a better one', () => {
  fc.assert(
    fc.property(symbols, days, fc.nat(3), fc.nat(23_000), (symbol, day, index, drawn) => {
      const path = pathOf(symbol, day, index)
      const second = drawn % (path.span.minutes * 60)
      const minute = Math.floor(second / 60)
      const price = pipsAt(path, minute, second - minute * 60)
      const { bid, ask } = touchOf(path, minute, second - minute * 60)
      expect(bid).toBeLessThan(ask)
      // No bid is below the smallest price.
      expect(bid <= price || bid === 1).toBe(true)
      expect(price).toBeLessThanOrEqual(ask)
    }),
    { numRuns: 3_000, seed: 6 },
  )
})

test("a session's extremes are the extremes of all its seconds, although the search skips most", () => {
  fc.assert(
    fc.property(symbols, days, fc.nat(3), (symbol, day, index) => {
      const path = pathOf(symbol, day, index)
      const found = { high: 0, low: Number.POSITIVE_INFINITY }
      for (let minute = 0; minute < path.span.minutes; minute++) {
        addSeconds(path, minute, secondsOf(path, minute), 60, found)
      }
      expect({ symbol, ...extremesOf(path, 0, path.span.minutes) }).toEqual({ symbol, ...found })
    }),
    { numRuns: 250, seed: 7 },
  )
})

test('every price that an order can fill at is inside the candles of its time', () => {
  const from = at('2026-03-02T14:30:00Z').epochMilliseconds
  fc.assert(
    fc.property(symbols, fc.nat(6.5 * 3_600 - 1), (symbol, second) => {
      const ms = second * 1_000
      const now = atMs(from + ms)
      const { bidPrice, askPrice, price } = quoted(feed(), symbol, now)
      const { lowest, highest } = tradedAt(feed(), symbol, now)
      for (const known of [now, now.add({ hours: 48 })]) {
        for (const interval of ['1m', '1h', '1d'] as const) {
          const asked = range('2026-03-02T14:30:00Z', '2026-03-02T21:00:00Z', { now: known })
          const candle = feed()
            .candles(symbol, interval, { ...asked, limit: 400 })
            .findLast(({ startsAt }) => startsAt.epochMilliseconds <= from + ms)
          expect(candle?.low.lte(lowest)).toBe(true)
          expect(candle?.high.gte(highest)).toBe(true)
          expect(bidPrice.lte(price) && price.lte(askPrice)).toBe(true)
        }
      }
    }),
    { numRuns: 40, seed: 8 },
  )
})

describe('an auction', () => {
  const date = at('2026-03-02T12:00:00Z').toZonedDateTimeISO('UTC').toPlainDate()
  const regular = (symbol: string, minute: string) =>
    only(feed().candles(symbol, '1m', range(minute, at(minute).add({ seconds: 1 }).toString())))

  test('prints at the first price of REGULAR, and at its last, which AFTER begins with', () => {
    for (const symbol of ['BUSY', 'DEAR', 'IDLE', 'INVERSE']) {
      const { open, close } = feed().auction(symbol, date) ?? {}
      const last = regular(symbol, '2026-03-02T20:59:00Z')
      expect([open, close].map(String)).toEqual(
        [regular(symbol, '2026-03-02T14:30:00Z').open, last.close].map(String),
      )
      const after = quoted(feed(), symbol, at('2026-03-02T21:00:00Z'))
      expect(String(after.price)).toBe(String(close))
      expect(after.bidPrice.lte(after.price) && after.price.lte(after.askPrice)).toBe(true)
    }
  })

  test('crosses a few hundredths of the shares, the closing one most', () => {
    const { openVolume, closeVolume } = feed().auction('BUSY', date) ?? {}
    const day = only(
      feed().candles('BUSY', '1d', range('2026-03-02T12:00:00Z', '2026-03-03T12:00:00Z')),
    )
    const part = (volume = day.volume) => wireNumber(volume) / wireNumber(day.volume)
    expect(part(openVolume)).toBeCloseTo(0.015, 2)
    expect(part(closeVolume)).toBeCloseTo(0.09, 2)
    const before = quoted(feed(), 'BUSY', at('2026-03-02T20:59:59Z')).volume
    const after = quoted(feed(), 'BUSY', at('2026-03-02T21:00:00Z')).volume
    expect(after.minus(before).gte(closeVolume ?? day.volume)).toBe(true)
  })
})

describe('a fund', () => {
  const closes = (symbol: string) =>
    feed()
      .candles(symbol, '1d', range('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'))
      .map(({ close }) => wireNumber(close))
  const returns = (symbol: string) => {
    const prices = closes(symbol)
    return prices.slice(1).map((price, index) => price / (prices[index] ?? price) - 1)
  }

  test.each([
    ['TRIPLE', 3],
    ['INVERSE', -3],
    ['TWIN', 1],
  ])('%s returns %d times what it follows, day by day', (symbol, times) => {
    const own = returns(symbol)
    for (const [index, ofLeader] of returns('BUSY').entries()) {
      // Both are rounded to cents, and costs are below a basis point and a half.
      expect(Math.abs((own[index] ?? 0) - times * ofLeader)).toBeLessThan(0.0025)
    }
  })
})

describe('the end of no year is known', () => {
  test.each(['2024-12-31T21:00:00Z', '2026-10-30T20:00:00Z', '2026-11-02T21:00:00Z'])(
    '%s has other prices in every seed, on either side of the reference',
    (instant) => {
      const ratios = Array.from({ length: 24 }, (_, seed) =>
        wireNumber(
          quoted(simulatedFeed({ seed, instruments: INSTRUMENTS }), 'BUSY', at(instant)).price,
        ),
      ).map((price) => price / 250)
      expect(new Set(ratios).size).toBe(24)
      expect(Math.min(...ratios)).toBeLessThan(0.95)
      expect(Math.max(...ratios)).toBeGreaterThan(1.05)
    },
  )
})

test('the volume of an evening does not reveal the jump of the following night', () => {
  const fund = market.get('FUND')
  const nights = Array.from({ length: 4_000 }, (_, index) => dayOn(15_000 + index)).filter(
    ({ sessions }) => sessions.length > 0,
  )
  const points = nights.slice(1).flatMap((next, index) => {
    const day = nights[index]
    const [evening, night] = [day?.sessions[3], next.sessions[0]]
    if (fund === undefined || day === undefined || !evening || !night) return []
    const before = levelAt(fund.path(day, evening), evening.minutes)
    const gap = levelAt(fund.path(next, night), 0) - before
    return [{ busy: Math.log(fund.volume(day, evening)), gap: gap > 0 ? 1 : -1 }]
  })
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const busy = mean(points.map((point) => point.busy))
  const gaps = mean(points.map(({ gap }) => gap))
  const products = points.map((point) => (point.busy - busy) * (point.gap - gaps))
  const deviation = Math.sqrt(mean(products.map((product) => product * product)))
  const t = (mean(products) / deviation) * Math.sqrt(products.length)
  expect(points.length).toBeGreaterThan(2_500)
  expect(Math.abs(t)).toBeLessThan(3)
})

test('instruments of one group move together from second to second, others do not', () => {
  const start = at('2026-03-02T15:00:00Z').epochMilliseconds
  const moves = (symbol: string) => {
    const mids = Array.from({ length: 720 }, (_, index) => {
      const { bidPrice, askPrice } = quoted(feed(), symbol, atMs(start + index * 10_000))
      return Math.log(wireNumber(bidPrice.plus(askPrice)))
    })
    return mids.slice(1).map((mid, index) => mid - (mids[index] ?? mid))
  }
  const correlation = (one: readonly number[], other: readonly number[]) => {
    const product = (left: readonly number[], right: readonly number[]) =>
      left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
    return product(one, other) / Math.sqrt(product(one, one) * product(other, other))
  }
  expect(correlation(moves('OIL1'), moves('OIL2'))).toBeGreaterThan(0.6)
  expect(correlation(moves('BUSY'), moves('TWIN'))).toBeGreaterThan(0.9)
  expect(correlation(moves('BUSY'), moves('INVERSE'))).toBeLessThan(-0.6)
})
