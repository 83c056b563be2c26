/**
 * Divides time at every session boundary. An interval is a session, or the gap between two, when
 * the market is CLOSED [session.closed]. The calendar's answers are constant within an interval.
 * The intervals of a UTC day are cached, so a lookup compares a handful of numbers.
 */
import type { MarketHours, Session, SessionHours } from '../../core/session'
import { atMs, type Instant, isBefore, newYorkDate, type Temporal } from '../../core/time'
import { memoize } from '../memoize'
import { calendarDay, isTradingDate, nextTradingDate, previousTradingDate } from './day'

/** No instant is null, because the exchange reopens after every close. */
export interface ExchangeHours extends MarketHours {
  readonly nextRegularCloseAt: Instant
  readonly nextOpeningAt: Instant
}

export interface SessionMoment {
  readonly session: Session
  /** While CLOSED, the date of the next session. */
  readonly tradingDate: Temporal.PlainDate
  /** The current session's opening; null while CLOSED. */
  readonly opensAt: Instant | null
  readonly closesAt: Instant | null
}

/** The time from one boundary (inclusive) to the next (exclusive). */
export interface SessionInterval {
  readonly fromMs: number
  readonly untilMs: number
  readonly until: Instant
  readonly moment: SessionMoment
  readonly hours: ExchangeHours
}

const UTC_DAY_MS = 86_400_000
const UTC_DAYS_KEPT = 512

/** The interval that contains the instant. */
export function intervalAt(instant: Instant): SessionInterval {
  // Boundaries are whole milliseconds, so an instant's nanoseconds make no difference.
  const instantMs = instant.epochMilliseconds
  for (const interval of intervalsOfUtcDay(Math.floor(instantMs / UTC_DAY_MS))) {
    if (instantMs < interval.untilMs) return interval
  }
  throw new Error(`the calendar has a hole at ${instant.toString()}`)
}

const intervalsOfUtcDay = memoize(
  UTC_DAYS_KEPT,
  (utcDay: number) => utcDay,
  (utcDay): readonly SessionInterval[] => {
    const startMs = utcDay * UTC_DAY_MS
    const firstDate = newYorkDate(atMs(startMs))
    let tradingDate = isTradingDate(firstDate) ? firstDate : nextTradingDate(firstDate)
    const intervals = [...intervalsUpTo(tradingDate)]
    while ((intervals.at(-1)?.untilMs ?? startMs) < startMs + UTC_DAY_MS) {
      tradingDate = nextTradingDate(tradingDate)
      intervals.push(...intervalsUpTo(tradingDate))
    }
    return intervals.filter(
      ({ fromMs, untilMs }) => fromMs < startMs + UTC_DAY_MS && startMs < untilMs,
    )
  },
)

/** The intervals from the end of the previous trading date to the end of this one. */
function intervalsUpTo(tradingDate: Temporal.PlainDate): readonly SessionInterval[] {
  const { sessions } = calendarDay(tradingDate)
  const upcoming = [...sessions, ...calendarDay(nextTradingDate(tradingDate)).sessions]
  const lastBefore = calendarDay(previousTradingDate(tradingDate)).sessions.at(-1)
  if (lastBefore === undefined) throw new Error(`no session before ${tradingDate.toString()}`)

  const intervals: SessionInterval[] = []
  let from = lastBefore.closesAt
  for (const session of sessions) {
    if (isBefore(from, session.opensAt)) {
      const closed = { session: 'CLOSED', tradingDate, opensAt: null, closesAt: null } as const
      intervals.push(interval(closed, from, session.opensAt, upcoming))
    }
    intervals.push(interval(session, session.opensAt, session.closesAt, upcoming))
    from = session.closesAt
  }
  return intervals
}

function interval(
  moment: SessionMoment,
  from: Instant,
  until: Instant,
  upcoming: readonly SessionHours[],
): SessionInterval {
  const openings = upcoming.map(({ opensAt }) => opensAt)
  const regularCloses = upcoming
    .filter(({ session }) => session === 'REGULAR')
    .map(({ closesAt }) => closesAt)
  return {
    fromMs: from.epochMilliseconds,
    untilMs: until.epochMilliseconds,
    until,
    moment,
    hours: {
      session: moment.session,
      sessionClosesAt: moment.closesAt,
      nextRegularCloseAt: firstFrom(until, regularCloses),
      nextOpeningAt: firstFrom(until, openings),
    },
  }
}

/** The first of `instants` at `earliest` or later. */
function firstFrom(earliest: Instant, instants: readonly Instant[]): Instant {
  const found = instants.find((instant) => !isBefore(instant, earliest))
  if (found === undefined) throw new Error(`nothing upcoming from ${earliest.toString()}`)
  return found
}
