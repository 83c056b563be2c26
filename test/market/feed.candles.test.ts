/** Candles, quotes and fills agree. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { NO_QUANTITY, type Price, type Quantity } from '../../src/core/money'
import type { OpenSession } from '../../src/core/session'
import { atMs, type Instant } from '../../src/core/time'
import { type Candle, INTERVALS, type Interval } from '../../src/market/feed'
import { at, newFeed, only, quoted, range, SYMBOLS, tradedAt } from '../support/feed'
import { forThisFile } from '../support/for-this-file'

const ALL: readonly OpenSession[] = ['DAY', 'PRE', 'REGULAR', 'AFTER']
const MINUTE_MS = 60_000
const feed = forThisFile(() => newFeed())

/** A minute's number in a full trading date that a session of it contains. */
const minutes = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  opensAt: fc.constantFrom(
    '2026-03-02T09:00:00Z',
    '2024-11-29T14:30:00Z',
    '2012-06-15T13:30:00Z',
    '2031-08-05T20:00:00Z',
  ),
  minute: fc.integer({ min: 0, max: 199 }),
})

const highest = (prices: readonly Price[]) => prices.reduce((most, p) => (p.gt(most) ? p : most))
const lowest = (prices: readonly Price[]) => prices.reduce((least, p) => (p.lt(least) ? p : least))
const total = (volumes: readonly Quantity[]) =>
  volumes.reduce((sum, volume) => sum.plus(volume), NO_QUANTITY.plus('0'))
const ohlcv = ({ open, high, low, close, volume }: Omit<Candle, 'startsAt' | 'session'>) =>
  [open, high, low, close, volume].map(String)

const ohlcOf = (symbol: string, instants: readonly Instant[]) => {
  const traded = instants.map((when) => tradedAt(feed(), symbol, when))
  const prices = instants.map((when) => quoted(feed(), symbol, when).price)
  return [
    prices[0],
    highest(traded.map((second) => second.highest)),
    lowest(traded.map((second) => second.lowest)),
    prices.at(-1),
  ].map(String)
}

/** The candle that covers these candles. */
const covering = (candles: readonly Candle[]) =>
  [
    candles[0]?.open,
    highest(candles.map(({ high }) => high)),
    lowest(candles.map(({ low }) => low)),
    candles.at(-1)?.close,
    total(candles.map(({ volume }) => volume)),
  ].map(String)

describe('a minute and its 60 seconds', () => {
  test('are one: it reaches from the lowest bid or print to the highest ask or print, first price to last', () => {
    fc.assert(
      fc.property(minutes, ({ symbol, opensAt, minute }) => {
        const startMs = at(opensAt).epochMilliseconds + minute * MINUTE_MS
        const span = range(atMs(startMs).toString(), atMs(startMs + 1).toString(), {
          sessions: ALL,
        })
        const candle = only(feed().candles(symbol, '1m', span))
        const seconds = Array.from({ length: 60 }, (_, second) => atMs(startMs + second * 1_000))
        expect(ohlcOf(symbol, seconds)).toEqual(ohlcv(candle).slice(0, 4))
      }),
      { numRuns: 60, seed: 2 },
    )
  })

  test('the candle forming now is made of the seconds so far', () => {
    fc.assert(
      fc.property(
        minutes,
        fc.integer({ min: 0, max: 59 }),
        ({ symbol, opensAt, minute }, second) => {
          const startMs = at(opensAt).epochMilliseconds + minute * MINUTE_MS
          const span = range(atMs(startMs).toString(), atMs(startMs + 1).toString(), {
            sessions: ALL,
            now: atMs(startMs + second * 1_000 + 999),
          })
          const seconds = Array.from({ length: second + 1 }, (_, passed) =>
            atMs(startMs + passed * 1_000),
          )
          const candle = only(feed().candles(symbol, '1m', span))
          expect(ohlcOf(symbol, seconds)).toEqual(ohlcv(candle).slice(0, 4))
        },
      ),
      { numRuns: 40, seed: 3 },
    )
  })

  test("the day's volume so far is the quote's", () => {
    for (const symbol of SYMBOLS) {
      const now = at('2026-03-02T18:17:23Z')
      const day = range('2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z', { sessions: ALL, now })
      const candle = feed().candles(symbol, '1d', day).at(-1)
      expect(String(candle?.volume)).toBe(String(quoted(feed(), symbol, now).volume))
    }
  })
})

describe('every interval', () => {
  const wider = INTERVALS.filter((interval) => interval !== '1m')

  /** Enough for a weekend, for the beginning of daylight saving time, and for several candles. */
  const DAYS: Partial<Record<Interval, number>> = { '1h': 4, '1d': 8, '1w': 31, '1mo': 31 }

  test.each(wider)('%s is made of its minutes, also while it forms', (interval) => {
    const days = DAYS[interval] ?? 1
    for (const [index, symbol] of SYMBOLS.entries()) {
      const now = at(`2026-03-${10 + index}T17:${10 + index * 7}:41Z`)
      const known = { sessions: ALL, now, limit: 100_000 }
      const from = now.subtract({ hours: days * 24 }).toString()
      const candles = feed().candles(symbol, interval, range(from, '2026-04-01T00:00:00Z', known))
      expect(candles.length).toBeGreaterThan(0)
      for (const [position, candle] of candles.entries()) {
        const next = candles[position + 1]?.startsAt ?? now.add({ milliseconds: 1 })
        const span = range(candle.startsAt.toString(), next.toString(), known)
        expect(ohlcv(candle)).toEqual(covering(feed().candles(symbol, '1m', span)))
      }
    }
  })

  test('at the opening is the print of the auction, between the first bid and ask', () => {
    const now = at('2026-03-02T14:30:00Z')
    for (const interval of INTERVALS) {
      const span = range('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', { now })
      const candle = only(feed().candles('BUSY', interval, span))
      const { price, bidPrice, askPrice } = quoted(feed(), 'BUSY', now)
      expect(ohlcv(candle).slice(0, 4)).toEqual([price, askPrice, bidPrice, price].map(String))
    }
  })

  test('counts intraday candles from the opening and ends them with the session', () => {
    const day = range('2024-11-29T00:00:00Z', '2024-11-30T00:00:00Z')
    const starts = feed()
      .candles('BUSY', '1h', day)
      .map(({ startsAt }) => startsAt.toString())
    expect(starts).toEqual(['14:30', '15:30', '16:30', '17:30'].map((t) => `2024-11-29T${t}:00Z`))
  })

  const longer: readonly (readonly [Interval, readonly string[]])[] = [
    ['1d', ['2026-03-02T14:30:00Z', '2026-03-03T14:30:00Z', '2026-03-04T14:30:00Z']],
    ['1w', ['2026-03-02T14:30:00Z', '2026-03-09T13:30:00Z', '2026-03-16T13:30:00Z']],
    ['1mo', ['2026-03-02T14:30:00Z', '2026-04-01T13:30:00Z', '2026-05-01T13:30:00Z']],
  ]
  test.each(longer)('%s starts with its first session', (interval, expected) => {
    const span = range('2026-03-01T00:00:00Z', '2027-01-01T00:00:00Z', { limit: 3, keep: 'oldest' })
    const starts = feed()
      .candles('BUSY', interval, span)
      .map(({ startsAt }) => startsAt.toString())
    expect(starts).toEqual([...expected])
  })
})
