/** An instrument: which orders in it may trade now, and the ticks of its prices. */

import { PRICE_PLACES_BELOW_ONE_USD_MAX, PRICE_PLACES_MAX } from './limits'
import {
  type Big,
  fitsPlaces,
  halfway,
  movedBy,
  type Price,
  price,
  roundedDown,
  roundedTo,
  roundedUp,
} from './money'
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

const ONE_DOLLAR = price('1')

/**
 * The decimal places of a price by SEC Rule 612: cents from one dollar up, hundredths of a cent
 * below [order.tick-size].
 */
export const pricePlaces = (price: Price): number =>
  price.gte(ONE_DOLLAR) ? PRICE_PLACES_MAX : PRICE_PLACES_BELOW_ONE_USD_MAX

export const isOnTick = (price: Price): boolean => fitsPlaces(price, pricePlaces(price))

/** The middle of two prices on the tick, half-even to the tick there; never outside the two. */
export function midOnTick(bid: Price, ask: Price): Price {
  const middle = halfway(bid, ask)
  return roundedTo(middle, pricePlaces(middle))
}

/** Rounds a price between two ticks as a bid: never up, and never to 0. */
export function bidOnTick(sent: Price): Price {
  const bid = roundedDown(sent, pricePlaces(sent))
  return bid.gt(LOWEST) ? bid : LOWEST
}

/** Rounds a price between two ticks as an ask: never down. */
export const askOnTick = (sent: Price): Price => roundedUp(sent, pricePlaces(sent))

/**
 * Moves a price against an order. If the moved price lies between two ticks, the draw (from 0 up to
 * 1) decides which one it takes. Say the price has gone 0.3 of the way from the one tick to the
 * other. Then it takes the other if the draw is at least 0.7.
 */
export function movedOnTick(side: Side, from: Price, distance: Price, draw: Big): Price {
  const moved = movedBy(from, distance, side === 'BUY', pricePlaces(from), draw)
  return side === 'BUY' ? askOnTick(moved) : bidOnTick(moved)
}

const LOWEST = price('0.0001')
