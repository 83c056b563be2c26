/** An instrument of the simulated market, with what its prices are made up from. */
import type { Instrument } from '../../core/instrument'
import type { Price } from '../../core/money'
import type { Follows } from './follows'
import type { GroupWeight } from './groups'

export interface ListedInstrument extends Instrument {
  /** Around which the price moves. */
  readonly referencePrice: Price
  /** Standard deviation of a year's log return: 0.3 is 30 %. */
  readonly annualVolatility: number
  /** Shares of an average trading date. */
  readonly dailyVolume: number
  /** Against a market of MARKET_VOLATILITY. */
  readonly beta: number
  /** What it moves with besides the market; a follower has its leader's. */
  readonly groups: readonly GroupWeight[]
  readonly follows: Follows | null
}

export const MARKET_VOLATILITY = 0.15
