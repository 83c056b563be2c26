/** Reference data of instruments. */
import type { Instrument } from '../../core/instrument'
import { type Refused, refusedParam } from '../../core/refusals'
import type { InstrumentDirectory } from '../../market/instruments'

export interface InstrumentService {
  find(symbol: string): Instrument | Refused<'symbol-not-found'>
}

export const instrumentService = (directory: InstrumentDirectory): InstrumentService => ({
  find(symbol) {
    const known = symbol.toUpperCase()
    return directory.find(known) ?? refusedParam('symbol-not-found', 'symbol', { symbol: known })
  },
})
