/** Instruments on the wire. */
import { t } from 'elysia'
import { INSTRUMENT_TYPES, type Instrument, TRADABLE_STATES } from '../../core/instrument'
import { answer, oneOf, symbolText } from '../../http/wire'

export const InstrumentModel = {
  params: t.Object({ symbol: symbolText() }),

  instrument: answer({
    symbol: t.String({ description: 'The symbol, upper case.', examples: ['AAPL'] }),
    name: t.String({ description: 'The name.', examples: ['Apple Inc.'] }),
    type: oneOf(INSTRUMENT_TYPES, 'DR: a depositary receipt.'),
    exchange: t.String({ description: 'Market identifier code, ISO 10383.', examples: ['XNAS'] }),
    currency: oneOf(['USD'], 'The currency; always `USD`.'),
    tradable: oneOf(TRADABLE_STATES, 'Which orders are taken.'),
    dayMarketTradable: t.Boolean({
      description: 'When false, no orders in the DAY session, even while it is open.',
    }),
  }),
}

export const instrumentView = (instrument: Instrument) => ({
  symbol: instrument.symbol,
  name: instrument.name,
  type: instrument.type,
  exchange: instrument.exchange,
  currency: 'USD' as const,
  tradable: instrument.tradable,
  dayMarketTradable: instrument.dayMarketTradable,
})
