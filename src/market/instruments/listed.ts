/** An instrument of the simulated market, with the figures that its prices are made from. */
import type { Instrument } from '../../core/instrument'
import type { Price } from '../../core/money'
import type { Follows } from './follows'
import type { GroupWeight } from './groups'

export interface ListedInstrument extends Instrument {
  /** Near the price at the end of 2024; no seed has exactly this one. */
  readonly referencePrice: Price
  /** Standard deviation of a year's log return: 0.3 is 30 %. */
  readonly annualVolatility: number
  /** The shares traded on an average date. */
  readonly dailyVolume: number
  /** Against a market of MARKET_VOLATILITY. */
  readonly beta: number
  /** The groups that it moves with besides the market; a follower has its leader's. */
  readonly groups: readonly GroupWeight[]
  readonly follows: Follows | null
}

export const MARKET_VOLATILITY = 0.15
