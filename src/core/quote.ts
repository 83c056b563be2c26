import type { Instant } from './time'
import type { Price, Quantity } from './units'

/** What the matcher trades against: the best bid and ask of one instrument at one tick (D6). */
export interface BidAsk {
  readonly symbol: string
  readonly bidPrice: Price
  readonly bidSize: Quantity
  readonly askPrice: Price
  readonly askSize: Quantity
}

/** D11: a quote that stands from one instant to another, whatever the feed says. */
export interface PinnedQuote extends BidAsk {
  /** Inclusive. */
  readonly pinnedAt: Instant
  /** Exclusive; null while it stands. */
  readonly releasedAt: Instant | null
}
