import type { Price, Quantity } from './money'
import type { Instant } from './time'

/** The best bid and ask of one instrument, and the size shown at each. */
export interface BestPrices {
  readonly symbol: string
  readonly bidPrice: Price
  readonly bidSize: Quantity
  readonly askPrice: Price
  readonly askSize: Quantity
}

/** The trades of the second before a tick, which hit standing orders [fill.print]. */
export interface Prints {
  /**
   * The lowest and the highest price, in whole price ticks. The lowest is above the highest if the
   * market passed no whole tick.
   */
  readonly lowest: Price
  readonly highest: Price
  /** The bid and the ask when the second began: an order stands if they did not reach it. */
  readonly bidPrice: Price
  readonly askPrice: Price
}

/** The sides of one instrument at one tick, against which its orders match. */
export interface BidAsk extends BestPrices {
  /** Epoch milliseconds of the last renewal of the size shown at the bid. */
  readonly bidRenewedAtMs: number
  readonly askRenewedAtMs: number
  /**
   * Present if the quote is pinned: its size is then renewed at each tick [profile.pinned-size].
   */
  readonly pinned?: true
  /** Present at a tick if the market traded in the second before it, and the profile has prints. */
  readonly prints?: Prints
}

/**
 * A quote that holds from one instant to another, in place of the feed's [sandbox.quotes]. Its
 * sizes are renewed at each tick.
 */
export interface PinnedQuote extends BestPrices {
  /** The first instant at which it holds. */
  readonly pinnedAt: Instant
  /** The first instant at which it no longer holds; null while it holds. */
  readonly releasedAt: Instant | null
}

/** Why a market shows no quote for an instrument that may have had one. */
export type QuoteLack = 'stale' | 'halted' | 'not-stored'
