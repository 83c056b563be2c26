/**
 * What a market shows at an instant, be it simulated, replayed or live. An answer depends on the
 * instant that the caller passes, never on the wall clock.
 */

import type { Price, Quantity } from '../core/money'
import type { AuctionOnly } from '../core/order/order'
import type { BidAsk, QuoteLack } from '../core/quote'
import type { OpenSession, Session } from '../core/session'
import type { Instant, Temporal } from '../core/time'
import type { MarketCalendar } from './calendar'
import type { SentRate } from './exchange-rate'

/** While the instrument does not trade, its last quote remains. */
export interface MarketQuote extends BidAsk {
  /** Of the last trade: bid ≤ price ≤ ask. */
  readonly price: Price
  /** The official close of the trading date before the one that this quote belongs to. */
  readonly previousClose: Price
  /** Shares traded so far on the quote's trading date, over all sessions. */
  readonly volume: Quantity
  readonly lastTradeAt: Instant
  /** By the source's clock; live prices alone have it [live.seen]. */
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
  /** Undefined while a live market does not know it. */
  readonly close: Price | undefined
  /** Shares crossed in the opening auction; 0 without an opening price. */
  readonly openVolume: Quantity
  readonly closeVolume: Quantity
}

/** A part of a session, with prices that no bid in it is below and no ask above. */
export interface Reach {
  readonly lowest: Price
  readonly highest: Price
  /** Where the part ends; it holds no longer there. */
  readonly untilMs: number
}

/** Without the symbol, or a price at that time, answers are `undefined` or empty. */
export interface Feed {
  /** When this market is open. */
  readonly calendar: MarketCalendar
  /**
   * False if the instrument does not trade on the current or next trading date: it is SUSPENDED
   * until that date is over [run.replay-dates].
   */
  readonly trades: (symbol: string, at: Instant) => boolean
  /** Whether an open session may have minutes without trades. */
  readonly sparse: boolean
  /**
   * While it returns the same value, answers depend on their instant alone: nothing was pinned or
   * released in between. Left out: an answer may change at any time.
   */
  readonly version?: () => unknown
  /** Changes at whole seconds only. */
  readonly quote: (symbol: string, at: Instant) => MarketQuote | undefined
  /** The part of the quote that orders are matched against; cheaper than the whole quote. */
  readonly bidAsk: (symbol: string, at: Instant) => BidAsk | undefined
  /**
   * How far bids and asks reach in the part of the session that holds the instant: parts have so
   * many minutes, counted from the opening. Undefined where the feed cannot tell without trying
   * every second; left out by a feed that never can.
   */
  readonly reach?: (symbol: string, at: Instant, minutes: number) => Reach | undefined
  /** Ascending. */
  readonly candles: (symbol: string, interval: Interval, range: CandleRange) => readonly Candle[]
  /** Only for auctions that have been held; undefined on a date without REGULAR. */
  readonly auction: (symbol: string, tradingDate: Temporal.PlainDate) => AuctionPrices | undefined
  /**
   * Whether the price of an auction that was held may still come [live.auctions]. Left out by a
   * market that knows it at once.
   */
  readonly awaitsAuction?: (
    symbol: string,
    auction: AuctionOnly,
    heldAt: Instant,
    at: Instant,
  ) => boolean
  /**
   * The last price by then, whatever its age: what holdings are worth [live.worth]. Left out by a
   * market that always shows a quote.
   */
  readonly lastPrice?: (symbol: string, at: Instant) => Price | undefined
  /** Why no quote is shown at the instant [live.explained]. Left out by a market that has one. */
  readonly lacks?: (symbol: string, at: Instant) => QuoteLack | undefined
  /** What a source says of the dollar in won [live.rate]. Left out: the seed makes it. */
  readonly sentRate?: (at: Instant) => SentRate | undefined
}

/** What a share is worth: its price, or while none is shown the last one. */
export const worthAt = (
  { quote, lastPrice }: Pick<Feed, 'quote' | 'lastPrice'>,
  symbol: string,
  at: Instant,
): Price | undefined => quote(symbol, at)?.price ?? lastPrice?.(symbol, at)
