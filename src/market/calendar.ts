/**
 * The NYSE's calendar [calendar.holidays], and when a market is open that may have fewer dates.
 * Whoever works on dates and bars asks the exchange; what happens now is for the market's own
 * calendar to say.
 */
import type { Instant } from '../core/time'
import { intervalAt, type SessionMoment } from './calendar/session-interval'

export {
  type CalendarDay,
  calendarDay,
  type DayStatus,
  dayStatus,
  isTradingDate,
  regularOf,
  regularSession,
} from './calendar/day'
export { exchangeCalendar, type MarketCalendar } from './calendar/market-calendar'
export { replayCalendar as recordedCalendar } from './calendar/replay-calendar'
export type { SessionMoment } from './calendar/session-interval'

/** The exchange's session and its trading date. A session's end no longer belongs to it. */
export const sessionAt = (instant: Instant): SessionMoment => intervalAt(instant).moment
