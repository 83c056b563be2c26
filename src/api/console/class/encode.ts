/** Encodes the accounts of a class. */
import { decimalString } from '../../../core/money'
import type { ClassAccount } from './service'

export const encodeClassAccount = ({ accountId, userName, now, line }: ClassAccount) => ({
  accountId,
  userName,
  totalAssetAmount: decimalString(now.total),
  cashAmount: decimalString(now.cash),
  capitalAmount: decimalString(now.capital.amount),
  profitAmount: decimalString(now.profit),
  profitRate: decimalString(now.rate),
  line: line.map((total) => decimalString(total)),
})
