/** The queries and answers of quotes, candles, exchange rates and the calendar. */
import { t } from 'elysia'
import { CANDLE_LIMIT_DEFAULT, CANDLE_LIMIT_MAX, QUOTE_SYMBOLS_MAX } from '../../../core/limits'
import { decimalString, percentOf, wireNumber } from '../../../core/money'
import { OPEN_SESSIONS, type OpenSession, SESSIONS, type Session } from '../../../core/session'
import { type Instant, NEW_YORK, toKst } from '../../../core/time'
import { query, queryDate, queryInstant, queryInteger, queryList } from '../../../http/wire/query'
import {
  answer,
  decimalText,
  instantText,
  moneyNumber,
  named,
  oneOf,
  symbolText,
} from '../../../http/wire/schemas'
import type { MarketQuote } from '../../../market/feed'
import {
  type CalendarDay,
  type Candle,
  type CandlePage,
  INTERVALS,
  type Interval,
  type QuotedRate,
} from './service'

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

type Quote = (typeof QuoteSchema.quotes.static)['quotes'][number]

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

/** [candles.interval] */
const interval = oneOf(
  INTERVALS,
  'Minutes (m), hours (h), trading dates (d), weeks (w) or months (mo). Up to 1h a candle lies ' +
    "within one session, counted from its opening; longer ones join all of their dates' sessions " +
    'that `sessions` names.',
)
const price = (description: string, example: number) =>
  moneyNumber(`${description}, USD per share.`, { examples: [example] })

export const CandleSchema = {
  query: query({
    symbol: symbolText(), // [candles.symbol]
    interval,
    // [candles.from]
    from: t.Optional(
      queryInstant(
        'Only candles that start at this time or later, the oldest first. Without it, and ' +
          'without a cursor: the newest ones before `to`.',
      ),
    ),
    // [candles.to]
    to: t.Optional(queryInstant('Only candles that start before this time; now by default.')),
    // [candles.limit]
    limit: t.Optional(
      queryInteger(1, CANDLE_LIMIT_MAX, `How many at most; ${CANDLE_LIMIT_DEFAULT} by default.`),
    ),
    // [candles.sessions]
    sessions: t.Optional(
      queryList(OPEN_SESSIONS, 'Only these sessions; REGULAR by default. Korean daytime is DAY.'),
    ),
    // [candles.cursor]
    cursor: t.Optional(
      t.String({ description: 'nextCursor of the previous page, with the same other parameters.' }),
    ),
  }),

  // [candles.answer]
  candles: named(
    'Candles',
    answer({
      symbol: t.String({ description: 'The symbol, upper case.', examples: ['AAPL'] }),
      interval,
      candles: t.Array(
        named(
          'Candle',
          // [candle.fields]
          t.Object(
            {
              time: instantText('When the candle starts.'),
              open: price('The first trade', 252.41),
              high: price('The highest trade', 252.97),
              low: price('The lowest trade', 252.1),
              close: price('The last trade, so far while the candle is still forming', 252.66),
              volume: moneyNumber('Shares traded.', { examples: [182_400] }),
              session: oneOf(OPEN_SESSIONS, 'The session that the candle starts in.', 'REGULAR'),
              sessions: t.Optional(
                t.Array(oneOf(OPEN_SESSIONS, 'A session.', 'REGULAR'), {
                  description:
                    'From 1d on: the sessions that the candle joins, as they open. Only ' +
                    'sessions of the query that have traded in it so far.',
                }),
              ),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'Ascending; the last one may still be forming.' },
      ),
      nextCursor: t.Optional(
        t.String({
          description:
            'For the next page, of queries with `from` or `cursor`; missing on the last.',
        }),
      ),
    }),
  ),
}

/** Candles that join sessions [candle.session]; shorter ones lie within one. */
const JOINING: readonly Interval[] = ['1d', '1w', '1mo']

export const encodeCandles = ({ symbol, interval, rows, nextCursor }: CandlePage) => ({
  symbol,
  interval,
  candles: rows.map(JOINING.includes(interval) ? encodeJoined : encodeCandle),
  ...(nextCursor !== null && { nextCursor }),
})

const encodeCandle = ({ startsAt, open, high, low, close, volume, session }: Candle) => ({
  time: toKst(startsAt),
  open: wireNumber(open),
  high: wireNumber(high),
  low: wireNumber(low),
  close: wireNumber(close),
  volume: wireNumber(volume),
  session,
})

type JoinedCandle = ReturnType<typeof encodeCandle> & { sessions?: OpenSession[] }

// Adds to the encoded candle: spreading it costs as much as encoding all of its numbers.
function encodeJoined(candle: Candle): JoinedCandle {
  const encoded: JoinedCandle = encodeCandle(candle)
  encoded.sessions = [...candle.sessions]
  return encoded
}

const currencyCode = (description: string, example: string) =>
  t.String({
    description,
    pattern: '^[A-Za-z]{3}$',
    'x-expects': 'three letters, ISO 4217',
    examples: [example],
  })

export const RateSchema = {
  // [exchange-rate.base]
  query: query({
    base: currencyCode('The currency that is bought and sold, ISO 4217, in any case.', 'USD'),
    quote: currencyCode('The currency that is paid with, ISO 4217, in any case.', 'KRW'),
  }),

  // [exchange-rate.fields]
  rate: named(
    'ExchangeRate',
    answer({
      baseCurrency: t.String({ description: 'ISO 4217, upper case.', examples: ['USD'] }),
      quoteCurrency: t.String({ description: 'ISO 4217, upper case.', examples: ['KRW'] }),
      askRate: moneyNumber(
        'Units of the quote currency that a customer pays for one of the base currency. ' +
          'USD/KRW to 2 decimal places, KRW/USD to 10.',
        { examples: [1448.82] },
      ),
      bidRate: moneyNumber(
        'Units of the quote currency that a customer gets for one of the base currency.',
        { examples: [1445.92] },
      ),
      requestedAt: instantText('When the rate was read, in market time.'),
    }),
  ),
}

export const encodeRate = ({ base, quote, askRate, bidRate, requestedAt }: QuotedRate) => ({
  baseCurrency: base,
  quoteCurrency: quote,
  askRate: wireNumber(askRate),
  bidRate: wireNumber(bidRate),
  requestedAt: toKst(requestedAt),
})

const wallTime = (description: string, example: string) =>
  t.String({ description, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: [example] })

export const CalendarSchema = {
  query: query({
    // [calendar.from]
    from: t.Optional(queryDate('The first date, YYYY-MM-DD in New York; today there by default.')),
    // [calendar.to]
    to: t.Optional(
      queryDate(
        'The last date, YYYY-MM-DD in New York, at the latest the same date of the year after ' +
          '`from`; the same as `from` by default.',
      ),
    ),
    market: t.Optional(oneOf(['US'], 'The market; always `US`.')), // [calendar.market]
  }),

  // [calendar.fields]
  calendar: named(
    'Calendar',
    answer({
      calendar: t.Array(
        named(
          'CalendarDay',
          t.Object(
            {
              date: t.String({
                description: 'YYYY-MM-DD, in New York.',
                format: 'date',
                examples: ['2026-11-27'],
              }),
              // [calendar.status]
              status: oneOf(
                ['OPEN', 'HALF_DAY', 'CLOSED'],
                'HALF_DAY: REGULAR closes early. CLOSED: a weekend, a holiday, a special ' +
                  'closure or, in a replayed market, a date without imported bars.',
                'HALF_DAY',
              ),
              holidayName: t.Union([t.String(), t.Null()], {
                description:
                  'Why the date is CLOSED or a HALF_DAY. Null on an OPEN one, and on a ' +
                  'weekend that is not also a holiday. `No imported bars`: in a replayed market.',
                examples: ['Day after Thanksgiving'],
              }),
              sessions: t.Array(
                named(
                  'CalendarSession',
                  t.Object(
                    {
                      type: oneOf(['DAY', 'PRE', 'REGULAR', 'AFTER'], 'The session.', 'REGULAR'),
                      open: wallTime(
                        'HH:mm in New York, when it opens: on `date`, but DAY opens at 20:00 the ' +
                          'evening before (Sunday evening, for a Monday).',
                        '09:30',
                      ),
                      close: wallTime(
                        'HH:mm in New York on `date`; the session ends just before it.',
                        '13:00',
                      ),
                      openAt: instantText('When it opens.', '2026-11-27T23:30:00.000+09:00'),
                      closeAt: instantText(
                        'When it closes; the session ends just before it.',
                        '2026-11-28T03:00:00.000+09:00',
                      ),
                    },
                    { additionalProperties: false },
                  ),
                ),
                { description: 'In the order in which they open; empty on a CLOSED date.' },
              ),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'Every date from `from` to `to`, both included, ascending.' },
      ),
    }),
  ),
}

const encodedDays = new WeakMap<CalendarDay, ReturnType<typeof encodeDay>>()

export const encodeCalendar = (days: readonly CalendarDay[]) => ({
  calendar: days.map((day) => {
    const known = encodedDays.get(day)
    if (known !== undefined) return known
    // Cached as long as the calendar caches the day: a year's hours take Temporal milliseconds.
    const encoded = encodeDay(day)
    encodedDays.set(day, encoded)
    return encoded
  }),
})

const encodeDay = ({ date, status, holidayName, sessions }: CalendarDay) => ({
  date: date.toString(),
  status,
  holidayName,
  sessions: sessions.map(({ session, opensAt, closesAt }) => ({
    type: session,
    open: inNewYork(opensAt),
    close: inNewYork(closesAt),
    openAt: toKst(opensAt),
    closeAt: toKst(closesAt),
  })),
})

const inNewYork = (instant: Instant): string =>
  instant.toZonedDateTimeISO(NEW_YORK).toPlainTime().toString({ smallestUnit: 'minute' })
