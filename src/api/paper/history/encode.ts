/** Encodes the history of an account. */
import { decimalString } from '../../../core/money'
import { toKst } from '../../../core/time'
import type { History, HistoryPoint } from './service'

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
