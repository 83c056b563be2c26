/**
 * A factor from second to second of a minute: a Brownian bridge between the minute's ends, in
 * standard deviations of the minute. Its values at 15, 30 and 45 seconds are drawn first, then each
 * quarter is filled, so that a search for extremes can leave most quarters out.
 */
import {
  bits,
  firstNormal,
  type Stream,
  secondNormal,
  TEN_BIT_NORMAL_MAX,
  thirdNormal,
} from './stream'

export const SECONDS = 60
export const QUARTERS = 4
export const QUARTER = 15

/**
 * A quarter's largest distance from the line between its ends: 1.6 standard deviations of its
 * movement, which one quarter in eighty would exceed.
 */
export const QUARTER_REACH = 0.8
const MIDDLE = 0.5
/** √(15 · 15 ÷ 30 ÷ 60): a quarter's end, given the minute's start and its middle. */
const SIDE = Math.sqrt(0.125)
/** The largest distance of a quarter's end from the line. */
export const ENDS_REACH = (0.5 * MIDDLE + SIDE) * TEN_BIT_NORMAL_MAX
/** A second's largest distance from the nearer end of its minute. */
export const FURTHEST = ENDS_REACH + QUARTER_REACH
const STEP = Math.sqrt(1 / SECONDS)
/** The draws of a minute: one for its three inner ends, then one for each three steps. */
const DRAWS = 32
const ENDS = 1
const STEP_DRAWS = QUARTER / 3

/** Adds `scale` times the values at 15, 30 and 45 seconds to places 1, 2 and 3 of `into`. */
export function addEnds(seconds: Stream, minute: number, scale: number, into: Float64Array): void {
  const drawn = bits(seconds, minute * DRAWS)
  const middle = MIDDLE * firstNormal(drawn)
  const before = 0.5 * middle + SIDE * secondNormal(drawn)
  const after = 0.5 * middle + SIDE * thirdNormal(drawn)
  into[1] = (into[1] ?? 0) + scale * before
  into[2] = (into[2] ?? 0) + scale * middle
  into[3] = (into[3] ?? 0) + scale * after
}

/**
 * Adds `scale` times the deviations of the quarter's 15 seconds from its line to `into`, from `at`
 * on.
 */
export function addStrays(
  seconds: Stream,
  minute: number,
  quarter: number,
  scale: number,
  into: Float64Array,
  at: number,
): void {
  const first = minute * DRAWS + ENDS + quarter * STEP_DRAWS
  let total = 0
  for (let second = 0; second < QUARTER; second += 3) {
    const drawn = bits(seconds, first + second / 3)
    steps[second] = total
    total += firstNormal(drawn)
    steps[second + 1] = total
    total += secondNormal(drawn)
    steps[second + 2] = total
    total += thirdNormal(drawn)
  }
  const missed = total / QUARTER
  const step = scale * STEP
  const reach = Math.abs(scale) * QUARTER_REACH
  for (let second = 1; second < QUARTER; second++) {
    const strayed = step * ((steps[second] ?? 0) - missed * second)
    const held = strayed > reach ? reach : Math.max(strayed, -reach)
    into[at + second] = (into[at + second] ?? 0) + held
  }
}

/** Scratch space, used within one call. */
const steps = new Float64Array(QUARTER)
