/** Instruments that the market has nothing to trade by: a replayed one without bars, say. */
import type { Instrument } from '../core/instrument'
import type { Instant } from '../core/time'
import type { Feed } from './feed'
import type { InstrumentDirectory } from './instruments'

/** The instrument as the market lets it trade at the instant. */
export const withFeedSuspension = (
  instrument: Instrument,
  feed: Pick<Feed, 'trades'>,
  at: Instant,
): Instrument =>
  feed.trades(instrument.symbol, at) ? instrument : { ...instrument, tradable: 'SUSPENDED' }

/** The directory, with each instrument as the market lets it trade now. */
export const directoryWithFeedSuspension = (
  directory: InstrumentDirectory,
  feed: Pick<Feed, 'trades'>,
  now: () => Instant,
): InstrumentDirectory => ({
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
