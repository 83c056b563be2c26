/**
 * A factor from second to second of a minute: a Brownian bridge between the minute's ends, in
 * standard deviations of the minute. Its values at 15, 30 and 45 seconds are drawn first, then each
 * quarter is filled, so that a search for extremes can leave most quarters out.
 */
import { QUICK_NORMAL_MAX, quickNormal, type Stream } from './stream'

export const SECONDS = 60
export const QUARTERS = 4
export const QUARTER = 15

/** How far from the line between its ends a quarter goes at most: two deviations of its own. */
export const QUARTER_REACH = 1
const MIDDLE = 0.5
/** √(15 · 15 ÷ 30 ÷ 60): a quarter's end, given the minute's start and its middle. */
const SIDE = Math.sqrt(0.125)
/** No quarter's end is further away. */
export const ENDS_REACH = (0.5 * MIDDLE + SIDE) * QUICK_NORMAL_MAX
const STEP = Math.sqrt(1 / SECONDS)
const DRAWS = 64

/** At the second 15 · `quarter` of the minute. */
export function quarterStart(seconds: Stream, minute: number, quarter: number): number {
  if (quarter === 0 || quarter === QUARTERS) return 0
  const middle = MIDDLE * quickNormal(seconds, minute * DRAWS)
  if (quarter === 2) return middle
  return 0.5 * middle + SIDE * quickNormal(seconds, minute * DRAWS + (quarter === 1 ? 1 : 2))
}

/** Adds `scale` times the quarter's 15 values to `into`, from `at` on. */
export function addQuarter(
  seconds: Stream,
  minute: number,
  quarter: number,
  scale: number,
  into: Float64Array,
  at: number,
): void {
  const from = quarterStart(seconds, minute, quarter)
  const to = quarterStart(seconds, minute, quarter + 1)
  const first = minute * DRAWS + 3 + quarter * QUARTER
  let total = 0
  for (let second = 0; second < QUARTER; second++) {
    steps[second] = total
    total += quickNormal(seconds, first + second)
  }
  const slope = (to - from) / QUARTER
  const missed = total / QUARTER
  for (let second = 0; second < QUARTER; second++) {
    const strayed = STEP * ((steps[second] ?? 0) - missed * second)
    const bounded = Math.min(Math.max(strayed, -QUARTER_REACH), QUARTER_REACH)
    into[at + second] = (into[at + second] ?? 0) + scale * (from + slope * second + bounded)
  }
}

/** Filled and read by one call. */
const steps = new Float64Array(QUARTER)
