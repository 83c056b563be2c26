/**
 * The parts of a brokerage: the assembly of trading and of streams, and what the parts give to the
 * HTTP application.
 */

import { version } from '../../../package.json'
import type { AppDeps } from '../../api/app'
import { pageService } from '../../api/console/page/service'
import { type IngestService, ingestService } from '../../api/feed/service'
import { type HealthService, healthService } from '../../api/health/service'
import { type FaultRegistry, openFaultRegistry } from '../../api/sandbox/forced/service'
import { reportLine } from '../../api/sandbox/scenario/report'
import { scenarioRunner } from '../../api/sandbox/scenario-runner'
import { encodeRow } from '../../api/sandbox/wire'
import {
  CHECK_EVERY_MS,
  type MessageFaults,
  type StreamService,
  streamService,
} from '../../api/v1/stream/service'
import type { AccountEvent } from '../../core/conditional/leg'
import { STREAM_HEARTBEAT_MS_MAX } from '../../core/limits'
import { atMs } from '../../core/time'
import { sandboxKeyOf } from '../../http/auth'
import type { OnAnswered } from '../../http/call'
import { findClient, findClients } from '../../identity/clients'
import { consoleIdentity } from '../../identity/console'
import { newToken } from '../../identity/secrets'
import { findTokens, insertToken, type LastUses, lastUses } from '../../identity/tokens'
import { type Events, openEvents } from '../../ledger/events/publish'
import { errorMessage } from '../../lib/text'
import { rateAt, sourceRateAt } from '../../market/exchange-rate'
import { type Pace, SYSTEM_PACE, slowness } from '../../market/pace'
import { batched } from '../../postgres/bulk'
import type { Database } from '../../postgres/database'
import { databaseRefusal, StartError } from '../../postgres/errors'
import { leaseState } from '../../postgres/matcher-lease'
import { probeWrite } from '../../postgres/write-probe'
import { placeConditionalCommand } from '../../trading/commands/conditional'
import { type Matcher, type MatcherDeps, openMatcher } from '../../trading/matcher/matcher'
import {
  openSequencer,
  openShardSequencers,
  type Sequencer,
  type SequencerDeps,
  WORKERS_MAX,
} from '../../trading/sequencer'
import type { Config } from '../config/config'
import { canStartOpen } from '../config/market'
import { othersCanReach } from '../config/reach'
import type { Job } from '../jobs/jobs'
import type { Reports } from '../telemetry/log'
import type { Levels, Metrics } from '../telemetry/metrics'
import type { Tracing } from '../telemetry/tracing'
import { type Market, marketFailures } from './market'
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

type BaseParts = Pick<Parts, 'database' | 'config' | 'time' | 'market' | 'reports' | 'ending'>

/** Called after each commit that has changed an order, before its callers are answered. */
type OnCommitted = (events: readonly AccountEvent[]) => void

/** Opens the parts that need the market: trading, streams and telemetry. */
export async function openParts(
  base: BaseParts,
  onCommitted: OnCommitted | undefined,
): Promise<Parts> {
  const { database, config, time, market, reports } = base
  const faults = config.sandbox ? await openFaultRegistry(database.drizzle) : null
  const streams = config.stream ? await openStreams(database, time, reports, faults) : null
  // Loaded lazily, since most servers run without metrics.
  const metrics = config.metrics
    ? (await import('../telemetry/metrics')).openMetrics(config.cell)
    : null
  const trading = tradingOf({ ...base, streams, metrics, onCommitted })
  streams?.events.onNotification(trading.matcher.orders.notified)
  return {
    ...base,
    trading,
    streams,
    lastUses: lastUses(database.drizzle),
    faults,
    metrics,
    tracing: await openTraces(config, market.wall.nowMs),
  }
}

/** Stops the parts, and writes what is still in memory. */
export async function closeParts({
  market,
  trading,
  streams,
  lastUses,
  reports,
  tracing,
}: Parts): Promise<void> {
  await lastUses.write().catch((error: unknown) => reports.background('last uses', error))
  await trading.matcher.stop()
  await trading.sequencer.drained()
  streams?.service.close()
  await streams?.events.close()
  await tracing?.close().catch((error: unknown) => reports.background('spans', error))
  await market.live?.close()
}

interface TradingParts extends BaseParts, Pick<Parts, 'streams' | 'metrics'> {
  readonly onCommitted: OnCommitted | undefined
}

const tradingOf = ({
  database,
  config,
  time,
  reports,
  market,
  streams,
  metrics,
  onCommitted,
}: TradingParts): Trading =>
  openTrading({
    sequencer: {
      ...time,
      database,
      workers: workersOf(config),
      now: market.clock.now,
      forcing: market.forcing,
      batchDone: metrics?.batchDone,
      failed: (error) => reports.background('a batch failed after its callers had given up', error),
    },
    matcher: {
      ...market,
      seed: market.latencySeed,
      database,
      tickMs: config.tickMs,
      othersReadEveryMs: othersReadEveryMs(config),
      elapsedMs: time.elapsedMs,
      after: time.after,
      failed: marketFailures(reports, time.elapsedMs),
      slow: (pace) => reports.notice?.(slowness(pace)),
    },
    onCommitted(events) {
      streams?.events.committed(events)
      metrics?.ordersChanged(events)
      onCommitted?.(events)
    },
  })

interface TradingDeps {
  readonly sequencer: Omit<SequencerDeps, 'onCommitted'>
  readonly matcher: Omit<MatcherDeps, 'sequencer'>
  readonly onCommitted: OnCommitted
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
function othersReadEveryMs({ database, stream }: Config): number {
  // An embedded database has no other process that could change it.
  if (database.kind !== 'server') return Number.POSITIVE_INFINITY
  return stream ? OTHERS_READ_EVERY_MS : 0
}

/** The embedded database runs one statement at a time. */
const workersOf = ({ database }: Config): number => (database.kind === 'server' ? WORKERS_MAX : 1)

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

interface Streams {
  readonly events: Events
  readonly service: StreamService
  readonly jobs: readonly Job[]
}

async function openStreams(
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

const TRACING_PACKAGES = '@opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto'

async function openTraces(
  { tracesTo }: Pick<Config, 'tracesTo'>,
  nowMs: () => number,
): Promise<Tracing | null> {
  if (tracesTo === null) return null
  try {
    return (await import('../telemetry/tracing')).openTracing(nowMs)
  } catch (error) {
    throw new StartError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, and spans cannot be made: ${errorMessage(error)}. ` +
        `They need packages of their own: bun add ${TRACING_PACKAGES}`,
    )
  }
}

/** The dependencies of the HTTP application. */
export function appDeps(parts: Parts): AppDeps {
  const { database, config, time, market, trading, streams, reports, metrics, tracing } = parts
  const { drizzle } = database
  const { elapsedMs } = time
  const { clock, simulated, feed, live } = market
  const { sequencer, matcher } = trading
  const ingest =
    live && ingestService({ ...live, database, feed: live.peekFeed, now: clock.now, elapsedMs })
  return {
    version,
    database,
    clients: { find: batched((clientIds) => findClients(drizzle, clientIds)) },
    tokens: {
      find: batched((tokenHashes) => findTokens(drizzle, tokenHashes)),
      insert: (token, secretHash) => insertToken(drizzle, token, secretHash),
    },
    newToken: () => newToken(config.cell),
    noteUse: parts.lastUses.note,
    sequencer,
    feed,
    rateAt: (base, quote, at) =>
      live === null
        ? rateAt(market.seed, base, quote, at)
        : sourceRateAt(live.book.rate, base, quote, at),
    clock,
    simulated,
    pace: () => paceOf(market),
    instruments: market.instruments,
    past: {
      base: market.base,
      seed: market.latencySeed,
      tickMs: config.tickMs,
      pins: market.pins,
      matcher,
    },
    rateLimits: config.rateLimits,
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    compat: config.compat,
    health: healthOf(parts, ingest),
    report: reports.request,
    databaseRefusal,
    ending: parts.ending,
    answered: toAll(
      reports.answered,
      metrics?.answered,
      tracing?.answered,
      ingest && countRefusals(ingest),
    ),
    ...(metrics && { metrics: metricsOf(parts, metrics, ingest) }),
    wallNowMs: market.wall.nowMs,
    elapsedMs,
    ...sandboxOf(parts),
    ...(config.console && { console: consoleOf(parts) }),
    ingest: ingest && { service: ingest, key: sandboxKeyOf(config.feedKey, false) },
    stream: streams?.service ?? null,
    consolePage: config.console ? pageService() : null,
  }
}

const paceOf = ({ simulated }: Market): Pace => simulated?.pace ?? SYSTEM_PACE

const healthOf = (
  { database, config, time, market, trading, ending }: Parts,
  ingest: IngestService | null,
): HealthService =>
  healthService({
    probeWrite: () => probeWrite(database, config.database.kind === 'server'),
    leaseState: () => leaseState(database),
    matcher: trading.matcher,
    clock: market.clock,
    calendar: market.feed.calendar,
    tickMs: config.tickMs,
    elapsedMs: time.elapsedMs,
    after: (ms) => new Promise((resume) => time.after(ms, resume)),
    isSimulated: market.simulated !== null,
    notices: market.wall.notices,
    prices: () => ingest?.levels() ?? null,
    pace: () => paceOf(market),
    cell: config.cell,
    ending,
  })

function metricsOf(
  { database, config, market, trading, streams }: Parts,
  metrics: Metrics,
  ingest: IngestService | null,
): NonNullable<AppDeps['metrics']> {
  const { sequencer, matcher } = trading
  const levels = (): Levels => ({
    waiting: sequencer.waiting,
    ticksSkipped: matcher.ticksSkipped,
    tickAgeSeconds: matcher.pulse.movesMarket
      ? market.clock.now().since(matcher.carriedTo).total('seconds')
      : null,
    streams: streams?.service.readers() ?? { count: 0, eventsBehind: 0 },
    connectionsLost: database.connectionsLost?.() ?? 0,
    prices: ingest?.levels() ?? null,
  })
  return {
    key: config.metricsKey,
    contentType: metrics.contentType,
    text: () => metrics.read(levels()),
  }
}

/** Empty if there is no sandbox. */
function sandboxOf({
  database,
  config,
  time: { after },
  market,
  trading,
  streams,
  faults,
  reports,
}: Parts): Pick<AppDeps, 'sandbox'> {
  const { clock, pins, restores, forcing, wall } = market
  const { matcher } = trading
  if (!pins || !restores || !forcing || !faults) return {}
  const { drizzle } = database
  return {
    sandbox: {
      database,
      sequencer: trading.sequencer,
      matcher,
      clock,
      simulated: market.simulated,
      feed: market.feed,
      instruments: market.instruments,
      pins,
      forcing,
      faults,
      beganAt: market.beganAt,
      initialCash: config.initialCash,
      fillProfile: config.fillProfile,
      startedAt: clock.now(),
      restartStreams: () => streams?.service.restart(),
      restores,
      wallNow: () => atMs(wall.nowMs()),
      after: (ms: number) => new Promise<void>((resume) => void after(ms, resume)),
      scenario: scenarioRunner({
        database,
        clock,
        matcher,
        after,
        bot: config.client?.clientId ?? null,
        place: (accountId, request, clientId) =>
          trading.sequencer.submit(
            placeConditionalCommand(accountId, request, market.feed, clientId),
          ),
        accountsOf: async (clientId) => (await findClient(drizzle, clientId))?.accountIds ?? [],
        onRow: (row) => reports.scenario?.(reportLine(encodeRow(row))),
      }),
      // If others can reach the server, a client's token does not open the sandbox.
      key: sandboxKeyOf(config.sandboxKey, !othersCanReach(config)),
    },
  }
}

const consoleOf = ({
  database,
  config,
  time,
  market,
  trading,
}: Parts): NonNullable<AppDeps['console']> => ({
  sequencer: trading.sequencer,
  elapsedMs: time.elapsedMs,
  hasSandbox: market.pins !== null,
  canStartOpen: canStartOpen(config.feed),
  identity: consoleIdentity(database.drizzle, market.wall.nowMs, config.cell),
  usual: { initialCash: config.initialCash, fillProfile: config.fillProfile },
  clientOfSettings: config.client?.clientId ?? null,
})

function toAll(...listeners: readonly (OnAnswered | null | undefined)[]): OnAnswered | undefined {
  const present = listeners.filter((listener) => listener != null)
  if (present.length <= 1) return present[0]
  return (answered) => {
    for (const listener of present) listener(answered)
  }
}

/** Counts requests that are refused before they reach the service, for example for a wrong key. */
const countRefusals =
  (ingest: IngestService): OnAnswered =>
  ({ status, route }) => {
    if (status >= 400 && route?.startsWith('/feed')) ingest.noteRefused()
  }
