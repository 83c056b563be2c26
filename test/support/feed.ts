import { larger, type Price, price, smaller } from '../../src/core/money'
import { type Instant, Temporal } from '../../src/core/time'
import type { Candle, CandleRange, Feed, MarketQuote } from '../../src/market/feed'
import { simulatedFeed } from '../../src/market/feeds/simulated'
import type { ListedInstrument } from '../../src/market/instruments/listed'
import { anInstrument } from './examples'

export const at = (text: string): Instant => Temporal.Instant.from(text)

export const listed = (
  symbol: string,
  referencePrice: string,
  figures: Partial<ListedInstrument> = {},
): ListedInstrument => ({
  ...anInstrument({ symbol, name: symbol }),
  referencePrice: price(referencePrice),
  annualVolatility: 0.3,
  dailyVolume: 5_000_000,
  beta: 1,
  groups: [],
  follows: null,
  ...figures,
})

/** Big and small, busy and idle, dear and below a dollar, with and without the DAY session. */
export const INSTRUMENTS: readonly ListedInstrument[] = [
  listed('BUSY', '250', { annualVolatility: 0.28, dailyVolume: 50_000_000, beta: 1.2 }),
  listed('DEAR', '700000', { annualVolatility: 0.16, dailyVolume: 1_000, beta: 0.75 }),
  listed('FUND', '600', { annualVolatility: 0.151, dailyVolume: 70_000_000 }),
  listed('IDLE', '25', {
    annualVolatility: 0.1,
    dailyVolume: 20_000,
    beta: 0.2,
    dayMarketTradable: false,
  }),
  listed('PENNY', '0.3', { annualVolatility: 0.9, dailyVolume: 2_000_000, beta: 1.5 }),
]
export const SYMBOLS = INSTRUMENTS.map(({ symbol }) => symbol)

export const newFeed = (seed = 1): Feed => simulatedFeed({ seed, instruments: INSTRUMENTS })

const LONG_AFTER = at('2035-12-31T00:00:00Z')

/** REGULAR, the newest 1,000, everything over. */
export const range = (
  from: string,
  to: string,
  figures: Partial<CandleRange> = {},
): CandleRange => ({
  from: at(from),
  to: at(to),
  now: LONG_AFTER,
  sessions: ['REGULAR'],
  limit: 1_000,
  keep: 'newest',
  ...figures,
})

export function quoted(feed: Feed, symbol: string, when: Instant): MarketQuote {
  const quote = feed.quote(symbol, when)
  if (quote === undefined) throw new Error(`no quote of ${symbol}`)
  return quote
}

/** The lowest and the highest price of the second that ends at an instant, and of its quote. */
export function tradedAt(
  feed: Feed,
  symbol: string,
  when: Instant,
): { readonly lowest: Price; readonly highest: Price } {
  const { askPrice, bidPrice } = quoted(feed, symbol, when)
  const prints = when.epochMilliseconds % 1_000 === 0 ? feed.prints?.(symbol, when) : undefined
  if (prints === undefined) return { lowest: bidPrice, highest: askPrice }
  return {
    lowest: [prints.bidPrice, prints.lowest].reduce(smaller, bidPrice),
    highest: [prints.askPrice, prints.highest].reduce(larger, askPrice),
  }
}

export function only(candles: readonly Candle[]): Candle {
  const [candle, ...others] = candles
  if (candle === undefined || others.length > 0) throw new Error(`${candles.length} candles`)
  return candle
}
