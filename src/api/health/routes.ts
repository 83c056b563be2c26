/** Health over HTTP, for load balancers and operators, without a token [health.no-token]. */
import { Elysia, status } from 'elysia'
import { encodeHealthy, encodeReady, encodeUnhealthy, encodeUnready, OK } from './encode'
import { HealthSchema } from './schema'
import type { HealthService } from './service'

export const healthRoutes = (healthNow: HealthService) =>
  new Elysia({ name: 'api.health', tags: ['Server'] })
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store'
    })
    .get('/livez', () => OK, {
      response: { 200: HealthSchema.alive },
      detail: { operationId: 'getLiveness', summary: 'Does the process answer?', security: [] },
    })
    .get(
      '/readyz',
      async () => {
        const found = await healthNow()
        return found.reasons.length === 0 ? encodeReady(found) : status(503, encodeUnready(found))
      },
      {
        response: { 200: HealthSchema.ready, 503: HealthSchema.unready },
        detail: {
          operationId: 'getReadiness',
          summary: 'Is the server able to serve?',
          description:
            'Answers within a second. 200 only where an order would be taken now and the market ' +
            'moves, whichever server moves it: none of its ticks is more than 10 s late.',
          security: [],
        },
      },
    )
    .get(
      '/health',
      async () => {
        const found = await healthNow()
        return found.reasons.length === 0
          ? encodeHealthy(found)
          : status(503, encodeUnhealthy(found))
      },
      {
        response: { 200: HealthSchema.healthy, 503: HealthSchema.unhealthy },
        detail: {
          operationId: 'getHealth',
          summary: 'Is the server able to serve? With details for its operator',
          description: 'The same as `GET /readyz`, with details.',
          security: [],
        },
      },
    )
