/** The queries and answers of instruments. */
import { t } from 'elysia'
import { INSTRUMENT_TYPES, type Instrument, TRADABLE_STATES } from '../../../core/instrument'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../../../core/limits'
import type { Page } from '../../../http/wire/paging'
import { query, queryFlag, queryInteger, queryList } from '../../../http/wire/query'
import { answer, named, oneOf, symbolText } from '../../../http/wire/schemas'

const SEARCH_LENGTH_MAX = 100

/** [instrument.fields] */
const instrument = {
  symbol: t.String({ description: 'The symbol, upper case.', examples: ['AAPL'] }),
  name: t.String({ description: 'The name.', examples: ['Apple Inc.'] }),
  nameKo: t.Optional(
    t.String({
      description: 'The name in Korean; missing if none is in use.',
      examples: ['애플'],
    }),
  ),
  // [instrument.type]
  type: named('InstrumentType', oneOf(INSTRUMENT_TYPES, 'DR: a depositary receipt.')),
  exchange: t.String({ description: 'Market identifier code, ISO 10383.', examples: ['XNAS'] }),
  sector: t.Optional(
    t.String({
      description: "A stock's GICS sector, or a fund's category; missing if unknown.",
      examples: ['Information Technology'],
    }),
  ),
  currency: oneOf(['USD'], 'The currency; always `USD`.'),
  // [instrument.tradable]
  tradable: named(
    'Tradable',
    oneOf(TRADABLE_STATES, 'Which orders are taken: both sides, SELL only, BUY only, or none.'),
  ),
  dayMarketTradable: t.Boolean({
    description: 'If false, no orders in the DAY session, even while it is open.',
    examples: [true],
  }),
}

const CURSOR = 'M3c1ZTExMjY0c2dzYy5BQVBM'

export const InstrumentSchema = {
  params: t.Object({ symbol: symbolText() }),
  instrument: named('InstrumentDetail', answer(instrument)),

  listQuery: query({
    // [instruments.type]
    type: t.Optional(oneOf(INSTRUMENT_TYPES, 'Only this type; all by default.')),
    // [instruments.search]
    search: t.Optional(
      t.String({
        description:
          'Part of a symbol or of a name, English or Korean, in any case; a blank one counts as ' +
          'missing. The best match comes first: the symbol or name itself, symbols that start ' +
          'with it, names with a word that does, then the rest.',
        maxLength: SEARCH_LENGTH_MAX,
        examples: ['apple'],
      }),
    ),
    // [instruments.tradable]
    tradable: t.Optional(queryList(TRADABLE_STATES, 'Only these states; all by default.')),
    // [instruments.dayMarketTradable]
    dayMarketTradable: t.Optional(
      queryFlag('true: only instruments that trade in the DAY session; false: only the others.'),
    ),
    // [instruments.limit]
    limit: t.Optional(
      queryInteger(1, LIST_LIMIT_MAX, `How many at most; ${LIST_LIMIT_DEFAULT} by default.`),
    ),
    // [instruments.cursor]
    cursor: t.Optional(
      t.String({ description: 'nextCursor of the previous page, with the same filters.' }),
    ),
  }),

  list: named(
    'Instruments',
    answer({
      instruments: t.Array(
        named('Instrument', t.Object(instrument, { additionalProperties: false })),
        {
          description: 'Sorted by symbol; with `search` the best match first.',
        },
      ),
      nextCursor: t.Optional(
        t.String({
          description: 'For the next page; missing on the last.',
          examples: [CURSOR],
        }),
      ),
    }),
  ),
}

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
