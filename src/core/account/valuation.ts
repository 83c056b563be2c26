/** The worth of an account at the market's prices [account.amounts]. */

import {
  type Amount,
  add,
  averagePrice,
  type Big,
  notional,
  type Price,
  percentOf,
  subtract,
} from '../money'
import type { Account, Holding } from './account'

export interface HoldingValue {
  /** USD per share over the shares held, half-even to 6 places. */
  readonly averageBuyPrice: Price
  readonly currentPrice: Price
  readonly evaluationAmount: Amount
  /** The gain of selling at the current price; negative is a loss. */
  readonly evaluationPnl: Amount
  /** Percent of the purchase amount, half-even to 2 places [holding.value]. */
  readonly evaluationPnlRate: Big
}

/** At cost where the instrument has no `price` now. The quantity must be above 0. */
export function holdingValue(holding: Holding, price: Price | undefined): HoldingValue {
  const { quantity, purchaseAmount } = holding
  const averageBuyPrice = averagePrice(purchaseAmount, quantity)
  const evaluationAmount = price === undefined ? purchaseAmount : notional(price, quantity)
  const evaluationPnl = subtract(evaluationAmount, purchaseAmount)
  return {
    averageBuyPrice,
    currentPrice: price ?? averageBuyPrice,
    evaluationAmount,
    evaluationPnl,
    evaluationPnlRate: percentOf(evaluationPnl, purchaseAmount),
  }
}

/** Cash, held cash included, and the holdings at their current value. */
export const totalAsset = (account: Account, values: readonly HoldingValue[]): Amount =>
  values.reduce((total, { evaluationAmount }) => add(total, evaluationAmount), account.cash)
