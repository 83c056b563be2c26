/**
 * A change of an account's cash or shares that no order made: a reset, say. The books add up with
 * these: the initial cash, the fills and the adjustments are the cash and the shares of now
 * [paper.books].
 */
import { type Amount, NO_AMOUNT, NO_QUANTITY, type Quantity, subtract } from '../money'
import type { Instant } from '../time'
import { type Account, eventTime, type Holding } from './account'

/** RESET: a new beginning. CASH: cash that was put in or taken out. */
export const ADJUSTMENT_KINDS = ['RESET', 'CASH'] as const
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/** One line for the cash, and one for the shares of each instrument. */
export interface AdjustmentLine {
  readonly accountId: string
  readonly kind: AdjustmentKind
  /** Not before the account's last event. */
  readonly at: Instant
  /** The number of that event; 0 without one. */
  readonly seq: number
  /** Null on the line for the cash. */
  readonly symbol: string | null
  /** Shares that came, or below 0 went. */
  readonly quantity: Quantity
  /** USD that came, or below 0 went. */
  readonly amount: Amount
  /** The account's cash afterwards. */
  readonly cash: Amount
}

/** The account and its holdings before a change and after it. */
export interface Adjusted {
  readonly before: Account
  readonly after: Account
  readonly holdings: readonly { readonly before: Holding; readonly after: Holding }[]
}

/** The lines of one change, the cash first. */
export function adjustmentLines(
  kind: AdjustmentKind,
  { before, after, holdings }: Adjusted,
  at: Instant,
): readonly [AdjustmentLine, ...AdjustmentLine[]] {
  const { accountId, seq } = before
  const line = { accountId, kind, seq, at: eventTime(before, at), cash: after.cash }
  const amount = subtract(after.cash, before.cash)
  return [
    { ...line, symbol: null, quantity: NO_QUANTITY, amount },
    ...holdings.map(({ before: held, after: { symbol, quantity } }) => ({
      ...line,
      symbol,
      amount: NO_AMOUNT,
      quantity: subtract(quantity, held.quantity),
    })),
  ]
}
