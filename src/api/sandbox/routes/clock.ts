/** Reads and moves the clock. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { jsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { noteKoreanTimes } from '../../pipeline/zone'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeClockChange } from '../decode'
import { encodeClock, encodeMovedClock } from '../encode'
import { LOOKING, STEERING } from '../schema'
import { ClockSchema } from '../schema/clock'
import type { SandboxService } from '../service'

/** Two plugins, since a gate guards every route of its plugin. */
export const sandboxClockRoutes = (
  service: SandboxService,
  gates: { readonly read: SandboxGate; readonly trade: SandboxGate },
) =>
  new Elysia({ name: 'api.sandbox.clock' })
    .use(readRoutes(service, gates.read))
    .use(moveRoutes(service, gates.trade))

const readRoutes = (service: SandboxService, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.clock.reading', detail: LOOKING })
    .use(gate)
    .get('/clock', ({ context }) => context.answer(encodeClock(service.clock.read())), {
      response: { 200: ClockSchema.clock, ...refusals(...EVERY_CONTROL) },
      detail: { operationId: 'getSandboxClock', summary: "Read the market's clock" },
    })

const moveRoutes = (service: SandboxService, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.clock.moving', detail: STEERING }).use(gate).post(
    '/clock',
    async ({ context, body, request, server, set }) => {
      const fields = sentFields(body)
      const change = decodeClockChange(fields)
      if (isRefused(change)) return context.refuse(change)
      noteKoreanTimes(set.headers, [fields.to]) // [time.assumed]
      // A long advance answers later than idle connections are closed.
      server?.timeout(request, 0)
      const moved = await service.clock.change(context.client, change, request.signal)
      return context.answer(isRefused(moved) ? moved : encodeMovedClock(moved))
    },
    {
      parse: jsonBody,
      body: ClockSchema.moveClock,
      response: {
        200: ClockSchema.movedClock,
        ...refusals(
          ...EVERY_CONTROL,
          ...EVERY_BODY,
          'clock-not-simulated',
          'clock-backwards',
          'server-stopping',
        ),
      },
      detail: {
        operationId: 'moveSandboxClock',
        summary: 'Advance the market, or set its speed',
        description:
          'Takes exactly one of the three fields. Answers when every tick and every session ' +
          'boundary up to the new time has been carried out, in order, and committed; meanwhile ' +
          '`GET /sandbox/clock` shows its progress. When the client disconnects, the clock stops ' +
          'after its current step.',
      },
    },
  )
