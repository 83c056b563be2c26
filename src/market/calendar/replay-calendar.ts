/**
 * The calendar of a replayed market: the exchange's, but CLOSED on dates without imported bars
 * [run.replay-dates], and for good after the last one.
 */
import type { Session, SessionHours } from '../../core/session'
import { type Instant, isBefore, type Temporal } from '../../core/time'
import { firstIndex } from '../../lib/sorted'
import { calendarDay, dateKey } from './day'
import type { MarketCalendar, MarketMoment } from './market-calendar'
import { intervalAt } from './session-interval'

const NO_BARS = 'No imported bars'

/** `dates` are the trading dates with bars, ascending and distinct. */
export function replayCalendar(dates: readonly Temporal.PlainDate[]): MarketCalendar {
  const keys = dates.map(dateKey)
  const recorded = new Set(keys)
  const isRecorded = (date: Temporal.PlainDate): boolean => recorded.has(dateKey(date))

  function countBefore(date: Temporal.PlainDate): number {
    const key = dateKey(date)
    return firstIndex(keys.length, (index) => (keys[index] ?? key) < key)
  }

  const firstFrom = (date: Temporal.PlainDate): Temporal.PlainDate | null =>
    dates[countBefore(date)] ?? null
  const nextTradingDate = (date: Temporal.PlainDate) => firstFrom(date.add({ days: 1 }))

  function sessionAt(instant: Instant): MarketMoment {
    const { moment } = intervalAt(instant)
    if (isRecorded(moment.tradingDate)) return moment
    const tradingDate = firstFrom(moment.tradingDate)
    return { session: 'CLOSED', tradingDate, opensAt: null, closesAt: null }
  }

  /** The sessions of the current or next trading date, and of the following date. */
  function sessionsAhead({ tradingDate }: MarketMoment): readonly SessionHours[] {
    if (tradingDate === null) return []
    const following = nextTradingDate(tradingDate)
    return [tradingDate, ...(following === null ? [] : [following])].flatMap(
      (date) => calendarDay(date).sessions,
    )
  }

  return {
    day(date) {
      const day = calendarDay(date)
      if (day.status === 'CLOSED' || isRecorded(date)) return day
      return { date, status: 'CLOSED', holidayName: NO_BARS, sessions: [] }
    },
    sessionAt,
    marketHoursAt(instant) {
      const moment = sessionAt(instant)
      const ahead = sessionsAhead(moment)
      const isAhead = (at: Instant): boolean => isBefore(instant, at)
      return {
        session: moment.session,
        sessionClosesAt: moment.closesAt,
        nextRegularCloseAt: closesOf(ahead, 'REGULAR').find(isAhead) ?? null,
        nextOpeningAt: ahead.map(({ opensAt }) => opensAt).find(isAhead) ?? null,
      }
    },
    nextBoundaryAfter(instant) {
      const interval = intervalAt(instant)
      if (isRecorded(interval.moment.tradingDate)) return interval.until
      const [next] = sessionsAhead(sessionAt(instant))
      return next?.opensAt ?? null
    },
    nextTradingDate,
    previousTradingDate: (date) => dates[countBefore(date) - 1] ?? null,
  }
}

const closesOf = (sessions: readonly SessionHours[], wanted: Session): readonly Instant[] =>
  sessions.filter(({ session }) => session === wanted).map(({ closesAt }) => closesAt)
