/** Which orders in an instrument may trade now (D4, D5). */
import type { Instrument, TradableState } from '../instrument'
import type { OpenSession } from '../session'
import type { Side } from './order'

/** What decides about it, beside the market's own hours. */
export type Tradability = Pick<Instrument, 'tradable' | 'dayMarketTradable'>

const SIDES: Readonly<Record<TradableState, readonly Side[]>> = {
  TRADABLE: ['BUY', 'SELL'],
  SELL_ONLY: ['SELL'],
  BUY_ONLY: ['BUY'],
  SUSPENDED: [],
}

export const letsTrade = (state: TradableState, side: Side): boolean => SIDES[state].includes(side)

export const tradesInSession = (
  session: OpenSession,
  { dayMarketTradable }: Pick<Instrument, 'dayMarketTradable'>,
): boolean => session !== 'DAY' || dayMarketTradable

/**
 * D5: an order waits while its instrument is suspended, closed to its side, or without a DAY
 * market.
 */
export const mayTrade = (side: Side, instrument: Tradability, session: OpenSession): boolean =>
  letsTrade(instrument.tradable, side) && tradesInSession(session, instrument)
