/** The NYSE's trading dates, compared with its published calendars. */
import { describe, expect, test } from 'bun:test'
import {
  type CalendarDay,
  calendarDay,
  type DayStatus,
  exchangeCalendar,
  isTradingDate,
  regularSession,
} from '../../src/market/calendar'
import { inNewYork, plainDate } from './new-york-time'
import { CLOSED_WEEKDAYS, EARLY_CLOSES, TRADING_DAYS } from './nyse-published'

const { nextTradingDate, previousTradingDate } = exchangeCalendar

const PUBLISHED_YEARS = Object.keys(CLOSED_WEEKDAYS).map(Number)

function daysOf(year: number): readonly CalendarDay[] {
  const first = plainDate(`${year}-01-01`)
  return Array.from({ length: first.daysInYear }, (_, days) => calendarDay(first.add({ days })))
}

const isWeekday = ({ date }: CalendarDay): boolean => date.dayOfWeek <= 5

const monthAndDay = ({ date }: CalendarDay): string => date.toString().slice('yyyy-'.length)

const listed = (days: readonly CalendarDay[]): string => days.map(monthAndDay).join(' ')

describe.each(PUBLISHED_YEARS)('the published calendar of %d', (year) => {
  test('has exactly these weekdays closed', () => {
    const closed = daysOf(year).filter(({ status }) => status === 'CLOSED')

    expect(listed(closed.filter(isWeekday))).toBe(CLOSED_WEEKDAYS[year] ?? 'none published')
  })

  test('has exactly these early closes', () => {
    const halfDays = daysOf(year).filter(({ status }) => status === 'HALF_DAY')

    expect(listed(halfDays)).toBe(EARLY_CLOSES[year] ?? 'none published')
  })

  test('has no trading on a weekend', () => {
    const weekend = daysOf(year).filter((day) => !isWeekday(day))

    expect(weekend.length).toBeGreaterThanOrEqual(104)
    expect(weekend.every(({ status }) => status === 'CLOSED')).toBe(true)
  })

  test('names every weekday that is closed or closes early, and no other', () => {
    const weekdays = daysOf(year).filter(isWeekday)
    const named = weekdays.filter(({ holidayName }) => holidayName !== null)

    expect(listed(named)).toBe(listed(weekdays.filter(({ status }) => status !== 'OPEN')))
  })
})

test.each(Object.entries(TRADING_DAYS))('%s had %d trading days', (year, count) => {
  expect(daysOf(Number(year)).filter(({ status }) => status !== 'CLOSED')).toHaveLength(count)
})

const STATUS_AND_NAME: readonly (readonly [string, DayStatus, string | null])[] = [
  ['2007-01-02', 'CLOSED', 'National Day of Mourning for President Ford'],
  ['2012-10-29', 'CLOSED', 'Hurricane Sandy'],
  ['2012-10-30', 'CLOSED', 'Hurricane Sandy'],
  ['2012-10-31', 'OPEN', null],
  ['2018-12-05', 'CLOSED', 'National Day of Mourning for President George H. W. Bush'],
  ['2025-01-09', 'CLOSED', 'National Day of Mourning for President Carter'],
  // New Year's Day on a Saturday has no substitute.
  ['2010-12-31', 'OPEN', null],
  ['2021-12-31', 'OPEN', null],
  ['2022-01-01', 'CLOSED', "New Year's Day"],
  ['2027-12-31', 'OPEN', null],
  // On a Sunday, it moves to Monday.
  ['2023-01-02', 'CLOSED', "New Year's Day"],
  // Juneteenth: the law of 2021 came too late for that year.
  ['2021-06-18', 'OPEN', null],
  ['2022-06-20', 'CLOSED', 'Juneteenth National Independence Day'],
  ['2027-06-18', 'CLOSED', 'Juneteenth National Independence Day'],
  // Independence Day on a Saturday takes 3 July, and the early close does not move to 2 July.
  ['2020-07-02', 'OPEN', null],
  ['2026-07-02', 'OPEN', null],
  ['2026-07-03', 'CLOSED', 'Independence Day'],
  ['2026-07-04', 'CLOSED', 'Independence Day'],
  // On a Sunday there is no early close either.
  ['2027-07-02', 'OPEN', null],
  ['2027-07-05', 'CLOSED', 'Independence Day'],
  ['2024-07-03', 'HALF_DAY', 'Day before Independence Day'],
  // Christmas likewise.
  ['2021-12-23', 'OPEN', null],
  ['2021-12-24', 'CLOSED', 'Christmas Day'],
  ['2022-12-26', 'CLOSED', 'Christmas Day'],
  ['2023-12-22', 'OPEN', null],
  ['2026-12-24', 'HALF_DAY', 'Christmas Eve'],
  ['2025-12-26', 'OPEN', null],
  ['2026-11-26', 'CLOSED', 'Thanksgiving Day'],
  ['2026-11-27', 'HALF_DAY', 'Day after Thanksgiving'],
  // Good Friday at its earliest and latest of these decades, and in one of Easter's rare years.
  ['2008-03-21', 'CLOSED', 'Good Friday'],
  ['2038-04-23', 'CLOSED', 'Good Friday'],
  ['2049-04-16', 'CLOSED', 'Good Friday'],
  ['2026-01-19', 'CLOSED', 'Martin Luther King, Jr. Day'],
  ['2026-02-16', 'CLOSED', "Washington's Birthday"],
  ['2026-05-25', 'CLOSED', 'Memorial Day'],
  ['2026-09-07', 'CLOSED', 'Labor Day'],
  // An ordinary weekend has no name.
  ['2026-11-21', 'CLOSED', null],
]

test.each(STATUS_AND_NAME)('%s is %s (%s)', (text, status, holidayName) => {
  const day = calendarDay(plainDate(text))

  expect({ status: day.status, holidayName: day.holidayName }).toEqual({ status, holidayName })
  expect(isTradingDate(plainDate(text))).toBe(status !== 'CLOSED')
})

test.each([
  ['2026-11-20', '2026-11-19', '2026-11-23'],
  ['2026-11-22', '2026-11-20', '2026-11-23'],
  ['2026-11-23', '2026-11-20', '2026-11-24'],
  ['2026-11-26', '2026-11-25', '2026-11-27'],
  ['2026-07-03', '2026-07-02', '2026-07-06'],
  ['2012-10-29', '2012-10-26', '2012-10-31'],
  ['2021-12-24', '2021-12-23', '2021-12-27'],
  ['2006-12-31', '2006-12-29', '2007-01-03'],
])('the trading dates strictly around %s are %s and %s', (day, before, after) => {
  expect(previousTradingDate(plainDate(day)).toString()).toBe(before)
  expect(nextTradingDate(plainDate(day)).toString()).toBe(after)
})

test.each([
  ['2026-11-20', '2026-11-20 16:00'],
  ['2026-11-27', '2026-11-27 13:00'],
])('REGULAR of %s closes at %s', (day, closes) => {
  const regular = regularSession(plainDate(day))

  expect(regular && inNewYork(regular.closesAt)).toBe(closes)
})

test('a closed day has no sessions and so no REGULAR', () => {
  expect(calendarDay(plainDate('2026-11-26')).sessions).toEqual([])
  expect(regularSession(plainDate('2026-11-26'))).toBeNull()
})

test('answers do not depend on the cache', () => {
  const before = calendarDay(plainDate('2026-11-27'))
  PUBLISHED_YEARS.map(daysOf)
  const after = calendarDay(plainDate('2026-11-27'))

  expect(after).not.toBe(before)
  expect(after.holidayName).toBe('Day after Thanksgiving')
})
