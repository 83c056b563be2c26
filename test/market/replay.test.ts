/** The rules by which imported bars become a market. */
import { describe, expect, test } from 'bun:test'
import type { OpenSession } from '../../src/core/session'
import { Temporal } from '../../src/core/time'
import type { Feed, Interval } from '../../src/market/feed'
import { BARS_MAX, loadRecording } from '../../src/market/feeds/replay/load'
import { newYork, replayOf } from '../support/recording'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const priceAt = (feed: Feed, time: string) => feed.quote('AAPL', newYork(time))?.price.toFixed()

/** A rising minute, a falling one, a gap of one, and the next day's first. */
const MINUTES = await replayOf(`
  start            | open  | high  | low  | close | volume
  2026-03-02 09:30 | 10.00 | 10.30 | 9.80 | 10.20 |  60000
  2026-03-02 09:31 | 10.20 | 10.40 | 9.90 | 10.00 |   6000
  2026-03-02 09:33 | 10.00 | 10.00 | 10.00 | 10.00 |     0
  2026-03-02 15:59 | 11.00 | 11.00 | 10.90 | 10.95 |    59
  2026-03-03 09:30 | 12.00 | 12.00 | 12.00 | 12.00 |   600
`)

describe('the price within a bar', () => {
  test.each([
    ['09:30:00', '10'],
    ['09:30:10', '9.9'],
    ['09:30:20', '9.8'],
    ['09:30:30', '10.05'],
    ['09:30:40', '10.3'],
    // 10.30 − 0.10 × 10/19 = 10.2473…
    ['09:30:50', '10.25'],
    ['09:30:59', '10.2'],
  ])('that rises goes by the low first: at %s it is %s', (time, price) =>
    expect(priceAt(MINUTES, `2026-03-02 ${time}`)).toBe(price),
  )
  test.each([
    ['09:31:20', '10.4'],
    ['09:31:40', '9.9'],
    ['09:31:59', '10'],
  ])('that falls goes by the high first: at %s it is %s', (time, price) =>
    expect(priceAt(MINUTES, `2026-03-02 ${time}`)).toBe(price),
  )
  test('that closes where it opened goes by the low first', async () => {
    const doji = await replayOf(`
      start            | open  | high  | low  | close | volume
      2026-03-02 09:30 | 10.00 | 11.00 | 9.00 | 10.00 |      1
    `)
    expect(priceAt(doji, '2026-03-02 09:30:20')).toBe('9')
  })
  test('stands for a whole second', () =>
    expect(priceAt(MINUTES, '2026-03-02 09:30:10.999')).toBe('9.9'))
  test('stands between bars, over the night and after the last', () => {
    expect(priceAt(MINUTES, '2026-03-02 09:32:30')).toBe('10')
    expect(priceAt(MINUTES, '2026-03-02 23:00')).toBe('10.95')
    expect(priceAt(MINUTES, '2030-01-01 12:00')).toBe('12')
  })
  test('is none before the first bar, nor of an unknown symbol', () => {
    expect(MINUTES.quote('AAPL', newYork('2026-03-02 09:29:59'))).toBeUndefined()
    expect(MINUTES.bidAsk('AAPL', newYork('2026-03-02 09:29:59'))).toBeUndefined()
    expect(MINUTES.quote('MSFT', newYork('2026-03-02 10:00'))).toBeUndefined()
  })
})

describe('bid and ask', () => {
  const shown = (time: string) => {
    const { bidPrice, bidSize, askPrice, askSize } = plain(MINUTES.bidAsk('AAPL', newYork(time)))
    return `${bidPrice} × ${bidSize} / ${askPrice} × ${askSize}`
  }
  test.each([
    [
      '60,000 shares a minute: 1 tick, 1,000 a second',
      '2026-03-02 09:30',
      '9.99 × 1000 / 10.01 × 1000',
    ],
    [
      '6,000 shares a minute: 2 ticks, 100 a second',
      '2026-03-02 09:31',
      '10.18 × 100 / 10.22 × 100',
    ],
    ['600 shares a minute: 5 ticks, 10 a second', '2026-03-03 09:30', '11.95 × 10 / 12.05 × 10'],
    ['59 shares a minute: 10 ticks, 1 a second', '2026-03-02 15:59:59', '10.85 × 1 / 11.05 × 1'],
    ['no shares: 10 ticks, nothing shown', '2026-03-02 09:33', '9.9 × 0 / 10.1 × 0'],
    ['between bars: the last bar’s', '2026-03-02 09:32:30', '9.98 × 100 / 10.02 × 100'],
    ['another session than the bar’s: nothing shown', '2026-03-02 16:00', '10.85 × 0 / 11.05 × 0'],
    ['closed: nothing shown', '2026-03-03 03:55', '10.85 × 0 / 11.05 × 0'],
    ['before the day’s first bar: nothing shown', '2026-03-03 09:29:59', '10.85 × 0 / 11.05 × 0'],
    ['a date without bars: nothing shown', '2026-03-04 12:00', '11.95 × 0 / 12.05 × 0'],
  ])('of %s', (_, time, text) => expect(shown(time)).toBe(text))

  test('below a dollar move by a hundredth of a cent, and across it by whole cents', async () => {
    const penny = await replayOf(`
      start            | open   | high   | low    | close  | volume
      2026-03-02 09:30 | 0.9998 | 0.9998 | 0.9998 | 0.9998 |    600
    `)
    expect(plain(penny.bidAsk('AAPL', newYork('2026-03-02 09:30')))).toMatchObject({
      bidPrice: '0.9993',
      askPrice: '1.01',
    })
  })
})

test('a quote tells the volume of its date, the close before it and its last trade', () => {
  const quote = (time: string) => plain(MINUTES.quote('AAPL', newYork(time)))
  expect(quote('2026-03-02 09:31:29')).toMatchObject({
    // 60,000 and 6,000 × 30/60; there is no close before the first date: its first open.
    volume: '63000',
    previousClose: '10',
    lastTradeAt: '2026-03-02T14:31:29Z',
    session: 'REGULAR',
  })
  expect(quote('2026-03-03 18:00')).toMatchObject({
    volume: '600',
    previousClose: '10.95',
    lastTradeAt: '2026-03-03T14:30:59Z',
    session: 'AFTER',
  })
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

  test('are no open where the first bar starts later: its price is not known yet', async () => {
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
  test('join them, and none is made where nothing traded', () => {
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
  test('that still form know nothing of what comes', () =>
    expect(
      candles(MINUTES, '5m', '2026-03-02 09:00', '2026-03-02 10:00', '2026-03-02 09:30:29.5'),
    ).toEqual(['2026-03-02T09:30:00 10 10.03 9.8 10.03 30000']))
})

describe('a daily bar', () => {
  const daily = `
    start      | open   | high   | low    | close  | volume
    2026-03-02 | 100.00 | 104.00 |  98.00 | 103.00 | 23400000
    2026-03-04 | 103.00 | 106.00 | 101.00 | 102.00 | 46800000
  `
  test('spans REGULAR and shows its four prices at 0, 1/3, 2/3 and 59/60 of it', async () => {
    const feed = await replayOf(daily)
    expect(feed.quote('AAPL', newYork('2026-03-02 09:29:59'))).toBeUndefined()
    const times = ['09:30', '11:40', '13:50', '15:53:30', '15:59:59']
    expect(times.map((time) => priceAt(feed, `2026-03-02 ${time}`))).toEqual([
      '100',
      '98',
      '104',
      '103',
      '103',
    ])
  })
  test('is itself as 1d, part of 1w, and its path is what 1h and 1m are cut from', async () => {
    const feed = await replayOf(daily)
    expect(candles(feed, '1d', '2026-03-01 00:00', '2026-03-08 00:00')).toEqual([
      '2026-03-02T09:30:00 100 104 98 103 23400000',
      '2026-03-04T09:30:00 103 106 101 102 46800000',
    ])
    expect(candles(feed, '1w', '2026-03-01 00:00', '2026-03-08 00:00')).toEqual([
      '2026-03-02T09:30:00 100 106 98 102 70200000',
    ])
    const hours = candles(feed, '1h', '2026-03-02 00:00', '2026-03-03 00:00')
    expect(hours).toHaveLength(7)
    // 98 at 11:40; at 12:29:59 98 + 6 × 2,999/7,800 = 100.3069…
    expect(hours[2]).toBe('2026-03-02T11:30:00 98.15 100.31 98 100.31 3600000')
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
