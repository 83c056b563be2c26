/** Reference data of instruments. */
import type { Instrument, InstrumentType, TradableState } from '../../core/instrument'
import { type Refused, refusedParam } from '../../core/refusals'
import type { InstrumentDirectory } from '../../market/instruments'
import { searchInstruments } from '../../market/search'

/** Null: whatever it is. */
export interface InstrumentsAsked {
  readonly type: InstrumentType | null
  readonly search: string | null
  readonly tradable: readonly TradableState[] | null
  readonly dayMarketTradable: boolean | null
  readonly limit: number
}

export interface InstrumentService {
  /** The best match first; without a search by symbol. */
  list(asked: InstrumentsAsked): readonly Instrument[]
  find(symbol: string): Instrument | Refused<'symbol-not-found'>
}

export const instrumentService = (directory: InstrumentDirectory): InstrumentService => ({
  list({ type, search, tradable, dayMarketTradable, limit }) {
    const wanted = directory
      .list()
      .filter(
        (instrument) =>
          (type === null || instrument.type === type) &&
          (tradable === null || tradable.includes(instrument.tradable)) &&
          (dayMarketTradable === null || instrument.dayMarketTradable === dayMarketTradable),
      )
    const found = search === null ? wanted : searchInstruments(wanted, search)
    return found.slice(0, limit)
  },
  find(symbol) {
    const known = symbol.toUpperCase()
    return directory.find(known) ?? refusedParam('symbol-not-found', 'symbol', { symbol: known })
  },
})
