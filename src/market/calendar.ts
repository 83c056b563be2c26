/**
 * The NYSE's calendar, and the calendar of a market, which may have fewer dates. Dates and bars use
 * the exchange's calendar; orders and ticks use the market's.
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
export { replayCalendar } from './calendar/replay-calendar'
export type { SessionMoment } from './calendar/session-interval'

/** The exchange's session and trading date; a session's closing instant is outside it. */
export const sessionAt = (instant: Instant): SessionMoment => intervalAt(instant).moment
