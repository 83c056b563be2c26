/** One date of the exchange's calendar, and why it is closed [calendar.status]. */
import type { SessionHours } from '../../core/session'
import type { Temporal } from '../../core/time'
import { memoize } from '../memoize'
import { dateKey } from './date-key'
import { earlyCloseOn } from './early-closes'
import { holidayOn } from './holidays'
import { sessionsOf } from './session-times'
import { specialClosureOn } from './special-closures'

export type DayStatus = 'OPEN' | 'HALF_DAY' | 'CLOSED'

export interface CalendarDay {
  readonly date: Temporal.PlainDate
  readonly status: DayStatus
  /** Why the day is closed or closes early; null on an open day and an ordinary weekend. */
  readonly holidayName: string | null
  /** DAY, PRE, REGULAR, AFTER; empty on a closed day. */
  readonly sessions: readonly SessionHours[]
}

const FRIDAY = 5
/** Three years of dates; the widest request covers one. */
const DAYS_KEPT = 1_100

/** The date by the NYSE's rules and special closures [calendar.holidays]. */
export const calendarDay = memoize(DAYS_KEPT, dateKey, (date): CalendarDay => {
  const { status, holidayName } = dayStatus(date)
  const sessions = status === 'CLOSED' ? [] : sessionsOf(date, status)
  return { date, status, holidayName, sessions }
})

/** The status without the cost of the hours. */
export function dayStatus(date: Temporal.PlainDate): Pick<CalendarDay, 'status' | 'holidayName'> {
  const closure = specialClosureOn(date) ?? holidayOn(date)
  if (closure !== null || date.dayOfWeek > FRIDAY) return { status: 'CLOSED', holidayName: closure }
  const earlyClose = earlyCloseOn(date)
  return { status: earlyClose === null ? 'OPEN' : 'HALF_DAY', holidayName: earlyClose }
}

export function isTradingDate(date: Temporal.PlainDate): boolean {
  return calendarDay(date).status !== 'CLOSED'
}

/** The first trading date strictly after `date`. */
export function nextTradingDate(date: Temporal.PlainDate): Temporal.PlainDate {
  let next = date.add({ days: 1 })
  while (!isTradingDate(next)) next = next.add({ days: 1 })
  return next
}

/** The last trading date strictly before `date`. */
export function previousTradingDate(date: Temporal.PlainDate): Temporal.PlainDate {
  let previous = date.subtract({ days: 1 })
  while (!isTradingDate(previous)) previous = previous.subtract({ days: 1 })
  return previous
}

/** The hours of REGULAR; null on a closed day. */
export const regularOf = ({ sessions }: CalendarDay): SessionHours | null =>
  sessions.find(({ session }) => session === 'REGULAR') ?? null

export const regularSession = (date: Temporal.PlainDate): SessionHours | null =>
  regularOf(calendarDay(date))
