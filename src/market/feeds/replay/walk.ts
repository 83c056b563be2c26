/**
 * Draws a walk with given first, last, highest and lowest levels, step by step from its conditional
 * law. If the bar comes from a walk of that law, the drawn path is such a walk too, and its past
 * does not predict its future. Extremes at independent times would leak the close: after the true
 * low, the price can on average only rise.
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
  SETS,
  stepDensities,
  type WalkConditions,
} from './chances'

export interface Walk {
  /** Before the first step and after each step. */
  readonly levels: Float64Array
  /** The steps, from 1, that reach the extremes, or that come nearest to them. */
  readonly highStep: number
  readonly lowStep: number
}

/**
 * The distance between two neighbouring points among which a normal step is chosen, in deviations
 * of the step.
 */
const SPACED = 0.5
const TO_EITHER_SIDE = 8
/** Levels among which a jump is chosen. */
const JUMPED_TO = 12

/** Uses the draws 0 … 3 × steps − 1 of the stream. */
export function walk(conditions: WalkConditions, draws: Stream): Walk {
  const { from, to, deviations } = conditions
  const steps = deviations.length
  const chances = chancesOf(conditions)
  const levels = new Float64Array(steps + 1)
  const reached = [0, 0, 0]
  let missing = missingOf(conditions)
  levels[0] = from
  levels[steps] = to
  for (let step = 1; step < steps; step++) {
    const level = levels[step - 1] ?? 0
    const deviation = deviations[step - 1] ?? 0
    const jitter = uniform(draws, 3 * step)
    const total = lookAhead(conditions, chances, step, level, missing, deviation, jitter)
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
  const last = conditions.isCoarse ? steps - 1 : steps
  return {
    levels,
    highStep: reached[HIGH] || ((missing & HIGH) !== 0 ? last : nearest(levels, 1)),
    lowStep: reached[LOW] || ((missing & LOW) !== 0 ? last : nearest(levels, 0)),
  }
}

/** The density of the walk's end and of its extremes, from its first level. */
export function likelihoodOf(conditions: WalkConditions): number {
  const deviation = conditions.deviations[0] ?? 0
  if (conditions.deviations.length === 1) {
    passage(conditions, conditions.from, conditions.to, deviation)
    return stepDensities[missingOf(conditions)] ?? 0
  }
  return lookAhead(
    conditions,
    chancesOf(conditions),
    1,
    conditions.from,
    missingOf(conditions),
    deviation,
    0.5,
  )
}

const missingOf = ({ reachesHigh, reachesLow }: WalkConditions): number =>
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
  conditions: WalkConditions,
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
    normalPassage(conditions, level, next, deviation)
    for (let reached = 0; reached < (conditions.isCoarse ? 1 : SETS); reached++) {
      if ((reached & ~missing) !== 0) continue
      const weight = spaced * (stepDensities[reached] ?? 0)
      if (weight === 0) continue
      const still = missing & ~reached
      offer(next, still, weight * chances.after(step, still, next))
    }
  }
  for (let place = 0; place < JUMPED_TO; place++) {
    const next = (place + jitter) / JUMPED_TO
    const weight = jumpDensity(conditions, next - level) / JUMPED_TO
    offer(next, missing, weight * chances.after(step, missing, next))
  }
  if (conditions.isCoarse) {
    for (const [extreme, edge] of EDGES) {
      if ((missing & extreme) === 0) continue
      passage(conditions, level, edge, deviation)
      const still = missing & ~extreme
      offer(edge, still, (stepDensities[0] ?? 0) * chances.after(step, still, edge))
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
