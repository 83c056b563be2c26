/** An instrument, and which orders in it may trade now. */
import type { Side } from './order/order'
import type { OpenSession } from './session'

/** Whether orders in it may trade, and on which side [instrument.tradable]. */
export const TRADABLE_STATES = ['TRADABLE', 'SELL_ONLY', 'BUY_ONLY', 'SUSPENDED'] as const
export type TradableState = (typeof TRADABLE_STATES)[number]

/** The kind of the instrument [instrument.type]. */
export const INSTRUMENT_TYPES = ['COMMON_STOCK', 'PREFERRED_STOCK', 'DR', 'ETF'] as const
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number]

export interface Instrument {
  readonly symbol: string
  readonly name: string
  /** The name that Korean investors use; null if no Korean name is in use. */
  readonly nameKo: string | null
  readonly type: InstrumentType
  /** Market identifier code, ISO 10383. */
  readonly exchange: string
  /** A stock's GICS sector, or a fund's category; null if it has none. */
  readonly sector: string | null
  readonly tradable: TradableState
  /** Whether its orders may trade in the DAY session while that is open. */
  readonly dayMarketTradable: boolean
}

/** The properties of an instrument that decide whether it trades, apart from the market's hours. */
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
 * Whether an order may trade now. It waits while its instrument is suspended [life.suspended], is
 * closed to its side, or has no DAY market.
 */
export const mayTrade = (side: Side, instrument: Tradability, session: OpenSession): boolean =>
  letsTrade(instrument.tradable, side) && tradesInSession(session, instrument)
