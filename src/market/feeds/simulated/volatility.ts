/**
 * Each day's log variance: a sum of components that are renewed every 1, 2, 4 … days, each with its
 * own phase. Volatility clusters at the length of every component, which makes fat tails
 * (Mandelbrot, Fisher, Calvet 1997; Calvet, Fisher 2004).
 */
import { type Key, keyedQuickNormal, keyedUniform, PURPOSES } from './key'

/** The parameters of a factor's volatility. All parts are normal, so the mean variance is known. */
export interface VolatilityShape {
  /** The variances of the components that are renewed every 1, 2, 4 … days. */
  readonly components: readonly number[]
  /** The part of the market's log variance that this factor shares. */
  readonly shared: number
  /** A one-standard-deviation fall adds this to the next day's log variance. */
  readonly leverage: number
  /** The price's fall, in standard deviations, when volatility jumps by its mean. */
  readonly skew: number
}

/** The part of a move's effect that remains a day later. */
export const LEVERAGE_KEPT = 0.92
/** Older moves are ignored. */
export const LEVERAGE_DAYS = 96

/** Adds the components of `days` days from `first` on to `into`. */
export function addComponents(
  key: Key,
  components: readonly number[],
  first: number,
  days: number,
  into: Float64Array,
): void {
  const phases = components.map((_, power) => keyedUniform(key, PURPOSES.phases, power))
  for (const [power, variance] of components.entries()) {
    const deviation = Math.sqrt(variance)
    const length = 2 ** power
    const phase = Math.floor((phases[power] ?? 0) * length)
    const purpose = PURPOSES.components + power
    let day = 0
    while (day < days) {
      const period = Math.floor((first + day + phase) / length)
      const end = Math.min((period + 1) * length - phase - first, days)
      const value = deviation * keyedQuickNormal(key, purpose, period)
      for (; day < end; day++) into[day] = (into[day] ?? 0) + value
    }
  }
}

export const leverageVariance = (leverage: number): number =>
  (leverage * leverage) / (1 - LEVERAGE_KEPT * LEVERAGE_KEPT)

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0)
