/**
 * What an order waits for before a tick can fill it [order.waits-for]: a session, or one of a
 * trading date's two auctions, at the open and the close of REGULAR [fill.auction].
 */
import { tradesInSession } from '../core/instrument'
import { CLS_ENTRY_MINUTES_MIN, OPG_ENTRY_MINUTES_MIN } from '../core/limits'
import type { Price, Quantity } from '../core/money'
import {
  type AuctionOnly,
  isForAuction,
  isOpen,
  type Order,
  type OrderRequest,
} from '../core/order/order'
import { type Instant, isBefore, newYorkDate, type Temporal } from '../core/time'
import { type MarketCalendar, regularOf } from './calendar'
import type { MarketClock } from './clock'
import type { Feed } from './feed'
import type { InstrumentDirectory } from './instruments'

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
  let date: Temporal.PlainDate | null = newYorkDate(now)
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

interface AuctionResult {
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
  const day = feed.auction(symbol, newYorkDate(at))
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

export const AWAITED = [
  'DAY',
  'PRE',
  'REGULAR',
  'AFTER',
  'OPENING_AUCTION',
  'CLOSING_AUCTION',
] as const

export interface OrderWait {
  readonly for: (typeof AWAITED)[number]
  /** The session's opening, or the auction's instant. */
  readonly until: Instant
}

interface WaitDeps {
  readonly feed: Pick<Feed, 'calendar'>
  readonly clock: Pick<MarketClock, 'now'>
  readonly instruments: Pick<InstrumentDirectory, 'find'>
}

/**
 * Returns what the order waits for now; null if the next tick can fill it, if it has ended, or if
 * the market never opens for it again.
 */
export function waitOf(
  order: Pick<Order, 'symbol' | 'status' | 'timeInForce' | 'validUntil'>,
  { feed: { calendar }, clock, instruments }: WaitDeps,
): OrderWait | null {
  const instrument = instruments.find(order.symbol)
  if (!isOpen(order.status) || instrument === undefined) return null
  if (isForAuction(order.timeInForce)) {
    const auction = order.timeInForce === 'OPG' ? 'OPENING_AUCTION' : 'CLOSING_AUCTION'
    return { for: auction, until: order.validUntil }
  }
  const now = clock.now()
  for (let at: Instant | null = now; at !== null; at = calendar.marketHoursAt(at).nextOpeningAt) {
    const { session } = calendar.sessionAt(at)
    if (session === 'CLOSED' || !tradesInSession(session, instrument)) continue
    return at === now ? null : { for: session, until: at }
  }
  return null
}
