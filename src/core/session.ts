/** Market sessions as values; the calendar says which one is on at an instant. */
import type { Instant, Temporal } from './time'

export const SESSIONS = ['PRE', 'REGULAR', 'AFTER', 'DAY', 'CLOSED'] as const
export type Session = (typeof SESSIONS)[number]
export type OpenSession = Exclude<Session, 'CLOSED'>

/** One session of one trading date: `opensAt` belongs to it, `closesAt` no longer does. */
export interface SessionHours {
  readonly session: OpenSession
  readonly tradingDate: Temporal.PlainDate
  readonly opensAt: Instant
  readonly closesAt: Instant
}

/** The market's hours, as far as an order's acceptance depends on them. */
export interface MarketHours {
  readonly session: Session
  /** The end of the session that is on; null while CLOSED. */
  readonly sessionClosesAt: Instant | null
  /** The first REGULAR close after now; null where the market has none ahead. */
  readonly nextRegularCloseAt: Instant | null
  /** The first opening of any session after now; null where the market never opens again. */
  readonly nextOpeningAt: Instant | null
}
