/**
 * All instruments, kept in memory because every quote and every order needs one. Another process's
 * changes show up after a few seconds; a batch is written only if the stored rows are as it saw
 * them.
 */
import type { Instrument } from '../core/instrument'
import { type PollingDeps, polledSnapshot } from './polled-snapshot'

export interface InstrumentDirectory {
  has(symbol: string): boolean
  find(symbol: string): Instrument | undefined
  /** By symbol. */
  list(): readonly Instrument[]
  /** Another value after each change. */
  version(): unknown
  /** Reloads the instruments now. */
  refresh(): Promise<void>
}

export interface InstrumentDirectoryDeps extends PollingDeps {
  /** Loads all instruments, by symbol. */
  readonly load: () => Promise<readonly Instrument[]>
}

export async function openInstruments({
  load,
  ...deps
}: InstrumentDirectoryDeps): Promise<InstrumentDirectory> {
  const kept = await polledSnapshot({
    ...deps,
    load: async () => {
      const listed = await load()
      return { listed, bySymbol: new Map(listed.map((each) => [each.symbol, each])) }
    },
  })
  return {
    version: kept.current,
    refresh: kept.refresh,
    has: (symbol) => kept.current().bySymbol.has(symbol),
    find: (symbol) => kept.current().bySymbol.get(symbol),
    list: () => kept.current().listed,
  }
}
