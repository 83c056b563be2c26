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

/** Between so many dollars a day, spreads are half as wide again as a power of the dollars says. */
const MIDDLE = { from: 30e6, to: 2e9, squared: 1.67 } as const

const power = (base: number, exponent: number): number => exp(exponent * ln(base))

/** The trades of a day of so many shares. */
export const tradesOf = (dailyVolume: number): number => power(dailyVolume, 0.7)

/**
 * The spread is a part of a day's standard deviation that falls with the number and value of a
 * day's trades: 1/400 in liquid names, 2/3 in names that hardly trade. Fitted by eye to a dozen
 * names from SPY to BRK.A and SEB, and to the medians of stocks by the dollars that they trade.
 */
export function liquidityOf(
  price: number,
  dailyVolume: number,
  annualVolatility: number,
  trades = tradesOf(dailyVolume),
): Liquidity {
  const byTrades = 600 / trades
  const dollars = price * dailyVolume
  const above = (dollars / MIDDLE.from) * (dollars / MIDDLE.from)
  const wider = 1 + (MIDDLE.squared * above) / (1 + above) / (1 + dollars / MIDDLE.to)
  const byDollars = 0.14 * power(dollars / 13e6, -0.66) * wider
  const ofDay = annualVolatility / Math.sqrt(TRADING_DAYS_PER_YEAR)
  return {
    spread: Math.min(ofDay * Math.sqrt(byTrades * byDollars), WIDEST),
    lot: Math.max(1, Math.round(dailyVolume / trades)),
  }
}
