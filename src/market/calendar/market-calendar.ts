/** When a market is open: the exchange's own hours, or those of a replayed part of them. */
import type { MarketHours, Session } from '../../core/session'
import type { Instant, Temporal } from '../../core/time'
import { type CalendarDay, calendarDay, nextTradingDate, previousTradingDate } from './day'
import { intervalAt } from './session-interval'

export interface MarketMoment {
  readonly session: Session
  /** While CLOSED: the trading date whose next session opens first; null where none ever does. */
  readonly tradingDate: Temporal.PlainDate | null
  /** Of the session that is on; null while CLOSED. */
  readonly opensAt: Instant | null
  readonly closesAt: Instant | null
}

export interface MarketCalendar {
  readonly day: (date: Temporal.PlainDate) => CalendarDay
  /** The session that is on and its trading date. A session's end no longer belongs to it. */
  readonly sessionAt: (instant: Instant) => MarketMoment
  /** What an order's acceptance needs to know of the market's hours at this instant. */
  readonly marketHoursAt: (instant: Instant) => MarketHours
  /** The first opening or close of any session strictly after the instant; null: none. */
  readonly nextBoundaryAfter: (instant: Instant) => Instant | null
  /** The first trading date strictly after the date; null: none. */
  readonly nextTradingDate: (date: Temporal.PlainDate) => Temporal.PlainDate | null
  /** The last trading date strictly before the date; null: none. */
  readonly previousTradingDate: (date: Temporal.PlainDate) => Temporal.PlainDate | null
}

/** Open whenever the exchange is [run.replay-dates]. */
export const exchangeCalendar = {
  day: calendarDay,
  sessionAt: (instant: Instant) => intervalAt(instant).moment,
  marketHoursAt: (instant: Instant) => intervalAt(instant).hours,
  nextBoundaryAfter: (instant: Instant) => intervalAt(instant).until,
  nextTradingDate,
  previousTradingDate,
} satisfies MarketCalendar
