/**
 * The metrics of this process, for Prometheus [run.metrics]: for this machine, or for anybody with
 * the key [run.metrics-key].
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Callers } from '../../http/addresses'
import { endpoint } from '../../http/endpoint'

interface MetricsAccess {
  /** The key of other machines; null if only this machine may read them. */
  readonly key: string | null
}

export interface MetricsDeps extends MetricsAccess {
  readonly contentType: string
  readonly text: () => Promise<string>
}

const REFUSED =
  'Metrics are for callers on this machine. Others send METRICS_KEY as a bearer token.\n'

export const metricsEndpoints = (deps: MetricsDeps) =>
  [
    endpoint({
      id: 'getMetrics',
      method: 'GET',
      path: '/metrics',
      auth: 'nobody',
      noStore: true,
      async run({ http, request, headers }) {
        if (!mayReadMetrics(deps, http.callers, request)) {
          return new Response(REFUSED, { status: 403 })
        }
        headers['content-type'] = deps.contentType
        return new Response(await deps.text(), { headers })
      },
    }),
  ] as const

/**
 * A key is required on this machine, too, since a proxy may hide its callers. Without a key,
 * requests through a proxy are refused, and so are pages that point their own name at this server.
 */
export const mayReadMetrics = (
  { key }: MetricsAccess,
  callers: Pick<Callers, 'isThisMachine'>,
  request: Request,
): boolean =>
  key === null
    ? callers.isThisMachine(request)
    : sameText(request.headers.get('authorization') ?? '', `Bearer ${key}`)

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const sameText = (one: string, other: string): boolean =>
  timingSafeEqual(digestOf(one), digestOf(other))
