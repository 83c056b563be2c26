/**
 * The seconds of a minute: a Brownian bridge between the minute's ends. Its values at 15, 30 and 45
 * seconds are drawn first, then each quarter is filled, so that a search for extremes can skip most
 * quarters. Each factor has its own bridge, in standard deviations of its minute. An instrument's
 * path is their sum, scaled to stay within a reach.
 */
import { type Halt, haltAt } from './halts'
import { bits, firstNormal, type Stream, secondNormal, thirdNormal } from './stream'

export const SECONDS = 60
export const QUARTERS = 4
export const QUARTER = 15

/**
 * A quarter's largest distance from the line between its ends: 1.6 standard deviations of its
 * movement, which one quarter in eighty would exceed. In deviations of the minute.
 */
export const QUARTER_REACH = 0.8
/**
 * The largest distance of a quarter's end from the line between the minute's ends: at least 3.2 of
 * its standard deviations, which one minute in five hundred would exceed. In deviations of the
 * minute.
 */
const ENDS_REACH = 1.6
/** A second's largest distance from the nearer end of its minute. */
export const FURTHEST = ENDS_REACH + QUARTER_REACH
const MIDDLE = 0.5
/** √(15 · 15 ÷ 30 ÷ 60): a quarter's end, given the minute's start and its middle. */
const SIDE = Math.sqrt(0.125)
const STEP = Math.sqrt(1 / SECONDS)
/** The draws of a minute: one for its three inner ends, then one for each three steps. */
const DRAWS = 32
const ENDS = 1
const STEP_DRAWS = QUARTER / 3

/** A path by minute, with the sources that it is the sum of. */
export interface MinutePath {
  /** The level at each minute's start, and at the session's end. */
  readonly levels: Float64Array
  /** The standard deviation of each minute's movement. */
  readonly deviations: Float64Array
  readonly sources: readonly Source[]
  /** In a halt the path stands still. */
  readonly halts: readonly Halt[]
}

interface Source {
  readonly weight: number
  readonly factor: {
    readonly deviations: Float64Array
    /** The draws of the bridges within minutes. */
    readonly seconds: Stream
  }
}

/** The levels at 0, 15, 30, 45 and 60 seconds of a minute, into `ends`. */
export function drawEnds(
  { levels, deviations, sources, halts }: MinutePath,
  minute: number,
  ends: Float64Array,
): void {
  let quarter = 0
  let half = 0
  let last = 0
  for (let index = 0; index < sources.length; index++) {
    const source = sources[index]
    if (source === undefined) break
    const { weight, factor } = source
    const size = weight * (factor.deviations[minute] ?? 0)
    const drawn = bits(factor.seconds, minute * DRAWS)
    const middle = MIDDLE * firstNormal(drawn)
    quarter += size * (0.5 * middle + SIDE * secondNormal(drawn))
    half += size * middle
    last += size * (0.5 * middle + SIDE * thirdNormal(drawn))
  }
  const furthest = Math.max(Math.abs(quarter), Math.abs(half), Math.abs(last))
  const stands = haltAt(halts, minute) !== undefined
  const scale = stands ? 0 : within((deviations[minute] ?? 0) * ENDS_REACH, furthest)
  const start = levels[minute] ?? 0
  const end = stands ? start : (levels[minute + 1] ?? 0)
  const slope = (end - start) / QUARTERS
  ends[0] = start
  ends[1] = start + slope + scale * quarter
  ends[2] = start + slope * 2 + scale * half
  ends[3] = start + slope * 3 + scale * last
  ends[QUARTERS] = end
}

/** The levels at the 15 seconds of a quarter of a minute whose ends are given, into `into`. */
export function drawQuarter(
  { deviations, sources, halts }: MinutePath,
  minute: number,
  quarter: number,
  ends: Float64Array,
  into: Float64Array,
  at: number,
): void {
  const first = minute * DRAWS + ENDS + quarter * STEP_DRAWS
  for (let index = 0; index < sources.length; index++) {
    const source = sources[index]
    if (source === undefined) break
    const { weight, factor } = source
    const { seconds } = factor
    const size = weight * (factor.deviations[minute] ?? 0) * STEP
    for (let second = 0; second < QUARTER; second += 3) {
      const drawn = bits(seconds, first + second / 3)
      if (index === 0) {
        steps[second] = size * firstNormal(drawn)
        steps[second + 1] = size * secondNormal(drawn)
        steps[second + 2] = size * thirdNormal(drawn)
      } else {
        steps[second] = (steps[second] ?? 0) + size * firstNormal(drawn)
        steps[second + 1] = (steps[second + 1] ?? 0) + size * secondNormal(drawn)
        steps[second + 2] = (steps[second + 2] ?? 0) + size * thirdNormal(drawn)
      }
    }
  }
  let total = 0
  for (let second = 0; second < QUARTER; second++) total += steps[second] ?? 0
  const drift = total / QUARTER
  let distance = 0
  let furthest = 0
  for (let second = 1; second < QUARTER; second++) {
    distance += (steps[second - 1] ?? 0) - drift
    furthest = Math.max(furthest, Math.abs(distance))
  }
  const stands = haltAt(halts, minute) !== undefined
  const scale = stands ? 0 : within((deviations[minute] ?? 0) * QUARTER_REACH, furthest)
  const start = ends[quarter] ?? 0
  const slope = ((ends[quarter + 1] ?? 0) - start) / QUARTER
  distance = 0
  for (let second = 0; second < QUARTER; second++) {
    into[at + second] = start + slope * second + scale * distance
    distance += (steps[second] ?? 0) - drift
  }
}

/**
 * The factor that scales a bridge to its reach. If the path was clamped instead, it would move in
 * equal steps at its bound, and reveal its direction.
 */
const within = (reach: number, furthest: number): number =>
  furthest > reach ? reach / furthest : 1

/** Scratch space, used within one call. */
const steps = new Float64Array(QUARTER)
