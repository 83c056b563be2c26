/** The rules by which imported bars become a market. */
import { describe, expect, test } from 'bun:test'
import { wireNumber } from '../../src/core/money'
import type { OpenSession } from '../../src/core/session'
import { Temporal } from '../../src/core/time'
import type { Feed, Interval } from '../../src/market/feed'
import { replayFeed } from '../../src/market/feeds/replay'
import { BARS_MAX, loadRecording } from '../../src/market/feeds/replay/load'
import { barsIn, newYork, recordingOf, replayOf } from '../support/recording'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const priceAt = (feed: Feed, time: string) => feed.quote('AAPL', newYork(time))?.price.toFixed()

/** A rising minute, a falling one, a gap of one, and the next day's first. */
const RECORDING = await recordingOf(
  barsIn(`
  start            | open  | high  | low  | close | volume
  2026-03-02 09:30 | 10.00 | 10.30 | 9.80 | 10.20 |  60000
  2026-03-02 09:31 | 10.20 | 10.40 | 9.90 | 10.00 |   6000
  2026-03-02 09:33 | 10.00 | 10.00 | 10.00 | 10.00 |     0
  2026-03-02 15:59 | 11.00 | 11.00 | 10.90 | 10.95 |    59
  2026-03-03 09:30 | 12.00 | 12.00 | 12.00 | 12.00 |   600
`),
)
const MINUTES = replayFeed(RECORDING)

const TINY = 1e-9
/** A minute that goes straight from its low to its high. */
const straight = (minute: number): string => {
  const time = minute < 30 ? `09:${30 + minute}` : `10:${String(minute - 30).padStart(2, '0')}`
  return `2026-03-02 ${time} | 10.00 | 10.20 | 10.00 | 10.20 | 60000`
}

/** Everything that a minute shows, second by second. */
const secondsOf = (feed: Feed, minute: string) =>
  Array.from({ length: 60 }, (_, seconds) => {
    const quote = feed.quote('AAPL', newYork(minute).add({ seconds }))
    if (quote === undefined) throw new Error(`no quote in ${minute}`)
    return quote
  })
const shownIn = (feed: Feed, minute: string) => {
  const quotes = secondsOf(feed, minute)
  const prices = quotes.map(({ price }) => wireNumber(price))
  return {
    first: prices.at(0),
    highest: Math.max(...prices),
    lowest: Math.min(...prices),
    last: prices.at(-1),
    highestAsk: Math.max(...quotes.map(({ askPrice }) => wireNumber(askPrice))),
    lowestBid: Math.min(...quotes.map(({ bidPrice }) => wireNumber(bidPrice))),
  }
}

describe('the price within a bar', () => {
  test.each([
    ['rises', '2026-03-02 09:30', [10, 10.3, 9.8, 10.2]],
    ['falls', '2026-03-02 09:31', [10.2, 10.4, 9.9, 10]],
    ['never moves', '2026-03-02 09:33', [10, 10, 10, 10]],
    ['opens at its high', '2026-03-02 15:59', [11, 11, 10.9, 10.95]],
  ] as const)(
    'that %s goes from the open to the close, near the high and the low',
    (_, minute, prices) => {
      const [open, high, low, close] = prices
      const { first, highest, lowest, last } = shownIn(MINUTES, minute)
      expect([first, last]).toEqual([open, close])
      expect(highest).toBeWithin(high - 0.04, high + TINY)
      expect(lowest).toBeWithin(low - TINY, low + 0.04)
    },
  )
  test('reaches the high and the low if earlier bars show few price changes', async () => {
    const feed = await replayOf(`
      start            | open  | high  | low   | close | volume
      ${Array.from({ length: 50 }, (_, minute) => straight(minute)).join('\n')}
      2026-03-02 10:20 | 10.10 | 10.30 | 9.80 | 10.20 | 60000
    `)
    const { first, highest, lowest, last } = shownIn(feed, '2026-03-02 10:20')
    expect([first, highest, lowest, last]).toEqual([10.1, 10.3, 9.8, 10.2])
  })

  test('[candle.fills-inside] no bid and no ask lies outside the bar', () => {
    const minutes = [
      ['2026-03-02 09:30', 9.8, 10.3],
      ['2026-03-02 09:31', 9.9, 10.4],
      ['2026-03-02 15:59', 10.9, 11],
    ] as const
    for (const [minute, low, high] of minutes) {
      const { lowestBid, highestAsk } = shownIn(MINUTES, minute)
      expect([lowestBid >= low, highestAsk <= high]).toEqual([true, true])
    }
  })

  test('depends on the seed, and on nothing else', async () => {
    const pathOf = (feed: Feed) =>
      secondsOf(feed, '2026-03-02 09:30').map(({ price }) => price.toFixed())
    const again = (seed: number) => replayFeed(RECORDING, seed)
    expect(pathOf(again(1))).toEqual(pathOf(MINUTES))
    expect(pathOf(again(2))).not.toEqual(pathOf(MINUTES))
  })

  test('stands for a whole second', () =>
    expect(priceAt(MINUTES, '2026-03-02 09:30:10.999')).toBe(
      priceAt(MINUTES, '2026-03-02 09:30:10'),
    ))
  test('stands between bars, over the night and after the last', () => {
    expect(priceAt(MINUTES, '2026-03-02 09:32:30')).toBe('10')
    expect(priceAt(MINUTES, '2026-03-02 23:00')).toBe('10.95')
    expect(priceAt(MINUTES, '2030-01-01 12:00')).toBe('12')
  })
  test('is undefined before the first bar, and for an unknown symbol', () => {
    expect(MINUTES.quote('AAPL', newYork('2026-03-02 09:29:59'))).toBeUndefined()
    expect(MINUTES.bidAsk('AAPL', newYork('2026-03-02 09:29:59'))).toBeUndefined()
    expect(MINUTES.quote('MSFT', newYork('2026-03-02 10:00'))).toBeUndefined()
  })
})

describe('bid and ask', () => {
  const ticksIn = (feed: Feed, time: string): number => {
    const shown = feed.bidAsk('AAPL', newYork(time))
    return shown === undefined ? Number.NaN : wireNumber(shown.askPrice.minus(shown.bidPrice)) * 100
  }
  test.each([
    [1, 10_000],
    [2, 1_000],
    [5, 100],
    [10, 99],
  ])('are %d ticks apart after minutes of %d shares', async (ticks, shares) => {
    const feed = await replayOf(`
      start            | open  | high  | low  | close | volume
      2026-03-02 09:30 | 10.00 | 10.30 | 9.80 | 10.20 | ${shares}
      2026-03-02 09:31 | 10.00 | 10.30 | 9.80 | 10.20 | 77
    `)
    expect(ticksIn(feed, '2026-03-02 09:31:30')).toBeCloseTo(ticks)
  })
  test('are as far apart as a narrow bar is wide', async () => {
    const feed = await replayOf(`
      start            | open  | high  | low   | close | volume
      2026-03-02 09:30 | 10.00 | 10.03 | 10.00 | 10.00 | 99
    `)
    expect(ticksIn(feed, '2026-03-02 09:30:30')).toBeCloseTo(3)
  })
  const onePrice = (minute: number): string =>
    `2026-03-02 09:3${minute} | 10.02 | 10.02 | 10.02 | 10.02 | 99`
  test('[candle.fills-inside] in a bar of one price one of them has it, the other no size', async () => {
    const feed = await replayOf(`
      start            | open  | high  | low   | close | volume
      ${Array.from({ length: 10 }, (_, minute) => onePrice(minute)).join('\n')}
    `)
    const sides = Array.from({ length: 10 }, (_, minute) => {
      const shown = plain(feed.bidAsk('AAPL', newYork(`2026-03-02 09:3${minute}:30`)))
      const { bidPrice, bidSize, askPrice, askSize } = shown
      expect(ticksIn(feed, `2026-03-02 09:3${minute}:30`)).toBeCloseTo(10)
      const atBid = bidPrice === '10.02'
      expect(atBid ? askSize : bidSize).toBe('0')
      expect(Number(atBid ? bidSize : askSize)).toBeGreaterThan(0)
      expect(atBid ? bidPrice : askPrice).toBe('10.02')
      return atBid
    })
    expect(new Set(sides).size).toBe(2)
    const formed = candles(
      feed,
      '5m',
      '2026-03-02 09:30',
      '2026-03-02 09:35',
      '2026-03-02 09:32:30',
    )
    expect(formed[0]).toStartWith('2026-03-02T09:30:00 10.02 10.02 10.02 10.02')
  })
  test('below a dollar move by a hundredth of a cent, and above it by whole cents', async () => {
    const penny = await replayOf(`
      start            | open   | high   | low    | close  | volume
      2026-03-02 09:30 | 0.9998 | 1.0200 | 0.9990 | 0.9998 |    600
    `)
    for (const { bidPrice, askPrice } of secondsOf(penny, '2026-03-02 09:30')) {
      for (const shown of [bidPrice, askPrice].map((price) =>
        Math.round(wireNumber(price) * 1e4),
      )) {
        expect(shown % (shown < 10_000 ? 1 : 100)).toBe(0)
        expect(shown >= 9_990 && shown <= 10_200).toBe(true)
      }
    }
  })

  const sizes = (time: string) => {
    const { bidSize, askSize } = plain(MINUTES.bidAsk('AAPL', newYork(time)))
    return [bidSize, askSize]
  }
  test.each([
    ['a bar without shares', '2026-03-02 09:33'],
    ['between bars', '2026-03-02 09:32:30'],
    ['another session than the bar’s', '2026-03-02 16:00'],
    ['closed', '2026-03-03 03:55'],
    ['before the day’s first bar', '2026-03-03 09:29:59'],
    ['a date without bars', '2026-03-04 12:00'],
  ])('show nothing if nothing trades: %s', (_, time) => expect(sizes(time)).toEqual(['0', '0']))

  test('a size lasts for some seconds, and has the time of its renewal', () => {
    const quotes = secondsOf(MINUTES, '2026-03-02 09:30')
    const renewals = new Set(quotes.map(({ bidRenewedAtMs }) => bidRenewedAtMs))
    expect(renewals.size).toBeGreaterThan(3)
    expect(renewals.size).toBeLessThan(60)
    for (const [second, quote] of quotes.entries()) {
      const since = quotes.at((quote.bidRenewedAtMs % 60_000) / 1_000)
      expect(since?.bidSize.eq(quote.bidSize) && since.bidPrice.eq(quote.bidPrice)).toBe(true)
      expect((quote.bidRenewedAtMs % 60_000) / 1_000).toBeLessThanOrEqual(second)
      expect(wireNumber(quote.bidSize)).toBeWithin(1, 60_001)
    }
  })
})

describe('the prints of a minute', () => {
  const moving = (minute: number): string =>
    `2026-03-02 09:${30 + minute} | 200.00 | 200.30 | 199.80 | 200.00 | 60000`
  const feedOf = (rows: readonly string[]) =>
    replayOf(`
      start            | open   | high   | low    | close  | volume
      ${rows.join('\n')}
    `)
  const tenMinutes = Array.from({ length: 10 }, (_, minute) => moving(minute))
  const printsIn = (feed: Feed, minute: string) =>
    Array.from({ length: 60 }, (_, seconds) =>
      plain(feed.prints?.('AAPL', newYork(minute).add({ seconds })) ?? null),
    )

  test('[fill.print] lie between the quotes of its seconds, or beyond them', async () => {
    const feed = await feedOf(tenMinutes)
    const quotes = secondsOf(feed, '2026-03-02 09:39')
    const prints = printsIn(feed, '2026-03-02 09:39')
    expect(prints.filter((each) => each !== null).length).toBe(60)
    for (const [second, { lowest, highest, bidPrice, askPrice }] of prints.entries()) {
      const [before, now] = [quotes[second - 1], quotes[second]]
      if (before === undefined || now === undefined) continue
      expect([bidPrice, askPrice]).toEqual([before.bidPrice.toFixed(), before.askPrice.toFixed()])
      // The price lies between bid and ask, and a print on a whole tick on its way.
      if (now.bidPrice.gt(before.askPrice))
        expect(Number(highest)).toBeGreaterThan(Number(askPrice))
      if (now.askPrice.lt(before.bidPrice)) expect(Number(lowest)).toBeLessThan(Number(bidPrice))
    }
  })
  test('[candle.fills-inside] lie inside of its bar, and of its candle while it forms', async () => {
    const feed = await feedOf(tenMinutes)
    const start = newYork('2026-03-02 09:39')
    for (const [seconds, prints] of printsIn(feed, '2026-03-02 09:39').entries()) {
      const [candle] = feed.candles('AAPL', '1m', {
        from: start,
        to: start.add({ minutes: 1 }),
        now: start.add({ seconds }),
        sessions: REGULAR,
        limit: 1,
        keep: 'oldest',
      })
      expect(candle?.low.lte(prints.lowest) && candle.high.gte(prints.highest)).toBe(true)
      expect(Number(prints.lowest)).toBeGreaterThanOrEqual(199.8)
      expect(Number(prints.highest)).toBeLessThanOrEqual(200.3)
    }
  })
  test('[fill.print] are none in the first second after a gap, and at an opening', async () => {
    const feed = await feedOf([...tenMinutes.slice(0, 8), moving(9)])
    const first = (minute: string) => printsIn(feed, minute)[0]
    expect(first('2026-03-02 09:30')).toBeNull()
    expect(first('2026-03-02 09:37')).not.toBeNull()
    expect(first('2026-03-02 09:39')).toBeNull()
    expect(printsIn(feed, '2026-03-02 09:38').every((prints) => prints === null)).toBe(true)
  })
  test('[candle.fills-inside] no order stands outside of the minute when it begins', async () => {
    const feed = await feedOf([
      ...tenMinutes.slice(0, 9),
      '2026-03-02 09:39 | 190.00 | 190.30 | 189.80 | 190.00 | 60000',
    ])
    const [first] = printsIn(feed, '2026-03-02 09:39')
    expect(Number(first.highest)).toBeWithin(190.28, 190.3 + TINY)
    expect(Number(first.askPrice)).toBeCloseTo(Number(first.highest) + 0.01)
  })
  test.each([
    ['has one price', '200.00 | 200.00 | 200.00 | 200.00 | 60000'],
    ['has no shares', '200.00 | 200.30 | 199.80 | 200.00 | 0'],
  ])('[fill.print] are none if it %s', async (_, row) => {
    const feed = await feedOf([...tenMinutes.slice(0, 9), `2026-03-02 09:39 | ${row}`])
    expect(printsIn(feed, '2026-03-02 09:39').every((prints) => prints === null)).toBe(true)
  })
  test('[fill.print] are none if minutes move by a few spreads', async () => {
    const narrow = (minute: number): string =>
      `2026-03-02 09:${30 + minute} | 200.00 | 200.03 | 199.99 | 200.00 | 60000`
    const feed = await feedOf(Array.from({ length: 10 }, (_, minute) => narrow(minute)))
    expect(printsIn(feed, '2026-03-02 09:39').every((prints) => prints === null)).toBe(true)
  })
})

test('a quote has the volume of its date, the previous close and the last trade', () => {
  const quote = (time: string) => plain(MINUTES.quote('AAPL', newYork(time)))
  // There is no close before the first date: its first open.
  expect(quote('2026-03-02 09:31:59')).toMatchObject({
    volume: '66000',
    previousClose: '10',
    lastTradeAt: '2026-03-02T14:31:59Z',
    session: 'REGULAR',
  })
  expect(quote('2026-03-03 18:00')).toMatchObject({
    volume: '600',
    previousClose: '10.95',
    lastTradeAt: '2026-03-03T14:30:59Z',
    session: 'AFTER',
  })
})

test('the shares of a bar trade in all of its seconds, and never more than it has', () => {
  const volumes = secondsOf(MINUTES, '2026-03-02 09:31').map(({ volume }) => wireNumber(volume))
  expect(volumes.toSorted((one, other) => one - other)).toEqual(volumes)
  expect(new Set(volumes).size).toBeGreaterThan(50)
  expect(volumes.at(-1)).toBe(66_000)
})

describe('the official prices', () => {
  const on = (feed: Feed, date: string) =>
    plain(feed.auction('AAPL', Temporal.PlainDate.from(date)) ?? null)

  test('are the open of the bar that REGULAR opens with and its last close', async () => {
    expect(on(MINUTES, '2026-03-02')).toMatchObject({ open: '10', close: '10.95' })
    const daily = await replayOf(`
      start      | open  | high  | low  | close | volume
      2026-03-02 | 10.00 | 12.00 | 9.00 | 11.00 |    600
    `)
    expect(on(daily, '2026-03-02')).toMatchObject({ open: '10', close: '11' })
  })

  test('have no open if the first bar starts later: the auction precedes its price', async () => {
    const late = await replayOf(`
      start            | open  | high  | low   | close | volume
      2026-03-02 09:29 |  8.00 |  8.00 |  8.00 |  8.00 |      1
      2026-03-02 09:31 |  9.00 |  9.00 |  9.00 |  9.50 |      1
      2026-03-02 16:00 |  7.00 |  7.00 |  7.00 |  7.00 |      1
    `)
    expect(on(late, '2026-03-02')).toEqual({
      close: '9.5',
      openVolume: '0',
      closeVolume: expect.any(String),
    })
  })

  test('are none on a date without bars in REGULAR', async () => {
    expect(on(MINUTES, '2026-03-04')).toBeNull()
    const before = await replayOf(`
      start            | open  | high  | low   | close | volume
      2026-03-02 09:29 |  8.00 |  8.00 |  8.00 |  8.00 |      1
    `)
    expect(on(before, '2026-03-02')).toBeNull()
  })
})

const REGULAR: readonly OpenSession[] = ['REGULAR']
const candles = (feed: Feed, interval: Interval, from: string, to: string, now = to) =>
  plain(
    feed
      .candles('AAPL', interval, {
        from: newYork(from),
        to: newYork(to),
        now: newYork(now),
        sessions: REGULAR,
        limit: 1_000,
        keep: 'oldest',
      })
      .map(({ startsAt, open, high, low, close, volume }) =>
        [
          startsAt.toZonedDateTimeISO('America/New_York').toPlainDateTime().toString(),
          open.toFixed(),
          high.toFixed(),
          low.toFixed(),
          close.toFixed(),
          volume.toFixed(),
        ].join(' '),
      ),
  )

describe('candles of minute bars', () => {
  test('join them, and none is made if nothing traded', () => {
    expect(candles(MINUTES, '1m', '2026-03-02 09:00', '2026-03-02 10:00')).toEqual([
      '2026-03-02T09:30:00 10 10.3 9.8 10.2 60000',
      '2026-03-02T09:31:00 10.2 10.4 9.9 10 6000',
      '2026-03-02T09:33:00 10 10 10 10 0',
    ])
    expect(candles(MINUTES, '3m', '2026-03-02 09:00', '2026-03-02 10:00')).toEqual([
      '2026-03-02T09:30:00 10 10.4 9.8 10 66000',
      '2026-03-02T09:33:00 10 10 10 10 0',
    ])
    expect(candles(MINUTES, '1d', '2026-03-01 00:00', '2026-03-08 00:00')).toEqual([
      '2026-03-02T09:30:00 10 11 9.8 10.95 66059',
      '2026-03-03T09:30:00 12 12 12 12 600',
    ])
    expect(candles(MINUTES, '1mo', '2026-03-01 00:00', '2026-03-08 00:00')).toEqual([
      '2026-03-02T09:30:00 10 12 9.8 12 66659',
    ])
  })
  test('begin with their interval, although the first bar came later', async () => {
    const feed = await replayOf(`
      start            | open  | high  | low   | close | volume
      2026-03-03 09:47 | 10.00 | 10.00 | 10.00 | 10.00 |     60
    `)
    const of = (interval: Interval) =>
      candles(feed, interval, '2026-03-01 00:00', '2026-03-08 00:00').map((candle: string) =>
        candle.slice(0, '2026-03-03T09:30'.length),
      )
    expect((['1m', '5m', '15m', '1h', '1d', '1w', '1mo'] as const).map(of)).toEqual([
      ['2026-03-03T09:47'],
      ['2026-03-03T09:45'],
      ['2026-03-03T09:45'],
      ['2026-03-03T09:30'],
      ['2026-03-03T09:30'],
      ['2026-03-03T09:30'],
      ['2026-03-03T09:30'],
    ])
    expect(candles(feed, '1h', '2026-03-03 09:31', '2026-03-08 00:00')).toEqual([])
  })
  test('that still form know nothing of what comes, and hold all that could be traded at', () => {
    const quotes = secondsOf(MINUTES, '2026-03-02 09:30').slice(0, 30)
    const bids = quotes.map(({ bidPrice }) => wireNumber(bidPrice))
    const asks = quotes.map(({ askPrice }) => wireNumber(askPrice))
    const last = quotes.at(-1)
    expect(
      candles(MINUTES, '5m', '2026-03-02 09:00', '2026-03-02 10:00', '2026-03-02 09:30:29.5'),
    ).toEqual([
      [
        '2026-03-02T09:30:00 10',
        Math.max(...asks),
        Math.min(...bids),
        last?.price.toFixed(),
        last?.volume.toFixed(),
      ].join(' '),
    ])
  })
})

describe('a daily bar', () => {
  const daily = `
    start      | open   | high   | low    | close  | volume
    2026-03-02 | 100.00 | 104.00 |  98.00 | 103.00 | 23400000
    2026-03-04 | 103.00 | 106.00 | 101.00 | 102.00 | 46800000
  `
  test('spans REGULAR, from its open to its close', async () => {
    const feed = await replayOf(daily)
    expect(feed.quote('AAPL', newYork('2026-03-02 09:29:59'))).toBeUndefined()
    const times = ['09:30', '15:59:59', '18:00']
    expect(times.map((time) => priceAt(feed, `2026-03-02 ${time}`))).toEqual(['100', '103', '103'])
  })
  test('is itself as 1d and part of 1w', async () => {
    const feed = await replayOf(daily)
    expect(candles(feed, '1d', '2026-03-01 00:00', '2026-03-08 00:00')).toEqual([
      '2026-03-02T09:30:00 100 104 98 103 23400000',
      '2026-03-04T09:30:00 103 106 101 102 46800000',
    ])
    expect(candles(feed, '1w', '2026-03-01 00:00', '2026-03-08 00:00')).toEqual([
      '2026-03-02T09:30:00 100 106 98 102 70200000',
    ])
  })

  type Figures = readonly number[]
  const figures = (candle: string): Figures => candle.split(' ').slice(1).map(Number)
  const folded = (all: readonly Figures[]): Figures => [
    all.at(0)?.[0] ?? 0,
    Math.max(...all.map(([, high = 0]) => high)),
    Math.min(...all.map(([, , low = 0]) => low)),
    all.at(-1)?.[3] ?? 0,
    all.reduce((sum, [, , , , volume = 0]) => sum + volume, 0),
  ]
  const ofDay = async (interval: Interval): Promise<readonly Figures[]> =>
    candles(await replayOf(daily), interval, '2026-03-02 00:00', '2026-03-03 00:00').map(figures)

  test('is exactly what its minutes, and its hours, come to', async () => {
    const [minutes, hours] = [await ofDay('1m'), await ofDay('1h')]
    expect([minutes.length, hours.length]).toEqual([390, 7])
    expect(folded(minutes)).toEqual([100, 104, 98, 103, 23_400_000])
    expect(folded(minutes.slice(60, 120))).toEqual([...(hours[1] ?? [])])
    expect(folded(hours)).toEqual([100, 104, 98, 103, 23_400_000])
  })
  test('[candle.fills-inside] shows no bid and no ask outside of its minutes', async () => {
    const feed = await replayOf(daily)
    const [minutes, start] = [await ofDay('1m'), newYork('2026-03-02 09:30')]
    for (const [minute, [open, high = 0, low = 0, close]] of minutes.entries()) {
      if (minute % 13 !== 0) continue
      for (let second = 0; second < 60; second++) {
        const quote = feed.quote('AAPL', start.add({ seconds: minute * 60 + second }))
        expect(quote && wireNumber(quote.bidPrice)).toBeGreaterThanOrEqual(low)
        expect(quote && wireNumber(quote.askPrice)).toBeLessThanOrEqual(high)
        if (second === 0) expect(quote?.price.toFixed()).toBe(String(open))
        if (second === 59) expect(quote?.price.toFixed()).toBe(String(close))
      }
    }
  })
  test('trades most at its ends, and in its auctions', async () => {
    const volume = (await ofDay('30m')).map(([, , , , shares = 0]) => shares)
    expect(Math.min(volume[0] ?? 0, volume[12] ?? 0)).toBeGreaterThan(1.3 * (volume[6] ?? 0))
    const auctions = (await replayOf(daily)).auction('AAPL', Temporal.PlainDate.from('2026-03-02'))
    if (auctions === undefined) throw new Error('no auctions')
    expect(wireNumber(auctions.openVolume)).toBeWithin(100_000, 1_000_000)
    expect(wireNumber(auctions.closeVolume)).toBeWithin(800_000, 6_000_000)
  })
})

test('no quote lies outside its candle', async () => {
  const start = newYork('2026-03-02 09:30')
  for (let second = 0; second < 240; second++) {
    const at = start.add({ seconds: second })
    const price = MINUTES.quote('AAPL', at)?.price
    const [candle] = MINUTES.candles('AAPL', '1d', {
      from: start,
      to: at.add({ seconds: 1 }),
      now: at,
      sessions: REGULAR,
      limit: 1,
      keep: 'oldest',
    })
    if (price === undefined || candle === undefined) throw new Error(`nothing at ${at}`)
    expect(candle.close.eq(price)).toBe(true)
    expect(candle.low.lte(price) && candle.high.gte(price)).toBe(true)
  }
})

test('more bars than memory is meant for are refused before any is read', async () => {
  const count = BARS_MAX + 1
  const loading = loadRecording({
    list: async () => [{ symbol: 'AAPL', interval: '1m', count, firstMinute: 0, lastMinute: 0 }],
    read() {
      throw new Error('nothing is read')
    },
  })
  await expect(loading).rejects.toThrow('10000001 bars, at most 10000000 can be replayed')
})
