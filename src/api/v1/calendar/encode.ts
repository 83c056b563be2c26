/** Encodes the calendar. */
import { type Instant, NEW_YORK } from '../../../core/time'
import type { CalendarDay } from './service'

export const encodeCalendar = (days: readonly CalendarDay[]) => ({
  calendar: days.map(({ date, status, holidayName, sessions }) => ({
    date: date.toString(),
    status,
    holidayName,
    sessions: sessions.map(({ session, opensAt, closesAt }) => ({
      type: session,
      open: inNewYork(opensAt),
      close: inNewYork(closesAt),
    })),
  })),
})

const inNewYork = (instant: Instant): string =>
  instant.toZonedDateTimeISO(NEW_YORK).toPlainTime().toString({ smallestUnit: 'minute' })
