/** The market's clock over HTTP. */
import { endpoint } from '../../../http/endpoint'
import type { PaperClockService } from './service'
import { encodeMarketTime, PaperClockSchema } from './wire'

export const paperClockEndpoints = (service: PaperClockService) =>
  [
    // [clock.own-endpoint]
    endpoint({
      id: 'getMarketTime',
      method: 'GET',
      path: '/paper/clock',
      tag: 'Paper',
      summary: "Read the market's clock",
      description: 'Also when the market opens and closes next, and how fast its time passes.',
      auth: 'bearer',
      answer: PaperClockSchema.clock,
      run: () => encodeMarketTime(service.read()),
    }),
  ] as const
