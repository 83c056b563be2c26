/** MARKET_CLOCK=open starts while the market is open, and never goes back. */
import { describe, expect, test } from 'bun:test'
import { Temporal } from '../../src/core/time'
import { exchangeCalendar, type MarketCalendar, replayCalendar } from '../../src/market/calendar'
import { openMarketAt } from '../../src/server/compose/market-clock'

const at = (text: string) => Temporal.Instant.from(text)
const starts = (
  now: string,
  reached: string | null = null,
  calendar: MarketCalendar = exchangeCalendar,
) =>
  openMarketAt(calendar, at(now), reached === null ? null : at(reached)).toString({
    timeZone: 'America/New_York',
    smallestUnit: 'minute',
  })

describe('a new market starts at 10:00 of the last trading date', () => {
  test.each([
    ['a Saturday', '2026-11-21T18:00-05:00', '2026-11-20T10:00-05:00'],
    ['a Sunday evening, while DAY is on', '2026-11-22T21:00-05:00', '2026-11-20T10:00-05:00'],
    ['a Monday before 10:00', '2026-11-23T09:59-05:00', '2026-11-20T10:00-05:00'],
    ['a Monday at 10:00', '2026-11-23T10:00-05:00', '2026-11-23T10:00-05:00'],
    ['a Monday night', '2026-11-23T23:00-05:00', '2026-11-23T10:00-05:00'],
    ['Thanksgiving', '2026-11-26T12:00-05:00', '2026-11-25T10:00-05:00'],
    ['a half day', '2026-11-27T15:00-05:00', '2026-11-27T10:00-05:00'],
    ['the day on which summer time ends', '2026-11-01T12:00-05:00', '2026-10-30T10:00-04:00'],
  ])('%s', (_, now, expected) => {
    expect(starts(now)).toBe(expected)
    expect(exchangeCalendar.sessionAt(at(expected)).session).toBe('REGULAR')
  })
})

describe('a market opened again', () => {
  const saturday = '2026-11-21T18:00-05:00'

  test('resumes where it ended during REGULAR', () => {
    expect(starts(saturday, '2026-11-20T14:30-05:00')).toBe('2026-11-20T14:30-05:00')
  })

  test.each([
    ['on the same Saturday', saturday, '2026-11-23T10:00-05:00'],
    ['after the close', '2026-11-20T17:00-05:00', '2026-11-23T10:00-05:00'],
    ['before the opening of a later day', '2026-11-24T08:00-05:00', '2026-11-24T10:00-05:00'],
  ])('goes on at the next 10:00: it was %s', (_, reached, expected) => {
    expect(starts(saturday, reached)).toBe(expected)
  })

  test('of imported bars starts, and resumes, within them', () => {
    const dates = ['2024-07-01', '2024-07-02', '2024-07-03'].map((date) =>
      Temporal.PlainDate.from(date),
    )
    const recorded = replayCalendar(dates)
    const now = '2026-11-21T18:00-05:00'
    expect(starts(now, null, recorded)).toBe('2024-07-03T10:00-04:00')
    expect(starts(now, '2024-07-02T17:00-04:00', recorded)).toBe('2024-07-03T10:00-04:00')
    expect(starts(now, '2024-07-03T18:00-04:00', recorded)).toBe('2024-07-03T18:00-04:00')
  })

  test('starts at 10:00 of the last trading date if it ended before', () => {
    expect(starts(saturday, '2026-11-20T09:00-05:00')).toBe('2026-11-20T10:00-05:00')
  })
})
