/**
 * What all servers of a database must agree on, as its first one has settled it. [run.one-market]
 */
import { sql } from 'drizzle-orm'
import { parameter, type StatementRunner, selection, statement } from '../pg/statement'
import { marketSettings } from '../schema'

export interface MarketSettings {
  readonly seed: bigint
  /** Drawn, and shown by `paper market seed` alone [run.seed-random]. */
  readonly seedDrawn: boolean
  readonly feed: string
  /** Market milliseconds. */
  readonly tickMs: number
}

const { seed, seedDrawn, feed, tickMs } = marketSettings
const settings = selection({ seed, seedDrawn, feed, tickMs })
const read = statement([], sql`select ${settings.list} from ${marketSettings}`, settings.decode)

interface Chosen {
  readonly seed: bigint | 'random' | null
  readonly feed: string
  readonly tickMs: number
}

/** Draws the seed unless somebody has chosen it. */
export const chosenMarket = (
  { seed, feed, tickMs }: Chosen,
  drawSeed: () => bigint,
): MarketSettings =>
  seed === 'random' || seed === null
    ? { seed: drawSeed(), seedDrawn: true, feed, tickMs }
    : { seed, seedDrawn: false, feed, tickMs }

/** Undefined before the first server. */
export async function settledMarket(runner: StatementRunner): Promise<MarketSettings | undefined> {
  const [found] = await runner.all(read, {})
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

/** Saves the settings unless some are saved already; returns those that are saved. */
export async function settleMarket(
  runner: StatementRunner,
  chosen: MarketSettings,
): Promise<MarketSettings> {
  await runner.all(keepFirst, valuesOf(chosen))
  return (await settledMarket(runner)) ?? chosen
}

/** Running servers keep their own settings: stop them first. */
export async function replaceMarketSettings(
  runner: StatementRunner,
  chosen: MarketSettings,
): Promise<void> {
  await runner.all(replace, valuesOf(chosen))
}
