/** The figures of this process, for Prometheus [run.metrics]. */
import { Elysia } from 'elysia'
import type { Callers } from '../pipeline/callers'
import { type MetricsDoor, mayReadMetrics } from '../pipeline/metrics-door'

export interface MetricsDeps extends MetricsDoor {
  readonly contentType: string
  readonly text: () => Promise<string>
}

const REFUSED =
  'Metrics are for callers on this machine. Others send METRICS_KEY as a bearer token.\n'

export const metricsRoutes = (deps: MetricsDeps | undefined, callers: Callers) => {
  const plugin = new Elysia({ name: 'api.metrics' })
  if (deps === undefined) return plugin
  return plugin.get(
    '/metrics',
    async ({ request }) => {
      if (!mayReadMetrics(deps, callers, request)) return new Response(REFUSED, { status: 403 })
      const headers = { 'content-type': deps.contentType, 'cache-control': 'no-store' }
      return new Response(await deps.text(), { headers })
    },
    { detail: { hide: true } },
  )
}
