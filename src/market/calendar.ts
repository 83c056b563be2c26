/** The NYSE's calendar and the sessions of D3. Pure: every question brings its date or instant. */
import type { MarketHours } from '../core/session'
import type { Instant } from '../core/time'
import { type SessionMoment, stretchAt } from './calendar/stretch'

export {
  type CalendarDay,
  calendarDay,
  type DayStatus,
  isTradingDate,
  nextTradingDate,
  previousTradingDate,
  regularSession,
} from './calendar/day'
export type { SessionMoment } from './calendar/stretch'

/** The session that is on and its trading date. A session's end no longer belongs to it. */
export const sessionAt = (instant: Instant): SessionMoment => stretchAt(instant).moment

/** What an order's acceptance needs to know of the market's hours at this instant. */
export const marketHoursAt = (instant: Instant): MarketHours => stretchAt(instant).hours

/** The first opening or close of any session strictly after the instant. */
export const nextBoundaryAfter = (instant: Instant): Instant => stretchAt(instant).until
