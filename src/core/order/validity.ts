import type { MarketHours } from '../session'
import type { Instant } from '../time'
import type { TimeInForce } from './order'

/**
 * When an order's time is over (D5).
 *
 * DAY: at the next REGULAR close, or at the AFTER session's close for one accepted in it. One
 * accepted while CLOSED after AFTER belongs to the next trading date, whose REGULAR close is the
 * next one.
 * IOC and FOK: at the session's close at the latest, should no tick come before it. OPG and CLS: at
 * their auction, which the calendar knows.
 *
 * Null: the market has no such time ahead.
 */
export function validUntil(
  timeInForce: TimeInForce,
  hours: MarketHours,
  auctionAt: Instant | null,
): Instant | null {
  switch (timeInForce) {
    case 'DAY':
      return hours.session === 'AFTER' && hours.sessionClosesAt !== null
        ? hours.sessionClosesAt
        : hours.nextRegularCloseAt
    case 'IOC':
    case 'FOK':
      return hours.sessionClosesAt
    case 'OPG':
    case 'CLS':
      return auctionAt
  }
}
