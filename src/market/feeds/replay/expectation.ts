/**
 * Expectations of a bar from the bars before it. If a path took its spread or its law from the bar
 * itself, it would reveal the bar's range in advance.
 */
import { nth } from '../nth'
import { type Pips, tickOf } from '../pips'
import { exp, ln } from '../simulated/elementary'
import { type BarSeries, barAt, endMs, startMs } from './series'

export interface Expectation {
  /** The spread between bid and ask; the bar's range may be narrower. */
  readonly spread: Pips
  /** Shares of a minute. */
  readonly volume: number
  readonly law: PathLaw
  /**
   * Whether prints hit standing orders [fill.print]: the price moves by several spreads. In a
   * smaller bar most moves are those between bid and ask, which a maker would earn.
   */
  readonly hasPrints: boolean
  /** The variance of the step from one bar's close to the next bar's open, in squared pips. */
  readonly between: number
}

/** The expected law of a bar's path. */
export interface PathLaw {
  /** How often the price changes in a bar. */
  readonly changes: number
  /** The logarithm of the movement's variance in squared pips, which is normal. */
  readonly logVariance: { readonly mean: number; readonly deviation: number }
  /** The part of bars that jump, and a jump's mean size in deviations of the bar. */
  readonly jumps: { readonly chance: number; readonly size: number }
}

const BARS_BACK = 256

/** Ticks between bid and ask, by the shares of a minute. The first row that fits counts. */
const SPREADS = [
  { sharesFrom: 10_000, ticks: 1 },
  { sharesFrom: 1_000, ticks: 2 },
  { sharesFrom: 100, ticks: 5 },
  { sharesFrom: 0, ticks: 10 },
] as const

export function expectationOf(series: BarSeries, index: number): Expectation {
  const before = barsBefore(series, index)
  const bar = barAt(series, index)
  const shares = (at: number): number =>
    nth(series.sharesBefore, at + 1) - nth(series.sharesBefore, at)
  const all = before.length > 0 ? before : [index]
  const minutes = nth(series.minutes, index)
  const volume = all.reduce((sum, at) => sum + shares(at), 0) / (all.length * minutes)
  const ticks = SPREADS.find(({ sharesFrom }) => volume >= sharesFrom)?.ticks ?? 0
  const spread = ticks * tickOf(bar.low)
  const law = lawOf(series, before, spread)
  const mean = law.logVariance.mean + 2 * ln(bar.open)
  const between = betweenBars(series, before) * bar.open ** 2
  const hasPrints = exp(mean) >= (SPREADS_IN_A_MINUTE * spread) ** 2 * minutes
  return {
    spread,
    volume,
    law: { ...law, logVariance: { ...law.logVariance, mean } },
    hasPrints,
    between,
  }
}

/** The least standard deviation of a minute with prints, in spreads. */
const SPREADS_IN_A_MINUTE = 8

/** The mean squared step into a bar from the bar right before it, relative to the price. */
function betweenBars(series: BarSeries, bars: readonly number[]): number {
  let [squares, count] = [0, 0]
  for (const index of bars) {
    if (index === 0 || endMs(series, index - 1) !== startMs(series, index)) continue
    const [close, open] = [nth(series.close, index - 1), nth(series.open, index)]
    squares += ((open - close) / open) ** 2
    count++
  }
  return count === 0 ? 0 : squares / count
}

/** The newest earlier bars of the same duration, in order. */
function barsBefore(series: BarSeries, index: number): readonly number[] {
  const lasts = nth(series.minutes, index)
  const before: number[] = []
  for (let at = index - 1; at >= Math.max(0, index - BARS_BACK); at--) {
    if (nth(series.minutes, at) === lasts) before.push(at)
  }
  return before.reverse()
}

function lawOf(series: BarSeries, before: readonly number[], spread: Pips): PathLaw {
  const changes = changesOf(series, before)
  const { mean, variance } = logSquaredRange(changes)
  const logs = Float64Array.from(before, (index) => ln(squaredRange(series, index, spread)) - mean)
  const isJump = jumpFlags(series, before, logs, spread)
  const steady = logs.filter((_, index) => !isJump[index])
  const { next, error } = forecast(steady)
  const surprise = variance * Math.sqrt(2 / Math.max(1, steady.length - BURN_IN))
  const deviation = Math.sqrt(Math.max(LEAST_VARIANCE, error - variance - surprise))
  const logVariance =
    steady.length < TOO_FEW ? { mean: next, deviation: UNKNOWN } : { mean: next, deviation }
  return { changes, logVariance, jumps: jumpsOf(series, before, logs, changes, spread) }
}

/** After fewer bars the volatility may be any. */
const TOO_FEW = 8
const UNKNOWN = 2
const LEAST_VARIANCE = 0.01

/** Relative to the squared price. A bar without a range counts as half a tick wide. */
function squaredRange(series: BarSeries, index: number, spread: Pips): number {
  const low = nth(series.low, index)
  const range = Math.max(nth(series.high, index) - low - spread, tickOf(low) / 2)
  return (range / nth(series.open, index)) ** 2
}

/** The prior, weighted as this many bars: a liquid instrument's minute. */
const PRIOR = { extremes: 0.1, weight: 12 } as const
/** More changes are as good as continuous movement. */
const CHANGES_MAX = 10_000

/**
 * In a walk of n symmetric steps the open is the highest price with probability (2n over n) ÷ 4^n,
 * about 1 ÷ √(π (n + ¼)), whatever the law of a step; so are the lowest price and the close
 * (Sparre Andersen, "On the fluctuations of sums of random variables", 1953). Rounding to ticks
 * adds to it.
 */
function changesOf(series: BarSeries, before: readonly number[]): number {
  let extremes: number = PRIOR.extremes * PRIOR.weight
  for (const index of before) {
    const [open, close] = [nth(series.open, index), nth(series.close, index)]
    const [high, low] = [nth(series.high, index), nth(series.low, index)]
    const isEnd = (price: Pips): number => (price === high || price === low ? 0.5 : 0)
    const atEnds = isEnd(open) + isEnd(close)
    extremes += atEnds - Math.min(atEnds, (ROUNDED * tickOf(low)) / (high - low + tickOf(low)))
  }
  const chance = Math.min(0.98, Math.max(0.002, extremes / (before.length + PRIOR.weight))) / 2
  return Math.min(CHANGES_MAX, Math.max(1, 1 / (Math.PI * chance * chance) - 0.25))
}

/**
 * Divided by a range in ticks, this is the chance that rounding alone makes the open an extreme.
 */
const ROUNDED = 1.28

/**
 * The logarithm of a walk's squared range, for the variance 1. For a Brownian motion it is nearly
 * normal with these figures (Alizadeh, Brandt, Diebold, "Range-Based Estimation of Stochastic
 * Volatility Models", 2002); the terms for few changes are fitted to simulated walks.
 */
const logSquaredRange = (changes: number) => ({
  mean: 0.86 - 1.69 / Math.sqrt(changes) - 0.45 / changes ** 2,
  variance: 0.34 + 3 / changes ** 2 + exp(-0.65 * ln(changes)),
})

/** The decays of averages of the volatility, from equal weights to the newest bars. */
const DECAYS = [1, 0.97, 0.9, 0.7] as const
const BURN_IN = 12

/** The next logarithm and its squared error, by the decay that predicted the earlier ones best. */
function forecast(logs: Float64Array): { readonly next: number; readonly error: number } {
  let best = { next: 0, error: Number.POSITIVE_INFINITY }
  for (const decay of DECAYS) {
    let [sum, weight, squares, count] = [0, 0, 0, 0]
    for (let index = 0; index < logs.length; index++) {
      const log = logs[index] ?? 0
      if (index >= Math.min(BURN_IN, logs.length - 1) && weight > 0) {
        squares += (log - sum / weight) ** 2
        count++
      }
      sum = decay * sum + log
      weight = decay * weight + 1
    }
    const error = count === 0 ? 1 : squares / count
    if (error < best.error) best = { next: weight === 0 ? FIRST : sum / weight, error }
  }
  return best
}

/** The first bar's log squared movement: of a tenth of a per cent. */
const FIRST = 2 * ln(0.001)

/** A bar with a jump is this much wider than usual, and its price goes one way. */
const JUMP = { wider: 4, oneWay: 0.8 } as const
/** The prior of jumps, weighted as this many bars. */
const JUMPS_PRIOR = { chance: 0.003, bars: 100, size: 5 } as const

function jumpFlags(
  series: BarSeries,
  before: readonly number[],
  logs: Float64Array,
  spread: Pips,
): readonly boolean[] {
  const usual = median(logs)
  return before.map(
    (index, at) => isWide(logs[at] ?? 0, usual) && wentOneWay(series, index, spread),
  )
}

const isWide = (log: number, usual: number): boolean => log - usual > 2 * ln(JUMP.wider) - 0.86

function wentOneWay(series: BarSeries, index: number, spread: Pips): boolean {
  const moved = Math.abs(nth(series.close, index) - nth(series.open, index))
  return moved >= JUMP.oneWay * (nth(series.high, index) - nth(series.low, index) - spread)
}

function jumpsOf(
  series: BarSeries,
  before: readonly number[],
  logs: Float64Array,
  changes: number,
  spread: Pips,
): PathLaw['jumps'] {
  const usual = median(logs)
  let [wide, oneWay, sizes] = [0, 0, 0]
  for (const [at, index] of before.entries()) {
    if (!isWide(logs[at] ?? 0, usual)) continue
    wide++
    if (!wentOneWay(series, index, spread)) continue
    oneWay++
    const moved = Math.abs(nth(series.close, index) - nth(series.open, index))
    sizes += moved / nth(series.open, index) / Math.sqrt(exp(usual))
  }
  // This many wide bars of a walk without jumps go one way too.
  const byChance = wide * (0.13 + 0.6 / Math.sqrt(changes))
  const chance =
    (Math.max(0, oneWay - byChance) + JUMPS_PRIOR.chance * JUMPS_PRIOR.bars) /
    (before.length + JUMPS_PRIOR.bars)
  return { chance, size: (sizes + JUMPS_PRIOR.size) / (oneWay + 1) }
}

function median(values: Float64Array): number {
  if (values.length === 0) return 0
  return Float64Array.from(values).sort()[Math.floor(values.length / 2)] ?? 0
}
