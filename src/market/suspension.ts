/** Shows an instrument as SUSPENDED while its feed has no prices, as in a replay without bars. */
import type { TradedInstrument } from '../core/instrument'
import type { Instant } from '../core/time'
import type { Feed } from './feed'
import type { InstrumentDirectory } from './instruments'

/** The instrument, SUSPENDED if the feed does not trade it at the instant. */
export const withFeedSuspension = <Traded extends TradedInstrument>(
  instrument: Traded,
  feed: Pick<Feed, 'trades'>,
  at: Instant,
): Traded =>
  feed.trades(instrument.symbol, at) ? instrument : { ...instrument, tradable: 'SUSPENDED' }

/** A view of the directory with the feed's current suspensions. */
export const directoryWithFeedSuspension = (
  directory: InstrumentDirectory,
  feed: Pick<Feed, 'trades'>,
  now: () => Instant,
): InstrumentDirectory => ({
  version: directory.version,
  refresh: directory.refresh,
  has: directory.has,
  find(symbol) {
    const found = directory.find(symbol)
    return found && withFeedSuspension(found, feed, now())
  },
  list() {
    const at = now()
    return directory.list().map((instrument) => withFeedSuspension(instrument, feed, at))
  },
})
