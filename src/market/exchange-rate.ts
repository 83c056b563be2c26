/**
 * The exchange rate of the dollar and the Korean won. The simulated rate moves like a price of the
 * simulated market, in won per dollar, and falls when stocks rise.
 */
import createBig from 'big.js'
import { FEED_RATE_MS_MAX } from '../core/limits'
import { price } from '../core/money'
import type { Instant } from '../core/time'
import type { DollarRate, ExchangeRate, Feed } from './feed'
import { simulatedFeed } from './feeds/simulated'
import type { Seed } from './feeds/simulated/key'
import { memoize } from './memoize'

/** The opposite pair is its reciprocal [exchange-rate.pairs]. */
const DOLLAR = 'USD/KRW'
/** Half the spread, as a part of the rate. */
const HALF_SPREAD = '0.001'
const PLACES = { won: 2, dollars: 10 } as const
const SEEDS_KEPT = 4
const DOWN = 0
const UP = 3

const Rate = createBig()
Rate.strict = true
Rate.DP = 20

const dollarFeed = memoize(
  SEEDS_KEPT,
  (seed: Seed) => seed,
  (seed): Feed =>
    simulatedFeed({
      seed,
      instruments: [
        {
          symbol: DOLLAR,
          name: 'US dollar in Korean won',
          nameKo: '원/달러',
          type: 'COMMON_STOCK',
          exchange: 'XXXX',
          sector: 'Currency',
          tradable: 'SUSPENDED',
          dayMarketTradable: true,
          referencePrice: price('1450'),
          annualVolatility: 0.08,
          dailyVolume: 100_000_000,
          beta: -0.2,
          groups: [],
          follows: null,
        },
      ],
    }),
)

/**
 * `USD`/`KRW` to 2 places, `KRW`/`USD` to 10. The ask is rounded up and the bid down, so neither is
 * better than the rate itself. Undefined for other pairs [exchange-rate.pairs], and before the
 * simulated market begins.
 */
export function rateAt(
  seed: Seed,
  base: string,
  quote: string,
  at: Instant,
): ExchangeRate | undefined {
  const middle = dollarFeed(seed).quote(DOLLAR, at)?.price
  if (middle === undefined) return undefined
  const side = middle.times(HALF_SPREAD)
  return pairOf({ askRate: middle.plus(side), bidRate: middle.minus(side) }, base, quote)
}

/** The same for a rate from a source; undefined once the rate is too old [live.rate]. */
export function sourceRateAt(
  rate: DollarRate | undefined,
  base: string,
  quote: string,
  at: Instant,
): ExchangeRate | undefined {
  if (rate === undefined || at.epochMilliseconds - rate.atMs > FEED_RATE_MS_MAX) return undefined
  return pairOf(rate, base, quote)
}

/** Converts won for a dollar to the pair; undefined for other pairs. */
function pairOf(
  { askRate, bidRate }: ExchangeRate,
  base: string,
  quote: string,
): ExchangeRate | undefined {
  const won = {
    askRate: askRate.round(PLACES.won, UP),
    bidRate: bidRate.round(PLACES.won, DOWN),
  }
  if (base === 'USD' && quote === 'KRW') return won
  if (base !== 'KRW' || quote !== 'USD') return undefined
  const one = new Rate('1')
  return {
    // Buying won is selling dollars.
    askRate: one.div(won.bidRate).round(PLACES.dollars, UP),
    bidRate: one.div(won.askRate).round(PLACES.dollars, DOWN),
  }
}
