/** The settings that all servers of a database share [run.one-market], compared and told. Pure. */
import type { Config } from './config'
import { USUAL_SEED } from './market'

/** As the database keeps them. */
interface Settled {
  readonly seed: bigint
  readonly seedDrawn: boolean
  readonly feed: string
  readonly tickMs: number
}

export interface Difference {
  readonly variable: 'MARKET_SEED' | 'MARKET_FEED' | 'MARKET_TICK_MS'
  readonly asked: string
  readonly settled: string
}

type Asked = Pick<Config, 'seed' | 'feed' | 'tickMs'>

/**
 * The seed of a start without MARKET_SEED: the database's, which a new one draws (null). A market
 * without a past, and one that a scenario is written for, are the same at each start. [run.seed]
 */
export const seedOf = ({
  seed,
  database,
  scenario,
}: Pick<Config, 'seed' | 'database' | 'scenario'>): Config['seed'] =>
  seed ?? (database.kind === 'memory' || scenario !== null ? USUAL_SEED : null)

/** A seed that was drawn is only ever called `random`, so nobody can try one out here. */
export function differences(asked: Asked, settled: Settled): readonly Difference[] {
  const seed = settled.seedDrawn ? 'random' : String(settled.seed)
  const rows = [
    ['MARKET_SEED', asked.seed === null ? seed : String(asked.seed), seed],
    ['MARKET_FEED', asked.feed, settled.feed],
    ['MARKET_TICK_MS', String(asked.tickMs), String(settled.tickMs)],
  ] as const
  return rows.flatMap(([variable, mine, theirs]) =>
    mine === theirs ? [] : [{ variable, asked: mine, settled: theirs }],
  )
}
