/** The market of a database: its feed, its clock, its instruments, and the lease to move it. */

import type { Instant } from '../../core/time'
import { bringInstruments, listInstruments } from '../../ledger/instruments'
import { chosenMarket, type MarketSettings, settledMarket, settleMarket } from '../../ledger/market'
import { pinsChangedSince } from '../../ledger/pinned-quotes'
import type { MarketClock } from '../../market/clock'
import { drawSeed } from '../../market/draw-seed'
import type { Feed } from '../../market/feed'
import { pinnedFeed } from '../../market/feeds/pinned'
import { latencySeedOf, type Seed } from '../../market/feeds/simulated/key'
import { type InstrumentDirectory, openInstruments } from '../../market/instruments'
import type { ListedInstrument } from '../../market/instruments/listed'
import { openPinnedQuotes, type PinnedQuotes } from '../../market/pins'
import type { SimulatedClock } from '../../market/simulated-clock'
import { directoryWithFeedSuspension } from '../../market/suspension'
import type { Database } from '../../postgres/database'
import { databaseNowMs } from '../../postgres/database-clock'
import { isFolderLost, StartError } from '../../postgres/errors'
import { AccountBusy } from '../../trading/back-off'
import { type ForcingSwitch, openForcing } from '../../trading/forcing'
import { type MarketLease, marketLease } from '../../trading/matcher/lease'
import type { Config } from '../config/config'
import { type Difference, differences, seedOf } from '../config/market'
import type { Reports } from '../telemetry/reports'
import { type LiveMarket, liveMarket, type RunningLive } from './live'
import { openClock, openWallClock, type WallClock } from './market-clock'
import { openFeed } from './market-feed'
import type { Time } from './time'

/** A simulated market has one server, whose process keeps its time [clock.one-server]. */
export async function takeSimulatedMarket(
  lease: MarketLease,
  progress: (text: string) => void,
): Promise<void> {
  if (await lease.isOurs()) return
  progress('waiting for the server that runs this database’s market to end …')
  if (await lease.becomesOurs()) return
  throw new StartError(
    "Another server already runs this database's market (DATABASE_URL), and a simulated market " +
      '(MARKET_CLOCK) has one server. Stop that server, or choose another database.',
  )
}

type Asked = Pick<Config, 'seed' | 'feed' | 'tickMs'>
type Settings = Asked & Pick<Config, 'database' | 'scenario'>

/**
 * The market of these settings, which are saved once `open` has opened it. Throws a StartError
 * where the database's market has others.
 */
export async function agreedMarket<Market>(
  database: Database,
  config: Settings,
  open: (settings: MarketSettings) => Promise<Market>,
): Promise<{ readonly settings: MarketSettings; readonly market: Market }> {
  const asked = { ...config, seed: seedOf(config) }
  const settings = agreed(asked, await settledMarket(database)) ?? chosenMarket(asked, drawSeed)
  const market = await open(settings)
  const kept = await settleMarket(database, settings)
  if (agreed(asked, kept)?.seed === settings.seed) return { settings, market }
  // Another server was faster, and drew another seed.
  return { settings: kept, market: await open(kept) }
}

function agreed(asked: Asked, settled: MarketSettings | undefined): MarketSettings | undefined {
  if (settled === undefined) return undefined
  const found = differences(asked, settled)
  if (found.length === 0) return settled
  throw new StartError(
    `${told(found, ({ variable, asked }) => `${variable} is ${asked}`)}, but the market of this ` +
      `database has ${told(found, ({ settled }) => settled)}, and all its servers must agree. ` +
      `Start with ${told(found, ({ variable, settled }) => `${variable}=${settled}`)}, choose ` +
      'another database, or end its servers and change it with `paper market adopt`.',
  )
}

const told = (found: readonly Difference[], tell: (one: Difference) => string): string =>
  found.map(tell).join(' and ')

const TOLD_EVERY_MS = 60_000

/**
 * An account that another server or session uses is no fault: its orders wait for a later tick.
 * That is one line, once a minute at most, since several servers may use accounts at every tick.
 */
export function marketFailures(
  { background, notice }: Pick<Reports, 'background' | 'notice'>,
  elapsedMs: () => number,
): (error: unknown) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (error) => {
    // It is told once, for all that it stops.
    if (isFolderLost(error)) return
    if (!(error instanceof AccountBusy)) {
      background('the market could not move and will try again', error)
      return
    }
    if (elapsedMs() - toldAtMs < TOLD_EVERY_MS) return
    toldAtMs = elapsedMs()
    notice?.(`${error.message}: its orders wait for a later tick, and all others go on`)
  }
}

export interface Market {
  readonly wall: WallClock
  readonly seed: Seed
  /** Nobody has chosen it. */
  readonly seedDrawn: boolean
  /** The seed of the draws of the profile `strict`. */
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
    database,
    config,
    nowMs: wall.nowMs,
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
