/** The session at an instant, and its opening and close. */
import { describe, expect, test } from 'bun:test'
import { Temporal, toKst } from '../../src/core/time'
import { calendarDay, sessionAt } from '../../src/market/calendar'
import { inNewYork, newYork, plainDate } from './new-york-time'

const sessionAndDate = (wallTime: string): string => {
  const { session, tradingDate } = sessionAt(newYork(wallTime))
  return `${session} of ${tradingDate.toString()}`
}

function sessionsOf(day: string): readonly string[] {
  return calendarDay(plainDate(day)).sessions.map(({ session, tradingDate, opensAt, closesAt }) => {
    expect(tradingDate.toString()).toBe(day)
    return `${session} ${inNewYork(opensAt)} – ${inNewYork(closesAt)}`
  })
}

describe('the sessions of a trading date', () => {
  test('a full day runs from the evening before to 20:00', () => {
    expect(sessionsOf('2026-11-20')).toEqual([
      'DAY 2026-11-19 20:00 – 2026-11-20 03:50',
      'PRE 2026-11-20 04:00 – 2026-11-20 09:30',
      'REGULAR 2026-11-20 09:30 – 2026-11-20 16:00',
      'AFTER 2026-11-20 16:00 – 2026-11-20 20:00',
    ])
  })

  test('a half day closes at 13:00 and its AFTER runs to 17:00', () => {
    expect(sessionsOf('2026-11-27')).toEqual([
      'DAY 2026-11-26 20:00 – 2026-11-27 03:50',
      'PRE 2026-11-27 04:00 – 2026-11-27 09:30',
      'REGULAR 2026-11-27 09:30 – 2026-11-27 13:00',
      'AFTER 2026-11-27 13:00 – 2026-11-27 17:00',
    ])
  })

  test("Monday's DAY session is Sunday evening's", () => {
    expect(sessionsOf('2026-11-23')[0]).toBe('DAY 2026-11-22 20:00 – 2026-11-23 03:50')
  })
})

describe('a boundary belongs to the session that opens there', () => {
  test.each([
    ['2026-11-18 19:59:59.999999999', 'AFTER of 2026-11-18'],
    ['2026-11-18 20:00', 'DAY of 2026-11-19'],
    ['2026-11-19 00:00', 'DAY of 2026-11-19'],
    ['2026-11-19 03:49:59.999999999', 'DAY of 2026-11-19'],
    ['2026-11-19 03:50', 'CLOSED of 2026-11-19'],
    ['2026-11-19 03:59:59.999999999', 'CLOSED of 2026-11-19'],
    ['2026-11-19 04:00', 'PRE of 2026-11-19'],
    ['2026-11-19 09:29:59.999999999', 'PRE of 2026-11-19'],
    ['2026-11-19 09:30', 'REGULAR of 2026-11-19'],
    ['2026-11-19 15:59:59.999999999', 'REGULAR of 2026-11-19'],
    ['2026-11-19 16:00', 'AFTER of 2026-11-19'],
  ])('at %s it is %s', (wallTime, expected) => {
    expect(sessionAndDate(wallTime)).toBe(expected)
  })
})

describe('there is no DAY session before a date that is not a trading date', () => {
  test.each([
    ['a Friday evening', '2026-11-20 20:00', 'CLOSED of 2026-11-23'],
    ['a Saturday', '2026-11-21 12:00', 'CLOSED of 2026-11-23'],
    ['a Sunday before its evening', '2026-11-22 19:59', 'CLOSED of 2026-11-23'],
    ['a Sunday evening', '2026-11-22 20:00', 'DAY of 2026-11-23'],
    ['a Sunday evening before a holiday', '2026-09-06 20:00', 'CLOSED of 2026-09-08'],
    ["a Monday holiday's evening", '2026-09-07 20:00', 'DAY of 2026-09-08'],
    ['the evening before Thanksgiving', '2026-11-25 20:00', 'CLOSED of 2026-11-27'],
    ['the morning of Thanksgiving', '2026-11-26 10:00', 'CLOSED of 2026-11-27'],
    ['the evening of Thanksgiving', '2026-11-26 20:00', 'DAY of 2026-11-27'],
    ['the evening before a special closure', '2025-01-08 20:00', 'CLOSED of 2025-01-10'],
    ['the evening of a special closure', '2025-01-09 20:00', 'DAY of 2025-01-10'],
    ["New Year's Eve of 2021, a Friday", '2021-12-31 19:59', 'AFTER of 2021-12-31'],
    ['the Sunday evening after it', '2022-01-02 20:00', 'DAY of 2022-01-03'],
  ])('%s: at %s it is %s', (_, wallTime, expected) => {
    expect(sessionAndDate(wallTime)).toBe(expected)
  })
})

describe('a half day', () => {
  test.each([
    ['2025-07-03 12:59', 'REGULAR of 2025-07-03'],
    ['2025-07-03 13:00', 'AFTER of 2025-07-03'],
    ['2025-07-03 16:59', 'AFTER of 2025-07-03'],
    ['2025-07-03 17:00', 'CLOSED of 2025-07-07'],
    ['2025-07-03 20:00', 'CLOSED of 2025-07-07'],
    // The evening before a trading date still has its DAY session.
    ['2028-07-03 17:00', 'CLOSED of 2028-07-05'],
    ['2018-12-24 20:00', 'CLOSED of 2018-12-26'],
    ['2018-12-25 20:00', 'DAY of 2018-12-26'],
  ])('at %s it is %s', (wallTime, expected) => {
    expect(sessionAndDate(wallTime)).toBe(expected)
  })
})

describe('sessionAt', () => {
  test('returns the hours of the current session', () => {
    const { opensAt, closesAt } = sessionAt(newYork('2026-11-22 23:00'))

    expect(opensAt && inNewYork(opensAt)).toBe('2026-11-22 20:00')
    expect(closesAt && inNewYork(closesAt)).toBe('2026-11-23 03:50')
  })

  test('returns no hours while CLOSED', () => {
    const { opensAt, closesAt } = sessionAt(newYork('2026-11-21 12:00'))

    expect([opensAt, closesAt]).toEqual([null, null])
  })
})

/** New York's daylight saving: a trading date, and Korea's time of its openings and close. */
const ACROSS_DAYLIGHT_SAVING: readonly (readonly [string, string, string, string])[] = [
  // In 2026 from 8 March to 1 November.
  ['2026-03-06', '10:00', '23:30', '06:00'],
  ['2026-03-09', '09:00', '22:30', '05:00'],
  ['2026-10-30', '09:00', '22:30', '05:00'],
  ['2026-11-02', '10:00', '23:30', '06:00'],
  // In 2006, by the law of then, from 2 April to 29 October.
  ['2006-03-31', '10:00', '23:30', '06:00'],
  ['2006-04-03', '09:00', '22:30', '05:00'],
  ['2006-10-27', '09:00', '22:30', '05:00'],
  ['2006-10-30', '10:00', '23:30', '06:00'],
]

test.each(ACROSS_DAYLIGHT_SAVING)(
  'in Korea, %s opens DAY at %s, REGULAR at %s and closes it at %s',
  (day, dayOpens, regularOpens, regularCloses) => {
    const [daySession, , regular] = calendarDay(plainDate(day)).sessions
    const next = plainDate(day).add({ days: 1 }).toString()

    expect(daySession && toKst(daySession.opensAt)).toBe(`${day}T${dayOpens}:00.000+09:00`)
    expect(regular && toKst(regular.opensAt)).toBe(`${day}T${regularOpens}:00.000+09:00`)
    expect(regular && toKst(regular.closesAt)).toBe(`${next}T${regularCloses}:00.000+09:00`)
  },
)

test.each([
  ['2026-03-09T13:29:59.999Z', 'PRE'],
  ['2026-03-09T13:30:00Z', 'REGULAR'],
  ['2026-11-02T14:29:59.999Z', 'PRE'],
  ['2026-11-02T14:30:00Z', 'REGULAR'],
] as const)('on the first trading date after a change, %s is %s', (utc, session) => {
  expect(sessionAt(Temporal.Instant.from(utc)).session).toBe(session)
})
