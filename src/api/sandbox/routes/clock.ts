/** Reads and moves the clock. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../pipeline/endpoint'
import { noteKoreanTimes } from '../../pipeline/shapes'
import { sentFields } from '../../wire/schemas'
import { decodeClockChange } from '../decode'
import { encodeClock, encodeMovedClock } from '../encode'
import { LOOK, STEER } from '../schema'
import { ClockSchema } from '../schema/clock'
import type { SandboxService } from '../service'

export const sandboxClockEndpoints = (service: SandboxService) =>
  [
    endpoint({
      ...LOOK,
      id: 'getSandboxClock',
      method: 'GET',
      path: '/sandbox/clock',
      summary: "Read the market's clock",
      answer: ClockSchema.clock,
      run: () => encodeClock(service.clock.read()),
    }),
    endpoint({
      ...STEER,
      id: 'moveSandboxClock',
      method: 'POST',
      path: '/sandbox/clock',
      summary: 'Advance the market, or set its speed',
      description:
        'Takes exactly one of the three fields. Answers when every tick and every session ' +
        'boundary up to the new time has been carried out, in order, and committed; meanwhile ' +
        '`GET /sandbox/clock` shows its progress. When the client disconnects, the clock stops ' +
        'after its current step.',
      body: ClockSchema.moveClock,
      answer: ClockSchema.movedClock,
      refusals: ['clock-not-simulated', 'clock-backwards', 'server-stopping'],
      read: ({ body }) => decodeClockChange(sentFields(body)),
      async run({ client, body, input, headers, http, request }) {
        noteKoreanTimes(headers, [sentFields(body).to]) // [time.assumed]
        // A long advance answers later than idle connections are closed.
        http.server()?.timeout(request, 0)
        const moved = await service.clock.change(client, input, request.signal)
        return isRefused(moved) ? moved : encodeMovedClock(moved)
      },
    }),
  ] as const
