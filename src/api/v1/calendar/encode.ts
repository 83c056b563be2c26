/** Encodes the calendar. */
import { type Instant, NEW_YORK, toKst } from '../../../core/time'
import type { CalendarDay } from './service'

const encodedDays = new WeakMap<CalendarDay, ReturnType<typeof encodeDay>>()

export const encodeCalendar = (days: readonly CalendarDay[]) => ({
  calendar: days.map((day) => {
    const known = encodedDays.get(day)
    if (known !== undefined) return known
    // Kept as long as the calendar keeps the day: a year's hours take Temporal milliseconds.
    const encoded = encodeDay(day)
    encodedDays.set(day, encoded)
    return encoded
  }),
})

const encodeDay = ({ date, status, holidayName, sessions }: CalendarDay) => ({
  date: date.toString(),
  status,
  holidayName,
  sessions: sessions.map(({ session, opensAt, closesAt }) => ({
    type: session,
    open: inNewYork(opensAt),
    close: inNewYork(closesAt),
    openAt: toKst(opensAt),
    closeAt: toKst(closesAt),
  })),
})

const inNewYork = (instant: Instant): string =>
  instant.toZonedDateTimeISO(NEW_YORK).toPlainTime().toString({ smallestUnit: 'minute' })
