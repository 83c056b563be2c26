/**
 * The sessions' wall times in New York [session.day] [session.pre] [session.regular]
 * [session.after]. The time zone database applies the daylight saving rules of each year.
 */
import type { OpenSession, SessionHours } from '../../core/session'
import { type Instant, NEW_YORK, type Temporal } from '../../core/time'

interface SessionTimes {
  readonly session: OpenSession
  readonly opens: string
  readonly closes: string
  /** Opens on the calendar day before its trading date. */
  readonly opensEveningBefore?: true
}

/** On the calendar day before its trading date. [session.day] */
export const DAY_OPENS = '20:00'

const BEFORE_THE_BELL: readonly SessionTimes[] = [
  { session: 'DAY', opens: DAY_OPENS, closes: '03:50', opensEveningBefore: true },
  // [session.pre]
  { session: 'PRE', opens: '04:00', closes: '09:30' },
]

/** [session.regular] [session.after] */
const FULL_DAY: readonly SessionTimes[] = [
  ...BEFORE_THE_BELL,
  { session: 'REGULAR', opens: '09:30', closes: '16:00' },
  { session: 'AFTER', opens: '16:00', closes: '20:00' },
]

const HALF_DAY: readonly SessionTimes[] = [
  ...BEFORE_THE_BELL,
  { session: 'REGULAR', opens: '09:30', closes: '13:00' },
  { session: 'AFTER', opens: '13:00', closes: '17:00' },
]

/** The sessions of a trading date in the order in which they open. */
export function sessionsOf(
  tradingDate: Temporal.PlainDate,
  status: 'OPEN' | 'HALF_DAY',
): readonly SessionHours[] {
  const eveningBefore = tradingDate.subtract({ days: 1 })
  const times = status === 'OPEN' ? FULL_DAY : HALF_DAY
  return times.map(({ session, opens, closes, opensEveningBefore }) => ({
    session,
    tradingDate,
    opensAt: inNewYork(opensEveningBefore ? eveningBefore : tradingDate, opens),
    closesAt: inNewYork(tradingDate, closes),
  }))
}

const inNewYork = (date: Temporal.PlainDate, plainTime: string): Instant =>
  date.toZonedDateTime({ timeZone: NEW_YORK, plainTime }).toInstant()
