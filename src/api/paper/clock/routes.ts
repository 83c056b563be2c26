/** The market's clock over HTTP. */
import { Elysia } from 'elysia'
import type { Gate } from '../../pipeline/gate'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeMarketTime } from './encode'
import { PaperClockSchema } from './schema'
import type { PaperClockService } from './service'

export const paperClockRoutes = (service: PaperClockService, gate: Gate) =>
  new Elysia({ name: 'api.paper.clock', tags: ['Paper'] })
    .use(gate)
    // [clock.own-endpoint]
    .get('/clock', ({ context }) => context.answer(encodeMarketTime(service.read())), {
      response: { 200: PaperClockSchema.clock, ...refusals(...EVERY_CALL) },
      detail: {
        operationId: 'getMarketTime',
        summary: "Read the market's clock",
        description: 'Also when the market opens and closes next, and how fast its time passes.',
      },
    })
