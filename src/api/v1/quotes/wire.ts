/** The query and the answer of quotes. */
import { t } from 'elysia'
import { QUOTE_SYMBOLS_MAX } from '../../../core/limits'
import { decimalString, percentOf } from '../../../core/money'
import { SESSIONS, type Session } from '../../../core/session'
import { toKst } from '../../../core/time'
import { query } from '../../../http/wire/query'
import { answer, decimalText, instantText, named, oneOf } from '../../../http/wire/schemas'
import type { MarketQuote } from '../../../market/feed'

/** A symbol of the query, with its quote if there is one. */
export type SymbolQuote =
  | { readonly outcome: 'OK'; readonly symbol: string; readonly quote: MarketQuote }
  | { readonly outcome: 'NOT_FOUND' | 'NO_DATA'; readonly symbol: string }

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
                instantText(
                  'When its source made the quote. Only with live prices, and only if OK.',
                ),
              ),
              // [quote.pinned]
              pinned: t.Optional(
                t.Literal(true, {
                  description: 'The sandbox has set the bid and the ask. Omitted otherwise.',
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

export function encodeQuote(found: SymbolQuote, session: Session, requestedAt: string): Quote {
  const { symbol, outcome } = found
  if (found.outcome !== 'OK') return { symbol, outcome, session, requestedAt }
  const { quote } = found
  const change = quote.price.minus(quote.previousClose)
  return {
    symbol,
    outcome,
    session,
    price: decimalString(quote.price),
    previousClose: decimalString(quote.previousClose),
    change: decimalString(change),
    changeRate: decimalString(percentOf(change, quote.previousClose)),
    bidPrice: decimalString(quote.bidPrice),
    bidSize: quote.bidSize.toFixed(),
    askPrice: decimalString(quote.askPrice),
    askSize: quote.askSize.toFixed(),
    volume: quote.volume.toFixed(),
    lastTradeAt: toKst(quote.lastTradeAt),
    ...(quote.pinned && { pinned: quote.pinned }),
    ...(quote.quotedAt && { quotedAt: toKst(quote.quotedAt) }),
    requestedAt,
  }
}
