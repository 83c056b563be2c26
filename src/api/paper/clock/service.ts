/** Reads the market's clock, and when the market opens and closes next [clock.own-endpoint]. */

import type { OpenSession, Session, SessionHours } from '../../../core/session'
import { type Instant, isBefore, newYorkDate, type Temporal } from '../../../core/time'
import type { CalendarDay, MarketCalendar } from '../../../market/calendar'
import type { MarketClock } from '../../../market/clock'
import type { Feed } from '../../../market/feed'
import type { Pace } from '../../../market/pace'
import type { SimulatedClock } from '../../../market/simulated-clock'

export interface PaperClockDeps {
  readonly clock: MarketClock
  /** The same clock; null if it is the system's. */
  readonly simulated: SimulatedClock | null
  readonly pace: () => Pace
  readonly feed: Pick<Feed, 'calendar'>
}

/** The opening or the close of a session. */
export interface SessionEdge {
  readonly session: OpenSession
  readonly at: Instant
}

export interface MarketTime extends Pace {
  readonly now: Instant
  readonly isSimulated: boolean
  readonly session: Session
  /** Null if the market never opens again, like the next four fields. */
  readonly tradingDate: Temporal.PlainDate | null
  readonly nextOpening: SessionEdge | null
  readonly nextClosing: SessionEdge | null
  readonly nextRegularOpening: SessionEdge | null
  readonly nextRegularClosing: SessionEdge | null
  /** The date in New York; null on a date without trading [clock.today]. */
  readonly today: Pick<CalendarDay, 'date' | 'sessions'> | null
}

export type PaperClockService = ReturnType<typeof paperClockService>

export const paperClockService = ({
  clock,
  simulated,
  pace,
  feed: { calendar },
}: PaperClockDeps) => ({
  read(): MarketTime {
    const now = clock.now()
    const { session, tradingDate } = calendar.sessionAt(now)
    const sessions = sessionsFrom(calendar, tradingDate)
    const openings = sessions.map(({ session, opensAt }) => ({ session, at: opensAt }))
    const today = calendar.day(newYorkDate(now))
    const closings = sessions.map(({ session, closesAt }) => ({ session, at: closesAt }))
    return {
      now,
      isSimulated: simulated !== null,
      session,
      tradingDate,
      ...pace(),
      nextOpening: firstAfter(now, openings),
      nextClosing: firstAfter(now, closings),
      nextRegularOpening: firstAfter(now, openings.filter(isRegular)),
      nextRegularClosing: firstAfter(now, closings.filter(isRegular)),
      today: today.sessions.length === 0 ? null : today,
    }
  },
})

/** The sessions of `date` and of the next date, which begins on the evening of `date`. */
function sessionsFrom(
  calendar: MarketCalendar,
  date: Temporal.PlainDate | null,
): readonly SessionHours[] {
  if (date === null) return []
  const next = calendar.nextTradingDate(date)
  return [date, ...(next === null ? [] : [next])].flatMap((each) => calendar.day(each).sessions)
}

const isRegular = ({ session }: SessionEdge): boolean => session === 'REGULAR'

const firstAfter = (now: Instant, edges: readonly SessionEdge[]): SessionEdge | null =>
  edges.find(({ at }) => isBefore(now, at)) ?? null
