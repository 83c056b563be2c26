/** One date of the exchange's calendar, and why it is closed [calendar.status]. */
import type { OpenSession, SessionHours } from '../../core/session'
import { type Instant, NEW_YORK, Temporal } from '../../core/time'
import { memoize } from '../memoize'

/**
 * Special closures of the NYSE since 2005 [calendar.holidays]; add new ones as rows. Halts within a
 * day, such as the last four minutes of 2005-06-01, do not count.
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

/** 2026-07-03 as 20260703: cheaper as a Map key than text. */
export const dateKey = (date: Temporal.PlainDate): number =>
  date.year * 10_000 + date.month * 100 + date.day

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

const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6
const SUNDAY = 7
const JUNETEENTH_FIRST_YEAR = 2022
const YEARS_KEPT = 64

interface HolidayRule {
  readonly name: string
  /** The holiday and, if it falls on a weekend, the weekday that replaces it. */
  readonly datesIn: (year: number) => readonly Temporal.PlainDate[]
}

/**
 * The holidays of NYSE Rule 7.2, for any year from 2005 on [calendar.holidays]. Exceptions of
 * earlier years are missing.
 */
const HOLIDAYS: readonly HolidayRule[] = [
  // A Saturday has no substitute, since 31 December ends the year's accounts (NYSE Rule 7.2).
  { name: "New Year's Day", datesIn: (year) => sundayToMonday(on(year, 1, 1)) },
  { name: 'Martin Luther King, Jr. Day', datesIn: (year) => [nth(3, MONDAY, year, 1)] },
  { name: "Washington's Birthday", datesIn: (year) => [nth(3, MONDAY, year, 2)] },
  { name: 'Good Friday', datesIn: (year) => [easterSunday(year).subtract({ days: 2 })] },
  { name: 'Memorial Day', datesIn: (year) => [lastMondayOfMay(year)] },
  {
    name: 'Juneteenth National Independence Day',
    datesIn: (year) => (year < JUNETEENTH_FIRST_YEAR ? [] : toWeekday(on(year, 6, 19))),
  },
  { name: 'Independence Day', datesIn: (year) => toWeekday(on(year, 7, 4)) },
  { name: 'Labor Day', datesIn: (year) => [nth(1, MONDAY, year, 9)] },
  { name: 'Thanksgiving Day', datesIn: (year) => [thanksgiving(year)] },
  { name: 'Christmas Day', datesIn: (year) => toWeekday(on(year, 12, 25)) },
]

const holidaysIn = memoize(
  YEARS_KEPT,
  (year: number) => year,
  (year): ReadonlyMap<number, string> =>
    new Map(
      HOLIDAYS.flatMap(({ name, datesIn }) =>
        datesIn(year).map((date): [number, string] => [dateKey(date), name]),
      ),
    ),
)

/** The holiday that falls on this date or is observed on it; otherwise null. */
const holidayOn = (date: Temporal.PlainDate): string | null =>
  holidaysIn(date.year).get(dateKey(date)) ?? null

/** The fourth Thursday of November. */
const thanksgiving = (year: number): Temporal.PlainDate => nth(4, THURSDAY, year, 11)

const on = (year: number, month: number, day: number): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day })

function sundayToMonday(date: Temporal.PlainDate): readonly Temporal.PlainDate[] {
  return date.dayOfWeek === SUNDAY ? [date, date.add({ days: 1 })] : [date]
}

function toWeekday(date: Temporal.PlainDate): readonly Temporal.PlainDate[] {
  return date.dayOfWeek === SATURDAY ? [date, date.subtract({ days: 1 })] : sundayToMonday(date)
}

function nth(count: number, dayOfWeek: number, year: number, month: number): Temporal.PlainDate {
  const first = on(year, month, 1)
  const daysToFirst = (dayOfWeek - first.dayOfWeek + 7) % 7
  return first.add({ days: daysToFirst + (count - 1) * 7 })
}

function lastMondayOfMay(year: number): Temporal.PlainDate {
  const last = on(year, 5, 31)
  return last.subtract({ days: last.dayOfWeek - MONDAY })
}

/** Gregorian Easter after Meeus, Astronomical Algorithms, chapter 8; the letters are his. */
function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return on(year, Math.floor(n / 31), (n % 31) + 1)
}

/** A session's wall times in New York. The time zone database has each year's daylight saving. */
interface SessionTimes {
  readonly session: OpenSession
  readonly opens: string
  readonly closes: string
  /** Whether it opens on the calendar day before its trading date. */
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

/** The sessions of a trading date, in the order of their openings. */
function sessionsOf(
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
