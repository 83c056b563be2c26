/** Spans of requests, whose packages are loaded only where they are asked for [run.traces]. */
import type { Config } from '../config/config'
import { reasonOf } from '../core/text'
import { StartError } from '../store/start-error'
import type { Tracing } from '../telemetry/tracing'

const PACKAGES = '@opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto'

export async function openTraces(
  { tracesTo }: Pick<Config, 'tracesTo'>,
  nowMs: () => number,
): Promise<Tracing | null> {
  if (tracesTo === null) return null
  try {
    return (await import('../telemetry/tracing')).openTracing(nowMs)
  } catch (error) {
    throw new StartError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, and spans cannot be made: ${reasonOf(error)}. ` +
        `They need packages of their own: bun add ${PACKAGES}`,
    )
  }
}
