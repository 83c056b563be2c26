/**
 * From second to second of a minute: a Brownian bridge between the minute's ends. Its values at 15,
 * 30 and 45 seconds are drawn first, then each quarter is filled, so that a search for extremes can
 * leave most quarters out. Each factor has a bridge of its own, in standard deviations of its
 * minute; the path of an instrument adds them up, and the sum is held within a reach.
 */
import { nth } from '../nth'
import { bits, firstNormal, type Stream, secondNormal, thirdNormal } from './stream'

export const SECONDS = 60
export const QUARTERS = 4
export const QUARTER = 15

/**
 * A quarter's largest distance from the line between its ends: 1.6 standard deviations of its
 * movement, which one quarter in eighty would exceed. In deviations of the minute, as is the next.
 */
export const QUARTER_REACH = 0.8
/**
 * The largest distance of a quarter's end from the line between the minute's ends: at least 3.2 of
 * its standard deviations, which one minute in five hundred would exceed.
 */
export const ENDS_REACH = 1.6
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
  for (let second = 1; second < QUARTER; second++) {
    const strayed = step * ((steps[second] ?? 0) - missed * second)
    into[at + second] = (into[at + second] ?? 0) + strayed
  }
}

/**
 * Turns distances from the line between a minute's ends, at places 1, 2 and 3 of `ends`, into
 * levels, and writes the ends themselves to places 0 and 4. `deviation` is the minute's.
 */
export function layEnds(start: number, end: number, deviation: number, ends: Float64Array): void {
  const reach = deviation * ENDS_REACH
  const slope = (end - start) / QUARTERS
  ends[0] = start
  for (let quarter = 1; quarter < QUARTERS; quarter++) {
    ends[quarter] = start + slope * quarter + held(ends[quarter] ?? 0, reach)
  }
  ends[QUARTERS] = end
}

/** Turns a quarter's distances from the line between its ends, from `at` on, into levels. */
export function layQuarter(
  ends: Float64Array,
  quarter: number,
  deviation: number,
  into: Float64Array,
  at: number,
): void {
  const reach = deviation * QUARTER_REACH
  const start = nth(ends, quarter)
  const slope = (nth(ends, quarter + 1) - start) / QUARTER
  for (let second = 0; second < QUARTER; second++) {
    into[at + second] = start + slope * second + held(into[at + second] ?? 0, reach)
  }
}

const held = (strayed: number, reach: number): number =>
  strayed > reach ? reach : Math.max(strayed, -reach)

/** Scratch space, used within one call. */
const steps = new Float64Array(QUARTER)
