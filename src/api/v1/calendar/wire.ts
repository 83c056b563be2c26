/** The calendar's query and answer. */
import { t } from 'elysia'
import { type Instant, NEW_YORK, toKst } from '../../../core/time'
import { query, queryDate } from '../../../http/wire/query'
import { answer, instantText, named, oneOf } from '../../../http/wire/schemas'
import type { CalendarDay } from './service'

const wallTime = (description: string, example: string) =>
  t.String({ description, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: [example] })

export const CalendarSchema = {
  query: query({
    // [calendar.from]
    from: t.Optional(queryDate('The first date, YYYY-MM-DD in New York; today there by default.')),
    // [calendar.to]
    to: t.Optional(
      queryDate(
        'The last date, YYYY-MM-DD in New York, at the latest the same date of the year after ' +
          '`from`; the same as `from` by default.',
      ),
    ),
    market: t.Optional(oneOf(['US'], 'The market; always `US`.')), // [calendar.market]
  }),

  // [calendar.fields]
  calendar: named(
    'Calendar',
    answer({
      calendar: t.Array(
        named(
          'CalendarDay',
          t.Object(
            {
              date: t.String({
                description: 'YYYY-MM-DD, in New York.',
                format: 'date',
                examples: ['2026-11-27'],
              }),
              // [calendar.status]
              status: oneOf(
                ['OPEN', 'HALF_DAY', 'CLOSED'],
                'HALF_DAY: REGULAR closes early. CLOSED: a weekend, a holiday, a special ' +
                  'closure or, in a replayed market, a date without imported bars.',
                'HALF_DAY',
              ),
              holidayName: t.Union([t.String(), t.Null()], {
                description:
                  'Why the date is CLOSED or a HALF_DAY. Null on an OPEN one, and on a ' +
                  'weekend that is not also a holiday. `No imported bars`: in a replayed market.',
                examples: ['Day after Thanksgiving'],
              }),
              sessions: t.Array(
                named(
                  'CalendarSession',
                  t.Object(
                    {
                      type: oneOf(['DAY', 'PRE', 'REGULAR', 'AFTER'], 'The session.', 'REGULAR'),
                      open: wallTime(
                        'HH:mm in New York, when it opens: on `date`, but DAY opens at 20:00 the ' +
                          'evening before (Sunday evening, for a Monday).',
                        '09:30',
                      ),
                      close: wallTime(
                        'HH:mm in New York on `date`; the session ends just before it.',
                        '13:00',
                      ),
                      openAt: instantText('When it opens.', '2026-11-27T23:30:00.000+09:00'),
                      closeAt: instantText(
                        'When it closes; the session ends just before it.',
                        '2026-11-28T03:00:00.000+09:00',
                      ),
                    },
                    { additionalProperties: false },
                  ),
                ),
                { description: 'In the order in which they open; empty on a CLOSED date.' },
              ),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'Every date from `from` to `to`, both included, ascending.' },
      ),
    }),
  ),
}

const encodedDays = new WeakMap<CalendarDay, ReturnType<typeof encodeDay>>()

export const encodeCalendar = (days: readonly CalendarDay[]) => ({
  calendar: days.map((day) => {
    const known = encodedDays.get(day)
    if (known !== undefined) return known
    // Cached as long as the calendar caches the day: a year's hours take Temporal milliseconds.
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
