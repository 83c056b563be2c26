import type { Price, Quantity } from './units'

/** What the matcher trades against: the best bid and ask of one instrument at one tick (D6). */
export interface BidAsk {
  readonly symbol: string
  readonly bidPrice: Price
  readonly bidSize: Quantity
  readonly askPrice: Price
  readonly askSize: Quantity
}
