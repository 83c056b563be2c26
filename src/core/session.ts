/**
 * Market sessions as values. Their hours are in market/calendar/day.ts, and the calendar says which
 * session is on at an instant.
 */
import type { Instant, Temporal } from './time'

export const OPEN_SESSIONS = ['PRE', 'REGULAR', 'AFTER', 'DAY'] as const
export type OpenSession = (typeof OPEN_SESSIONS)[number]
export const SESSIONS = [...OPEN_SESSIONS, 'CLOSED'] as const
export type Session = (typeof SESSIONS)[number]

/** One session of one trading date. It includes `opensAt`, but not `closesAt`. */
export interface SessionHours {
  readonly session: OpenSession
  readonly tradingDate: Temporal.PlainDate
  readonly opensAt: Instant
  readonly closesAt: Instant
}

/** The market's hours on which an order's acceptance depends. */
export interface MarketHours {
  readonly session: Session
  /** The end of the session that is on; null while CLOSED. */
  readonly sessionClosesAt: Instant | null
  /** The first REGULAR close after now; null if the market has none ahead. */
  readonly nextRegularCloseAt: Instant | null
  /** The first opening of any session after now; null if the market never opens again. */
  readonly nextOpeningAt: Instant | null
}
