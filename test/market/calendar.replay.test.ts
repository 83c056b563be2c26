/**
 * The calendar of imported bars, here of Friday 2026-02-27, Tuesday 2026-03-03, Wednesday
 * 2026-03-04 and the half day 2026-11-27.
 */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { atMs, isBefore } from '../../src/core/time'
import { exchangeCalendar, isTradingDate, replayCalendar } from '../../src/market/calendar'
import { inNewYork, newYork, plainDate } from './new-york-time'

const DATES = ['2026-02-27', '2026-03-03', '2026-03-04', '2026-11-27']
const calendar = replayCalendar(DATES.map(plainDate))
const FRIDAY_TO_TUESDAY = '2026-02-28 12:00'
const OVER = '2026-11-27 17:00'

describe('a date', () => {
  test('with bars is the exchange’s own', () =>
    expect(calendar.day(plainDate('2026-11-27'))).toEqual(
      exchangeCalendar.day(plainDate('2026-11-27')),
    ))
  test.each([
    ['without bars is CLOSED and says so', '2026-03-02', 'No imported bars'],
    ['before the first is CLOSED as well', '2026-02-26', 'No imported bars'],
    ['after the last is CLOSED as well', '2026-11-30', 'No imported bars'],
    ['that is a holiday says that', '2026-11-26', 'Thanksgiving Day'],
    ['of a weekend says nothing', '2026-02-28', null],
  ])('%s', (_, date, holidayName) =>
    expect(calendar.day(plainDate(date))).toEqual({
      date: plainDate(date),
      status: 'CLOSED',
      holidayName,
      sessions: [],
    }),
  )
  test('is followed and preceded by the nearest dates with bars', () => {
    const next = (date: string) => calendar.nextTradingDate(plainDate(date))?.toString() ?? null
    const previous = (date: string) =>
      calendar.previousTradingDate(plainDate(date))?.toString() ?? null
    expect(['2026-02-01', '2026-02-27', '2026-03-02', '2026-11-27'].map(next)).toEqual([
      '2026-02-27',
      '2026-03-03',
      '2026-03-03',
      null,
    ])
    expect(['2026-02-27', '2026-03-03', '2026-03-04', '2027-01-01'].map(previous)).toEqual([
      null,
      '2026-02-27',
      '2026-03-03',
      '2026-11-27',
    ])
  })
})

describe('the session', () => {
  const at = (time: string) => {
    const { session, tradingDate } = calendar.sessionAt(newYork(time))
    return `${session} of ${tradingDate?.toString() ?? 'none'}`
  }
  test.each([
    ['2020-01-02 12:00', 'CLOSED of 2026-02-27', 'long before the first bar'],
    ['2026-02-26 20:00', 'DAY of 2026-02-27', 'the evening before a date'],
    ['2026-02-27 12:00', 'REGULAR of 2026-02-27', 'on a date'],
    ['2026-03-01 20:00', 'CLOSED of 2026-03-03', 'when the exchange opens for a date without bars'],
    ['2026-03-02 12:00', 'CLOSED of 2026-03-03', 'on a date without bars'],
    ['2026-03-02 20:00', 'DAY of 2026-03-03', 'the evening of a date without bars'],
    ['2026-03-03 03:55', 'CLOSED of 2026-03-03', 'between two sessions'],
    ['2026-03-03 20:00', 'DAY of 2026-03-04', 'the evening of a date before another'],
    ['2026-11-27 16:59', 'AFTER of 2026-11-27', 'the last minute'],
    [OVER, 'CLOSED of none', 'after the last date'],
    ['2030-01-02 12:00', 'CLOSED of none', 'for ever'],
  ])('at %s is %s: %s', (time, session) => expect(at(time)).toBe(session))
})

describe('the hours', () => {
  const hoursAt = (time: string) => {
    const { nextRegularCloseAt, nextOpeningAt } = calendar.marketHoursAt(newYork(time))
    return [nextRegularCloseAt, nextOpeningAt].map((instant) => instant && inNewYork(instant))
  }
  test('ahead are those of dates with bars', () => {
    expect(hoursAt(FRIDAY_TO_TUESDAY)).toEqual(['2026-03-03 16:00', '2026-03-02 20:00'])
    expect(hoursAt('2026-03-03 16:00')).toEqual(['2026-03-04 16:00', '2026-03-03 20:00'])
    expect(hoursAt('2026-03-04 12:00')).toEqual(['2026-03-04 16:00', '2026-03-04 16:00'])
    expect(hoursAt('2026-03-04 16:00')).toEqual(['2026-11-27 13:00', '2026-11-26 20:00'])
  })
  test('ahead are none after the last', () => {
    expect(hoursAt('2026-11-27 12:59')).toEqual(['2026-11-27 13:00', '2026-11-27 13:00'])
    expect(hoursAt('2026-11-27 13:00')).toEqual([null, null])
    expect(hoursAt(OVER)).toEqual([null, null])
    expect(calendar.nextBoundaryAfter(newYork(OVER))).toBeNull()
    expect(calendar.nextBoundaryAfter(newYork('2026-11-27 16:59'))).toEqual(newYork(OVER))
  })
  test('have no boundary at the openings of dates without bars', () =>
    expect(calendar.nextBoundaryAfter(newYork(FRIDAY_TO_TUESDAY))).toEqual(
      newYork('2026-03-02 20:00'),
    ))
})

test('with bars for every trading date, it is the exchange’s calendar at every instant', () => {
  const from = plainDate('2026-01-01')
  const all = Array.from({ length: 365 }, (_, days) => from.add({ days })).filter(isTradingDate)
  const whole = replayCalendar(all)
  const { sessionAt, marketHoursAt, nextBoundaryAfter } = exchangeCalendar
  const between = {
    min: newYork('2026-01-01 20:00').epochMilliseconds,
    max: newYork('2026-12-29 12:00').epochMilliseconds,
  }
  fc.assert(
    fc.property(fc.integer(between).map(atMs), (instant) => {
      expect(whole.sessionAt(instant)).toEqual(sessionAt(instant))
      expect(whole.marketHoursAt(instant)).toEqual(marketHoursAt(instant))
      expect(whole.nextBoundaryAfter(instant)).toEqual(nextBoundaryAfter(instant))
    }),
    { numRuns: 1_000 },
  )
})

test('walking from boundary to boundary meets each session once, and comes to an end', () => {
  const met: string[] = []
  let at = newYork('2026-01-01 00:00')
  for (let next = calendar.nextBoundaryAfter(at); next !== null; ) {
    expect(isBefore(at, next)).toBe(true)
    at = next
    const { session, tradingDate } = calendar.sessionAt(at)
    if (session !== 'CLOSED') met.push(`${tradingDate?.toString()} ${session}`)
    next = calendar.nextBoundaryAfter(at)
  }
  const sessions = ['DAY', 'PRE', 'REGULAR', 'AFTER']
  expect(met).toEqual(DATES.flatMap((date) => sessions.map((session) => `${date} ${session}`)))
})
