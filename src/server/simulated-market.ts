/**
 * A simulated market has one server: its time is that process's own, and two would each have
 * another (D3).
 */
import type { MarketLock } from '../engine/market-lock'
import { StartError } from '../store/start-error'

export async function takeSimulatedMarket(
  lock: MarketLock,
  progress: (text: string) => void,
): Promise<void> {
  if (await lock.isOurs()) return
  progress('waiting for the server that runs this database’s market to end …')
  if (await lock.becomesOurs()) return
  throw new StartError(
    "Another server already runs this database's market (DATABASE_URL), and a simulated one " +
      '(MARKET_CLOCK) has the time of one server only. Stop that server, or choose another ' +
      'database.',
  )
}
