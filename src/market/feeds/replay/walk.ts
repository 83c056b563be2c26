/**
 * A Brownian motion with given first, last, highest and lowest levels, drawn step by step from its
 * conditional law. For bars of a random walk the drawn path is a random walk again, so its past
 * says nothing about its future. Extremes at times independent of the close would leak it: after
 * the true low, the price can on average only rise.
 *
 * Levels are fractions of the range: the path stays within 0 … 1. Within a step the path is
 * continuous. A Brownian bridge from x to y with variance s² exceeds 1 with probability
 * exp(−2 (1 − x) (1 − y) ÷ s²); the derivative is the density of a maximum at 1.
 */
import { nth } from '../nth'
import { exp, normalQuantile } from '../simulated/elementary'
import { type Stream, uniform } from '../simulated/stream'

export interface Walked {
  readonly from: number
  readonly to: number
  /** The standard deviation of each step, as a fraction of the range. */
  readonly deviations: Float64Array
  readonly reachesHigh: boolean
  readonly reachesLow: boolean
}

export interface Walk {
  /** Before the first step and after each step. */
  readonly levels: Float64Array
  /** The steps, from 1, that reach the extremes; 0 if the path need not reach one. */
  readonly highStep: number
  readonly lowStep: number
}

/** The extremes still to be reached, as bits. */
const HIGH = 1
const LOW = 2
const SETS = 4

const CELLS = 20
const POINTS = CELLS + 1
/** Probabilities change slowly, so they are computed for every fourth step and the last few. */
const STRIDE = 4
/** Strata for the backward pass, and their number for the forward draw. */
const LOOKED_AT = strata(16)
const CHOSEN_FROM = 8
/** Beyond this exponent an edge is negligible. */
const FAR = 25

/** The normal quantiles at the middle of each stratum. */
function strata(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, index) => normalQuantile((index + 0.5) / count))
}

/** Uses the draws 0 … 2 × steps − 1 of the stream. */
export function walk(walked: Walked, draws: Stream): Walk {
  const { from, to, deviations } = walked
  const steps = deviations.length
  const left = variancesLeft(deviations)
  const stops = stopsOf(steps)
  const chances = chancesOf(to, stops, left)
  const levels = new Float64Array(steps + 1)
  const reached = [0, 0, 0]
  let missing = (walked.reachesHigh ? HIGH : 0) | (walked.reachesLow ? LOW : 0)
  let level = from
  let stop = 1
  levels[0] = from
  for (let step = 1; step <= steps; step++) {
    if (step > nth(stops, stop)) stop++
    const next = chosen(step, level, missing)
    for (const extreme of [HIGH, LOW]) {
      if ((missing & extreme) !== 0 && (next.missing & extreme) === 0) reached[extreme] = step
    }
    level = next.level
    missing = next.missing
    levels[step] = level
  }
  return {
    levels,
    highStep: reached[HIGH] || ((missing & HIGH) !== 0 ? nearest(levels, 1) : 0),
    lowStep: reached[LOW] || ((missing & LOW) !== 0 ? nearest(levels, 0) : 0),
  }

  /** Interpolates within a stride. */
  function chanceOf(step: number, still: number, next: number): number {
    const [before, after] = [nth(stops, stop - 1), nth(stops, stop)]
    const later = chanceAt(chances, stop, still, next)
    if (step === after || stop === 1) return later
    const part = (step - before) / (after - before)
    return part * later + (1 - part) * chanceAt(chances, stop - 1, still, next)
  }

  /** Draws the next level, weighted by the probability of completing the path from it. */
  function chosen(step: number, level: number, missing: number) {
    const deviation = nth(deviations, step - 1)
    const bridge = bridgeOf(level, to, deviation, nth(left, step - 1))
    const jitter = uniform(draws, 2 * step - 2)
    const weights: number[] = []
    const choices: { readonly level: number; readonly missing: number }[] = []
    let total = 0
    for (let stratum = 0; stratum < CHOSEN_FROM; stratum++) {
      const normal = normalQuantile((stratum + jitter) / CHOSEN_FROM)
      const next = bridge.mean + bridge.deviation * normal
      if (next < 0 || next > 1) continue
      edges(level, next, 2 / (deviation * deviation))
      for (let still = 0; still < SETS; still++) {
        if ((still & ~missing) !== 0) continue
        const weight = passage(missing & ~still) * chanceOf(step, still, next)
        if (weight === 0) continue
        total += weight
        weights.push(total)
        choices.push({ level: next, missing: still })
      }
      if (bridge.deviation === 0) break
    }
    const drawn = uniform(draws, 2 * step - 1) * total
    const found = choices[weights.findIndex((sum) => drawn < sum)]
    return found ?? { level: Math.min(Math.max(bridge.mean, 0), 1), missing }
  }
}

function nearest(levels: Float64Array, edge: number): number {
  let best = 1
  for (let step = 1; step < levels.length; step++) {
    if (Math.abs(nth(levels, step) - edge) < Math.abs(nth(levels, best) - edge)) best = step
  }
  return best
}

/** Before each step, and at the end. */
function variancesLeft(deviations: Float64Array): Float64Array {
  const left = new Float64Array(deviations.length + 1)
  for (let step = deviations.length - 1; step >= 0; step--) {
    left[step] = nth(left, step + 1) + nth(deviations, step) ** 2
  }
  return left
}

/** The next step of a bridge to `to`, ignoring the edges. */
function bridgeOf(level: number, to: number, deviation: number, left: number) {
  const variance = deviation * deviation
  const part = variance / left
  return {
    mean: level + (to - level) * part,
    deviation: part >= 1 ? 0 : deviation * Math.sqrt(1 - part),
  }
}

/** The steps for which probabilities are computed, from 0. */
function stopsOf(steps: number): Int32Array {
  const stops = [0]
  while ((stops.at(-1) ?? 0) < steps) {
    const stop = stops.at(-1) ?? 0
    stops.push(stop + STRIDE * 2 > steps ? stop + 1 : stop + STRIDE)
  }
  return Int32Array.from(stops)
}

/**
 * For each stop, set of missing extremes and point: the probability that a bridge from there to the
 * end stays within the edges and reaches the missing extremes.
 */
function chancesOf(to: number, stops: Int32Array, left: Float64Array): Float64Array {
  const last = stops.length - 1
  const chances = new Float64Array((last + 1) * SETS * POINTS)
  chances.fill(1, last * SETS * POINTS, (last * SETS + 1) * POINTS)
  for (let stop = last - 1; stop > 0; stop--) {
    const variance = nth(left, nth(stops, stop))
    const stride = variance - nth(left, nth(stops, stop + 1))
    const deviation = Math.sqrt(stride)
    const looks = stop === last - 1 ? 1 : LOOKED_AT.length
    const here = stop * SETS * POINTS
    const ahead = here + SETS * POINTS
    const twice = 2 / stride
    for (let point = 0; point < POINTS; point++) {
      const level = point / CELLS
      const bridge = bridgeOf(level, to, deviation, variance)
      let [none, high, low, both] = [0, 0, 0, 0]
      for (let look = 0; look < looks; look++) {
        const next = bridge.mean + bridge.deviation * nth(LOOKED_AT, look)
        if (next < 0 || next > 1) continue
        const cell = Math.min(Math.floor(next * CELLS), CELLS - 1)
        const part = next * CELLS - cell
        const at = ahead + cell
        const noneAhead = between(chances, at, part)
        const highAhead = between(chances, at + HIGH * POINTS, part)
        const lowAhead = between(chances, at + LOW * POINTS, part)
        const bothAhead = between(chances, at + (HIGH | LOW) * POINTS, part)
        if (twice * (1 - level) * (1 - next) > FAR && twice * level * next > FAR) {
          none += noneAhead
          high += highAhead
          low += lowAhead
          both += bothAhead
          continue
        }
        edges(level, next, twice)
        const { stays, highest, lowest } = edge
        none += stays * noneAhead
        high += stays * highAhead + highest * noneAhead
        low += stays * lowAhead + lowest * noneAhead
        both += stays * bothAhead + highest * lowAhead + lowest * highAhead + edge.both * noneAhead
      }
      chances[here + point] = none / looks
      chances[here + HIGH * POINTS + point] = high / looks
      chances[here + LOW * POINTS + point] = low / looks
      chances[here + (HIGH | LOW) * POINTS + point] = both / looks
    }
  }
  return chances
}

function chanceAt(chances: Float64Array, stop: number, missing: number, level: number): number {
  const cell = Math.min(Math.floor(level * CELLS), CELLS - 1)
  const part = level * CELLS - cell
  const at = (stop * SETS + missing) * POINTS + cell
  return between(chances, at, part)
}

const between = (chances: Float64Array, at: number, part: number): number =>
  nth(chances, at) * (1 - part) + nth(chances, at + 1) * part

/** The last result of `edges`, reused because a bar needs some ten thousand of them. */
const edge = { stays: 1, highest: 0, lowest: 0, both: 0 }

/**
 * Probabilities and densities of a bridge between two levels, by the extremes it reaches; `twice`
 * is 2 divided by the step's variance.
 */
function edges(level: number, next: number, twice: number): void {
  const above = twice * (1 - level) * (1 - next)
  const below = twice * level * next
  const passesHigh = above > FAR ? 0 : exp(-above)
  const passesLow = below > FAR ? 0 : exp(-below)
  const highest = twice * (2 - level - next) * passesHigh
  const lowest = twice * (level + next) * passesLow
  edge.stays = (1 - passesHigh) * (1 - passesLow)
  edge.highest = highest * (1 - passesLow)
  edge.lowest = lowest * (1 - passesHigh)
  edge.both = highest * lowest
}

const passage = (reached: number): number =>
  reached === 0
    ? edge.stays
    : reached === HIGH
      ? edge.highest
      : reached === LOW
        ? edge.lowest
        : edge.both
