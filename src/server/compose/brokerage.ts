/**
 * The composition root: the only place that puts a brokerage together. The server, tests and
 * benchmarks run it, some with replaced parts.
 */
import { type App, type AppDeps, createApp } from '../../api/app'
import { WANTED_EVERY_MS } from '../../api/feed/service'
import { encodeEvent } from '../../api/v1/stream/wire'
import type { AccountEvent } from '../../core/conditional/leg'
import { atMs } from '../../core/time'
import { checkCell } from '../../identity/cell'
import { startCode } from '../../identity/console-sign-in'
import { type CreatedKey, makeFirstClient } from '../../identity/keys'
import type { Events } from '../../ledger/events/publish'
import { bringInstruments } from '../../ledger/instruments'
import type { MarketCalendar } from '../../market/calendar'
import type { MarketClock } from '../../market/clock'
import type { Feed } from '../../market/feed'
import type { ListedInstrument } from '../../market/instruments/listed'
import { US_INSTRUMENTS, US_LISTING } from '../../market/instruments/reference'
import type { SimulatedClock } from '../../market/simulated-clock'
import { connect } from '../../postgres/connect'
import type { Database } from '../../postgres/database'
import type { InitialData } from '../../postgres/drivers/in-memory'
import { isDiskFull, StartError } from '../../postgres/errors'
import type { Matcher } from '../../trading/matcher/matcher'
import type { Config } from '../config/config'
import { forgetTokensJob, type Job, noteLastUsesJob, refreshJob, startJobs } from '../jobs/jobs'
import type { Reports } from '../telemetry/log'
import { openControlOf, type ServeCommands, watchFolderJob } from './control'
import { openMarket } from './market'
import { MACHINE_TIME, type Time } from './market-clock'
import { appDeps, closeParts, openParts, type Parts } from './parts'
import { indexFunds, type WarmUp, warmUp } from './warm-up'
import { type LoopWatch, loopWatch, watchDamage } from './watches'

export { type Config, type Environment, readConfig } from '../config/config'
export type { Reports } from '../telemetry/log'

export interface Brokerage {
  readonly app: App
  readonly clock: MarketClock
  readonly calendar: MarketCalendar
  /** True if the database's market is later than MARKET_CLOCK, and resumes at its own time. */
  readonly resumed: boolean
  readonly seedDrawn: boolean
  /** The client that this start has made. Its secret is shown only here. */
  readonly firstClient: CreatedKey | null
  /** Opens the console once; null if any user has a password, or if there is no console. */
  readonly consoleCode: string | null
  /** Why `paper keys` cannot reach this server; null if it can. */
  readonly controlFault: string | null
  /** Call its `begin` if requests come over a network, and the process runs only this brokerage. */
  readonly loop: LoopWatch
  /** Call its `begin` once the server listens. */
  readonly warmUp: WarmUp
  readonly inside: Inside
  /** Makes the server not ready, and asks clients to close their connections [run.drain]. */
  beginEnding(): void
  /** Stops the market, even during a long advance of its clock. */
  stopMarket(): Promise<void>
  /** Closes the streams. Call it before stopping the application, which waits for its sockets. */
  closeStreams(): void
  /** Finishes accepted work and closes everything. */
  close(): Promise<void>
}

/** Parts that tests control or read. */
export interface Inside {
  readonly app: AppDeps
  readonly matcher: Matcher
  /** Null on the system clock. */
  readonly simulated: SimulatedClock | null
  /** Null if STREAM is off. */
  readonly events: Events | null
}

/** Replacements for parts of the server. */
export interface Overrides {
  /** An open database, which stays open when the brokerage is closed. */
  readonly database?: Database
  readonly time?: Time
  /** Replaces the feed that MARKET_FEED names. */
  readonly feed?: Feed
  /** Replaces the US instruments. Instruments that the database already has stay. */
  readonly instruments?: readonly ListedInstrument[]
  /** The text of a scenario, which the market plays from its start [run.scenario]. */
  readonly scenario?: string | null
  /** Records each call that can change the books, and puts them in order [exec.record]. */
  readonly recorder?: AppDeps['recorder']
  /** Runs the commands that arrive over the folder's control socket. */
  readonly serveCommands?: ServeCommands
  /** Called after each commit that has changed an order. */
  readonly onCommitted?: (events: readonly AccountEvent[]) => void
  /** Whether answers are checked against their schemas. */
  readonly checksAnswers?: boolean
}

/** Records a run [exec.record]. */
export interface RunRecorder {
  readonly calls: NonNullable<AppDeps['recorder']>
  /** Called after each commit with an order event, as a stream sends it. */
  event(text: string): void
}

export const recordingOverrides = ({ calls, event }: RunRecorder): Overrides => ({
  recorder: calls,
  onCommitted(events) {
    for (const each of events) event(encodeEvent(each))
  },
})

/** Opens a brokerage. Throws a StartError that says why it cannot be opened. */
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

/** The rows of a new embedded database. */
export const US_INITIAL_DATA: InitialData = {
  listing: US_LISTING,
  put: (database) => bringInstruments(database, US_INSTRUMENTS),
}

async function brokerageOver(
  database: Database,
  config: Config,
  processReports: Reports,
  { instruments = US_INSTRUMENTS, feed, recorder, ...overrides }: Overrides,
): Promise<Brokerage> {
  const time = overrides.time ?? MACHINE_TIME
  const damage = watchDamage(database, processReports, time.after)
  const { reports } = damage
  // A server that could not be reached may have missed the last one.
  await database.shards?.carryHalt()
  await checkCell(database.drizzle, config.cell)
  const market = await openMarket({ database, config, time, reports, listed: instruments, feed })
  const forgetTokens = forgetTokensJob(database, market.wall.nowMs)
  await forgetTokens.run()
  const startedAt = atMs(market.wall.nowMs())
  const firstClient = await makeFirstClient(database, config, startedAt)
  const consoleCode = config.console ? await startCode(database.drizzle, startedAt) : null
  let ending = false
  const base = { database, config, time, market, reports, ending: () => ending }
  const parts = await openParts(base, overrides.onCommitted)
  const { streams } = parts
  const { matcher } = parts.trading
  const loop = loopWatch(time.elapsedMs, time.after)
  const warming = warmUpOf(parts, instruments)
  const { checksAnswers, scenario } = overrides
  const deps = { ...appDeps(parts), recorder, arrivedAtMs: loop.arrivedAtMs, checksAnswers }
  const app = createApp(deps)
  matcher.start()
  damage.begin()
  if (typeof scenario === 'string') await deps.sandbox?.scenario.begin(scenario)
  const jobs = jobsOf(parts, forgetTokens, deps)
  const stopping = new AbortController()
  const control = await openControlOf(
    { database, config, wallNowMs: market.wall.nowMs, damage, stopping: stopping.signal },
    overrides.serveCommands,
  )
  async function close(): Promise<void> {
    deps.sandbox?.scenario.stop()
    stopping.abort()
    loop.end()
    warming.end()
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
    warmUp: warming,
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

const warmUpOf = (
  { config, market, time }: Parts,
  instruments: readonly ListedInstrument[],
): WarmUp =>
  warmUp(
    config.feed === 'simulated' ? indexFunds(instruments) : [],
    (symbol) => market.base.quote(symbol, market.clock.now()),
    time.after,
  )

const jobsOf = (parts: Parts, forgetTokens: Job, deps: AppDeps): ReturnType<typeof startJobs> =>
  startJobs(
    [
      forgetTokens,
      noteLastUsesJob(parts.lastUses),
      parts.market.wall.job,
      ...refreshes(parts),
      ...(parts.streams?.jobs ?? []),
      ...(parts.market.live?.jobs ?? []),
      ...watchFolderJob(parts.database, parts.reports),
      ...wantedJob(deps),
    ],
    { ...parts.time, failed: parts.reports.background },
  )

/** The jobs that read changes of other processes, which an embedded database does not have. */
function refreshes({ database, config, market, faults }: Parts): readonly Job[] {
  if (config.database.kind !== 'server') return []
  const { listed, pins, restores } = market
  const { shards } = database
  return [
    ...(shards === undefined ? [] : [refreshJob('halt', { refresh: shards.carryHalt })]),
    refreshJob('instruments', listed),
    ...(pins === null ? [] : [refreshJob('pins', pins)]),
    ...(restores === null ? [] : [refreshJob('restores', restores)]),
    ...(faults === null ? [] : [refreshJob('faults', faults)]),
  ]
}

/** Sends sources the symbols that the server needs [live.wanted]. */
const wantedJob = ({ ingest }: AppDeps): readonly Job[] =>
  ingest === null
    ? []
    : [{ name: 'send-wanted', everyMs: WANTED_EVERY_MS, run: ingest.service.sendWanted }]
