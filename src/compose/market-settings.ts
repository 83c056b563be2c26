/**
 * The seed, feed and tick of a database's market are those of its first server [run.one-market]:
 * with others a client would read the prices of one market and trade at those of another.
 */
import type { Config } from '../config/config'
import { type Difference, differences, seedOf } from '../config/market-settings'
import { drawSeed } from '../market/draw-seed'
import type { Database } from '../store/database'
import { StartError } from '../store/start-error'
import {
  chosenMarket,
  type MarketSettings,
  settledMarket,
  settleMarket,
} from '../store/tables/market-settings'

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
