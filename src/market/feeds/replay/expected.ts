/**
 * Expectations of a bar from the bars before it. A path that took its spread or its volatility from
 * the bar itself would reveal the bar's range in advance.
 */
import { nth } from '../nth'
import { type Pips, tickOf } from '../pips'
import { exp, ln } from '../simulated/elementary'
import type { TimedBar } from './bar'
import { type BarSeries, barAt } from './series'

export interface Expected {
  /** Between bid and ask; the bar's range may be narrower. */
  readonly spread: Pips
  /** Of the bar's movement, in squared pips. */
  readonly variance: number
  /** Shares of a minute. */
  readonly volume: number
}

const LOOKED_BACK = 128
const TOO_FEW = 8

/**
 * The logarithm of a Brownian motion's range is nearly normal: mean 0.43 + ln σ, deviation 0.29
 * (Alizadeh, Brandt, Diebold, "Range-Based Estimation of Stochastic Volatility Models", 2002).
 */
const LOG_SQUARED_RANGE = { mean: 0.86, variance: 0.34 } as const
/** E[range²] of a Brownian motion with variance 1 is 4 ln 2. */
const SQUARED_RANGE = 4 * Math.LN2

/** Ticks between bid and ask, by the shares of a minute; the first row that fits. */
const SPREADS = [
  { sharesFrom: 10_000, ticks: 1 },
  { sharesFrom: 1_000, ticks: 2 },
  { sharesFrom: 100, ticks: 5 },
  { sharesFrom: 0, ticks: 10 },
] as const

/** `normal`: a standard normal draw, for the uncertainty that the bar itself leaves. */
export function expectedOf(series: BarSeries, index: number, normal: number): Expected {
  const bar = barAt(series, index)
  const before = barsBefore(series, index)
  const volume = mean(before.length > 0 ? before.map(perMinute) : [perMinute(bar)])
  const ticks = SPREADS.find(({ sharesFrom }) => volume >= sharesFrom)?.ticks ?? 0
  const spread = ticks * tickOf(bar.low)
  const variance = varianceOf(bar, before, spread, normal) * bar.open * bar.open
  return { spread, variance, volume }
}

const perMinute = ({ volume, seconds }: TimedBar): number => (volume * 60) / seconds

/** The newest earlier bars of the same duration. */
function barsBefore(series: BarSeries, index: number): readonly TimedBar[] {
  const lasts = nth(series.minutes, index)
  const before: TimedBar[] = []
  for (let at = index - 1; at >= Math.max(0, index - LOOKED_BACK); at--) {
    if (nth(series.minutes, at) === lasts) before.push(barAt(series, at))
  }
  return before
}

/**
 * Relative to the squared price. If earlier ranges vary more than those of a steady walk,
 * volatility itself varies, and this bar's range is evidence of it (weighted as in a Kalman
 * filter).
 */
function varianceOf(
  bar: TimedBar,
  before: readonly TimedBar[],
  spread: Pips,
  normal: number,
): number {
  const own = ln(squaredRange(bar, spread)) - LOG_SQUARED_RANGE.mean
  if (before.length < TOO_FEW) return exp(own)
  const logs = before.map((each) => ln(squaredRange(each, spread)) - LOG_SQUARED_RANGE.mean)
  const usual = mean(logs)
  const scatter = mean(logs.map((log) => (log - usual) ** 2))
  const unsteady = Math.max(
    0,
    scatter - LOG_SQUARED_RANGE.variance * (1 + 2 / Math.sqrt(logs.length)),
  )
  const share = unsteady / (unsteady + LOG_SQUARED_RANGE.variance)
  const open = Math.sqrt(unsteady * (1 - share)) * normal
  return exp(usual + share * (own - usual) + open) * coarseness(before, spread)
}

/** Relative to the squared price. A bar that never moved counts as half a tick wide. */
function squaredRange({ open, high, low }: TimedBar, spread: Pips): number {
  const range = Math.max(high - low - spread, tickOf(low) / 2)
  return (range / open) ** 2
}

const COARSENESS = { least: 0.8, most: 1.4 } as const

/** Bars of few trades have narrower ranges, for their moves, than a continuous motion. */
function coarseness(before: readonly TimedBar[], spread: Pips): number {
  const moved = mean(before.map(({ open, close }) => ((close - open) / open) ** 2))
  const ranged = mean(before.map((bar) => squaredRange(bar, spread)))
  const measured = (moved * SQUARED_RANGE) / ranged
  return Math.min(Math.max(measured, COARSENESS.least), COARSENESS.most)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
