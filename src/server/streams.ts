/** The order events of this process and their streams, with what keeps them going (D9). */
import type { Posted } from '../core/post'
import { openEvents } from '../engine/events'
import { monotonicNowMs } from '../market/clock'
import {
  BEAT_EVERY_MS,
  CHECK_EVERY_MS,
  type StreamService,
  streamService,
} from '../modules/stream/service'
import type { Database } from '../store/database'
import { repeat } from './repeat'

export interface Streams {
  readonly service: StreamService
  /** Told after each commit. */
  committed(posted: readonly Posted[]): void
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
  const beats = repeat(BEAT_EVERY_MS, service.beat, timing)
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
