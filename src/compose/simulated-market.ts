/**
 * A simulated market has one server: its time is that process's own, and two would each have
 * another [clock.one-server].
 */

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
    "Another server already runs this database's market (DATABASE_URL), and a simulated one " +
      '(MARKET_CLOCK) has the time of one server only. Stop that server, or choose another ' +
      'database.',
  )
}
