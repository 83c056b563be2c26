/**
 * All instruments, cached because every quote and every order needs one. Another process's changes
 * show up after a few seconds; a batch is committed only if the stored rows are the ones it read.
 * An instrument is SUSPENDED while its feed has no prices, as in a replay without bars.
 */
import type { Instrument } from '../core/instrument'
import type { Instant } from '../core/time'
import { type Feed, withFeedSuspension } from './feed'
import { type PollingDeps, polledSnapshot } from './polled-snapshot'

export interface InstrumentDirectory {
  has(symbol: string): boolean
  find(symbol: string): Instrument | undefined
  /** Sorted by symbol. */
  list(): readonly Instrument[]
  /** Another value after each change. */
  version(): unknown
  /** Reloads the instruments now. */
  refresh(): Promise<void>
}

export interface InstrumentDirectoryDeps extends PollingDeps {
  /** Loads all instruments, sorted by symbol. */
  readonly load: () => Promise<readonly Instrument[]>
}

export async function openInstruments({
  load,
  ...deps
}: InstrumentDirectoryDeps): Promise<InstrumentDirectory> {
  const snapshot = await polledSnapshot({
    ...deps,
    load: async () => {
      const listed = await load()
      return { listed, bySymbol: new Map(listed.map((each) => [each.symbol, each])) }
    },
  })
  return {
    version: snapshot.current,
    refresh: snapshot.refresh,
    has: (symbol) => snapshot.current().bySymbol.has(symbol),
    find: (symbol) => snapshot.current().bySymbol.get(symbol),
    list: () => snapshot.current().listed,
  }
}

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
