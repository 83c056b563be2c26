/**
 * A walk with given first, last, highest and lowest levels, drawn step by step from its conditional
 * law. For bars of a walk of that law the drawn path is such a walk again, so its past says nothing
 * about its future. Extremes at times independent of the close would leak it: after the true low,
 * the price can on average only rise.
 */
import { type Stream, uniform } from '../simulated/stream'
import {
  type Chances,
  chancesOf,
  HIGH,
  jumpDensity,
  LOW,
  normalPassage,
  passage,
  passed,
  SETS,
  type Walked,
} from './chances'

export interface Walk {
  /** Before the first step and after each step. */
  readonly levels: Float64Array
  /** The steps, from 1, that reach the extremes, or come nearest to one that need not be. */
  readonly highStep: number
  readonly lowStep: number
}

/** A normal step is chosen among points this far apart, in its deviations, to either side. */
const SPACED = 0.5
const TO_EITHER_SIDE = 8
/** Levels among which a jump is chosen. */
const JUMPED_TO = 12

/** Uses the draws 0 … 3 × steps − 1 of the stream. */
export function walk(walked: Walked, draws: Stream): Walk {
  const { from, to, deviations } = walked
  const steps = deviations.length
  const chances = chancesOf(walked)
  const levels = new Float64Array(steps + 1)
  const reached = [0, 0, 0]
  let missing = missingOf(walked)
  levels[0] = from
  levels[steps] = to
  for (let step = 1; step < steps; step++) {
    const level = levels[step - 1] ?? 0
    const deviation = deviations[step - 1] ?? 0
    const jitter = uniform(draws, 3 * step)
    const total = lookAhead(walked, chances, step, level, missing, deviation, jitter)
    const found = choiceAt(uniform(draws, 3 * step + 1) * total)
    const next =
      found < 0 ? level + (to - level) / (steps - step + 1) : (choices.levels[found] ?? 0)
    const still = found < 0 ? missing : (choices.missing[found] ?? 0)
    for (const extreme of [HIGH, LOW]) {
      if ((missing & ~still & extreme) !== 0) reached[extreme] = step
    }
    missing = still
    levels[step] = Math.min(Math.max(next, 0), 1)
  }
  const last = walked.isCoarse ? steps - 1 : steps
  return {
    levels,
    highStep: reached[HIGH] || ((missing & HIGH) !== 0 ? last : nearest(levels, 1)),
    lowStep: reached[LOW] || ((missing & LOW) !== 0 ? last : nearest(levels, 0)),
  }
}

/** The density of the walk's end and of its extremes, from its first level. */
export function likelihoodOf(walked: Walked): number {
  const deviation = walked.deviations[0] ?? 0
  if (walked.deviations.length === 1) {
    passage(walked, walked.from, walked.to, deviation)
    return passed[missingOf(walked)] ?? 0
  }
  return lookAhead(walked, chancesOf(walked), 1, walked.from, missingOf(walked), deviation, 0.5)
}

const missingOf = ({ reachesHigh, reachesLow }: Walked): number =>
  (reachesHigh ? HIGH : 0) | (reachesLow ? LOW : 0)

/** The levels to choose from, with the sum of their weights; reused for each step. */
const MOST = SETS * (2 * TO_EITHER_SIDE + 1 + JUMPED_TO) + 2
const choices = {
  count: 0,
  sums: new Float64Array(MOST),
  levels: new Float64Array(MOST),
  missing: new Uint8Array(MOST),
}

function offer(level: number, missing: number, weight: number): void {
  if (!(weight > 0)) return
  const before = choices.count === 0 ? 0 : (choices.sums[choices.count - 1] ?? 0)
  choices.sums[choices.count] = before + weight
  choices.levels[choices.count] = level
  choices.missing[choices.count] = missing
  choices.count++
}

function choiceAt(drawn: number): number {
  for (let choice = 0; choice < choices.count; choice++) {
    if (drawn < (choices.sums[choice] ?? 0)) return choice
  }
  return choices.count - 1
}

/** Offers the levels after a step, and returns the sum of their weights: the walk's density. */
function lookAhead(
  walked: Walked,
  chances: Chances,
  step: number,
  level: number,
  missing: number,
  deviation: number,
  jitter: number,
): number {
  choices.count = 0
  const spaced = SPACED * deviation
  for (let side = -TO_EITHER_SIDE; side <= TO_EITHER_SIDE; side++) {
    const next = level + (side + jitter - 0.5) * spaced
    if (next < 0 || next > 1) continue
    normalPassage(walked, level, next, deviation)
    for (let reached = 0; reached < (walked.isCoarse ? 1 : SETS); reached++) {
      if ((reached & ~missing) !== 0) continue
      const weight = spaced * (passed[reached] ?? 0)
      if (weight === 0) continue
      const still = missing & ~reached
      offer(next, still, weight * chances.after(step, still, next))
      // `after` leaves `passed` as it is.
    }
  }
  for (let place = 0; place < JUMPED_TO; place++) {
    const next = (place + jitter) / JUMPED_TO
    const weight = jumpDensity(walked, next - level) / JUMPED_TO
    offer(next, missing, weight * chances.after(step, missing, next))
  }
  if (walked.isCoarse) {
    for (const [extreme, edge] of EDGES) {
      if ((missing & extreme) === 0) continue
      passage(walked, level, edge, deviation)
      const still = missing & ~extreme
      offer(edge, still, (passed[0] ?? 0) * chances.after(step, still, edge))
    }
  }
  return choices.count === 0 ? 0 : (choices.sums[choices.count - 1] ?? 0)
}

const EDGES = [
  [HIGH, 1],
  [LOW, 0],
] as const

function nearest(levels: Float64Array, edge: number): number {
  let best = 1
  for (let step = 1; step < levels.length - 1; step++) {
    if (Math.abs((levels[step] ?? 0) - edge) < Math.abs((levels[best] ?? 0) - edge)) best = step
  }
  return best
}
