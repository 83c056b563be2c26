/** Pinned quotes, and their candles. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { price, quantity, wireNumber } from '../../src/core/money'
import type { PinnedQuote } from '../../src/core/quote'
import type { OpenSession } from '../../src/core/session'
import { atMs, Temporal } from '../../src/core/time'
import { officialPrice } from '../../src/market/auctions'
import { type Candle, type Feed, INTERVALS } from '../../src/market/feed'
import { pinnedFeed } from '../../src/market/feeds/pinned'
import { at, newFeed, only, quoted, range, tradedAt } from '../support/feed'

const ALL: readonly OpenSession[] = ['DAY', 'PRE', 'REGULAR', 'AFTER']
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const base = newFeed()

const pin = (from: string, until: string | null, bid = '99.98', ask = '100.02'): PinnedQuote => ({
  symbol: 'BUSY',
  pinnedAt: at(from),
  releasedAt: until === null ? null : at(until),
  bidPrice: price(bid),
  bidSize: quantity('300'),
  askPrice: price(ask),
  askSize: quantity('200'),
})
const withPins = (...pins: readonly PinnedQuote[]): Feed =>
  pinnedFeed(base, { of: (symbol) => pins.filter((each) => each.symbol === symbol) })
const ohlc = ({ open, high, low, close }: Candle) => [open, high, low, close].map(String)
const shown = (feed: Feed, ms: number) => String(quoted(feed, 'BUSY', atMs(ms)).price)

describe('a pinned quote', () => {
  const feed = withPins(pin('2026-03-02T15:00:00Z', '2026-03-02T15:10:00Z', '99.97', '100.02'))

  test('stands from its instant until its release, and trades at the tick in the middle', () => {
    for (const instant of ['2026-03-02T15:00:00Z', '2026-03-02T15:09:59.999Z'].map(at)) {
      const quote = quoted(feed, 'BUSY', instant)
      const seen = [quote.bidPrice, quote.price, quote.askPrice, quote.bidSize, quote.askSize]
      expect(seen.map(String)).toEqual(['99.97', '100', '100.02', '300', '200'])
      const { bidRenewedAtMs, askRenewedAtMs, ...sides } = feed.bidAsk('BUSY', instant) ?? {}
      expect(JSON.stringify(sides)).toBe(
        '{"symbol":"BUSY","bidPrice":"99.97","bidSize":"300","askPrice":"100.02","askSize":"200",' +
          '"pinned":true}',
      )
      // [profile.pinned-size]
      const now = instant.epochMilliseconds
      expect([bidRenewedAtMs, askRenewedAtMs]).toEqual([now, now])
    }
  })

  test('changes nothing before, after, or of another instrument', () => {
    for (const instant of ['2026-03-02T14:59:59.999Z', '2026-03-02T15:10:00Z'].map(at)) {
      expect(quoted(feed, 'BUSY', instant)).toEqual(quoted(base, 'BUSY', instant))
    }
    const during = at('2026-03-02T15:05:00Z')
    expect(quoted(feed, 'IDLE', during)).toEqual(quoted(base, 'IDLE', during))
  })

  test("keeps the base's volume and last trade", () => {
    const during = at('2026-03-02T15:05:00Z')
    const [pinned, free] = [quoted(feed, 'BUSY', during), quoted(base, 'BUSY', during)]
    expect(pinned.volume).toEqual(free.volume)
    expect(pinned.lastTradeAt).toEqual(free.lastTradeAt)
    expect(pinned.previousClose).toEqual(free.previousClose)
  })

  test.each([
    ['99.98', '100.02', '100'],
    ['100.01', '100.02', '100.02'],
    ['0.9999', '1.00', '1'],
    ['0.9999', '1.01', '1'],
    ['0.2001', '0.2002', '0.2002'],
    ['5', '5', '5'],
  ])('of %s to %s trades at %s', (bid, ask, expected) => {
    const pinned = withPins(pin('2026-03-02T15:00:00Z', null, bid, ask))
    expect(shown(pinned, at('2026-03-03T15:00:00Z').epochMilliseconds)).toBe(expected)
  })
})

describe('an official price', () => {
  const date = Temporal.PlainDate.from('2026-03-02')
  const pinnedAuction = (over: Feed, stands: PinnedQuote) =>
    JSON.parse(JSON.stringify(pinnedFeed(over, { of: () => [stands] }).auction('BUSY', date)))
  const opensAt = at('2026-03-02T14:30:00Z')
  const closesAt = at('2026-03-02T21:00:00Z')

  test('at an instant that is pinned is the pinned price', () => {
    const feed = withPins(pin('2026-03-02T14:00:00Z', null))
    expect(String(officialPrice(feed, 'BUSY', 'OPG', opensAt))).toBe('100')
    expect(String(officialPrice(feed, 'BUSY', 'CLS', closesAt))).toBe('100')
  })

  test('at the opening is the pinned price even if the base has none', () => {
    const crossed = { openVolume: quantity('100'), closeVolume: quantity('900') }
    const late: Feed = {
      ...base,
      auction: () => ({ open: undefined, close: price('7'), ...crossed }),
    }
    const opening = pin('2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z')
    expect(pinnedAuction(late, opening)).toMatchObject({ open: '100', close: '7' })
    const later = pin('2026-03-02T15:00:00Z', null)
    expect(pinnedAuction(late, later)).toMatchObject({ close: '100' })
  })

  test("outside of every pin is the base's", () => {
    const feed = withPins(pin('2026-03-02T15:00:00Z', '2026-03-02T20:00:00Z'))
    expect(feed.auction('BUSY', date)).toEqual(base.auction('BUSY', date))
  })

  test('stays what it was when the pin is released at the close itself', () => {
    const feed = withPins(pin('2026-03-02T15:00:00Z', '2026-03-02T21:00:00Z'))
    expect(String(officialPrice(feed, 'BUSY', 'CLS', closesAt))).toBe('100')
  })

  test("is the next day's previous close", () => {
    const feed = withPins(pin('2026-03-02T15:00:00Z', '2026-03-02T23:00:00Z'))
    expect(String(quoted(feed, 'BUSY', at('2026-03-03T15:00:00Z')).previousClose)).toBe('100')
  })
})

describe('a minute', () => {
  const minute = range('2026-03-02T15:00:00Z', '2026-03-02T15:00:01Z')

  test('that a pin covers reaches from its bid to its ask, with the volume of the base', () => {
    const feed = withPins(pin('2026-03-02T15:00:00Z', '2026-03-02T15:01:00Z'))
    const candle = only(feed.candles('BUSY', '1m', minute))
    expect(ohlc(candle)).toEqual(['100', '100.02', '99.98', '100'])
    expect(candle.volume).toEqual(only(base.candles('BUSY', '1m', minute)).volume)
  })

  test('that is pinned from its middle on opens as before and closes at the pin', () => {
    const feed = withPins(pin('2026-03-02T15:00:30Z', null))
    const [open, high, low, close] = ohlc(only(feed.candles('BUSY', '1m', minute)))
    expect([open, low, close]).toEqual([
      String(quoted(base, 'BUSY', at('2026-03-02T15:00:00Z')).price),
      '99.98',
      '100',
    ])
    expect(Number(String(high))).toBeGreaterThan(200)
  })
})

describe('[candle.pin-tick] at the instant of a tick that is over', () => {
  const TICK = '2026-03-02T15:01:00Z'
  /** The sandbox sets and releases pins after the tick of the instant. */
  const JUST_AFTER = '2026-03-02T15:01:00.000001Z'
  const asked = range(TICK, '2026-03-02T15:01:01Z', { now: at('2026-03-02T15:02:00Z') })
  const candleOf = (feed: Feed) => ohlc(only(feed.candles('BUSY', '1m', asked)))
  const before = (feed: Feed) =>
    feed.candles('BUSY', '1m', range('2026-03-02T15:00:00Z', TICK)).map(ohlc)

  test('a pin is shown at once, and candles keep the quote that the tick was matched against', () => {
    const feed = withPins(pin(JUST_AFTER, null, '90', '110'))
    expect(shown(feed, at(TICK).epochMilliseconds)).toBe('100')
    const { price: matched, askPrice } = quoted(base, 'BUSY', at(TICK))
    const [open, high, low, close] = candleOf(feed)
    expect([open, low, close]).toEqual([String(matched), '90', '100'])
    expect(Number(high)).toBeGreaterThanOrEqual(Number(String(askPrice)))
    expect(before(feed)).toEqual(before(base))
  })

  test('a release keeps the pin in the candle of the tick', () => {
    const feed = withPins(pin('2026-03-02T15:00:30Z', JUST_AFTER, '90', '110'))
    expect(quoted(feed, 'BUSY', at(TICK))).toEqual(quoted(base, 'BUSY', at(TICK)))
    const [open, , low] = candleOf(feed)
    expect([open, low]).toEqual(['100', '90'])
  })

  test('a pin in place of another keeps both, and nothing of the base between them', () => {
    const feed = withPins(
      pin('2026-03-02T15:00:00Z', JUST_AFTER, '90', '110'),
      pin(JUST_AFTER, null, '95', '97'),
    )
    expect(shown(feed, at(TICK).epochMilliseconds)).toBe('96')
    expect(candleOf(feed)).toEqual(['100', '110', '90', '96'])
  })

  test('a pin before any tick is all that is shown', () => {
    expect(candleOf(withPins(pin(TICK, null, '90', '110')))).toEqual(['100', '110', '90', '100'])
  })
})

/** Up to four pins, with or without gaps, over a day and a half around a Monday. */
const pinsAnywhere = fc
  .array(
    fc.record({
      gapMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6 * HOUR_MS })),
      lengthMs: fc.oneof(
        fc.integer({ min: 0, max: 2 * MINUTE_MS }),
        fc.integer({ min: 0, max: 12 * HOUR_MS }),
        fc.nat({ max: 200 }).map((minutes) => minutes * MINUTE_MS),
      ),
      bid: fc.integer({ min: 10_000, max: 40_000 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((stretches) => {
    let ms = at('2026-03-02T10:00:00Z').epochMilliseconds
    return stretches.map(({ gapMs, lengthMs, bid }) => {
      const from = ms + gapMs
      ms = from + lengthMs
      const cents = (value: number) =>
        `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
      return pin(atMs(from).toString(), atMs(ms).toString(), cents(bid), cents(bid + 4))
    })
  })

/** The minutes of the pins' starts and ends. */
const minutesAt = (pins: readonly PinnedQuote[]): readonly number[] => [
  ...new Set(
    pins
      .flatMap(({ pinnedAt, releasedAt }) => [pinnedAt, releasedAt ?? pinnedAt])
      .map(({ epochMilliseconds }) => Math.floor(epochMilliseconds / MINUTE_MS) * MINUTE_MS),
  ),
]

test('a minute reaches as far as the bids, the asks and the prints in it, also while it forms', () => {
  fc.assert(
    fc.property(pinsAnywhere, fc.integer({ min: 0, max: 59_999 }), (pins, nowMs) => {
      const feed = withPins(...pins)
      for (const fromMs of minutesAt(pins)) {
        const [from, to] = [atMs(fromMs).toString(), atMs(fromMs + 1).toString()]
        for (const untilMs of [fromMs + MINUTE_MS - 1, fromMs + nowMs]) {
          const known = { sessions: ALL, now: atMs(untilMs) }
          const [candle] = feed.candles('BUSY', '1m', range(from, to, known))
          if (candle === undefined) continue
          const edges = pins.flatMap(({ pinnedAt, releasedAt }) =>
            [pinnedAt, releasedAt ?? pinnedAt].map(({ epochMilliseconds }) => epochMilliseconds),
          )
          const seconds = Array.from({ length: 60 }, (_, second) => fromMs + second * 1_000)
          const instants = [...edges, ...seconds, untilMs]
            .filter((ms) => fromMs <= ms && ms <= untilMs)
            .sort((one, other) => one - other)
          const prices = instants.map((ms) => Number(shown(feed, ms)))
          const traded = (ms: number) => tradedAt(feed, 'BUSY', atMs(ms))
          expect(ohlc(candle).map(Number)).toEqual([
            prices[0] ?? 0,
            Math.max(...instants.map((ms) => wireNumber(traded(ms).highest))),
            Math.min(...instants.map((ms) => wireNumber(traded(ms).lowest))),
            prices.at(-1) ?? 0,
          ])
        }
      }
    }),
    { numRuns: 40, seed: 4 },
  )
})

/** Open, high, low and close of a candle as numbers. */
const numbersOf = (candle: Candle) => {
  const [open = 0, high = 0, low = 0, close = 0] = ohlc(candle).map(Number)
  return { startsMs: candle.startsAt.epochMilliseconds, open, high, low, close }
}

/** The candle that covers these candles. */
const covering = (parts: readonly ReturnType<typeof numbersOf>[]) => [
  parts[0]?.open ?? 0,
  Math.max(...parts.map(({ high }) => high)),
  Math.min(...parts.map(({ low }) => low)),
  parts.at(-1)?.close ?? 0,
]

test('every longer candle is made of its minutes', () => {
  fc.assert(
    fc.property(pinsAnywhere, fc.nat({ max: 40 * 60 }), (pins, minutes) => {
      const feed = withPins(...pins)
      const now = at('2026-03-02T12:00:00Z').add({ minutes, seconds: 41 })
      const known = { sessions: ALL, now, limit: 100_000 }
      const asked = range('2026-03-02T00:00:00Z', '2026-03-05T00:00:00Z', known)
      const all = feed.candles('BUSY', '1m', asked).map(numbersOf)
      for (const interval of INTERVALS.filter((each) => each !== '1m')) {
        const candles = feed.candles('BUSY', interval, asked).map(numbersOf)
        for (const [index, { startsMs, open, high, low, close }] of candles.entries()) {
          const untilMs = candles[index + 1]?.startsMs ?? Number.POSITIVE_INFINITY
          const parts = all.filter((part) => startsMs <= part.startsMs && part.startsMs < untilMs)
          expect([open, high, low, close]).toEqual(covering(parts))
        }
      }
    }),
    { numRuns: 15, seed: 5 },
  )
})

test('a week is made of all its days, the last one too', () => {
  const feed = withPins(pin('2026-03-06T20:30:00Z', '2026-03-06T20:40:00Z', '0.98', '1.02'))
  const march = range('2026-03-02T00:00:00Z', '2026-03-14T00:00:00Z', { sessions: ALL })
  const [first, second] = feed.candles('BUSY', '1w', march).map(numbersOf)
  const days = feed.candles('BUSY', '1d', march).map(numbersOf)
  expect(first?.low).toBe(0.98)
  expect(Object.values(first ?? {}).slice(1)).toEqual(covering(days.slice(0, 5)))
  expect(Object.values(second ?? {}).slice(1)).toEqual(covering(days.slice(5, 10)))
})

test('a month with a long pin is made of its days', () => {
  const feed = withPins(pin('2026-03-03T15:00:30.500Z', '2026-03-19T19:59:12Z', '80', '80.10'))
  const month = only(
    feed.candles('BUSY', '1mo', range('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')),
  )
  const days = feed.candles('BUSY', '1d', range('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'))
  expect(ohlc(month).map(Number)).toEqual([
    Number(String(days[0]?.open)),
    Math.max(...days.map(({ high }) => Number(String(high)))),
    80,
    Number(String(days.at(-1)?.close)),
  ])
  const flat = days.filter(({ high, low }) => high.minus(low).eq('0.1'))
  expect(flat.map(({ startsAt }) => startsAt.toString().slice(0, 10)).at(0)).toBe('2026-03-04')
  expect(flat.length).toBe(11)
})

test('candles without a pin are the base’s own objects', () => {
  const feed = withPins(pin('2026-03-02T15:00:00Z', '2026-03-02T15:01:00Z'))
  const before = range('2026-02-02T00:00:00Z', '2026-02-28T00:00:00Z')
  for (const interval of INTERVALS) {
    const asked =
      interval === '1mo' ? range('2026-02-01T00:00:00Z', '2026-02-28T00:00:00Z') : before
    expect(feed.candles('BUSY', interval, asked)).toEqual(base.candles('BUSY', interval, asked))
  }
})
