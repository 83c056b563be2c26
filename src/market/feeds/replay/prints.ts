/**
 * The prices between two seconds of a replayed minute. From one second to the next the price moves
 * by a Brownian bridge, which stays within the minute's band. Its lowest and highest points are
 * drawn, and the ticks between them are the prints [fill.print].
 */
import { nth } from '../nth'
import { downToTick, type Pips, tickOf, upToTick } from '../pips'
import { exp, ln } from '../simulated/elementary'
import { type Stream, uniform } from '../simulated/stream'
import type { BandWalk } from './band'

/** The whole ticks that the price passes in a second; the lowest may be above the highest. */
export interface PassedInSecond extends PrintedRange {
  readonly lowest: Pips
  readonly highest: Pips
}

/** The prices at which a minute has prints: no order can stand outside of them. */
interface PrintedRange {
  readonly low: Pips
  readonly high: Pips
}

/**
 * The part of minutes whose prints do not come to the low itself, and of those whose prints do not
 * come to the high. A low is the price of a trade, so the price came to it or nearly so; a bar does
 * not say which. If it always did, a maker would earn the difference. Fitted to minutes of walks of
 * 20 to 3,000 changes, and of trades in the simulated market.
 */
const NEARLY = 0.2
/** The indices of the draws for a minute's low and high; its seconds use lower ones. */
const EDGES = { low: 1_000, high: 1_001 } as const

export function printedRange({ low, high }: PrintedRange, draws: Stream): PrintedRange {
  const tick = tickOf(low)
  return {
    low: uniform(draws, EDGES.low) < NEARLY ? low + tick : low,
    high: uniform(draws, EDGES.high) < NEARLY ? high - tick : high,
  }
}

/** The price's move within a second. */
export interface PriceStep {
  readonly from: number
  readonly to: number
  /** In squared pips. */
  readonly variance: number
  readonly below: Edge
  readonly above: Edge
}

/** An edge of the band, which the bridge does not pass. */
interface Edge {
  /** The chance that a free bridge would pass it. */
  readonly chance: number
  /** Whether this bridge comes to it. */
  readonly isReached: boolean
}

const NO_EDGE: Edge = { chance: 0, isReached: false }

/** The last price before a minute, and the variance of the step from there, in squared pips. */
export interface SecondBefore {
  readonly price: number
  readonly variance: number
}

/** The step into a minute. It does not depend on the minute's band. */
export const stepInto = ({ price, variance }: SecondBefore, to: number): PriceStep => ({
  from: price,
  to,
  variance,
  below: NO_EDGE,
  above: NO_EDGE,
})

/** The price less the base, at the first second of a minute and at the last. */
export interface Offsets {
  readonly from: number
  readonly to: number
}

interface StepsOfWalk {
  readonly offsets: Offsets
  readonly reachesHigh: boolean
  readonly reachesLow: boolean
  /** Each step's variance, in squared pips. */
  readonly variance: number
}

/** The price's steps along a walk of bases. From a step to itself the price stands still. */
export function stepsAlong(
  { levels, deviations, baseAt, highStep, lowStep }: BandWalk,
  { offsets, reachesHigh, reachesLow, variance }: StepsOfWalk,
): (before: number, step: number) => PriceStep {
  const slope = (offsets.to - offsets.from) / deviations.length
  const priceAt = (step: number): number => baseAt(nth(levels, step)) + offsets.from + slope * step
  return (before, step) => {
    const [from, to] = [priceAt(before), priceAt(step)]
    if (before === step) return { from, to, variance: 0, below: NO_EDGE, above: NO_EDGE }
    const twice = 2 / nth(deviations, before) ** 2
    const passes = (one: number, other: number): number => exp(-Math.min(200, twice * one * other))
    const [one, other] = [nth(levels, before), nth(levels, step)]
    return {
      from,
      to,
      variance,
      below: { chance: passes(one, other), isReached: reachesLow && step === lowStep },
      above: { chance: passes(1 - one, 1 - other), isReached: reachesHigh && step === highStep },
    }
  }
}

/** Prices as near to a tick as this are the tick. */
const NEAR = 1e-6

/** The ticks of a minute that the step to a second passes; undefined if it is outside of them. */
export function passedIn(
  { low, high }: PrintedRange,
  { from, to, variance, below, above }: PriceStep,
  second: number,
  draws: Stream,
): PassedInSecond | undefined {
  // A bridge from a to b with variance v stays above (a + b − √((b − a)² − 2 v ln u)) ÷ 2 with
  // probability 1 − u.
  const strays = ({ chance, isReached }: Edge, draw: number): number => {
    const u = isReached ? chance : chance + (1 - chance) * uniform(draws, draw)
    return Math.sqrt((from - to) ** 2 - 2 * variance * ln(u))
  }
  const lowest = (from + to - strays(below, 2 * second)) / 2
  const highest = (from + to + strays(above, 2 * second + 1)) / 2
  if (lowest > high + NEAR || highest < low - NEAR) return undefined
  return {
    lowest: upToTick(Math.max(lowest - NEAR, low)),
    highest: downToTick(Math.min(highest + NEAR, high)),
    low,
    high,
  }
}
