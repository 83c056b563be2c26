export const TRADABLE_STATES = ['TRADABLE', 'SELL_ONLY', 'BUY_ONLY', 'SUSPENDED'] as const
export type TradableState = (typeof TRADABLE_STATES)[number]

export const INSTRUMENT_TYPES = ['COMMON_STOCK', 'PREFERRED_STOCK', 'DR', 'ETF'] as const
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number]

export interface Instrument {
  readonly symbol: string
  readonly name: string
  /** As Korean investors know it; null where no Korean name is in use. */
  readonly nameKo: string | null
  readonly type: InstrumentType
  /** Market identifier code, ISO 10383. */
  readonly exchange: string
  /** A stock's GICS sector, or a fund's category; null where none is known. */
  readonly sector: string | null
  readonly tradable: TradableState
  /** False: no orders in the DAY session, even while it is open. */
  readonly dayMarketTradable: boolean
}
