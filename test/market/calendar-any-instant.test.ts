/** Properties of the calendar at every instant, in any year and season. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { atMs, type Instant, isBefore, NEW_YORK } from '../../src/core/time'
import { calendarDay, exchangeCalendar, sessionAt } from '../../src/market/calendar'
import { inNewYork, newYork } from './new-york-time'

const { marketHoursAt, nextBoundaryAfter } = exchangeCalendar

/** The session by New York's clock, without the calendar's own arithmetic on instants. */
function sessionByTheClock(instant: Instant): string {
  const wall = instant.toZonedDateTimeISO(NEW_YORK)
  const time = wall.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = calendarDay(wall.toPlainDate()).status
  if (time >= '20:00') {
    return calendarDay(wall.toPlainDate().add({ days: 1 })).status === 'CLOSED' ? 'CLOSED' : 'DAY'
  }
  if (today === 'CLOSED') return 'CLOSED'
  if (time < '03:50') return 'DAY'
  if (time < '04:00') return 'CLOSED'
  if (time < '09:30') return 'PRE'
  if (time < (today === 'OPEN' ? '16:00' : '13:00')) return 'REGULAR'
  return today === 'OPEN' || time < '17:00' ? 'AFTER' : 'CLOSED'
}

const momentAt = (instant: Instant): string => {
  const { session, tradingDate } = sessionAt(instant)
  return `${session} of ${tradingDate.toString()}`
}

const anyInstant = fc
  .integer({
    min: newYork('2005-01-01 00:00').epochMilliseconds,
    max: newYork('2035-12-31 23:59').epochMilliseconds,
  })
  .map(atMs)

/**
 * Every ten minutes, which all session times are multiples of, and the last instant before `until`.
 */
function changesBetween(from: Instant, until: Instant): readonly string[] {
  const expected = momentAt(from)
  const changes: string[] = []
  for (let at = from; isBefore(at, until); at = at.add({ minutes: 10 })) {
    if (momentAt(at) !== expected) changes.push(inNewYork(at))
  }
  const last = until.subtract({ nanoseconds: 1 })
  if (momentAt(last) !== expected) changes.push(`just before ${inNewYork(until)}`)
  return changes
}

/**
 * The next boundary. A boundary that is not ahead fails here, before a walk loops forever.
 */
function step(from: Instant): Instant {
  const boundary = nextBoundaryAfter(from)
  expect(isBefore(from, boundary)).toBe(true)
  return boundary
}

describe('at any instant of 2005–2035', () => {
  test("the session is that of New York's clock", () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        expect<string>(sessionAt(instant).session).toBe(sessionByTheClock(instant))
      }),
      { numRuns: 1_000 },
    )
  })

  test('walking from boundary to boundary jumps over no change of session', () => {
    fc.assert(
      fc.property(anyInstant, (start) => {
        let from = start
        for (let boundaries = 0; boundaries < 8; boundaries++) {
          const until = step(from)
          expect(changesBetween(from, until)).toEqual([])
          expect(momentAt(until)).not.toBe(momentAt(from))
          from = until
        }
      }),
      { numRuns: 100 },
    )
  })

  test('while CLOSED the trading date is that of the next opening', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const { session, tradingDate } = sessionAt(instant)
        fc.pre(session === 'CLOSED')
        const opening = sessionAt(marketHoursAt(instant).nextOpeningAt)
        expect(tradingDate.toString()).toBe(opening.tradingDate.toString())
      }),
    )
  })

  test('the next opening is the first boundary ahead at which a session is on', () => {
    fc.assert(
      fc.property(anyInstant, (start) => {
        let boundary = step(start)
        while (sessionAt(boundary).session === 'CLOSED') boundary = step(boundary)
        expect(inNewYork(marketHoursAt(start).nextOpeningAt)).toBe(inNewYork(boundary))
      }),
    )
  })

  test('the next REGULAR close is the first end of a REGULAR session ahead', () => {
    fc.assert(
      fc.property(anyInstant, (start) => {
        let at = start
        while (sessionAt(at).session !== 'REGULAR') at = step(at)
        const { nextRegularCloseAt } = marketHoursAt(start)
        expect(inNewYork(nextRegularCloseAt)).toBe(inNewYork(step(at)))
      }),
    )
  })
})
