/** The open hours of a market: the exchange's, or a replay's part of them [run.replay-dates]. */
import type { MarketHours, Session } from '../../core/session'
import type { Instant, Temporal } from '../../core/time'
import { type CalendarDay, calendarDay, nextTradingDate, previousTradingDate } from './day'
import { intervalAt } from './session-interval'

export interface MarketMoment {
  readonly session: Session
  /** While CLOSED, the date of the next session; null if no session is ahead. */
  readonly tradingDate: Temporal.PlainDate | null
  /** The current session's opening; null while CLOSED. */
  readonly opensAt: Instant | null
  readonly closesAt: Instant | null
}

export interface MarketCalendar {
  readonly day: (date: Temporal.PlainDate) => CalendarDay
  /** The current session and its trading date; a closing instant is outside its session. */
  readonly sessionAt: (instant: Instant) => MarketMoment
  /** The hours that accepting an order depends on. */
  readonly marketHoursAt: (instant: Instant) => MarketHours
  /** The first opening or close of any session strictly after the instant; null if none. */
  readonly nextBoundaryAfter: (instant: Instant) => Instant | null
  /** The first trading date strictly after the date; null if none. */
  readonly nextTradingDate: (date: Temporal.PlainDate) => Temporal.PlainDate | null
  /** The last trading date strictly before the date; null if none. */
  readonly previousTradingDate: (date: Temporal.PlainDate) => Temporal.PlainDate | null
}

/** The calendar of a market that is open whenever the exchange is. */
export const exchangeCalendar = {
  day: calendarDay,
  sessionAt: (instant: Instant) => intervalAt(instant).moment,
  marketHoursAt: (instant: Instant) => intervalAt(instant).hours,
  nextBoundaryAfter: (instant: Instant) => intervalAt(instant).until,
  nextTradingDate,
  previousTradingDate,
} satisfies MarketCalendar
