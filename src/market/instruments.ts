/**
 * All instruments, cached because every quote and every order needs one. Another process's changes
 * show up after a few seconds; a batch is committed only if the stored rows are the ones it read.
 */
import type { Instrument } from '../core/instrument'
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
