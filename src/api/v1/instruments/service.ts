/** Reads the reference data of instruments. */
import type { Instrument, InstrumentType, TradableState } from '../../../core/instrument'
import { type Refused, refusedParam } from '../../../core/refusals'
import { idOfCursor, type ListKey, type Page, pageOf } from '../../../http/wire/paging'
import type { InstrumentDirectory } from '../../../market/instruments'
import { searchInstruments } from '../../../market/search'

/** A null filter allows everything. */
export interface InstrumentsQuery {
  readonly type: InstrumentType | null
  readonly search: string | null
  readonly tradable: readonly TradableState[] | null
  readonly dayMarketTradable: boolean | null
  readonly limit: number
  readonly cursor: string | null
}

const matches = (
  instrument: Instrument,
  { type, tradable, dayMarketTradable }: InstrumentsQuery,
): boolean =>
  (type === null || instrument.type === type) &&
  (tradable === null || tradable.includes(instrument.tradable)) &&
  (dayMarketTradable === null || instrument.dayMarketTradable === dayMarketTradable)

const listOf = ({ type, search, tradable, dayMarketTradable }: InstrumentsQuery): ListKey => [
  'instruments',
  type,
  search,
  tradable?.join() ?? null,
  dayMarketTradable === null ? null : String(dayMarketTradable),
]

export type InstrumentService = ReturnType<typeof instrumentService>

export const instrumentService = (directory: InstrumentDirectory) => ({
  /** The best match comes first in a search; otherwise instruments are sorted by symbol. */
  list(query: InstrumentsQuery): Page<Instrument> | Refused<'invalid-cursor'> {
    const { search, cursor, limit } = query
    const list = listOf(query)
    const all = directory.list()
    const ordered = search === null ? all : searchInstruments(all, search)
    // Finds the cursor's instrument in the list of all: it may have changed, so that the filters
    // exclude it now [page.stable].
    const last = cursor === null ? null : idOfCursor(list, cursor)
    const place = last === null ? -1 : ordered.findIndex(({ symbol }) => symbol === last)
    if (last !== null && place < 0) return refusedParam('invalid-cursor', 'cursor')
    const found = ordered.slice(place + 1).filter((instrument) => matches(instrument, query))
    return pageOf(found, limit, list, ({ symbol }) => symbol)
  },

  find(symbol: string): Instrument | Refused<'symbol-not-found'> {
    const known = symbol.toUpperCase()
    return directory.find(known) ?? refusedParam('symbol-not-found', 'symbol', { symbol: known })
  },
})
