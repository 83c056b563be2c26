import { INITIAL_CASH_USD_MAX } from '../limits'
import { type Amount, amount, fitsPlaces, NO_AMOUNT } from '../money'

const INITIAL_CASH_MAX = amount(INITIAL_CASH_USD_MAX)

/** Completes "allowed: …" and "it must be …". */
export const INITIAL_CASH_RULE = [
  `US dollars from 0 to ${INITIAL_CASH_MAX.toFixed()}`,
  'with at most 2 decimal places',
].join(' ')

/** The cash of a new account, or of one that is reset [run.cash]. */
export const isInitialCash = (cash: Amount): boolean =>
  cash.gte(NO_AMOUNT) && cash.lte(INITIAL_CASH_MAX) && fitsPlaces(cash, 2)
