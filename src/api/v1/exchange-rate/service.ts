/** Exchange rates at the market's now. */
import { type Refused, refused } from '../../../core/refusals'
import type { Instant } from '../../../core/time'
import type { MarketClock } from '../../../market/clock'
import type { ExchangeRate } from '../../../market/feed'

/** Returns undefined for a pair that is not quoted. Currencies are in upper case. */
export type RateAt = (base: string, quote: string, at: Instant) => ExchangeRate | undefined

export interface RateDeps {
  readonly rateAt: RateAt
  readonly clock: MarketClock
}

export interface QuotedRate extends ExchangeRate {
  readonly base: string
  readonly quote: string
  readonly requestedAt: Instant
}

export interface RateService {
  /** Takes currencies in upper or lower case. */
  find(base: string, quote: string): QuotedRate | Refused<'exchange-rate-not-found'>
}

export const rateService = ({ rateAt, clock }: RateDeps): RateService => ({
  find(baseCurrency, quoteCurrency) {
    const pair = { base: baseCurrency.toUpperCase(), quote: quoteCurrency.toUpperCase() }
    const requestedAt = clock.now()
    const rate = rateAt(pair.base, pair.quote, requestedAt)
    // [exchange-rate.pairs]
    return rate === undefined
      ? refused('exchange-rate-not-found', pair)
      : { ...pair, ...rate, requestedAt }
  },
})
