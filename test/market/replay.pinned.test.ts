/** Pins on imported bars: minutes without a bar trade at the pin, and have candles. */
import { expect, test } from 'bun:test'
import { price, quantity } from '../../src/core/money'
import type { PinnedQuote } from '../../src/core/quote'
import type { Instant } from '../../src/core/time'
import type { CandleRange, Interval } from '../../src/market/feed'
import { pinnedFeed } from '../../src/market/feeds/pinned'
import { newYork, replayOf } from '../support/recording'

/** AAPL trades on Monday and Wednesday, another instrument on Tuesday as well. */
const replayed = await replayOf(`
  symbol | start            | open   | high   | low    | close  | volume
  AAPL   | 2026-03-02 09:30 | 100.00 | 101.00 | 100.00 | 101.00 |  60000
  AAPL   | 2026-03-02 10:20 | 101.00 | 101.00 | 101.00 | 101.00 |  60000
  AAPL   | 2026-03-02 15:59 | 100.00 | 100.00 | 100.00 | 100.00 |  60000
  MSFT   | 2026-03-03 09:30 | 400.00 | 400.00 | 400.00 | 400.00 |  60000
  AAPL   | 2026-03-04 09:30 | 100.00 | 100.00 | 100.00 | 100.00 |  60000
`)

const pinned = (from: string, until: string | null, middle: string) => {
  const tick = price('0.01')
  const pin: PinnedQuote = {
    symbol: 'AAPL',
    pinnedAt: newYork(from),
    releasedAt: until === null ? null : newYork(until),
    bidPrice: price(price(middle).minus(tick).toFixed()),
    bidSize: quantity('100'),
    askPrice: price(price(middle).plus(tick).toFixed()),
    askSize: quantity('100'),
  }
  return pinnedFeed(replayed, { of: (symbol) => (symbol === 'AAPL' ? [pin] : []) })
}

const at = (instant: Instant): string =>
  instant.toZonedDateTimeISO('America/New_York').toPlainTime().toString({ smallestUnit: 'minute' })

function candles(
  feed: ReturnType<typeof pinned>,
  interval: Interval,
  figures: Partial<CandleRange> = {},
): readonly string[] {
  const range: CandleRange = {
    from: newYork('2026-03-02 00:00'),
    to: newYork('2026-03-03 00:00'),
    now: newYork('2026-03-05 00:00'),
    sessions: ['REGULAR'],
    limit: 1_000,
    keep: 'oldest',
    ...figures,
  }
  return feed
    .candles('AAPL', interval, range)
    .map(({ startsAt, open, high, low, close, volume }) =>
      [at(startsAt), ...[open, high, low, close, volume].map((each) => each.toFixed())].join(' '),
    )
}

const TEN_TO_FIVE_PAST = pinned('2026-03-02 10:00:30', '2026-03-02 10:05', '150.00')

test('minutes without a bar have candles of the pin, without shares', () => {
  expect(candles(TEN_TO_FIVE_PAST, '1m')).toEqual([
    '09:30 100 101 100 101 60000',
    ...['10:00', '10:01', '10:02', '10:03', '10:04'].map(
      (time) => `${time} 150 150.01 149.99 150 0`,
    ),
    '10:20 101 101 101 101 60000',
    '15:59 100 100 100 100 60000',
  ])
  expect(candles(TEN_TO_FIVE_PAST, '5m').slice(0, 2)).toEqual([
    '09:30 100 101 100 101 60000',
    '10:00 150 150.01 149.99 150 0',
  ])
})

test('longer candles reach to the pin', () => {
  expect(candles(TEN_TO_FIVE_PAST, '1h')[0]).toBe('09:30 100 150.01 100 101 120000')
  expect(candles(TEN_TO_FIVE_PAST, '1d')).toEqual(['09:30 100 150.01 100 100 180000'])
})

test('a page holds its limit of both kinds, from the end that it keeps', () => {
  const page = (keep: CandleRange['keep']) =>
    candles(TEN_TO_FIVE_PAST, '1m', { limit: 3, keep }).map((candle) => candle.slice(0, 5))
  expect(page('oldest')).toEqual(['09:30', '10:00', '10:01'])
  expect(page('newest')).toEqual(['10:04', '10:20', '15:59'])
})

test('a pin after now makes no candles', () =>
  expect(
    candles(TEN_TO_FIVE_PAST, '1m', { now: newYork('2026-03-02 10:01:30') }).map((candle) =>
      candle.slice(0, 5),
    ),
  ).toEqual(['09:30', '10:00', '10:01']))

test('a pinned close is the previous close of the next date that the instrument trades on', () => {
  const overTheClose = pinned('2026-03-02 15:30', '2026-03-02 16:30', '120.00')
  const quote = overTheClose.quote('AAPL', newYork('2026-03-04 10:00'))
  expect(quote?.previousClose.toFixed()).toBe('120')
})

test('on a date without bars of the instrument a pin shows nothing', () => {
  const standing = pinned('2026-03-02 15:30', null, '120.00')
  const tuesday = newYork('2026-03-03 10:00')
  expect(standing.bidAsk('AAPL', tuesday)).toEqual(replayed.bidAsk('AAPL', tuesday))
  const day = { from: newYork('2026-03-03 00:00'), to: newYork('2026-03-04 00:00') }
  expect(candles(standing, '1m', day)).toEqual([])
})
