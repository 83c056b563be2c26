/** The value of an account at the market's prices [account.amounts]. */
import {
  type Amount,
  add,
  averagePrice,
  type Big,
  NO_AMOUNT,
  notional,
  type Price,
  percentOf,
  type Quantity,
  subtract,
} from '../money'
import type { Account, Holding } from './account'

export interface HoldingValue {
  /** USD per share over the shares held, half-even to 6 places. */
  readonly averageBuyPrice: Price
  readonly currentPrice: Price
  readonly evaluationAmount: Amount
  /** The gain from a sale at the current price; a loss is negative. */
  readonly evaluationPnl: Amount
  /** Percentage of the purchase amount, half-even to 2 places [holding.value]. */
  readonly evaluationPnlRate: Big
}

/**
 * The value of a holding at `price`; its cost if the instrument has no price now. If no quote is
 * shown, callers pass the last price [live.worth].
 */
export const evaluationAmount = (
  { quantity, purchaseAmount }: Holding,
  price: Price | undefined,
): Amount => (price === undefined ? purchaseAmount : notional(price, quantity))

/**
 * The value, gain and average price of a holding. If the instrument has no `price` now, the value
 * is the cost. The quantity must be above 0.
 */
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

/** Cash, including held cash, and the holdings at their current value. */
export const totalAsset = (account: Account, amounts: readonly Amount[]): Amount =>
  amounts.reduce((total, worth) => add(total, worth), account.cash)

export interface Equity {
  readonly cash: Amount
  /** The value of the shares at their prices. */
  readonly evaluation: Amount
  readonly total: Amount
}

export const equityOf = (
  cash: Amount,
  shares: ReadonlyMap<string, Quantity>,
  priceOf: (symbol: string) => Price,
): Equity => {
  const evaluation = [...shares].reduce(
    (sum, [symbol, quantity]) => add(sum, notional(priceOf(symbol), quantity)),
    NO_AMOUNT,
  )
  return { cash, evaluation, total: add(cash, evaluation) }
}

export interface Profit {
  /** USD that sales have paid beyond the average cost of their shares; a loss is negative. */
  readonly realized: Amount
  /** USD that the holdings are worth beyond their cost; a loss is negative. */
  readonly unrealized: Amount
}

/**
 * The profit since the capital was set, of which a sale realizes its part [paper.profit]. `amounts`
 * are the values of the holdings.
 */
export function profitOf(
  { cash }: Account,
  holdings: readonly Holding[],
  amounts: readonly Amount[],
  capital: Amount,
): Profit {
  const cost = holdings.reduce((sum, { purchaseAmount }) => add(sum, purchaseAmount), NO_AMOUNT)
  const worth = amounts.reduce((sum, each) => add(sum, each), NO_AMOUNT)
  return { realized: subtract(add(cash, cost), capital), unrealized: subtract(worth, cost) }
}
