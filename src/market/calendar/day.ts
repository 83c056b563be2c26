/** One date of the exchange's calendar, and why it is closed [calendar.status]. */
import type { SessionHours } from '../../core/session'
import type { Temporal } from '../../core/time'
import { memoize } from '../memoize'
import { dateKey } from './date-key'
import { holidayOn, thanksgiving } from './holidays'
import { sessionsOf } from './session-times'

/**
 * Days since 2005 on which the NYSE was closed outside its rules [calendar.holidays]. A new closure
 * is a new row. Halts within a day, such as the last four minutes of 2005-06-01, do not count.
 */
const SPECIAL_CLOSURES: ReadonlyMap<number, string> = new Map([
  [2007_01_02, 'National Day of Mourning for President Ford'],
  [2012_10_29, 'Hurricane Sandy'],
  [2012_10_30, 'Hurricane Sandy'],
  [2018_12_05, 'National Day of Mourning for President George H. W. Bush'],
  [2025_01_09, 'National Day of Mourning for President Carter'],
])

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
  const closure = SPECIAL_CLOSURES.get(dateKey(date)) ?? holidayOn(date)
  if (closure !== null || date.dayOfWeek > FRIDAY) return { status: 'CLOSED', holidayName: closure }
  const earlyClose = earlyCloseOn(date)
  return { status: earlyClose === null ? 'OPEN' : 'HALF_DAY', holidayName: earlyClose }
}

/**
 * Why REGULAR ends at 13:00 on the date [session.regular], provided it is a trading date; null if
 * it does not. If 3 July or 24 December is a holiday's substitute or falls on a weekend, that year
 * has no such early close.
 */
function earlyCloseOn(date: Temporal.PlainDate): string | null {
  if (date.month === 7 && date.day === 3) return 'Day before Independence Day'
  if (date.month === 12 && date.day === 24) return 'Christmas Eve'
  if (date.month !== 11) return null
  const dayAfter = thanksgiving(date.year).add({ days: 1 })
  return date.equals(dayAfter) ? 'Day after Thanksgiving' : null
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
