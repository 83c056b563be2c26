/** An instrument, and which orders in it may trade now. */
import type { Side } from './order/order'
import type { OpenSession } from './session'

/** [instrument.tradable] */
export const TRADABLE_STATES = ['TRADABLE', 'SELL_ONLY', 'BUY_ONLY', 'SUSPENDED'] as const
export type TradableState = (typeof TRADABLE_STATES)[number]

/** [instrument.type] */
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

/** An instrument's own part in that, beside the market's hours. */
export type Tradability = Pick<Instrument, 'tradable' | 'dayMarketTradable'>
export type TradedInstrument = Tradability & Pick<Instrument, 'symbol'>

const TRADABLE_SIDES: Readonly<Record<TradableState, readonly Side[]>> = {
  TRADABLE: ['BUY', 'SELL'],
  SELL_ONLY: ['SELL'],
  BUY_ONLY: ['BUY'],
  SUSPENDED: [],
}

export const letsTrade = (state: TradableState, side: Side): boolean =>
  TRADABLE_SIDES[state].includes(side)

export const tradesInSession = (
  session: OpenSession,
  { dayMarketTradable }: Pick<Instrument, 'dayMarketTradable'>,
): boolean => session !== 'DAY' || dayMarketTradable

/**
 * An order waits while its instrument is suspended [life.suspended], closed to its side, or without
 * a DAY market.
 */
export const mayTrade = (side: Side, instrument: Tradability, session: OpenSession): boolean =>
  letsTrade(instrument.tradable, side) && tradesInSession(session, instrument)
