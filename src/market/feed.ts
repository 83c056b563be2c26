/**
 * What the market shows at an instant, whoever makes it up: the simulated market or imported bars.
 * Every answer is about the instant in the question, never about the wall clock.
 */

import type { Price, Quantity } from '../core/money'
import type { BidAsk } from '../core/quote'
import type { OpenSession, Session } from '../core/session'
import type { Instant, Temporal } from '../core/time'
import type { MarketCalendar } from './calendar'

/** While CLOSED, and in a session that the instrument does not trade in, the last quote stands. */
export interface MarketQuote extends BidAsk {
  /** The last trade's. Bid ≤ price ≤ ask. */
  readonly price: Price
  /** The official close of the trading date before the one that this quote belongs to. */
  readonly previousClose: Price
  /** Shares traded so far on the quote's trading date, in all of its sessions. */
  readonly volume: Quantity
  readonly lastTradeAt: Instant
  /** The market's session at the instant asked for. [quote.session] */
  readonly session: Session
}

export const INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '1d', '1w', '1mo'] as const
export type Interval = (typeof INTERVALS)[number]

/**
 * Trades from `startsAt` until the next candle [candle.fields]. Intraday candles are counted from
 * their session's opening and never cross its edge; `1d`, `1w` and `1mo` join the sessions asked
 * for of one, a week's or a month's trading dates, and start with the first of them.
 */
export interface Candle {
  readonly startsAt: Instant
  /** The session that the candle starts in. */
  readonly session: OpenSession
  /** Those that have traded in it so far; more than one from `1d` on. [candle.session] */
  readonly sessions: readonly OpenSession[]
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Quantity
}

/** Candles that start in `from` (inclusive) … `to` (exclusive) and no later than `now`. */
export interface CandleRange {
  readonly from: Instant
  readonly to: Instant
  /** Nothing after it is known: a candle still forming is what it is so far. [candle.forming] */
  readonly now: Instant
  readonly sessions: readonly OpenSession[]
  readonly limit: number
  /** Which end of the range is kept when it holds more than `limit`. [candles.from] */
  readonly keep: 'oldest' | 'newest'
}

/** The official prices of a trading date: the trade that REGULAR opens with, and its last. */
export interface AuctionPrices {
  /** Undefined: the first trade came after the opening, when the auction was over. */
  readonly open: Price | undefined
  readonly close: Price
  /** Shares that the opening auction crossed; none where there is no opening price. */
  readonly openVolume: Quantity
  readonly closeVolume: Quantity
}

/** Undefined, or no candles: the feed does not know the symbol, or has no price at that time. */
export interface Feed {
  /** When this market is open. */
  readonly calendar: MarketCalendar
  /**
   * False: the instrument does not trade on the trading date that is on or comes next, so it is
   * SUSPENDED until that date is over [run.replay-dates].
   */
  readonly trades: (symbol: string, at: Instant) => boolean
  /** Whether an open session may have minutes in which nothing trades. */
  readonly sparse: boolean
  /** Changes at whole seconds only. */
  readonly quote: (symbol: string, at: Instant) => MarketQuote | undefined
  /** The part of the quote that orders are matched against, without the cost of the rest. */
  readonly bidAsk: (symbol: string, at: Instant) => BidAsk | undefined
  /** Ascending. */
  readonly candles: (symbol: string, interval: Interval, range: CandleRange) => readonly Candle[]
  /** The caller asks only when the auctions are over; undefined where the date has no REGULAR. */
  readonly auction: (symbol: string, tradingDate: Temporal.PlainDate) => AuctionPrices | undefined
}
