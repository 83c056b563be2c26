import type { Price, Quantity } from './money'
import type { Instant } from './time'

/** The best bid and ask of one instrument, and the size shown at each. */
export interface Sides {
  readonly symbol: string
  readonly bidPrice: Price
  readonly bidSize: Quantity
  readonly askPrice: Price
  readonly askSize: Quantity
}

/** What the matcher trades against: the sides of one instrument at one tick (D6). */
export interface BidAsk extends Sides {
  /**
   * Epoch milliseconds at which the size shown at the bid was last renewed: what an account took of
   * a size stays taken until then (D13).
   */
  readonly bidRenewedAtMs: number
  readonly askRenewedAtMs: number
  /** It is pinned: what is shown is there at each tick, whatever the market trades (D13). */
  readonly pinned?: true
}

/**
 * D11: a quote that stands from one instant to another, whatever the feed says. Its sizes are
 * renewed at each tick (D13).
 */
export interface PinnedQuote extends Sides {
  /** Inclusive. */
  readonly pinnedAt: Instant
  /** Exclusive; null while it stands. */
  readonly releasedAt: Instant | null
}
