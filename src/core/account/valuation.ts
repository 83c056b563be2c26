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

/** At cost where the instrument has no `price` now. */
export const evaluationAmount = (
  { quantity, purchaseAmount }: Holding,
  price: Price | undefined,
): Amount => (price === undefined ? purchaseAmount : notional(price, quantity))

/** At cost where the instrument has no `price` now. The quantity must be above 0. */
export function holdingValue(holding: Holding, price: Price | undefined): HoldingValue {
  const { quantity, purchaseAmount } = holding
  const averageBuyPrice = averagePrice(purchaseAmount, quantity)
  const worth = evaluationAmount(holding, price)
  const evaluationPnl = subtract(worth, purchaseAmount)
  return {
    averageBuyPrice,
    currentPrice: price ?? averageBuyPrice,
    evaluationAmount: worth,
    evaluationPnl,
    evaluationPnlRate: percentOf(evaluationPnl, purchaseAmount),
  }
}

/** Cash, held cash included, and the holdings at their current value. */
export const totalAsset = (account: Account, amounts: readonly Amount[]): Amount =>
  amounts.reduce((total, worth) => add(total, worth), account.cash)
