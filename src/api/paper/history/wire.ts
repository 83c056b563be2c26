/** The query and the answer of an account's history. */
import { t } from 'elysia'
import { CANDLE_LIMIT_DEFAULT, CANDLE_LIMIT_MAX } from '../../../core/limits'
import { decimalString } from '../../../core/money'
import { toKst } from '../../../core/time'
import { query, queryInstant, queryInteger } from '../../../http/wire/query'
import { answer, decimalText, instantText, named, oneOf } from '../../../http/wire/schemas'
import { HISTORY_INTERVALS, type History, type HistoryPoint } from './service'

const interval = oneOf(
  HISTORY_INTERVALS,
  '`1d`: a point at each close of REGULAR. Minutes (m) or an hour (h): at each such time of the ' +
    'clock up to which a session was open.',
  '1d',
)

export const HistorySchema = {
  // [paper.history-interval]
  query: query({
    interval: t.Optional(interval),
    from: t.Optional(
      queryInstant(
        'Only points at this time or later, the oldest first. Without it, and without a cursor: ' +
          'the newest ones before `to`.',
      ),
    ),
    to: t.Optional(
      queryInstant('Only points before this time; by default up to now, which is the last.'),
    ),
    limit: t.Optional(
      queryInteger(1, CANDLE_LIMIT_MAX, `How many at most; ${CANDLE_LIMIT_DEFAULT} by default.`),
    ),
    cursor: t.Optional(
      t.String({ description: 'nextCursor of the previous page, with the same other parameters.' }),
    ),
  }),

  // [paper.history]
  history: named(
    'AccountHistory',
    answer({
      accountId: t.String({ description: 'The account.', examples: ['acc_37D32AC6199BF55B'] }),
      currency: oneOf(['USD'], 'The currency; always `USD`.'),
      interval,
      points: t.Array(
        named(
          'HistoryPoint',
          t.Object(
            {
              time: instantText(
                'When the account was worth this.',
                '2026-03-03T06:00:00.000+09:00',
              ),
              totalAssetAmount: decimalText('USD: the cash and the holdings.', '100031.30'),
              cashAmount: decimalText('USD: settled cash, and what orders held.', '90625.80'),
              evaluationAmount: decimalText('USD: the holdings at their prices then.', '9405.50'),
              capitalAmount: decimalText(
                'USD: the initial cash, or that of the last reset, and what was put in since.',
                '100000.00',
              ),
              profitAmount: decimalText('USD: total asset less capital.', '31.30'),
              profitRate: decimalText('Percent of the capital: 0.03 is 0.03 %.', '0.03'),
              resetAt: t.Optional(instantText("The account's last reset, if there was one.")),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'Ascending.' },
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

export const encodeHistory = ({ accountId, interval, rows, nextCursor }: History) => ({
  accountId,
  currency: 'USD' as const,
  interval,
  points: rows.map(encodePoint),
  ...(nextCursor !== null && { nextCursor }),
})

const encodePoint = ({ at, total, cash, evaluation, capital, profit, rate }: HistoryPoint) => ({
  time: toKst(at),
  totalAssetAmount: decimalString(total),
  cashAmount: decimalString(cash),
  evaluationAmount: decimalString(evaluation),
  capitalAmount: decimalString(capital.amount),
  profitAmount: decimalString(profit),
  profitRate: decimalString(rate),
  ...(capital.resetAt !== null && { resetAt: toKst(capital.resetAt) }),
})
