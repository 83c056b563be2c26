/**
 * The composition root: the one place that puts a brokerage together. The server runs what it
 * returns, and so do the tests and the benchmarks, with some of its parts replaced.
 */
import { type App, type AppDeps, createApp } from '../../api/app'
import { WANTED_EVERY_MS } from '../../api/feed/service'
import { openFaultRegistry } from '../../api/sandbox/faults/service'
import type { AccountEvent } from '../../core/conditional/leg'
import { atMs } from '../../core/time'
import { makeFirstClient } from '../../identity/first-client'
import type { CreatedKey } from '../../identity/keys'
import { startCode } from '../../identity/sign-in-codes'
import { lastUses } from '../../identity/tokens'
import type { Events } from '../../ledger/events/publish'
import { bringInstruments } from '../../ledger/instruments'
import { reasonOf } from '../../lib/text'
import type { MarketCalendar } from '../../market/calendar'
import type { MarketClock } from '../../market/clock'
import type { Feed } from '../../market/feed'
import type { ListedInstrument } from '../../market/instruments/listed'
import { US_INSTRUMENTS, US_LISTING } from '../../market/instruments/reference'
import { slowness } from '../../market/pace'
import type { SimulatedClock } from '../../market/simulated-clock'
import { connect } from '../../postgres/connect'
import type { Database } from '../../postgres/database'
import type { InitialData } from '../../postgres/drivers/in-memory'
import { StartError } from '../../postgres/errors'
import { isDiskFull } from '../../postgres/retry'
import type { Matcher } from '../../trading/matcher/matcher'
import type { Config } from '../config/config'
import { forgetTokensJob, type Job, noteLastUsesJob, refreshJob, startJobs } from '../jobs/jobs'
import type { Reports } from '../telemetry/reports'
import type { Tracing } from '../telemetry/tracing'
import { appDeps } from './app-deps'
import { openControlOf, type ServeCommands, watchFolderJob } from './control'
import { watchDamage } from './damage'
import { type LoopWatch, loopWatch } from './loop-watch'
import { marketFailures, openMarket } from './market'
import {
  openStreams,
  openTrading,
  othersReadEveryMs,
  type Parts,
  type Trading,
  workersOf,
} from './parts'
import { MACHINE_TIME, type Time } from './time'

export { type Config, type Environment, readConfig } from '../config/config'
export type { Reports } from '../telemetry/reports'

export interface Brokerage {
  readonly app: App
  readonly clock: MarketClock
  /** When its market is open. */
  readonly calendar: MarketCalendar
  /** The database's market is later than MARKET_CLOCK, and resumes where it ended. */
  readonly resumed: boolean
  readonly seedDrawn: boolean
  /** The client that this start has made; its secret is shown this once. */
  readonly firstClient: CreatedKey | null
  /** Opens the console once; null where somebody has a password, or there is no console. */
  readonly consoleCode: string | null
  /** Why `paper keys` cannot reach this server; null: it can. */
  readonly controlFault: string | null
  /** Begins where requests come over a network, to a process of the brokerage's own. */
  readonly loop: LoopWatch
  readonly inside: Inside
  /** From now on it is not ready, and asks clients to close their connections [run.drain]. */
  beginEnding(): void
  /** Ends the market's moves, a long advance of its clock included. */
  stopMarket(): Promise<void>
  /** Before the application stops, which waits for its sockets. */
  closeStreams(): void
  /** Finishes what was accepted and gives everything back. */
  close(): Promise<void>
}

/** Parts that a test steers or looks at. */
export interface Inside {
  readonly app: AppDeps
  readonly matcher: Matcher
  /** Null on the system clock. */
  readonly simulated: SimulatedClock | null
  /** Null where STREAM is off. */
  readonly events: Events | null
}

/** What takes the place of a part; everything else is as the server has it. */
export interface Overrides {
  /** An open database; it stays open when the brokerage is closed. */
  readonly database?: Database
  readonly time?: Time
  /** Instead of the market that MARKET_FEED names. */
  readonly feed?: Feed
  /** Instead of all US instruments; what the database lists already stays. */
  readonly instruments?: readonly ListedInstrument[]
  /** The text of a scenario, which the market plays from its start [run.scenario]. */
  readonly scenario?: string | null
  /** Keeps each call that can change the books, and gives it its turn [exec.record]. */
  readonly recorder?: AppDeps['recorder']
  /** Carries out the commands that reach it over its folder's control socket. */
  readonly serveCommands?: ServeCommands
  /** Called after each commit that has changed an order. */
  readonly onCommitted?: (events: readonly AccountEvent[]) => void
  /** Whether answers are held to their schemas. */
  readonly checksAnswers?: boolean
}

/** Throws a StartError that says why it cannot be opened. */
export async function openBrokerage(
  config: Config,
  reports: Reports,
  overrides: Overrides = {},
): Promise<Brokerage> {
  if (overrides.database !== undefined) {
    return brokerageOver(overrides.database, config, reports, overrides)
  }
  const isUs = overrides.instruments === undefined
  const database = await connect(config.database, isUs ? { initialData: US_INITIAL_DATA } : {})
  try {
    const brokerage = await brokerageOver(database, config, reports, overrides)
    return {
      ...brokerage,
      async close() {
        await brokerage.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw isDiskFull(error) ? new StartError('Cannot start: the database’s disk is full.') : error
  }
}

/** What a new embedded database begins with. */
export const US_INITIAL_DATA: InitialData = {
  listing: US_LISTING,
  put: (database) => bringInstruments(database, US_INSTRUMENTS),
}

async function brokerageOver(
  database: Database,
  config: Config,
  toProcess: Reports,
  { instruments = US_INSTRUMENTS, feed, recorder, ...given }: Overrides,
): Promise<Brokerage> {
  const time = given.time ?? MACHINE_TIME
  const damage = watchDamage(database, toProcess, time.after)
  const { reports } = damage
  const market = await openMarket({ database, config, time, reports, listed: instruments, feed })
  const forgetting = forgetTokensJob(database, market.wall.nowMs)
  await forgetting.run()
  const startedAt = atMs(market.wall.nowMs())
  const firstClient = await makeFirstClient(database, config, startedAt)
  const consoleCode = config.console ? await startCode(database.drizzle, startedAt) : null
  let ending = false
  const opened = { database, config, time, market, reports, ending: () => ending }
  const parts = await openParts(opened, given.onCommitted)
  const { streams } = parts
  const { matcher } = parts.trading
  const loop = loopWatch(time.elapsedMs, time.after)
  const { checksAnswers } = given
  const deps = { ...appDeps(parts), recorder, arrivedAtMs: loop.arrivedAtMs, checksAnswers }
  const app = createApp(deps)
  matcher.start()
  damage.begin()
  if (typeof given.scenario === 'string') await deps.sandbox?.scenario.begin(given.scenario)
  const jobs = jobsOf(parts, forgetting, deps)
  const stopping = new AbortController()
  const control = await openControlOf(
    { database, config, wallNowMs: market.wall.nowMs, damage, stopping: stopping.signal },
    given.serveCommands,
  )
  async function close(): Promise<void> {
    deps.sandbox?.scenario.stop()
    stopping.abort()
    loop.end()
    await control.close()
    await jobs.stop()
    await damage.end()
    await closeParts(parts)
  }
  return {
    app,
    clock: market.clock,
    calendar: market.feed.calendar,
    resumed: market.resumed,
    seedDrawn: market.seedDrawn,
    firstClient,
    consoleCode,
    controlFault: control.fault,
    loop,
    inside: { app: deps, matcher, simulated: market.simulated, events: streams?.events ?? null },
    beginEnding() {
      ending = true
    },
    stopMarket: matcher.stop,
    closeStreams() {
      streams?.service.close()
      deps.ingest?.service.close()
    },
    close,
  }
}

type Opened = Pick<Parts, 'database' | 'config' | 'time' | 'market' | 'reports' | 'ending'>

/** What stands on the market: the parts that trade, and those that tell of it. */
async function openParts(opened: Opened, onCommitted: Overrides['onCommitted']): Promise<Parts> {
  const { database, config, time, market, reports } = opened
  const faults = config.sandbox ? await openFaultRegistry(database.drizzle) : null
  const streams = config.stream ? await openStreams(database, time, reports, faults) : null
  // Most servers have none: their library is loaded by those that do.
  const metrics = config.metrics ? (await import('../telemetry/metrics')).openMetrics() : null
  const trading = tradingOver({ ...opened, streams, metrics, onCommitted })
  streams?.events.onNotification(trading.matcher.orders.told)
  return {
    ...opened,
    trading,
    streams,
    lastUses: lastUses(database.drizzle),
    faults,
    metrics,
    tracing: await openTraces(config, market.wall.nowMs),
  }
}

/** Ends what still works, and writes what is not written yet. */
async function closeParts({
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

interface TradingParts extends Opened, Pick<Parts, 'streams' | 'metrics'> {
  readonly onCommitted: Overrides['onCommitted']
}

const tradingOver = ({
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

const jobsOf = (parts: Parts, forgetting: Job, deps: AppDeps): ReturnType<typeof startJobs> =>
  startJobs(
    [
      forgetting,
      noteLastUsesJob(parts.lastUses),
      parts.market.wall.watching,
      ...refreshes(parts),
      ...(parts.streams?.jobs ?? []),
      ...(parts.market.live?.jobs ?? []),
      ...watchFolderJob(parts.database, parts.reports),
      ...wantedJob(deps),
    ],
    { ...parts.time, failed: parts.reports.background },
  )

/** An embedded database has no other process that could change it. */
function refreshes({ config, market: { listed, pins }, faults }: Parts): readonly Job[] {
  if (config.database.kind !== 'server') return []
  return [
    refreshJob('instruments', listed),
    ...(pins === null ? [] : [refreshJob('pins', pins)]),
    ...(faults === null ? [] : [refreshJob('faults', faults)]),
  ]
}

/** Sources are told what the server needs [live.wanted]. */
const wantedJob = ({ ingest }: AppDeps): readonly Job[] =>
  ingest === null
    ? []
    : [{ name: 'tell-wanted', everyMs: WANTED_EVERY_MS, run: ingest.service.sendWanted }]

const PACKAGES = '@opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto'

async function openTraces(
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
