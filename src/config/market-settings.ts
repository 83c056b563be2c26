/** The settings that all servers of a database share [run.one-market], compared and told. Pure. */
import type { Config } from './config'

/** As the database keeps them. */
interface Settled {
  readonly seed: number
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

/** A seed that was drawn is only ever called `random`, so nobody can try one out here. */
export function differences(asked: Asked, settled: Settled): readonly Difference[] {
  const rows = [
    ['MARKET_SEED', String(asked.seed), settled.seedDrawn ? 'random' : String(settled.seed)],
    ['MARKET_FEED', asked.feed, settled.feed],
    ['MARKET_TICK_MS', String(asked.tickMs), String(settled.tickMs)],
  ] as const
  return rows.flatMap(([variable, mine, theirs]) =>
    mine === theirs ? [] : [{ variable, asked: mine, settled: theirs }],
  )
}
