/** The exchange's calendar, date by date. Dates are New York's. */
import { CALENDAR_YEARS_MAX, YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import { type Refused, refusedParam } from '../../../core/refusals'
import { NEW_YORK, Temporal } from '../../../core/time'
import type { CalendarDay } from '../../../market/calendar'
import type { MarketClock } from '../../../market/clock'
import type { Feed } from '../../../market/feed'

export type { CalendarDay }

export interface DatesQuery {
  /** Null for today. */
  readonly from: Temporal.PlainDate | null
  /** Null for `from`. */
  readonly to: Temporal.PlainDate | null
}

export type CalendarRefusal = 'invalid-parameter' | 'invalid-range' | 'range-too-long'

export interface CalendarService {
  /** Every date from `from` to `to`, both included. */
  days(query: DatesQuery): readonly CalendarDay[] | Refused<CalendarRefusal>
}

export interface CalendarDeps {
  readonly clock: MarketClock
  readonly feed: Pick<Feed, 'calendar'>
}

export const calendarService = ({ clock, feed }: CalendarDeps): CalendarService => ({
  days(query) {
    const from = query.from ?? clock.now().toZonedDateTimeISO(NEW_YORK).toPlainDate()
    const to = query.to ?? from
    const refusal = yearRefusal('from', from) ?? yearRefusal('to', to) ?? spanRefusal(from, to)
    if (refusal !== undefined) return refusal
    const span = from.until(to).days
    return Array.from({ length: span + 1 }, (_, days) => feed.calendar.day(from.add({ days })))
  },
})

function yearRefusal(
  param: string,
  { year }: Temporal.PlainDate,
): Refused<'invalid-parameter'> | undefined {
  if (YEAR_MIN <= year && year <= YEAR_MAX) return undefined
  const reason = `the calendar holds the years ${YEAR_MIN} to ${YEAR_MAX}`
  return refusedParam('invalid-parameter', param, { reason })
}

function spanRefusal(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Refused<'invalid-range' | 'range-too-long'> | undefined {
  if (Temporal.PlainDate.compare(from, to) > 0) return refusedParam('invalid-range', 'from')
  // [calendar.year] The year after 29 February ends on the 28th.
  const latest = from.add({ years: CALENDAR_YEARS_MAX })
  return Temporal.PlainDate.compare(latest, to) < 0
    ? refusedParam('range-too-long', 'to', { latest: latest.toString() })
    : undefined
}
