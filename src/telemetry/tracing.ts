/**
 * Spans of requests for OpenTelemetry [run.traces], by Elysia's plugin. It records every header,
 * the query and the body; what leaves this process are the attributes below and nothing else.
 */
import { opentelemetry } from '@elysiajs/opentelemetry'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { tracing } from '@opentelemetry/sdk-node'
import type { AnyElysia } from 'elysia'

/** None of them can hold a secret. */
const SENT: ReadonlySet<string> = new Set([
  ...['http.request.method', 'http.response.status_code', 'http.route'],
  ...['http.request.header.x-service-request-id', 'url.scheme', 'server.address', 'server.port'],
  ...['event.index', 'exception.type'],
])

type Attributes = Readonly<Record<string, unknown>>

const safe = <A extends Attributes>(attributes: A | undefined): A =>
  // safe: a part of the same record, whose values may all be missing.
  Object.fromEntries(Object.entries(attributes ?? {}).filter(([name]) => SENT.has(name))) as A

export interface Tracing {
  /** To be used before every route. */
  readonly plugin: AnyElysia
  /** Sends what waits. */
  close(): Promise<void>
}

/** The collector is that of OTEL_EXPORTER_OTLP_ENDPOINT, as the SDK reads it. */
export function openTracing(): Tracing {
  const exporter = new OTLPTraceExporter()
  const waiting = new tracing.BatchSpanProcessor({
    export: (spans, done) =>
      exporter.export(
        spans.map((span) => withOnly(span)),
        done,
      ),
    shutdown: () => exporter.shutdown(),
  })
  return {
    plugin: opentelemetry({ serviceName: 'paper-brokerage', spanProcessors: [waiting] }),
    close: async () => {
      await afterResponses()
      await waiting.forceFlush()
    },
  }
}

/**
 * A request's span ends after its response, when Elysia's hook for that has had its turn of the
 * event loop. Work that does not yield may keep the turns of the last requests waiting.
 */
const afterResponses = (): Promise<void> => new Promise((done) => setImmediate(done))

/** The span with nothing but what may be sent; a failure's text may hold a statement's values. */
const withOnly = (span: tracing.ReadableSpan): tracing.ReadableSpan =>
  Object.create(span, {
    attributes: { value: safe(span.attributes) },
    events: {
      value: span.events.map((event) => ({ ...event, attributes: safe(event.attributes) })),
    },
    status: { value: { code: span.status.code } },
  })
