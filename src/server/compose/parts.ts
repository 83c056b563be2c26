/** The parts of a brokerage, and the assembly of trading and of streams. */
import type { FaultRegistry } from '../../api/sandbox/forced/service'
import {
  CHECK_EVERY_MS,
  type MessageFaults,
  type StreamService,
  streamService,
} from '../../api/v1/stream/service'
import type { AccountEvent } from '../../core/conditional/leg'
import { STREAM_HEARTBEAT_MS_MAX } from '../../core/limits'
import type { LastUses } from '../../identity/tokens'
import { type Events, openEvents } from '../../ledger/events/publish'
import type { Database } from '../../postgres/database'
import { type Matcher, type MatcherDeps, openMatcher } from '../../trading/matcher/matcher'
import {
  openSequencer,
  type Sequencer,
  type SequencerDeps,
  WORKERS_MAX,
} from '../../trading/sequencer'
import { openShardSequencers } from '../../trading/shard-sequencers'
import type { Config } from '../config/config'
import type { Job } from '../jobs/jobs'
import type { Reports } from '../telemetry/log'
import type { Metrics } from '../telemetry/metrics'
import type { Tracing } from '../telemetry/tracing'
import type { Market } from './market'
import type { Time } from './market-clock'

export interface Parts {
  readonly database: Database
  readonly config: Config
  readonly time: Time
  readonly market: Market
  readonly trading: Trading
  /** Null if STREAM is off. */
  readonly streams: Streams | null
  readonly lastUses: LastUses
  /** Null without the sandbox. */
  readonly faults: FaultRegistry | null
  readonly reports: Reports
  /** Null if METRICS is off. */
  readonly metrics: Metrics | null
  readonly ending: () => boolean
  /** Null if spans are sent nowhere. */
  readonly tracing: Tracing | null
}

interface TradingDeps {
  readonly sequencer: Omit<SequencerDeps, 'onCommitted'>
  readonly matcher: Omit<MatcherDeps, 'sequencer'>
  /** Called after each commit that has changed an order, before its callers are answered. */
  readonly onCommitted: (events: readonly AccountEvent[]) => void
}

export interface Trading {
  readonly sequencer: Sequencer
  readonly matcher: Matcher
}

/**
 * The interval at which the matcher compares all accounts with its book, in case a notification of
 * another process was lost. Without streams there are no notifications, so it compares at each
 * step.
 */
const OTHERS_READ_EVERY_MS = 5_000
export function othersReadEveryMs({ database, stream }: Config): number {
  // An embedded database has no other process that could change it.
  if (database.kind !== 'server') return Number.POSITIVE_INFINITY
  return stream ? OTHERS_READ_EVERY_MS : 0
}

/** The embedded database runs one statement at a time. */
export const workersOf = ({ database }: Config): number =>
  database.kind === 'server' ? WORKERS_MAX : 1

export function openTrading(deps: TradingDeps): Trading {
  const { shards } = deps.matcher.database
  const open = (database: SequencerDeps['database']): Sequencer =>
    openSequencer({
      ...deps.sequencer,
      // The shards work at once already, and smaller batches cost more.
      ...(shards && { workers: 1 }),
      database,
      onCommitted(committed) {
        matcher.orders.committed(committed)
        if (committed !== null) deps.onCommitted(committed.events)
      },
    })
  const sequencer =
    shards === undefined ? open(deps.sequencer.database) : openShardSequencers(shards, open)
  const isAway = shards && ((accountId: string): boolean => shards.of(accountId).isAway)
  const matcher = openMatcher({ ...deps.matcher, sequencer, ...(isAway && { isAway }) })
  return { sequencer, matcher }
}

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
