/**
 * Draws a bar's law from the expectation of earlier bars and from the bar itself: the more likely a
 * volatility makes the bar's four prices, the more often it is drawn (Bayes). To a reader of the
 * earlier bars, the drawn path is then as likely as the bar's own.
 */
import type { Pips } from '../pips'
import { exp, ln } from '../simulated/elementary'
import { type Stream, uniform } from '../simulated/stream'
import type { WalkConditions } from './chances'
import type { PathLaw } from './expectation'
import { likelihoodOf } from './walk'

/** The geometry of a bar's four prices. */
export interface FourPrices {
  /** The distance from level 0 to level 1. */
  readonly width: Pips
  readonly from: number
  readonly to: number
  readonly reachesHigh: boolean
  readonly reachesLow: boolean
}

/**
 * How far a continuous path exceeds its samples, one per step, in deviations of a step (Broadie,
 * Glasserman, Kou, "A Continuity Correction for Discrete Barrier Options", 1997).
 */
export const UNSEEN = 0.5826

export interface DrawnLaw {
  readonly changes: number
  /** The variance of the bar's movement, in squared pips. */
  readonly variance: number
  readonly jumps: PathLaw['jumps']
}

/** The log variances at which the likelihood is computed, in deviations with Student's tails. */
const PLACES: readonly number[] = [-3, -2, -1.25, -0.6, 0, 0.6, 1.25, 2, 3, 4.5]
const TAILS = 5
/** The steps of a likelihood's walk. */
const STEPS = 14

/** Uses two draws of the stream. */
export function drawnLaw(law: PathLaw, bar: FourPrices, draws: Stream): DrawnLaw {
  const { changes, jumps, logVariance } = law
  const sums: number[] = []
  let total = 0
  for (const place of PLACES) {
    const variance = exp(logVariance.mean + place * logVariance.deviation)
    const prior = spacing(place) / (1 + place ** 2 / TAILS) ** ((TAILS + 1) / 2)
    total += prior * barLikelihood({ changes, variance, jumps }, bar)
    sums.push(total)
  }
  const drawn = uniform(draws, 0) * total
  const found = Math.max(
    0,
    sums.findIndex((sum) => drawn < sum),
  )
  const within = (uniform(draws, 1) - 0.5) * spacing(PLACES[found] ?? 0)
  const place = (PLACES[found] ?? 0) + within
  return { changes, variance: exp(logVariance.mean + place * logVariance.deviation), jumps }
}

/** The distance between the midpoints to either neighbour. */
function spacing(place: number): number {
  const index = PLACES.indexOf(place)
  const [before, after] = [PLACES[index - 1], PLACES[index + 1]]
  if (before === undefined) return (after ?? place) - place
  if (after === undefined) return place - before
  return (after - before) / 2
}

function barLikelihood(law: DrawnLaw, bar: FourPrices): number {
  const deviation = Math.sqrt(law.variance)
  const coarse = coarseSteps(law.changes, bar)
  const isCoarse = coarse <= 2 * STEPS
  const steps = isCoarse ? coarse : STEPS
  // A finer walk's extremes lie this much within the continuous walk's.
  const beyond = isCoarse ? 0 : (UNSEEN * deviation) / Math.sqrt(law.changes)
  const width = bar.width + 2 * beyond
  const levelOf = (level: number): number => (level * bar.width + beyond) / width
  const likelihood = likelihoodOf({
    from: levelOf(bar.from),
    to: levelOf(bar.to),
    deviations: new Float64Array(steps).fill(deviation / Math.sqrt(steps) / width),
    isCoarse,
    reachesHigh: bar.reachesHigh,
    reachesLow: bar.reachesLow,
    jumps: stepJumps(law, steps, width),
  })
  const densities = 1 + (bar.reachesHigh ? 1 : 0) + (bar.reachesLow ? 1 : 0)
  return likelihood / exp(densities * ln(width / bar.width))
}

/** The jumps of each step of a walk, relative to its width. */
export const stepJumps = (
  { jumps, variance }: DrawnLaw,
  steps: number,
  width: number,
): WalkConditions['jumps'] => ({
  chance: jumps.chance / steps,
  size: Math.max(0.25, (jumps.size * Math.sqrt(variance)) / width),
})

/** The steps of a coarse walk: at least enough to reach its extremes and its end. */
export function coarseSteps(
  changes: number,
  { reachesHigh, reachesLow }: Pick<FourPrices, 'reachesHigh' | 'reachesLow'>,
): number {
  const needed = 1 + (reachesHigh ? 1 : 0) + (reachesLow ? 1 : 0)
  return Math.max(needed, Math.round(changes))
}
