/** The event that an order waits for before a tick can fill it [order.waits-for]. */

import { tradesInSession } from '../core/instrument'
import { isForAuction, type Order } from '../core/order/order'
import type { Instant } from '../core/time'
import type { MarketCalendar } from './calendar'

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

/** Null if the next tick can fill the order, or if the market never opens for it again. */
export function waitOf(
  { timeInForce, validUntil }: Pick<Order, 'timeInForce' | 'validUntil'>,
  instrument: Parameters<typeof tradesInSession>[1],
  calendar: MarketCalendar,
  now: Instant,
): OrderWait | null {
  if (isForAuction(timeInForce)) {
    const auction = timeInForce === 'OPG' ? 'OPENING_AUCTION' : 'CLOSING_AUCTION'
    return { for: auction, until: validUntil }
  }
  for (let at: Instant | null = now; at !== null; at = calendar.marketHoursAt(at).nextOpeningAt) {
    const { session } = calendar.sessionAt(at)
    if (session === 'CLOSED' || !tradesInSession(session, instrument)) continue
    return at === now ? null : { for: session, until: at }
  }
  return null
}
