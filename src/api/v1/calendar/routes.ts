/** The exchange's calendar over HTTP. */

import { Elysia } from 'elysia'
import { YEAR_MAX, YEAR_MIN } from '../../../core/limits'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeCalendar } from './encode'
import { CalendarSchema } from './schema'
import type { CalendarService } from './service'

export const calendarRoutes = (service: CalendarService, gate: Gate) =>
  new Elysia({ name: 'api.calendar', prefix: '/market', tags: ['Market'] }).use(gate).get(
    '/calendar',
    ({ context, query: { from, to } }) => {
      const found = service.days({ from: from ?? null, to: to ?? null })
      return 'refused' in found ? context.refuse(found) : context.answer(encodeCalendar(found))
    },
    {
      query: CalendarSchema.query,
      response: {
        200: CalendarSchema.calendar,
        ...refusals(...EVERY_CALL, 'invalid-range', 'range-too-long'), // [statuses.calendar]
      },
      detail: {
        operationId: 'getCalendar',
        summary: "Read the exchange's calendar",
        description: [
          `The years ${YEAR_MIN} to ${YEAR_MAX}.`,
          'All dates, `open` and `close` are those of New York.',
        ].join(' '),
      },
    },
  )
