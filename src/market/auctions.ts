/** A trading date's two auctions, at the open and the close of REGULAR [fill.auction]. */

import { CLS_ENTRY_MINUTES_MIN, OPG_ENTRY_MINUTES_MIN } from '../core/limits'
import type { Price, Quantity } from '../core/money'
import { type AuctionOnly, isForAuction, type OrderRequest } from '../core/order/order'
import { type Instant, isBefore, NEW_YORK, type Temporal } from '../core/time'
import { type MarketCalendar, regularOf } from './calendar'
import type { Feed } from './feed'

/** The last moment of entry, before the auction [order.opg-entry] [order.cls-entry]. */
const LAST_ENTRY = {
  OPG: { minutes: OPG_ENTRY_MINUTES_MIN },
  CLS: { minutes: CLS_ENTRY_MINUTES_MIN },
} as const

/** The auction of an OPG or CLS order placed now; null for other orders, or if none is ahead. */
export const auctionAheadOf = (
  { timeInForce }: Pick<OrderRequest, 'timeInForce'>,
  calendar: MarketCalendar,
  now: Instant,
): Instant | null => (isForAuction(timeInForce) ? nextAuctionAt(timeInForce, calendar, now) : null)

/**
 * The next auction that still accepts orders, up to and including the last moment of entry; null
 * if the market has no auction ahead.
 */
export function nextAuctionAt(
  auction: AuctionOnly,
  calendar: MarketCalendar,
  now: Instant,
): Instant | null {
  let date: Temporal.PlainDate | null = dateOf(now)
  while (date !== null) {
    const auctionAt = auctionOn(auction, calendar, date)
    if (auctionAt !== null && !isBefore(auctionAt.subtract(LAST_ENTRY[auction]), now)) {
      return auctionAt
    }
    date = calendar.nextTradingDate(date)
  }
  return null
}

function auctionOn(
  auction: AuctionOnly,
  calendar: MarketCalendar,
  date: Temporal.PlainDate,
): Instant | null {
  const regular = regularOf(calendar.day(date))
  if (regular === null) return null
  return auction === 'OPG' ? regular.opensAt : regular.closesAt
}

/** The result of an auction. */
export interface AuctionResult {
  /** The official price. */
  readonly price: Price
  /** Shares crossed. */
  readonly volume: Quantity
}

/** The result of the auction at the instant; undefined if it has no price. */
export function auctionAt(
  feed: Feed,
  symbol: string,
  auction: AuctionOnly,
  at: Instant,
): AuctionResult | undefined {
  const day = feed.auction(symbol, dateOf(at))
  if (day === undefined) return undefined
  if (auction === 'CLS') return day.close && { price: day.close, volume: day.closeVolume }
  return day.open && { price: day.open, volume: day.openVolume }
}

export const officialPrice = (
  feed: Feed,
  symbol: string,
  auction: AuctionOnly,
  at: Instant,
): Price | undefined => auctionAt(feed, symbol, auction, at)?.price

const dateOf = (at: Instant): Temporal.PlainDate => at.toZonedDateTimeISO(NEW_YORK).toPlainDate()
