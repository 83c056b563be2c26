/** The query and the answer of quotes. */
import { t } from 'elysia'
import { QUOTE_SYMBOLS_MAX } from '../../../core/limits'
import { SESSIONS } from '../../../core/session'
import { query } from '../../wire/query'
import { answer, decimalText, instantText, named, oneOf } from '../../wire/schemas'

const priceText = (what: string, example: string) =>
  t.Optional(decimalText(`${what}, USD per share. OK only.`, example))
const sharesText = (what: string, example: string) =>
  t.Optional(decimalText(`${what}, shares. OK only.`, example))

export const QuoteSchema = {
  // [quotes.symbols]
  query: query({
    symbols: t.String({
      description: `1 to ${QUOTE_SYMBOLS_MAX} symbols, separated by commas, in any case.`,
      examples: ['AAPL,MSFT'],
    }),
  }),

  quotes: named(
    'Quotes',
    answer({
      quotes: t.Array(
        named(
          'Quote',
          // [quote.fields]
          t.Object(
            {
              symbol: t.String({ description: 'The symbol, upper case.', examples: ['AAPL'] }),
              // [quote.outcome]
              outcome: named(
                'QuoteOutcome',
                oneOf(
                  ['OK', 'NOT_FOUND', 'NO_DATA'],
                  'NOT_FOUND: there is no such instrument. NO_DATA: it is known and has no price.',
                ),
              ),
              // [quote.session]
              session: named('Session', oneOf(SESSIONS, "The market's session now.", 'REGULAR')),
              price: priceText('The last price', '252.41'),
              previousClose: priceText('The official close of the trading date before', '250.03'),
              change: priceText('Price less previous close', '2.38'),
              changeRate: t.Optional(
                decimalText('The change in percent: 0.95 is 0.95 %. OK only.', '0.95'),
              ),
              bidPrice: priceText('The best bid', '252.40'),
              bidSize: sharesText('Shown at the bid', '300'),
              askPrice: priceText('The best ask', '252.42'),
              askSize: sharesText('Shown at the ask', '500'),
              volume: sharesText('Traded so far on this trading date', '8214300'),
              lastTradeAt: t.Optional(instantText('When it last traded. OK only.')),
              quotedAt: t.Optional(
                instantText('When its source made the quote. Of live prices only, OK only.'),
              ),
              // [quote.pinned]
              pinned: t.Optional(
                t.Literal(true, {
                  description: 'The sandbox has set the bid and the ask. Left out otherwise.',
                }),
              ),
              requestedAt: instantText('When the quote was read, in market time.'),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'Each symbol once, in the order of the query.' },
      ),
    }),
  ),
}

export type Quote = (typeof QuoteSchema.quotes.static)['quotes'][number]
