/** Health over HTTP, for load balancers and operators, without a token [health.no-token]. */
import { endpoint } from '../../http/endpoint'
import type { HealthService } from './service'
import {
  encodeHealthy,
  encodeReady,
  encodeUnhealthy,
  encodeUnready,
  HealthSchema,
  OK,
} from './wire'

const PROBE = { method: 'GET', tag: 'Server', auth: 'nobody', noStore: true } as const
const UNAVAILABLE = 503

export const healthEndpoints = (healthNow: HealthService) =>
  [
    endpoint({
      ...PROBE,
      id: 'getLiveness',
      path: '/livez',
      summary: 'Does the process answer?',
      answer: HealthSchema.alive,
      run: (call) => call.json(200, OK),
    }),
    endpoint({
      ...PROBE,
      id: 'getReadiness',
      path: '/readyz',
      summary: 'Is the server able to serve?',
      description:
        'Answers within a second. 200 only if an order would be taken now and the market ' +
        'moves, whichever server moves it: none of its ticks is more than 10 s late.',
      answer: HealthSchema.ready,
      otherAnswers: { [UNAVAILABLE]: HealthSchema.unready },
      async run(call) {
        const found = await healthNow()
        return found.reasons.length === 0
          ? call.json(200, encodeReady(found))
          : call.json(UNAVAILABLE, encodeUnready(found))
      },
    }),
    endpoint({
      ...PROBE,
      id: 'getHealth',
      path: '/health',
      summary: 'Is the server able to serve? With details for its operator',
      description: 'The same as `GET /readyz`, with details.',
      answer: HealthSchema.healthy,
      otherAnswers: { [UNAVAILABLE]: HealthSchema.unhealthy },
      async run(call) {
        const found = await healthNow()
        return found.reasons.length === 0
          ? call.json(200, encodeHealthy(found))
          : call.json(UNAVAILABLE, encodeUnhealthy(found))
      },
    }),
  ] as const
