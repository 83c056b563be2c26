/** The entries of a statement in their order, each with what the account has after it. */
import type { AdjustmentLine } from '../../../core/account/adjustment'
import { seqOfId } from '../../../core/ids'
import {
  type Amount,
  add,
  NO_QUANTITY,
  negated,
  notional,
  type Quantity,
} from '../../../core/money'
import type { Fill } from '../../../core/order/fill'
import { type Instant, isBefore } from '../../../core/time'

interface Change {
  readonly at: Instant
  /** Shares that came, or below 0 went. */
  readonly quantity: Quantity
  /** USD that came, or below 0 went. */
  readonly amount: Amount
}
export type StatementEntry = Change &
  (
    | { readonly type: 'BUY' | 'SELL'; readonly symbol: string; readonly fill: Fill }
    | { readonly type: 'RESET' | 'CASH'; readonly symbol: string | null; readonly fill: null }
  )

export type BookedEntry = StatementEntry & {
  readonly cash: Amount
  readonly shares: Quantity | null
}

export interface Books {
  readonly cash: Amount
  /** By symbol; none is 0. */
  readonly shares: ReadonlyMap<string, Quantity>
}

/** The books, and each entry as they take it. */
export function openBooks({ cash: opening, shares: held }: Books) {
  const shares = new Map(held)
  let cash = opening
  return {
    now: (): Books => ({ cash, shares: new Map([...shares].toSorted(bySymbol)) }),
    book(entry: StatementEntry): BookedEntry {
      const { symbol, amount, quantity } = entry
      cash = add(cash, amount)
      if (symbol === null) return { ...entry, cash, shares: null }
      const left = add(shares.get(symbol) ?? NO_QUANTITY, quantity)
      if (left.eq(NO_QUANTITY)) shares.delete(symbol)
      else shares.set(symbol, left)
      return { ...entry, cash, shares: left }
    },
  }
}

const bySymbol = (
  [one]: readonly [string, unknown],
  [other]: readonly [string, unknown],
): number => (one < other ? -1 : 1)

export function entryOfFill(fill: Fill): StatementEntry {
  const { side: type, symbol, quantity, filledAt: at } = fill
  const value = notional(fill.price, quantity)
  return type === 'BUY'
    ? { type, symbol, fill, at, quantity, amount: negated(value) }
    : { type, symbol, fill, at, quantity: negated(quantity), amount: value }
}

export const entryOfAdjustment = ({
  kind,
  at,
  symbol,
  quantity,
  amount,
}: AdjustmentLine): StatementEntry => ({
  ...{ type: kind, fill: null, at, symbol, quantity, amount },
})

/** Whether an adjustment came before a fill: the fill's number tells, where the times are equal. */
export const cameBefore = (line: AdjustmentLine, fill: Fill): boolean =>
  isBefore(line.at, fill.filledAt) ||
  (line.at.equals(fill.filledAt) && line.seq < seqOfId(fill.fillId))
