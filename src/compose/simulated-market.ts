/** A simulated market has one server, whose process keeps its time [clock.one-server]. */

import { StartError } from '../store/start-error'
import type { MarketLease } from '../trading/matcher/lease'

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
