/**
 * How volatile each day is, as a logarithm: a sum of components that are renewed every 1, 2, 4 …
 * days, each on a grid of its own. It clusters at every length that there is a component for, and
 * its fat tails come from there (Mandelbrot, Fisher, Calvet 1997; Calvet, Fisher 2004).
 */
import { quickNormal, type Stream, substream, uniform } from './stream'

/** Of one factor's volatility: normal in all of its parts, so the mean of the variance is known. */
export interface VolatilityShape {
  /** Variances of the components that are renewed every 1, 2, 4 … days. */
  readonly components: readonly number[]
  /** How much of the market's log variance is this factor's too. */
  readonly shared: number
  /** What a move of one standard deviation downwards adds to the log variance of the next day. */
  readonly leverage: number
  /** How far the price falls as volatility jumps by all of its mean, in standard deviations. */
  readonly skew: number
}

const STREAM = 10
const PHASES = 63
/** Of what a move adds, how much is left a day later. */
export const LEVERAGE_KEPT = 0.92
/** Moves further back count for nothing. */
export const LEVERAGE_DAYS = 96

/** Adds the components of `days` days from `first` on to `into`. */
export function addComponents(
  stream: Stream,
  components: readonly number[],
  first: number,
  days: number,
  into: Float64Array,
): void {
  const phases = substream(stream, PHASES)
  for (const [power, variance] of components.entries()) {
    const deviation = Math.sqrt(variance)
    const length = 2 ** power
    const phase = Math.floor(uniform(phases, power) * length)
    const draws = substream(stream, STREAM + power)
    let day = 0
    while (day < days) {
      const period = Math.floor((first + day + phase) / length)
      const end = Math.min((period + 1) * length - phase - first, days)
      const value = deviation * quickNormal(draws, period)
      for (; day < end; day++) into[day] = (into[day] ?? 0) + value
    }
  }
}

export const leverageVariance = (leverage: number): number =>
  (leverage * leverage) / (1 - LEVERAGE_KEPT * LEVERAGE_KEPT)

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0)
