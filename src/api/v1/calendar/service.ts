/** The exchange's calendar, date by date. Dates are New York's. */
import { type Refused, refusedParam } from '../../../core/refusals'
import { NEW_YORK, Temporal } from '../../../core/time'
import type { CalendarDay } from '../../../market/calendar'
import type { MarketClock } from '../../../market/clock'
import type { Feed } from '../../../market/feed'

export type { CalendarDay }

export interface DatesQuery {
  /** Null: today. */
  readonly from: Temporal.PlainDate | null
  /** Null: the same as `from`. */
  readonly to: Temporal.PlainDate | null
}

export type CalendarRefusal = 'invalid-parameter' | 'invalid-range' | 'range-too-long'

export interface CalendarService {
  /** Every date from `from` to `to`, both included. */
  days(asked: DatesQuery): readonly CalendarDay[] | Refused<CalendarRefusal>
}

/** The exchange's rules are kept from 2005; how they may have changed far ahead nobody knows. */
const YEARS = { first: 2005, last: 2035 }
export interface CalendarDeps {
  readonly clock: MarketClock
  readonly feed: Pick<Feed, 'calendar'>
}

export const calendarService = ({ clock, feed }: CalendarDeps): CalendarService => ({
  days(asked) {
    const from = asked.from ?? clock.now().toZonedDateTimeISO(NEW_YORK).toPlainDate()
    const to = asked.to ?? from
    const fault = yearFault('from', from) ?? yearFault('to', to) ?? spanFault(from, to)
    if (fault !== undefined) return fault
    const span = from.until(to).days
    return Array.from({ length: span + 1 }, (_, days) => feed.calendar.day(from.add({ days })))
  },
})

function yearFault(
  param: string,
  { year }: Temporal.PlainDate,
): Refused<'invalid-parameter'> | undefined {
  if (YEARS.first <= year && year <= YEARS.last) return undefined
  const reason = `the calendar holds the years ${YEARS.first} to ${YEARS.last}`
  return refusedParam('invalid-parameter', param, { reason })
}

function spanFault(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Refused<'invalid-range' | 'range-too-long'> | undefined {
  if (Temporal.PlainDate.compare(from, to) > 0) return refusedParam('invalid-range', 'from')
  // D3: to the same date of the next year; of 29 February that is the 28th.
  const latest = from.add({ years: 1 })
  return Temporal.PlainDate.compare(latest, to) < 0
    ? refusedParam('range-too-long', 'to', { latest: latest.toString() })
    : undefined
}
