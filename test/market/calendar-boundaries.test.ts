/** The next boundaries, openings and closes. */
import { describe, expect, test } from 'bun:test'
import { exchangeCalendar } from '../../src/market/calendar'
import { inNewYork, newYork } from './new-york-time'

const { marketHoursAt, nextBoundaryAfter } = exchangeCalendar

test.each([
  ['2026-11-19 03:49', '2026-11-19 03:50'],
  ['2026-11-19 03:50', '2026-11-19 04:00'],
  ['2026-11-19 04:00', '2026-11-19 09:30'],
  ['2026-11-19 09:29:59.999999999', '2026-11-19 09:30'],
  ['2026-11-19 09:30', '2026-11-19 16:00'],
  ['2026-11-19 16:00', '2026-11-19 20:00'],
  ['2026-11-19 20:00', '2026-11-20 03:50'],
  ['2026-11-20 20:00', '2026-11-22 20:00'],
  ['2026-11-25 20:00', '2026-11-26 20:00'],
  ['2026-11-27 12:00', '2026-11-27 13:00'],
  ['2026-11-27 13:00', '2026-11-27 17:00'],
  ['2026-11-27 17:00', '2026-11-29 20:00'],
  // Across both changes of daylight saving: 47 and 49 hours later.
  ['2026-03-06 20:00', '2026-03-08 20:00'],
  ['2026-10-30 20:00', '2026-11-01 20:00'],
])('the boundary strictly after %s is %s', (from, next) => {
  expect(inNewYork(nextBoundaryAfter(newYork(from)))).toBe(next)
})

test.each([
  ['2026-11-19 03:49', '2026-11-19 04:00'],
  ['2026-11-19 04:00', '2026-11-19 09:30'],
  ['2026-11-19 12:00', '2026-11-19 16:00'],
  ['2026-11-19 16:00', '2026-11-19 20:00'],
  ['2026-11-19 20:00', '2026-11-20 04:00'],
  ['2026-11-20 16:00', '2026-11-22 20:00'],
  ['2026-11-21 12:00', '2026-11-22 20:00'],
  ['2026-11-25 16:00', '2026-11-26 20:00'],
  ['2026-11-27 12:59', '2026-11-27 13:00'],
  ['2026-11-27 13:00', '2026-11-29 20:00'],
])('the opening strictly after %s is %s', (from, next) => {
  expect(inNewYork(marketHoursAt(newYork(from)).nextOpeningAt)).toBe(next)
})

describe('the market hours that an order is accepted in', () => {
  test.each([
    ['2026-11-18 22:00', 'DAY', '2026-11-19 03:50', '2026-11-19 16:00'],
    ['2026-11-19 03:55', 'CLOSED', null, '2026-11-19 16:00'],
    ['2026-11-19 04:00', 'PRE', '2026-11-19 09:30', '2026-11-19 16:00'],
    ['2026-11-19 09:30', 'REGULAR', '2026-11-19 16:00', '2026-11-19 16:00'],
    ['2026-11-19 16:00', 'AFTER', '2026-11-19 20:00', '2026-11-20 16:00'],
    ['2026-11-20 17:00', 'AFTER', '2026-11-20 20:00', '2026-11-23 16:00'],
    ['2026-11-21 12:00', 'CLOSED', null, '2026-11-23 16:00'],
    ['2026-11-25 15:59', 'REGULAR', '2026-11-25 16:00', '2026-11-25 16:00'],
    ['2026-11-25 18:00', 'AFTER', '2026-11-25 20:00', '2026-11-27 13:00'],
    ['2026-11-27 12:00', 'REGULAR', '2026-11-27 13:00', '2026-11-27 13:00'],
    ['2026-11-27 13:00', 'AFTER', '2026-11-27 17:00', '2026-11-30 16:00'],
    ['2026-11-27 18:00', 'CLOSED', null, '2026-11-30 16:00'],
  ])('at %s: %s until %s, the next REGULAR close %s', (at, session, closes, regularClose) => {
    const hours = marketHoursAt(newYork(at))

    expect<string>(hours.session).toBe(session)
    expect(hours.sessionClosesAt && inNewYork(hours.sessionClosesAt)).toBe(closes)
    expect(inNewYork(hours.nextRegularCloseAt)).toBe(regularClose)
  })
})
