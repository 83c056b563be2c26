/** An instrument's liquidity: its spread and its lot. */
import { exp, ln } from './elementary'

export interface Liquidity {
  /** The spread in REGULAR on an average day, as a part of the price, before ticks. */
  readonly spread: number
  /** Shares per trade. */
  readonly lot: number
}

const WIDEST = 0.03
const TRADING_DAYS_PER_YEAR = 252

const power = (base: number, exponent: number): number => exp(exponent * ln(base))

/**
 * The spread is a part of a day's standard deviation that falls with the number and value of a
 * day's trades: 1/400 in liquid names, 2/3 in names that hardly trade. Fitted by eye to a dozen
 * names from SPY to BRK.A and SEB.
 */
export function liquidityOf(
  price: number,
  dailyVolume: number,
  annualVolatility: number,
): Liquidity {
  const trades = power(dailyVolume, 0.7)
  const byTrades = 600 / trades
  const byDollars = 0.22 * power((price * dailyVolume) / 13e6, -0.66)
  const ofDay = annualVolatility / Math.sqrt(TRADING_DAYS_PER_YEAR)
  return {
    spread: Math.min(ofDay * Math.sqrt(byTrades * byDollars), WIDEST),
    lot: Math.max(1, Math.round(dailyVolume / trades)),
  }
}
