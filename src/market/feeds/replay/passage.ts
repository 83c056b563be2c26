/**
 * A step of a walk between two levels. Levels are fractions of the range: the path stays within
 * 0 … 1. A step is normal, or with a small chance a jump (Laplace). If a walk is coarse, it reaches
 * an extreme with a step; otherwise it is continuous within its normal steps: a Brownian bridge
 * from x to y with variance s² exceeds 1 with probability exp(−2 (1 − x) (1 − y) ÷ s²), and the
 * derivative is the density of a maximum at 1.
 */
import { exp } from '../simulated/elementary'

export interface Walked {
  readonly from: number
  readonly to: number
  /** The standard deviation of each step, as a fraction of the range. */
  readonly deviations: Float64Array
  /** Whether the extremes are levels between steps, and none is passed within a step. */
  readonly isCoarse: boolean
  readonly reachesHigh: boolean
  readonly reachesLow: boolean
  /** The chance that a step is a jump, and the mean size of one as a fraction of the range. */
  readonly jumps: { readonly chance: number; readonly size: number }
}

/** The extremes still to be reached, as bits. */
export const HIGH = 1
export const LOW = 2
export const SETS = 4

/** Beyond this exponent an edge is negligible. */
const FAR = 25
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)

/** The last result of `passage`, by the extremes that a step reaches. */
export const passed = new Float64Array(SETS)

const normalDensity = (move: number, deviation: number): number => {
  const squares = (move / deviation) ** 2 / 2
  return squares > 200 ? 0 : exp(-squares) / (deviation * ROOT_TWO_PI)
}

export const jumpDensity = ({ jumps: { chance, size } }: Walked, move: number): number =>
  (chance / (2 * size)) * exp(-Math.min(200, Math.abs(move) / size))

/** The density of a step between two levels within the range, into `passed`. */
export function passage(walked: Walked, level: number, next: number, deviation: number): void {
  normalPassage(walked, level, next, deviation)
  passed[0] = (passed[0] ?? 0) + jumpDensity(walked, next - level)
}

/** The density of a step without its jumps, into `passed`. */
export function normalPassage(
  walked: Walked,
  level: number,
  next: number,
  deviation: number,
): void {
  passBetween(walked, level, next, 2 / deviation ** 2, normalStep(walked, next - level, deviation))
}

/** The density of a normal step, whatever the edges. */
export const normalStep = ({ jumps }: Walked, move: number, deviation: number): number =>
  (1 - jumps.chance) * normalDensity(move, deviation)

/** Splits a normal step's density by the extremes that it reaches; `twice` is 2 ÷ its variance. */
export function passBetween(
  { isCoarse }: Walked,
  level: number,
  next: number,
  twice: number,
  density: number,
): void {
  if (isCoarse) {
    passed[0] = density
    passed[HIGH] = 0
    passed[LOW] = 0
    passed[HIGH | LOW] = 0
    return
  }
  const above = twice * (1 - level) * (1 - next)
  const below = twice * level * next
  const passesHigh = above > FAR ? 0 : exp(-above)
  const passesLow = below > FAR ? 0 : exp(-below)
  const highest = twice * (2 - level - next) * passesHigh
  const lowest = twice * (level + next) * passesLow
  passed[0] = density * (1 - passesHigh) * (1 - passesLow)
  passed[HIGH] = density * highest * (1 - passesLow)
  passed[LOW] = density * lowest * (1 - passesHigh)
  passed[HIGH | LOW] = density * highest * lowest
}
