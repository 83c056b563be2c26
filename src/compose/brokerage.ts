/** Everything behind the HTTP application, put together: store, market, engine. */
import { version } from '../../package.json'
import { type App, createApp } from '../api/app'
import { healthService } from '../api/health/service'
import type { Failure } from '../api/pipeline/errors'
import { NO_CONTROL, openControl } from '../cli/keys/control-socket'
import { answerKeys } from '../cli/keys/dispatch'
import type { Config } from '../config/config'
import { SYSTEM_PACE, slowness } from '../core/pace'
import { atMs } from '../core/time'
import { findClients } from '../identity/clients'
import { makeFirstClient } from '../identity/first-client'
import type { CreatedKey } from '../identity/keys'
import { findTokens, insertToken } from '../identity/tokens'
import { forgetOldTokens, forgetOldTokensDaily } from '../jobs/forget-tokens'
import { refreshing } from '../jobs/refresh'
import type { MarketCalendar } from '../market/calendar'
import { alarm, type MarketClock, monotonicNowMs } from '../market/clock'
import { pinnedFeed } from '../market/feeds/pinned'
import { openInstruments } from '../market/instruments'
import { US_INSTRUMENTS } from '../market/instruments/us'
import { openPinnedQuotes, type PinnedQuotes } from '../market/pins'
import { rateAt } from '../market/rates'
import { tradedNow } from '../market/suspension'
import { connect } from '../store/connect'
import type { Database } from '../store/database'
import { batched } from '../store/pg/batched'
import { databaseNowMs } from '../store/pg/database-clock'
import { isDiskFull } from '../store/pg/retry'
import { newToken } from '../store/secrets'
import { StartError } from '../store/start-error'
import { bringInstruments, listInstruments } from '../store/tables/instruments'
import { marketHeld } from '../store/tables/matcher-lease'
import { pinsChangedSince } from '../store/tables/pinned-quotes'
import { probeWrite } from '../store/write-probe'
import { openDesk } from '../trading/desk'
import { marketLease } from '../trading/matcher/lease'
import { openMatcher } from '../trading/matcher/matcher'
import { openClock } from './market-clock'
import { openFeed } from './market-feed'
import { agreedMarket } from './market-settings'
import { takeSimulatedMarket } from './simulated-market'
import { openStreams } from './streams'
import { openWallClock } from './wall-clock'

export interface Brokerage {
  readonly app: App
  readonly clock: MarketClock
  /** When its market is open. */
  readonly calendar: MarketCalendar
  /** The database's market was later than MARKET_CLOCK already, and goes on from there. */
  readonly resumed: boolean
  /** The client that this start has made; its secret is told this once. */
  readonly firstClient: CreatedKey | null
  /** Why `bun run keys` cannot reach this server; null: it can. */
  readonly controlFault: string | null
  /** Lets the market stand where it is, a long advance of its clock included. */
  stopMarket(): Promise<void>
  /** Before the application stops, which waits for its sockets. */
  closeStreams(): void
  /** Finishes what was accepted and gives everything back. */
  close(): Promise<void>
}

export interface Reports {
  /** A request that failed by our fault. */
  readonly request: (failure: Failure) => void
  /** Something beside the requests that failed and is tried again. */
  readonly background: (error: unknown) => void
  /** What the operator should know while the server runs. */
  readonly notice?: (text: string) => void
  /** What a long start is doing. */
  readonly progress?: (text: string) => void
}

/** Throws a StartError that says why it cannot be opened. */
export async function openBrokerage(config: Config, reports: Reports): Promise<Brokerage> {
  const database = await connect(config.database)
  try {
    const brokerage = await brokerageOver(database, config, reports)
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

/** The same over a database that is open, and stays open when the brokerage is closed. */
export async function brokerageOver(
  database: Database,
  config: Config,
  reports: Reports,
): Promise<Brokerage> {
  // Before the clock: a simulated one must not run on while the bars are read.
  const progress = reports.progress ?? (() => {})
  const wall = await openWallClock({
    databaseNowMs: config.database.kind === 'server' ? () => databaseNowMs(database) : null,
    tell: progress,
    failed: reports.background,
  })
  const { settings, market: base } = await agreedMarket(database, config, ({ seed }) =>
    openFeed(database, config, seed, progress),
  )
  const lease = marketLease(database, monotonicNowMs)
  // Before the clock as well: where it goes on is where the server before has ended.
  if (config.clock.kind === 'simulated') await takeSimulatedMarket(lease, progress)
  const { clock, simulated, resumed, beganAt } = await openClock(
    database,
    config.clock,
    base.calendar,
    wall.nowMs,
  )
  await bringInstruments(database.drizzle, US_INSTRUMENTS)
  await forgetOldTokens(database, wall.nowMs)
  const firstClient = await makeFirstClient(database, config, atMs(wall.nowMs()))
  const pins = config.sandbox ? await openPins(database, reports) : null
  const feed = pins === null ? base : pinnedFeed(base, pins)
  const listed = await openInstruments({
    load: () => listInstruments(database.drizzle),
    elapsedMs: monotonicNowMs,
    failed: reports.background,
  })
  const instruments = tradedNow(listed, feed, clock.now)
  const streams = config.stream ? await openStreams(database, reports.background) : null
  const desk = openDesk({
    database,
    now: clock.now,
    elapsedMs: monotonicNowMs,
    after: alarm,
    failed: reports.background,
    onCommitted: (posted) => {
      matcher.bookChanged(posted)
      if (posted.length > 0) streams?.committed(posted)
    },
  })
  const matcher = openMatcher({
    database,
    desk,
    feed,
    clock,
    simulated,
    lease,
    tickMs: config.tickMs,
    seed: settings.seed,
    elapsedMs: monotonicNowMs,
    failed: reports.background,
    slow: (pace) => reports.notice?.(slowness(pace)),
  })
  const { drizzle } = database
  const app = createApp({
    version,
    database,
    clients: { find: batched((clientIds) => findClients(drizzle, clientIds)) },
    tokens: {
      find: batched((tokenHashes) => findTokens(drizzle, tokenHashes)),
      insert: (token, secretHash) => insertToken(drizzle, token, secretHash),
    },
    newToken,
    desk,
    feed,
    rateAt: (base, quote, at) => rateAt(settings.seed, base, quote, at),
    clock,
    instruments,
    rateLimits: config.rateLimits,
    tokenLifetimeSeconds: config.tokenLifetimeSeconds,
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    health: healthService({
      probeWrite: () => probeWrite(database, config.database.kind === 'server'),
      marketHeld: () => marketHeld(database),
      matcher,
      clock,
      calendar: feed.calendar,
      tickMs: config.tickMs,
      elapsedMs: monotonicNowMs,
      after: Bun.sleep,
      isSimulated: simulated !== null,
      notices: wall.notices,
      pace: () => simulated?.pace ?? SYSTEM_PACE,
    }),
    report: reports.request,
    wallNowMs: wall.nowMs,
    elapsedMs: monotonicNowMs,
    ...(pins && {
      sandbox: {
        database,
        desk,
        matcher,
        clock,
        simulated,
        feed,
        instruments,
        pins,
        beganAt,
        initialCash: config.initialCash,
      },
    }),
    stream: streams?.service ?? null,
  })
  matcher.start()
  const forgetting = forgetOldTokensDaily(database, wall.nowMs, reports.background)
  const watching = wall.watch()
  // An embedded database has no other process.
  const shared = config.database.kind === 'server' ? [listed, ...(pins ? [pins] : [])] : []
  const refreshed = refreshing(shared, reports.background)
  const control = await openControlOf(database, config, wall.nowMs)
  return {
    app,
    clock,
    calendar: feed.calendar,
    resumed,
    firstClient,
    controlFault: control.fault,
    stopMarket: matcher.stop,
    closeStreams: () => streams?.service.close(),
    async close() {
      await control.close()
      await forgetting.stop()
      await watching.stop()
      await refreshed.stop()
      await matcher.stop()
      await desk.drained()
      await streams?.close()
    },
  }
}

/** Where the data is in a folder, only this process can change its keys. */
function openControlOf(
  { drizzle }: Database,
  { database, initialCash, fillProfile }: Config,
  nowMs: () => number,
) {
  if (database.kind !== 'embedded') return NO_CONTROL
  const deps = { drizzle, initialCash, fillProfile, now: () => atMs(nowMs()) }
  return openControl(database.dir, (args) => answerKeys(deps, args))
}

const openPins = (database: Database, { background }: Reports): Promise<PinnedQuotes> =>
  openPinnedQuotes({
    load: (readTo) => pinsChangedSince(database, readTo),
    elapsedMs: monotonicNowMs,
    failed: background,
  })
