/**
 * The interface of every market: simulated, replayed or live. An answer depends on the instant that
 * the caller passes, never on the wall clock.
 */

import type { TradedInstrument } from '../core/instrument'
import type { Big, Price, Quantity } from '../core/money'
import type { AuctionOnly } from '../core/order/order'
import type { BidAsk, Prints, QuoteLack } from '../core/quote'
import type { OpenSession, Session } from '../core/session'
import type { Instant, Temporal } from '../core/time'
import type { MarketCalendar } from './calendar'

/** While the instrument does not trade, its last quote remains. */
export interface MarketQuote extends BidAsk {
  /** The last trade's price: bid ≤ price ≤ ask. */
  readonly price: Price
  /** The official close of the trading date before this quote's. */
  readonly previousClose: Price
  /** Shares traded so far on the quote's trading date, over all sessions. */
  readonly volume: Quantity
  readonly lastTradeAt: Instant
  /** The source's time of the quote; only live prices have it [live.seen]. */
  readonly quotedAt?: Instant
  /** The market's session at the queried instant [quote.session]. */
  readonly session: Session
}

export const INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '1d', '1w', '1mo'] as const
export type Interval = (typeof INTERVALS)[number]

/**
 * The trades from `startsAt` until the next candle. Intraday candles are counted from their
 * session's opening and never cross its edge [candle.edges]. `1d`, `1w` and `1mo` join the
 * requested sessions of a date, a week or a month, and start with the first of these sessions.
 */
export interface Candle {
  readonly startsAt: Instant
  /** The session that the candle starts in. */
  readonly session: OpenSession
  /** The sessions that have traded so far, in order; only `1d` and longer have several. */
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
  /** The feed uses nothing later: a forming candle ends here [candle.forming]. */
  readonly now: Instant
  readonly sessions: readonly OpenSession[]
  readonly limit: number
  /** Which end of the range to keep when it holds more than `limit` candles [candles.from]. */
  readonly keep: 'oldest' | 'newest'
}

/** A trading date's official prices: REGULAR's first and last trade [fill.official-price]. */
export interface AuctionPrices {
  /** Undefined if the first trade came after the opening auction. */
  readonly open: Price | undefined
  /** Undefined until a live market has received it. */
  readonly close: Price | undefined
  /** Shares crossed in the opening auction; 0 without an opening price. */
  readonly openVolume: Quantity
  readonly closeVolume: Quantity
}

/**
 * Bounds of the prices in a part of a session: no bid and no print is below `lowest`, no ask and no
 * print above `highest`.
 */
export interface Reach {
  readonly lowest: Price
  readonly highest: Price
  /** The part's end, which is outside of it. */
  readonly untilMs: number
}

/** If the market does not have the symbol, or no price yet, answers are `undefined` or empty. */
export interface Feed {
  /** The open hours of this market. */
  readonly calendar: MarketCalendar
  /**
   * False if the instrument does not trade on the current or next trading date: it is SUSPENDED
   * until that date is over [run.replay-dates].
   */
  readonly trades: (symbol: string, at: Instant) => boolean
  /** Whether an open session may have minutes without trades. */
  readonly sparse: boolean
  /**
   * The end of a halt of trading that the instant is in: the quote stands still without a size
   * [order.market-halt]. Missing if the feed has no halts of its own.
   */
  readonly haltedUntil?: (symbol: string, at: Instant) => Instant | undefined
  /**
   * While it returns the same value, answers depend on their instant alone: nothing was pinned or
   * released in between. Missing if an answer may change at any time.
   */
  readonly version?: () => unknown
  /** Changes at whole seconds only. */
  readonly quote: (symbol: string, at: Instant) => MarketQuote | undefined
  /** The part of the quote that orders are matched against; cheaper than the whole quote. */
  readonly bidAsk: (symbol: string, at: Instant) => BidAsk | undefined
  /**
   * The prints of the second that ends at a whole second [fill.print]; undefined if nothing traded
   * in it. Missing if the feed has no prices between two seconds.
   */
  readonly prints?: (symbol: string, at: Instant) => Prints | undefined
  /**
   * The bounds of prices in a part of the session: the part of `minutes` minutes, counted
   * from the opening, that contains the instant. Undefined if the feed would have to compute every
   * second; missing if it always would.
   */
  readonly reach?: (symbol: string, at: Instant, minutes: number) => Reach | undefined
  /** Ascending. */
  readonly candles: (symbol: string, interval: Interval, range: CandleRange) => readonly Candle[]
  /** Only for auctions that have been held; undefined on a date without REGULAR. */
  readonly auction: (symbol: string, tradingDate: Temporal.PlainDate) => AuctionPrices | undefined
  /**
   * Whether the price of a past auction may still arrive [live.auctions]. Missing if prices are
   * never late.
   */
  readonly awaitsAuction?: (
    symbol: string,
    auction: AuctionOnly,
    heldAt: Instant,
    at: Instant,
  ) => boolean
  /**
   * The last price up to the instant, however old: it values holdings [live.worth]. Missing if the
   * market always shows a quote.
   */
  readonly lastPrice?: (symbol: string, at: Instant) => Price | undefined
  /** Why no quote is shown at the instant [live.explained]. Missing if one always is. */
  readonly lacks?: (symbol: string, at: Instant) => QuoteLack | undefined
  /** A source's rate of the dollar in won [live.rate]. Missing if the rate is simulated. */
  readonly dollarRate?: (at: Instant) => DollarRate | undefined
}

/** Units of the quote currency for one of the base currency, for a customer. */
export interface ExchangeRate {
  /** The customer buys the base currency at it; never below the bid [exchange-rate.fields]. */
  readonly askRate: Big
  readonly bidRate: Big
}

/** Won for a dollar, as a source sent it. */
export interface DollarRate extends ExchangeRate {
  readonly atMs: number
}

/**
 * The value of a share: the quote's price, or the last price while no quote is shown [live.worth].
 */
export const worthAt = (
  { quote, lastPrice }: Pick<Feed, 'quote' | 'lastPrice'>,
  symbol: string,
  at: Instant,
): Price | undefined => quote(symbol, at)?.price ?? lastPrice?.(symbol, at)

/** The instrument, SUSPENDED if the feed does not trade it at the instant. */
export const withFeedSuspension = <Traded extends TradedInstrument>(
  instrument: Traded,
  feed: Pick<Feed, 'trades'>,
  at: Instant,
): Traded =>
  feed.trades(instrument.symbol, at) ? instrument : { ...instrument, tradable: 'SUSPENDED' }
