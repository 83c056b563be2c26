/**
 * Makes sure that a database has one market [run.one-market]: one server moves a simulated market,
 * and all servers have the same settings.
 */
import {
  chosenMarket,
  type MarketSettings,
  settledMarket,
  settleMarket,
} from '../../ledger/market-state'
import { drawSeed } from '../../market/draw-seed'
import type { Database } from '../../postgres/database'
import { StartError } from '../../postgres/errors'
import type { MarketLease } from '../../trading/matcher/lease'
import type { Config } from '../config/config'
import { type Difference, differences, seedOf } from '../config/market'

/**
 * Takes the lease of a simulated market, whose time only one process can keep [clock.one-server].
 */
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
