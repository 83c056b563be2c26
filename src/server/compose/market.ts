/**
 * Opens the market of a database: its feed, its clock, its instruments, and the matcher's lease. A
 * database has one market [run.one-market]: one server moves a simulated market, and all servers
 * have the same settings.
 */
import { Restores } from '../../api/sandbox/snapshots'
import type { Instant } from '../../core/time'
import { bringInstruments, listInstruments } from '../../ledger/instruments'
import {
  chosenMarket,
  databaseNowMs,
  type MarketSettings,
  settledMarket,
  settleMarket,
} from '../../ledger/market-state'
import { pinsChangedSince } from '../../ledger/pinned-quotes'
import type { MarketClock } from '../../market/clock'
import { drawSeed } from '../../market/draw-seed'
import type { Feed } from '../../market/feed'
import { pinnedFeed } from '../../market/feeds/pinned'
import { latencySeedOf, type Seed } from '../../market/feeds/simulated/key'
import {
  directoryWithFeedSuspension,
  type InstrumentDirectory,
  openInstruments,
} from '../../market/instruments'
import type { ListedInstrument } from '../../market/instruments/listed'
import { openPinnedQuotes, type PinnedQuotes } from '../../market/pins'
import type { SimulatedClock } from '../../market/simulated-clock'
import type { Database } from '../../postgres/database'
import { isFolderLost, StartError } from '../../postgres/errors'
import { type ForcingSwitch, openForcing } from '../../trading/forcing'
import { type MarketLease, marketLease } from '../../trading/matcher/lease'
import { AccountBusy } from '../../trading/sequencer'
import type { Config } from '../config/config'
import { type Difference, differences, seedOf } from '../config/market'
import type { Reports } from '../telemetry/log'
import { openClock, openWallClock, type Time, type WallClock } from './market-clock'
import { type LiveMarket, liveMarket, openFeed, type RunningLive } from './market-feed'

const NOTICE_EVERY_MS = 60_000

/**
 * Reports failures of the market. An account that another server or session uses is no fault: its
 * orders wait for a later tick. Several servers may use accounts at every tick, so that is one line
 * a minute.
 */
export function marketFailures(
  { background, notice }: Pick<Reports, 'background' | 'notice'>,
  elapsedMs: () => number,
): (error: unknown) => void {
  let noticeAtMs = Number.NEGATIVE_INFINITY
  return (error) => {
    // `watchFolderJob` reports a lost folder.
    if (isFolderLost(error)) return
    if (!(error instanceof AccountBusy)) {
      background('the market could not move and will try again', error)
      return
    }
    if (elapsedMs() - noticeAtMs < NOTICE_EVERY_MS) return
    noticeAtMs = elapsedMs()
    notice?.(`${error.message}: its orders wait for a later tick, and all others go on`)
  }
}

export interface Market {
  readonly wall: WallClock
  readonly seed: Seed
  /** True if the seed is random. */
  readonly seedDrawn: boolean
  /** The seed of the draws of the profile `strict`. */
  readonly latencySeed: number
  readonly lease: MarketLease
  readonly clock: MarketClock
  /** The same clock if it is a simulated one; otherwise null. */
  readonly simulated: SimulatedClock | null
  /** True if the database's market is later than MARKET_CLOCK, and resumes at its own time. */
  readonly resumed: boolean
  /** The market's first instant; null if it has been played up to there before. */
  readonly beganAt: Instant | null
  /** The saved progress of a market that resumes; null if it is that of the clock. */
  readonly playedTo: Instant | null
  /** The feed without pinned quotes. */
  readonly base: Feed
  /** The feed with the pinned quotes of the sandbox. */
  readonly feed: Feed
  readonly pins: PinnedQuotes | null
  /** Restores by other servers; null without the sandbox. */
  readonly restores: Restores | null
  /** Whether a test decides orders; null without the sandbox. */
  readonly forcing: ForcingSwitch | null
  /** The stored instruments. */
  readonly listed: InstrumentDirectory
  /** The instruments with the suspensions of the feed. */
  readonly instruments: InstrumentDirectory
  /** Null unless MARKET_FEED=live. */
  readonly live: (LiveMarket & RunningLive) | null
}

interface MarketDeps {
  readonly database: Database
  readonly config: Config
  readonly time: Time
  readonly reports: Reports
  readonly listed: readonly ListedInstrument[]
  /** Replaces the feed that MARKET_FEED names. */
  readonly feed: Feed | undefined
}

export async function openMarket(deps: MarketDeps): Promise<Market> {
  const { database, config, time, reports } = deps
  const { elapsedMs, after } = time
  const { background, notice, progress = () => {} } = reports
  // The feed is opened before the clock: a simulated clock must not run while bars are read.
  const wall = await openWallClock({
    time,
    databaseNowMs: config.database.kind === 'server' ? () => databaseNowMs(database) : null,
    report: progress,
  })
  const live = liveMarket({
    database,
    config,
    nowMs: wall.nowMs,
    lists: (symbol) => directory?.has(symbol) === true,
    failed: (error) => background('live prices could not be kept or shared', error),
  })
  let directory: InstrumentDirectory | null = null
  const { settings, market: base } = await agreedMarket(
    database,
    config,
    async ({ seed }) =>
      deps.feed ?? openFeed(database, config, { ...deps, seed, progress, notice, live }),
  )
  const lease = marketLease(database, elapsedMs, after)
  // The lease is taken before the clock is opened, which resumes at the last server's time.
  if (config.clock.kind === 'simulated') await takeSimulatedMarket(lease, progress)
  const { calendar } = base
  const opened = await openClock(database, config.clock, calendar, wall.nowMs, elapsedMs, after)
  const restores = config.sandbox ? await Restores.open(database) : null
  const pins = config.sandbox ? await openPins() : null
  const isShared = config.database.kind === 'server'
  const feed = pins === null ? base : pinnedFeed(base, pins)
  const forcing = config.sandbox ? await openForcing(database, isShared, feed) : null
  const listed = await openInstruments({
    load: () => listInstruments(database),
    elapsedMs,
    failed: (error) => background('the instruments could not be reloaded', error),
  })
  // The instruments are read first, since most starts add none.
  if (await bringInstruments(database, deps.listed, listed.list())) await listed.refresh()
  directory = listed
  const running = config.feed === 'live' ? { ...live, ...(await live.begin()) } : null
  const instruments = directoryWithFeedSuspension(listed, feed, opened.clock.now)
  const shown = { base, feed, pins, restores, forcing, listed, instruments, live: running }
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

/**
 * Takes the lease of a simulated market, whose time only one process can keep [clock.one-server].
 */
async function takeSimulatedMarket(
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

type OwnSettings = Pick<Config, 'seed' | 'feed' | 'tickMs'>

/**
 * Opens the market of the settings, and then saves them. Throws a StartError if the database's
 * market has other settings.
 */
export async function agreedMarket<Market>(
  database: Database,
  config: OwnSettings & Pick<Config, 'database' | 'scenario'>,
  open: (settings: MarketSettings) => Promise<Market>,
): Promise<{ readonly settings: MarketSettings; readonly market: Market }> {
  const own = { ...config, seed: seedOf(config) }
  const settings = agreement(own, await settledMarket(database)) ?? chosenMarket(own, drawSeed)
  const market = await open(settings)
  const saved = await settleMarket(database, settings)
  if (agreement(own, saved)?.seed === settings.seed) return { settings, market }
  // Another server was faster, and drew another seed.
  return { settings: saved, market: await open(saved) }
}

function agreement(
  own: OwnSettings,
  settled: MarketSettings | undefined,
): MarketSettings | undefined {
  if (settled === undefined) return undefined
  const found = differences(own, settled)
  if (found.length === 0) return settled
  const list = (textOf: (difference: Difference) => string): string =>
    found.map(textOf).join(' and ')
  throw new StartError(
    `${list(({ variable, asked }) => `${variable} is ${asked}`)}, but the market of this ` +
      `database has ${list(({ settled }) => settled)}, and all its servers must agree. ` +
      `Start with ${list(({ variable, settled }) => `${variable}=${settled}`)}, choose ` +
      'another database, or end its servers and change it with `paper market adopt`.',
  )
}
