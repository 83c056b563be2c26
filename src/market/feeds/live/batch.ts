/** The messages of a source of live prices. */
import type { Big, Price, Quantity } from '../../../core/money'
import type { AuctionOnly } from '../../../core/order/order'
import type { BestPrices } from '../../../core/quote'

export interface SourceQuote extends BestPrices {
  /** Epoch milliseconds, by the source's clock. */
  readonly atMs: number
}

export interface SourceTrade {
  readonly symbol: string
  readonly price: Price
  readonly size: Quantity
  readonly atMs: number
}

/** The bar of a whole minute, as the source computed it. */
export interface SourceBar {
  readonly symbol: string
  readonly startsAtMs: number
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Quantity
}

export const SOURCE_STATES = ['HALTED', 'RESUMED'] as const

export interface SourceState {
  readonly symbol: string
  readonly state: (typeof SOURCE_STATES)[number]
  readonly atMs: number
}

/** The price of an auction, and the shares crossed in it. */
export interface OfficialPrice {
  readonly symbol: string
  readonly auction: AuctionOnly
  readonly price: Price
  readonly size: Quantity
  readonly atMs: number
}

/** Units of the quote currency for one of the base currency. */
export interface SourceRate {
  readonly base: string
  readonly quote: string
  readonly bidRate: Big
  readonly askRate: Big
  readonly atMs: number
}

/** One message of a source. */
export interface SourceBatch {
  readonly quotes: readonly SourceQuote[]
  readonly trades: readonly SourceTrade[]
  readonly bars: readonly SourceBar[]
  readonly states: readonly SourceState[]
  readonly officials: readonly OfficialPrice[]
  readonly rates: readonly SourceRate[]
}

export const EMPTY_BATCH: SourceBatch = {
  quotes: [],
  trades: [],
  bars: [],
  states: [],
  officials: [],
  rates: [],
}

export const KINDS = ['quotes', 'trades', 'bars', 'states', 'officials', 'rates'] as const

export const itemsIn = (batch: SourceBatch): number =>
  KINDS.reduce((sum, kind) => sum + batch[kind].length, 0)
