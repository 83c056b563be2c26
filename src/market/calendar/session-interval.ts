/**
 * Time cut at every session boundary: each stretch is one session or one gap between two, and all
 * that the calendar can say of an instant is the same throughout its stretch. The stretches of a
 * UTC day are worked out once, so asking again is one lookup and a walk over a handful of numbers.
 */
import type { MarketHours, Session, SessionHours } from '../../core/session'
import { atMs, type Instant, isBefore, NEW_YORK, type Temporal } from '../../core/time'
import { memoize } from '../memoize'
import { calendarDay, isTradingDate, nextTradingDate, previousTradingDate } from './day'

/** The exchange opens again after every close. */
export interface ExchangeHours extends MarketHours {
  readonly nextRegularCloseAt: Instant
  readonly nextOpeningAt: Instant
}

export interface SessionMoment {
  readonly session: Session
  /** While CLOSED: the trading date whose next session opens first. */
  readonly tradingDate: Temporal.PlainDate
  /** Of the session that is on; null while CLOSED. [session.closed] */
  readonly opensAt: Instant | null
  readonly closesAt: Instant | null
}

/** From the boundary before (inclusive) until the boundary after (exclusive). */
export interface SessionInterval {
  readonly fromMs: number
  readonly untilMs: number
  readonly until: Instant
  readonly moment: SessionMoment
  readonly hours: ExchangeHours
}

const UTC_DAY_MS = 86_400_000
const UTC_DAYS_KEPT = 512

/** The stretch that the instant lies in. */
export function intervalAt(instant: Instant): SessionInterval {
  // Boundaries are whole milliseconds, so leaving out an instant's nanoseconds moves it past none.
  const instantMs = instant.epochMilliseconds
  for (const stretch of intervalsOfUtcDay(Math.floor(instantMs / UTC_DAY_MS))) {
    if (instantMs < stretch.untilMs) return stretch
  }
  throw new Error(`the calendar has a hole at ${instant.toString()}`)
}

const intervalsOfUtcDay = memoize(
  UTC_DAYS_KEPT,
  (utcDay: number) => utcDay,
  (utcDay): readonly SessionInterval[] => {
    const startMs = utcDay * UTC_DAY_MS
    const firstDate = atMs(startMs).toZonedDateTimeISO(NEW_YORK).toPlainDate()
    let tradingDate = isTradingDate(firstDate) ? firstDate : nextTradingDate(firstDate)
    const stretches = [...intervalsUpTo(tradingDate)]
    while ((stretches.at(-1)?.untilMs ?? startMs) < startMs + UTC_DAY_MS) {
      tradingDate = nextTradingDate(tradingDate)
      stretches.push(...intervalsUpTo(tradingDate))
    }
    return stretches.filter(
      ({ fromMs, untilMs }) => fromMs < startMs + UTC_DAY_MS && startMs < untilMs,
    )
  },
)

/** From the end of the trading date before to the end of this one. */
function intervalsUpTo(tradingDate: Temporal.PlainDate): readonly SessionInterval[] {
  const { sessions } = calendarDay(tradingDate)
  const upcoming = [...sessions, ...calendarDay(nextTradingDate(tradingDate)).sessions]
  const lastBefore = calendarDay(previousTradingDate(tradingDate)).sessions.at(-1)
  if (lastBefore === undefined) throw new Error(`no session before ${tradingDate.toString()}`)

  const stretches: SessionInterval[] = []
  let from = lastBefore.closesAt
  for (const session of sessions) {
    if (isBefore(from, session.opensAt)) {
      const closed = { session: 'CLOSED', tradingDate, opensAt: null, closesAt: null } as const
      stretches.push(stretch(closed, from, session.opensAt, upcoming))
    }
    stretches.push(stretch(session, session.opensAt, session.closesAt, upcoming))
    from = session.closesAt
  }
  return stretches
}

function stretch(
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

/** A stretch has no boundary inside it, so what comes next comes at its end at the earliest. */
function firstFrom(earliest: Instant, instants: readonly Instant[]): Instant {
  const found = instants.find((instant) => !isBefore(instant, earliest))
  if (found === undefined) throw new Error(`nothing upcoming from ${earliest.toString()}`)
  return found
}
