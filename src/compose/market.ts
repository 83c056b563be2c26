/** The market of a database: its feed, its clock, its instruments, and the lease to move it. */
import type { Config } from '../config/config'
import type { Instant } from '../core/time'
import type { MarketClock } from '../market/clock'
import type { Feed } from '../market/feed'
import { pinnedFeed } from '../market/feeds/pinned'
import { latencySeedOf, type Seed } from '../market/feeds/simulated/key'
import { type InstrumentDirectory, openInstruments } from '../market/instruments'
import type { ListedInstrument } from '../market/instruments/listed'
import { openPinnedQuotes, type PinnedQuotes } from '../market/pins'
import type { SimulatedClock } from '../market/simulated-clock'
import { directoryWithFeedSuspension } from '../market/suspension'
import type { Database } from '../store/database'
import { databaseNowMs } from '../store/pg/database-clock'
import { bringInstruments, listInstruments } from '../store/tables/instruments'
import { pinsChangedSince } from '../store/tables/pinned-quotes'
import { type ForcingSwitch, openForcing } from '../trading/forcing'
import { type MarketLease, marketLease } from '../trading/matcher/lease'
import { type LiveMarket, liveMarket, type RunningLive } from './live'
import { openClock } from './market-clock'
import { openFeed } from './market-feed'
import { agreedMarket } from './market-settings'
import type { Reports } from './reports'
import { takeSimulatedMarket } from './simulated-market'
import type { Time } from './time'
import { openWallClock, type WallClock } from './wall-clock'

export interface Market {
  readonly wall: WallClock
  readonly seed: Seed
  /** Nobody has chosen it. */
  readonly seedDrawn: boolean
  /** Of the draws of the profile `strict`. */
  readonly latencySeed: number
  readonly lease: MarketLease
  readonly clock: MarketClock
  /** The same clock where it is a simulated one. */
  readonly simulated: SimulatedClock | null
  /** The database's market is later than MARKET_CLOCK, and resumes where it ended. */
  readonly resumed: boolean
  /** Where the market begins, if it has never been carried out up to there. */
  readonly beganAt: Instant | null
  /** Without pinned quotes. */
  readonly base: Feed
  /** With the pinned quotes, where the sandbox can pin some. */
  readonly feed: Feed
  readonly pins: PinnedQuotes | null
  /** Whether a test decides orders; null without the sandbox. */
  readonly forcing: ForcingSwitch | null
  /** As they are stored. */
  readonly listed: InstrumentDirectory
  /** As the feed lets them trade now. */
  readonly instruments: InstrumentDirectory
  /** Null unless MARKET_FEED=live. */
  readonly live: (LiveMarket & RunningLive) | null
}

export interface MarketDeps {
  readonly database: Database
  readonly config: Config
  readonly time: Time
  readonly reports: Reports
  readonly listed: readonly ListedInstrument[]
  /** Takes the place of the one that MARKET_FEED names. */
  readonly feed: Feed | undefined
}

export async function openMarket(deps: MarketDeps): Promise<Market> {
  const { database, config, time, reports } = deps
  const { elapsedMs, after } = time
  const { background, notice, progress = () => {} } = reports
  // Before the clock: a simulated one must not run while the bars are read.
  const wall = await openWallClock({
    time,
    databaseNowMs: config.database.kind === 'server' ? () => databaseNowMs(database) : null,
    report: progress,
  })
  const live = liveMarket({
    ...{ database, config, nowMs: wall.nowMs },
    lists: (symbol) => known?.has(symbol) === true,
    failed: (error) => background('live prices could not be kept or shared', error),
  })
  let known: InstrumentDirectory | null = null
  const { settings, market: base } = await agreedMarket(
    database,
    config,
    async ({ seed }) =>
      deps.feed ?? openFeed(database, config, { ...deps, seed, progress, notice, live }),
  )
  const lease = marketLease(database, elapsedMs, after)
  // Before the clock as well: it resumes where the server before has ended.
  if (config.clock.kind === 'simulated') await takeSimulatedMarket(lease, progress)
  const { calendar } = base
  const opened = await openClock(database, config.clock, calendar, wall.nowMs, elapsedMs, after)
  const pins = config.sandbox ? await openPins() : null
  const isShared = config.database.kind === 'server'
  const forcing = config.sandbox ? await openForcing(database, isShared) : null
  const feed = pins === null ? base : pinnedFeed(base, pins)
  const listed = await openInstruments({
    load: () => listInstruments(database),
    elapsedMs,
    failed: (error) => background('the instruments could not be reloaded', error),
  })
  // After they were read: most starts bring none.
  if (await bringInstruments(database, deps.listed, listed.list())) await listed.refresh()
  known = listed
  const running = config.feed === 'live' ? { ...live, ...(await live.begin()) } : null
  const instruments = directoryWithFeedSuspension(listed, feed, opened.clock.now)
  const shown = { base, feed, pins, forcing, listed, instruments, live: running }
  const { seed, seedDrawn } = settings
  return { wall, seed, seedDrawn, latencySeed: latencySeedOf(seed), lease, ...opened, ...shown }

  function openPins(): Promise<PinnedQuotes> {
    return openPinnedQuotes({
      load: (readTo) => pinsChangedSince(database, readTo),
      elapsedMs,
      failed: (error) => background('the pinned quotes could not be reloaded', error),
    })
  }
}
