/**
 * The holidays of NYSE Rule 7.2, computed for any year [calendar.holidays]. They hold from 2005 on;
 * earlier history has exceptions that are missing here.
 */
import { Temporal } from '../../core/time'
import { memoize } from '../memoize'
import { dateKey } from './date-key'

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

/** The holiday that falls on, or is observed on, this date; otherwise null. */
export const holidayOn = (date: Temporal.PlainDate): string | null =>
  holidaysIn(date.year).get(dateKey(date)) ?? null

/** The fourth Thursday of November. */
export const thanksgiving = (year: number): Temporal.PlainDate => nth(4, THURSDAY, year, 11)

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
