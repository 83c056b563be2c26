/** The exchange's calendar over HTTP. */
import { YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { CalendarService } from './service'
import { CalendarSchema, encodeCalendar } from './wire'

export const calendarEndpoints = (service: CalendarService) =>
  [
    // [statuses.calendar]
    endpoint({
      id: 'getCalendar',
      method: 'GET',
      path: '/v1/market/calendar',
      tag: 'Market',
      summary: "Read the exchange's calendar",
      description: `The years ${YEAR_MIN} to ${YEAR_MAX}. Dates and times are in New York.`,
      auth: 'bearer',
      query: CalendarSchema.query,
      answer: CalendarSchema.calendar,
      refusals: ['invalid-range', 'range-too-long'],
      run({ query: { from, to } }) {
        const found = service.days({ from: from ?? null, to: to ?? null })
        return isRefused(found) ? found : encodeCalendar(found)
      },
    }),
  ] as const
