/**
 * The capital of an account, and its changes that no order made, for example a reset. The initial
 * cash, the fills and these adjustments add up to the present cash and shares [paper.books].
 */
import {
  type Amount,
  add,
  type Big,
  NO_AMOUNT,
  NO_QUANTITY,
  percentOf,
  type Quantity,
  subtract,
} from '../money'
import type { Order } from '../order/order'
import { type Instant, isBefore } from '../time'
import { type Account, eventTime, type Holding } from './account'
import type { Equity } from './valuation'

/** RESET is a new beginning. CASH is cash that was put in or taken out. */
export const ADJUSTMENT_KINDS = ['RESET', 'CASH'] as const
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number]

/** One line for the cash, and one for the shares of each instrument. */
export interface AdjustmentLine {
  readonly accountId: string
  readonly kind: AdjustmentKind
  /** The time of the change, never before the account's last event. */
  readonly at: Instant
  /** The number of the account's last event; 0 if it has no event. */
  readonly seq: number
  /** Null on the line for the cash. */
  readonly symbol: string | null
  /** Shares that were added; negative if they were removed. */
  readonly quantity: Quantity
  /** USD that was added; negative if it was removed. */
  readonly amount: Amount
  /** The account's cash after the change. */
  readonly cash: Amount
}

/** The outcome of a reset. */
export interface AccountReset {
  readonly accountId: string
  readonly cash: Amount
  /** The canceled orders in the order of their arrival, in their present state. */
  readonly canceled: readonly Order[]
  /** The conditional orders that have ended, in the order of their arrival. */
  readonly conditionalOrderIds: readonly string[]
  readonly requestedAt: Instant
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

/** The cash that an account works with [paper.history-capital]. */
export interface Capital {
  /** The initial cash, or the cash of the last reset, and what was put in or taken out since. */
  readonly amount: Amount
  /** The time of the last reset; null before the first. */
  readonly resetAt: Instant | null
}

/**
 * Returns the capital at an instant. The lines must ascend, and so must the instants of the calls.
 */
export function capitalOver(
  initialCash: Amount,
  lines: readonly AdjustmentLine[],
): (at: Instant) => Capital {
  const ofCash = lines.filter(({ symbol }) => symbol === null)
  let capital: Capital = { amount: initialCash, resetAt: null }
  let next = 0
  return (at) => {
    for (let line = ofCash[next]; line && !isBefore(at, line.at); line = ofCash[++next]) {
      capital =
        line.kind === 'RESET'
          ? { amount: line.cash, resetAt: line.at }
          : { ...capital, amount: add(capital.amount, line.amount) }
    }
    return capital
  }
}

export interface Gain {
  readonly profit: Amount
  /** Percentage of the capital, half-even to 2 places; 0 if the capital is 0. */
  readonly rate: Big
}

export const gainOn = (capital: Amount, { total }: Equity): Gain => {
  const profit = subtract(total, capital)
  return { profit, rate: percentOf(profit, capital) }
}
