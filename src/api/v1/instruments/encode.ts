/** Encodes instruments. */
import type { Instrument } from '../../../core/instrument'
import type { Page } from '../../../core/page'

export const encodeInstrument = (instrument: Instrument) => ({
  symbol: instrument.symbol,
  name: instrument.name,
  ...(instrument.nameKo !== null && { nameKo: instrument.nameKo }),
  type: instrument.type,
  exchange: instrument.exchange,
  ...(instrument.sector !== null && { sector: instrument.sector }),
  currency: 'USD' as const,
  tradable: instrument.tradable,
  dayMarketTradable: instrument.dayMarketTradable,
})

export const encodeInstruments = ({ rows, nextCursor }: Page<Instrument>) => ({
  instruments: rows.map(encodeInstrument),
  ...(nextCursor !== null && { nextCursor }),
})
