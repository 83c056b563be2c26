/** The order events of this process and their streams, with what keeps them going (D9). */

import { CHECK_EVERY_MS, type StreamService, streamService } from '../api/v1/stream/service'
import { STREAM_HEARTBEAT_MS_MAX } from '../core/limits'
import type { OrderEvent } from '../core/order/event'
import { openEvents } from '../events/publish'
import { repeat } from '../jobs/repeat'
import { monotonicNowMs } from '../market/clock'
import type { Database } from '../store/database'

export interface Streams {
  readonly service: StreamService
  /** Told after each commit. */
  committed(events: readonly OrderEvent[]): void
  close(): Promise<void>
}

export async function openStreams(
  database: Database,
  failed: (error: unknown) => void,
): Promise<Streams> {
  const events = await openEvents({ database, failed })
  const service = streamService({ events, elapsedMs: monotonicNowMs, failed })
  const timing = { elapsedMs: monotonicNowMs, failed }
  const checks = repeat(CHECK_EVERY_MS, service.check, timing)
  const beats = repeat(STREAM_HEARTBEAT_MS_MAX, service.sendHeartbeats, timing)
  return {
    service,
    committed: events.committed,
    async close() {
      service.close()
      await Promise.all([checks.stop(), beats.stop()])
      await events.close()
    },
  }
}
