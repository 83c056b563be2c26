/** Reading and moving the clock. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { jsonBody } from '../../pipeline/body'
import type { Gate } from '../../pipeline/gate'
import { EVERY_BODY, EVERY_CALL, refusals } from '../../wire/refuse'
import { sentFields } from '../../wire/wire'
import { clockChangeOf } from '../decode'
import { clockView, SandboxSchema } from '../schema'
import type { SandboxService } from '../service'

interface ClockGates {
  readonly reading: Gate
  readonly changing: Gate
}

/** Two instances, since a gate is for a whole instance. */
export const clock = (service: SandboxService, { reading, changing }: ClockGates) =>
  new Elysia({ name: 'modules.sandbox.clock' })
    .use(readingClock(service, reading))
    .use(movingClock(service, changing))

const readingClock = (service: SandboxService, gate: Gate) =>
  new Elysia({ name: 'modules.sandbox.clock.reading' })
    .use(gate)
    .get('/clock', ({ call }) => call.answer(clockView(service.clock.read())), {
      response: { 200: SandboxSchema.clock, ...refusals(...EVERY_CALL) },
      detail: { operationId: 'getSandboxClock', summary: "Read the market's clock" },
    })

const movingClock = (service: SandboxService, gate: Gate) =>
  new Elysia({ name: 'modules.sandbox.clock.moving' }).use(gate).post(
    '/clock',
    async ({ call, body, request, server }) => {
      const change = clockChangeOf(sentFields(body))
      if (isRefused(change)) return call.refuse(change)
      // A long advance sends nothing for longer than an idle connection is kept.
      server?.timeout(request, 0)
      const moved = await service.clock.change(change, request.signal)
      return call.answer(isRefused(moved) ? moved : clockView(moved))
    },
    {
      parse: jsonBody,
      body: SandboxSchema.moveClock,
      response: {
        200: SandboxSchema.clock,
        ...refusals(
          ...EVERY_CALL,
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
          'Exactly one of the three fields. Answers when every tick and every session boundary ' +
          'up to the new time has been carried out, in order, and committed; ' +
          '`GET /sandbox/clock` tells meanwhile how far it is. Where the client goes away, the ' +
          'clock stops after the step that it is at.',
      },
    },
  )
