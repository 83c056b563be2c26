/** The query and the answer of candles. */
import { t } from 'elysia'
import { CANDLE_LIMIT_DEFAULT, CANDLE_LIMIT_MAX } from '../../../core/limits'
import { wireNumber } from '../../../core/money'
import type { OpenSession } from '../../../core/session'
import { OPEN_SESSIONS } from '../../../core/session'
import { toKst } from '../../../core/time'
import { query, queryInstant, queryInteger, queryList } from '../../../http/wire/query'
import {
  answer,
  instantText,
  moneyNumber,
  named,
  oneOf,
  symbolText,
} from '../../../http/wire/schemas'
import { type Candle, type CandlePage, INTERVALS, type Interval } from './service'

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
