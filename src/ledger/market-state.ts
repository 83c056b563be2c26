/** The market's state: whether it is halted, its progress, and its settings. */
import { sql } from 'drizzle-orm'
import type { Instant } from '../core/time'
import type { Database } from '../postgres/database'
import { marketControls, marketProgress, marketSettings } from '../postgres/schema/market'
import { parameter, type StatementRunner, selection, statement } from '../postgres/statement'
import { isPlacingHalted } from './accounts'

const readHalt = statement([], sql`select ${isPlacingHalted}`, ([halted]) => halted === true)

/** True while placing is halted for all. [order.trading-halted] */
export async function isHalted(runner: StatementRunner): Promise<boolean> {
  const [halted = false] = await runner.all(readHalt, {})
  return halted
}

/**
 * Halts placing for all from the instant on; null resumes it. Returns the servers of a distributed
 * database that could not be reached: they get it when they are back [run.shards].
 */
export async function setHalted(
  { drizzle, shards }: Pick<Database, 'drizzle' | 'shards'>,
  haltedAt: Instant | null,
): Promise<readonly string[]> {
  await drizzle
    .insert(marketControls)
    .values({ haltedAt })
    .onConflictDoUpdate({ target: marketControls.only, set: { haltedAt } })
  return (await shards?.carryHalt()) ?? []
}

const { carriedTo } = marketProgress
const progress = selection({ carriedTo })

const readCarriedTo = statement(
  [],
  sql`select ${progress.list} from ${marketProgress}`,
  (row) => progress.decode(row).carriedTo,
)

/** The instant up to which the market has been played; null before the first tick. */
export async function marketCarriedTo(runner: StatementRunner): Promise<Instant | null> {
  const [found] = await runner.all(readCarriedTo, {})
  return found ?? null
}

/**
 * The settings that all servers of a database share, as the first server has saved them
 * [run.one-market].
 */
export interface MarketSettings {
  readonly seed: bigint
  /**
   * True if the seed was drawn at random; only `paper market seed` shows it then [run.seed-random].
   */
  readonly seedDrawn: boolean
  readonly feed: string
  /** Market milliseconds. */
  readonly tickMs: number
}

const { seed, seedDrawn, feed, tickMs } = marketSettings
const settings = selection({ seed, seedDrawn, feed, tickMs })
const readSettings = statement(
  [],
  sql`select ${settings.list} from ${marketSettings}`,
  settings.decode,
)

interface Chosen {
  readonly seed: bigint | 'random' | null
  readonly feed: string
  readonly tickMs: number
}

/** Draws the seed unless one is given. */
export const chosenMarket = (
  { seed, feed, tickMs }: Chosen,
  drawSeed: () => bigint,
): MarketSettings =>
  seed === 'random' || seed === null
    ? { seed: drawSeed(), seedDrawn: true, feed, tickMs }
    : { seed, seedDrawn: false, feed, tickMs }

/** Returns undefined before the first server has started. */
export async function settledMarket(runner: StatementRunner): Promise<MarketSettings | undefined> {
  const [found] = await runner.all(readSettings, {})
  return found
}

const NAMES = ['seed', 'seedDrawn', 'feed', 'tickMs'] as const
const insertion = sql`insert into ${marketSettings} (seed, seed_drawn, feed, tick_ms)
  values (${parameter('seed', 'numeric')}, ${parameter('seedDrawn', 'boolean')},
    ${parameter('feed', 'text')}, ${parameter('tickMs', 'integer')})
  on conflict ("only")`

const keepFirst = statement(NAMES, sql`${insertion} do nothing`)
const replace = statement(
  NAMES,
  sql`${insertion} do update set seed = excluded.seed, seed_drawn = excluded.seed_drawn,
    feed = excluded.feed, tick_ms = excluded.tick_ms`,
)

const valuesOf = (chosen: MarketSettings) => ({
  seed: String(chosen.seed),
  seedDrawn: String(chosen.seedDrawn),
  feed: chosen.feed,
  tickMs: String(chosen.tickMs),
})

/** Saves the settings unless some are saved already; returns the saved settings. */
export async function settleMarket(
  runner: StatementRunner,
  chosen: MarketSettings,
): Promise<MarketSettings> {
  await runner.all(keepFirst, valuesOf(chosen))
  return (await settledMarket(runner)) ?? chosen
}

/** Replaces the settings. Stop all servers first: a running server keeps its own. */
export async function replaceMarketSettings(
  runner: StatementRunner,
  chosen: MarketSettings,
): Promise<void> {
  await runner.all(replace, valuesOf(chosen))
}

const read = statement(
  [],
  sql`select extract(epoch from clock_timestamp()) * 1000`,
  ([ms]): number => Number(ms),
)

/** The time of the database's clock, in milliseconds since 1970. */
export async function databaseNowMs(runner: StatementRunner): Promise<number> {
  const [now = 0] = await runner.all(read, {})
  return now
}
