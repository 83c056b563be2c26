/** The two auctions of a trading date: at the open and at the close of REGULAR (D4, D6). */
import type { AuctionOnly } from '../core/order'
import { type Instant, isBefore, NEW_YORK, type Temporal } from '../core/time'
import type { Price } from '../core/units'
import { nextTradingDate, regularSession } from './calendar'
import type { Feed } from './feed'

/** D4: how long before its auction an order is accepted for it at the latest. */
const LAST_ENTRY = { OPG: { minutes: 2 }, CLS: { minutes: 10 } } as const

/** The auction for which an order is accepted now: the last moment of entry still counts. */
export function nextAuctionAt(auction: AuctionOnly, now: Instant): Instant {
  let date = dateOf(now)
  for (;;) {
    const auctionAt = auctionOn(auction, date)
    if (auctionAt !== null && !isBefore(auctionAt.subtract(LAST_ENTRY[auction]), now)) {
      return auctionAt
    }
    date = nextTradingDate(date)
  }
}

function auctionOn(auction: AuctionOnly, date: Temporal.PlainDate): Instant | null {
  const regular = regularSession(date)
  if (regular === null) return null
  return auction === 'OPG' ? regular.opensAt : regular.closesAt
}

/** The official price of the auction that is held at the instant. */
export const officialPrice = (
  feed: Feed,
  symbol: string,
  auction: AuctionOnly,
  at: Instant,
): Price | undefined => feed.auction(symbol, dateOf(at))?.[auction === 'OPG' ? 'open' : 'close']

const dateOf = (at: Instant): Temporal.PlainDate => at.toZonedDateTimeISO(NEW_YORK).toPlainDate()
