/** Spans of requests for OpenTelemetry [run.traces]. No attribute can have a secret. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { api, core, resources, tracing } from '@opentelemetry/sdk-node'
import type { OnAnswered } from '../../http/call'

export interface Tracing {
  /** Makes the span of an answered request. Its parent is the client's `traceparent`. */
  readonly answered: OnAnswered
  /** Sends the remaining spans. */
  close(): Promise<void>
}

const FIRST_SERVER_ERROR = 500

/**
 * Opens tracing to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, which the SDK reads. `nowMs` is
 * the system clock, in milliseconds since 1970.
 */
export function openTracing(nowMs: () => number): Tracing {
  const service = resources.resourceFromAttributes({ 'service.name': 'paper-brokerage' })
  const provider = new tracing.BasicTracerProvider({
    resource: resources
      .defaultResource()
      .merge(service)
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new tracing.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const tracer = provider.getTracer('paper-brokerage')
  const propagator = new core.W3CTraceContextPropagator()
  return {
    answered({ method, headers, route, status, requestId, refusedAs, ms }) {
      const endedAtMs = nowMs()
      const parent = propagator.extract(api.ROOT_CONTEXT, headers, HEADERS)
      const span = tracer.startSpan(
        route === null ? method : `${method} ${route}`,
        {
          kind: api.SpanKind.SERVER,
          startTime: endedAtMs - ms,
          attributes: {
            'http.request.method': method,
            'http.response.status_code': status,
            'http.route': route ?? undefined,
            'http.request.header.x-service-request-id': requestId,
            'error.type': refusedAs,
          },
        },
        parent,
      )
      if (status >= FIRST_SERVER_ERROR) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(endedAtMs)
    },
    close: () => provider.shutdown(),
  }
}

const HEADERS: api.TextMapGetter<Headers> = {
  keys: (headers) => [...headers.keys()],
  get: (headers, name) => headers.get(name) ?? undefined,
}
