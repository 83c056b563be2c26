/**
 * The statistics that a quantitative reader measures first, with wide bounds on fixed seeds.
 */
import { describe, expect, test } from 'bun:test'
import { wireNumber } from '../../src/core/money'
import type { OpenSession } from '../../src/core/session'
import { atMs } from '../../src/core/time'
import { at, INSTRUMENTS, newFeed, quoted, range } from '../support/feed'
import { forThisFile } from '../support/for-this-file'

const feed = forThisFile(() => newFeed(12))
const YEARS = range('2005-01-01T00:00:00Z', '2026-01-01T00:00:00Z', { limit: 10_000 })
const TRADING_DAYS_PER_YEAR = 252
const WEEK_MS = 604_800_000

const daily = (symbol: string) =>
  feed()
    .candles(symbol, '1d', YEARS)
    .map(({ open, close }) => ({
      open: Math.log(wireNumber(open)),
      close: Math.log(wireNumber(close)),
    }))
const busy = daily('BUSY')
const fund = daily('FUND')

const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length
const moment = (values: readonly number[], power: number) => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** power))
}
const covariance = (left: readonly number[], right: readonly number[]) => {
  const [l, r] = [mean(left), mean(right)]
  return mean(left.map((value, index) => (value - l) * ((right[index] ?? r) - r)))
}
const returns = (days: readonly { close: number }[]) =>
  days.slice(1).map(({ close }, index) => close - (days[index]?.close ?? close))
const autocorrelation = (values: readonly number[], lag: number) =>
  covariance(values.slice(lag), values.slice(0, -lag)) / moment(values, 2)

describe('daily returns over 21 years', () => {
  test.each(['BUSY', 'DEAR', 'FUND', 'IDLE', 'PENNY'])(
    '%s has its volatility to 15 %%',
    (symbol) => {
      const measured = Math.sqrt(moment(returns(daily(symbol)), 2) * TRADING_DAYS_PER_YEAR)
      const wanted = INSTRUMENTS.find((listed) => listed.symbol === symbol)?.annualVolatility ?? 0
      expect(measured / wanted).toBeGreaterThan(0.85)
      expect(measured / wanted).toBeLessThan(1.15)
    },
  )
  test('have fat tails', () => {
    const kurtosis = moment(returns(busy), 4) / moment(returns(busy), 2) ** 2
    expect(kurtosis).toBeGreaterThan(3 + 5)
    expect(kurtosis).toBeLessThan(3 + 25)
  })
  test('cluster: their size persists, their sign does not', () => {
    const sizes = returns(busy).map(Math.abs)
    expect(autocorrelation(sizes, 1)).toBeGreaterThan(0.04)
    expect(autocorrelation(sizes, 10)).toBeGreaterThan(0.02)
    expect(Math.abs(autocorrelation(returns(busy), 1))).toBeLessThan(0.04)
  })
  test('follow the market by beta', () => {
    const [stock, market] = [returns(busy), returns(fund)]
    const beta = covariance(stock, market) / moment(market, 2)
    expect(beta).toBeGreaterThan(1.05)
    expect(beta).toBeLessThan(1.35)
  })
  test('have four tenths of their variance overnight', () => {
    const overnight = busy.slice(1).map(({ open }, index) => open - (busy[index]?.close ?? open))
    const share = moment(overnight, 2) / moment(returns(busy), 2)
    expect(share).toBeGreaterThan(0.3)
    expect(share).toBeLessThan(0.5)
  })
})

describe('a REGULAR session', () => {
  const halfHours = feed().candles(
    'BUSY',
    '30m',
    range('2025-07-07T00:00:00Z', '2025-11-25T00:00:00Z', { limit: 10_000 }),
  )
  /** The n-th half hour of each day; none of these days is a half day. */
  const at30m = (nth: number) => halfHours.filter((_, index) => index % 13 === nth)
  const volume = (nth: number) => mean(at30m(nth).map((candle) => wireNumber(candle.volume)))
  const reach = (nth: number) =>
    mean(at30m(nth).map(({ high, low }) => Math.log(wireNumber(high) / wireNumber(low))))

  test('trades most at its ends', () => {
    expect(volume(0)).toBeGreaterThan(2 * volume(6))
    expect(volume(12)).toBeGreaterThan(2 * volume(6))
  })
  test('moves most at its start, and more at its end than at noon', () => {
    expect(reach(0)).toBeGreaterThan(1.4 * reach(6))
    expect(reach(12)).toBeGreaterThan(1.1 * reach(6))
  })
})

describe('the bid and the ask', () => {
  const OPENS: Readonly<Record<OpenSession, string>> = {
    DAY: '2026-03-03T01:00:00Z',
    PRE: '2026-03-03T09:00:00Z',
    REGULAR: '2026-03-03T14:30:00Z',
    AFTER: '2026-03-03T21:00:00Z',
  }
  const mostOf = (symbol: string, session: OpenSession) => {
    const startMs = at(OPENS[session]).epochMilliseconds
    // Sixteen Tuesdays of one winter, so that no volatile day decides.
    const quotes = Array.from({ length: 512 }, (_, index) =>
      quoted(feed(), symbol, atMs(startMs - (index % 16) * WEEK_MS + index * 17_000)),
    )
    return {
      spread: mean(
        quotes.map(
          (quote) => wireNumber(quote.askPrice.minus(quote.bidPrice)) / wireNumber(quote.price),
        ),
      ),
      size: mean(quotes.map((quote) => wireNumber(quote.bidSize.plus(quote.askSize)))),
    }
  }
  test.each(['BUSY', 'DEAR', 'PENNY'])('of %s are wider and thinner outside REGULAR', (symbol) => {
    const [regular, pre, after, day] = (['REGULAR', 'PRE', 'AFTER', 'DAY'] as const).map(
      (session) => mostOf(symbol, session),
    )
    for (const outside of [pre, after]) {
      expect(outside?.spread).toBeGreaterThan(1.5 * (regular?.spread ?? 0))
      if (symbol === 'DEAR') continue // shows a share or two at any time
      expect(outside?.size).toBeLessThan(0.5 * (regular?.size ?? 0))
      expect(day?.spread).toBeGreaterThan(1.4 * (outside?.spread ?? 0))
      expect(day?.size).toBeLessThan(0.6 * (outside?.size ?? 0))
    }
  })
  test('are closer and deeper for instruments with more volume', () => {
    expect(mostOf('BUSY', 'REGULAR').spread).toBeLessThan(mostOf('IDLE', 'REGULAR').spread / 4)
    expect(mostOf('BUSY', 'REGULAR').size).toBeGreaterThan(4 * mostOf('IDLE', 'REGULAR').size)
  })
})
