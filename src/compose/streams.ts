/** The order events of this process and their streams, with the jobs that keep them going. */

import type { MessageFaults } from '../api/v1/stream/faulty-peer'
import { CHECK_EVERY_MS, type StreamService, streamService } from '../api/v1/stream/service'
import { STREAM_HEARTBEAT_MS_MAX } from '../core/limits'
import { type Events, openEvents } from '../events/publish'
import type { Job } from '../jobs/jobs'
import type { Database } from '../store/database'
import type { Reports } from '../telemetry/reports'
import type { Time } from './time'

export interface Streams {
  readonly events: Events
  readonly service: StreamService
  readonly jobs: readonly Job[]
}

export async function openStreams(
  database: Database,
  { elapsedMs, after }: Time,
  { background }: Reports,
  faults: MessageFaults | null,
): Promise<Streams> {
  const events = await openEvents({
    database,
    after,
    failed: (error) => background('order events could not be read or announced', error),
  })
  const service = streamService({
    events,
    elapsedMs,
    failed: (error) => background('a stream failed', error),
    faults,
    after: (ms) => new Promise((resume) => void after(ms, resume)),
  })
  const jobs = [
    { name: 'check-streams', everyMs: CHECK_EVERY_MS, run: service.check },
    { name: 'send-heartbeats', everyMs: STREAM_HEARTBEAT_MS_MAX, run: service.sendHeartbeats },
  ]
  return { events, service, jobs }
}
